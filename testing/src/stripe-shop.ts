import assert from 'node:assert/strict'
import { after } from 'node:test'
import { apiKey, createClient } from '@vitrine/client'
import { sql } from '@vitrine/platform/kernel/db/sql'
import { type Buyer, newBuyer, toCheckout } from './buyer.ts'
import { delayCapture } from './delayed-capture.ts'
import { startPlatformForFile } from './platform-for-file.ts'
import { addProduct } from './products.ts'
import type { Fault, StripeEvent } from './stripe/model.ts'
import { fakeStripe } from './stripe/stripe.ts'

export const returnUrl = 'http://localhost/back?session=1'
/** What an order of one mug costs. */
export const total = 2490

/** For a file of tests of payments with Stripe: a shop that sells mugs, the fake Stripe that it is connected to, and orders that are on their way there. */
export async function startStripeShop() {
  const stripe = await fakeStripe()
  const shop = await startPlatformForFile({ stripe })
  after(() => stripe[Symbol.asyncDispose]())
  const mug = await addProduct(shop.platform, { site: shop.site, name: 'Mug', price: 2000, stock: 1000 }, shop.clock.now())
  const app = createClient({ baseUrl: shop.url, auth: apiKey(shop.apiKey) })

  async function place(buyer = newBuyer(shop), checkoutId?: string): Promise<Placed> {
    const id = checkoutId ?? (await toCheckout(buyer, [{ product: mug }]))
    const placed = await buyer.payments.placeOrder({ id, paymentMethodId: 'stripe', returnUrl })
    assert.equal(placed.status, 'REQUIRES_ACTION')
    return { buyer, checkoutId: id, orderId: placed.orderId, sessionId: placed.actionUrl!.split('/').at(-1)! }
  }

  /** An order whose payment the buyer confirms in the form on the page. */
  async function placeHere(buyer = newBuyer(shop), checkoutId?: string, more: { readonly savePaymentMethod?: boolean } = {}) {
    const id = checkoutId ?? (await toCheckout(buyer, [{ product: mug }]))
    const placed = await buyer.payments.placeOrder({ id, paymentMethodId: 'stripe', withElement: true, returnUrl, ...more })
    assert.equal(placed.status, 'REQUIRES_ACTION')
    const { clientSecret, returnUrl: back } = placed.confirmation!
    return { buyer, checkoutId: id, orderId: placed.orderId, intentId: clientSecret.split('_secret_')[0]!, clientSecret, back }
  }

  async function paid(): Promise<Placed & { readonly paymentId: string; readonly intentId: string }> {
    const placed = await place()
    const resultToken = tokenIn(stripe.visit(placed.sessionId, 'PAY'))
    await placed.buyer.payments.confirmPayment({ id: placed.orderId, resultToken })
    const [payment] = await payments(placed.orderId)
    return { ...placed, paymentId: payment!.id, intentId: stripe.sessions.get(placed.sessionId)!.intent!.id }
  }

  const payments = (orderId: string) =>
    shop.platform.database.query<{ id: string; status: string; reference: string | null; owed: boolean; card: unknown }>(
      sql`select id, status, provider_reference as reference, void_owed as owed, document->'card' as card from payment
        where site = ${shop.site} and order_id = ${orderId} order by created_at, id`,
    )
  const orderOf = (orderId: string) => app.orders.getOrder({ id: orderId }).then(({ order }) => order)
  const activities = async (orderId: string) => (await orderOf(orderId)).activities.map(({ activityType }) => activityType)
  const stockOf = async () =>
    (
      await shop.platform.database.query<{ quantity: number }>(
        sql`select quantity from stock where site = ${shop.site} and product_id = ${mug.id}`,
      )
    )[0]!.quantity

  async function send(event: StripeEvent, signedAt?: Date): Promise<number> {
    const { body, signature } = stripe.webhook(event, signedAt)
    const response = await fetch(`${shop.url}/payments/stripe/events`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'stripe-signature': signature },
      body: new Uint8Array(body),
    })
    return response.status
  }
  const since = (from: number) => stripe.events.slice(from)

  /** Loses a question or its answer for good: the library asks a second time where the connection broke. */
  function lose(on: RegExp, as: Fault['as'] = 'DROP_AFTER'): void {
    for (let i = as === 'DROP_AFTER' || as === 'DROP_BEFORE' ? 2 : 1; i > 0; i--) stripe.fail({ on, as })
  }

  async function minutes(count: number): Promise<void> {
    shop.clock.advance(count * 60_000)
    await shop.platform.everyMinute()
  }

  return {
    stripe,
    shop,
    mug,
    app,
    place,
    placeHere,
    paid,
    /** An order whose money is held first. */
    async held() {
      await delayCapture(shop, {})
      try {
        return await paid()
      } finally {
        await delayCapture(shop)
      }
    },
    payments,
    orderOf,
    activities,
    stockOf,
    send,
    since,
    lose,
    minutes,
    /** No question to Stripe holds anything of a card, and each of at least so many writes has a key of its own. */
    assertKeysAndNoCards(atLeast: number): void {
      const writes = stripe.requests.filter(({ line }) => line.startsWith('POST') && !/expire$|cancel$/.test(line))
      assert.ok(writes.length > atLeast)
      for (const { line, idempotencyKey } of writes)
        assert.match(idempotencyKey ?? '', /^[0-9a-f-]{36}:(session|intent|customer|capture|refund|void:\d+)$/, line)
      assert.doesNotMatch(JSON.stringify(stripe.requests), /4242 ?4242|"4242"|card/)
    },
  }
}

interface Placed {
  readonly buyer: Buyer
  readonly checkoutId: string
  readonly orderId: string
  readonly sessionId: string
}

/** Ways back from Stripe's page: the token that the browser brings along. */
export const tokenIn = (url: string | undefined): string => new URL(url!).searchParams.get('resultToken')!
