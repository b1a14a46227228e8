// Gift cards of somebody else's service: named at the checkout, taken once when the order is made, put back when there is none.
import assert from 'node:assert/strict'
import type { Server } from 'node:http'
import { after, afterEach, before, beforeEach, describe, test } from 'node:test'
import { apiKey, attempt, createClient } from '@vitrine/client'
import * as backOffice from '@vitrine/client/back-office'
import { sql } from '@vitrine/platform/kernel/db/sql'
import { writeSettings } from '@vitrine/platform/kernel/settings/settings'
import { giftCardsOf } from '../../examples/plugins/gift-cards.ts'
import { type Answers, Refuses, serve } from '../../examples/plugins/serve.ts'
import { type Buyer, card, newBuyer, toCheckout } from '../src/buyer.ts'
import { closed, listening } from '../src/http-service.ts'
import { startTestPlatform, type TestPlatform, testClock } from '../src/platform.ts'
import { addProduct, type TestProduct } from '../src/products.ts'
import { codeOf } from '../src/refused.ts'

interface Asked {
  readonly path: string
  readonly request: Readonly<Record<string, unknown>>
  readonly metadata: Readonly<Record<string, unknown>>
}

let shop: TestPlatform
let mug: TestProduct
let admin: ReturnType<typeof newAdmin>
let app: ReturnType<typeof newApp>
let server: Server
let plugin: string
const balances = new Map<string, number>()
let example: ReturnType<typeof giftCardsOf>
/** What stands before the example for one question; it goes on where this says nothing. */
let instead: (asked: Asked) => object | undefined
const asked: Asked[] = []

const newAdmin = () => createClient({ baseUrl: shop.url, auth: apiKey(shop.apiKey), modules: backOffice })
const newApp = () => createClient({ baseUrl: shop.url, auth: apiKey(shop.apiKey) })

before(async () => {
  shop = await startTestPlatform({ clock: testClock(new Date().toISOString()) })
  const { platform, site, clock } = shop
  mug = await addProduct(platform, { site, name: 'Morning Mug', price: 2600, stock: 500 }, clock.now())
  admin = newAdmin()
  app = newApp()
})
after(async () => {
  await shop[Symbol.asyncDispose]()
})
beforeEach(async () => {
  asked.length = 0
  shop.faults.length = 0
  balances.clear()
  balances.set('HARBOUR-2026', 5000)
  example = giftCardsOf(balances, 'EUR')
  instead = () => undefined
  const { servicePlugins } = admin
  const made = await servicePlugins.createServicePlugin({
    servicePlugin: { type: 'GIFT_CARDS', name: 'Harbour cards', baseUrl: 'https://not-yet.example', timeoutMs: 10_000 },
  })
  plugin = made.servicePlugin.id
  const answering = (path: keyof typeof example) => (question: Asked) => {
    const one = { ...question, path }
    asked.push(one)
    return instead(one) ?? example[path](question as never)
  }
  const answers = Object.fromEntries((Object.keys(example) as (keyof typeof example)[]).map((path) => [path, answering(path)]))
  server = serve(answers as unknown as Answers, { id: plugin, publicKey: made.servicePlugin.publicKey })
  await servicePlugins.updateServicePlugin({ servicePlugin: { id: plugin, baseUrl: await listening(server) } })
})
afterEach(async () => {
  await closed(server)
  await writeSettings(shop.platform.database, shop.site, 'plugins', { plugins: [] }, shop.clock.now())
})

const asks = (path: string) => asked.filter((one) => one.path === path)
const statesOf = async (orderId: string) => {
  const rows = await shop.platform.database.query<{ state: string }>(
    sql`select state from service_gift_card_redemption where site = ${shop.site} and order_id = ${orderId} order by created_at`,
  )
  return rows.map(({ state }) => state)
}
const orderOf = async (id: string) => (await app.orders.getOrder({ id })).order
const paymentsOf = async (orderId: string) =>
  (await app.orderTransactions.listTransactionsForSingleOrder({ orderId })).orderTransactions.payments.map(
    ({ amount, giftcardPaymentDetails: gift }) => [amount?.amount, gift ? (gift.voided ? 'VOIDED' : gift.appId) : 'CARD'],
  )

/** A checkout with so many mugs, 26.00 each and 4.90 for delivery, and the card on it. */
async function withCard(quantity: number, product = mug, giftCardCode = 'HARBOUR-2026') {
  const buyer = newBuyer(shop)
  const id = await toCheckout(buyer, [{ product, quantity }])
  const { checkout } = await buyer.checkout.updateCheckout({ checkout: { id }, giftCardCode })
  return { buyer, id, checkout }
}
const place = async (buyer: Buyer, id: string, cardNumber?: string) =>
  buyer.payments.placeOrder({ id, paymentToken: await card(buyer, cardNumber), returnUrl: `${shop.url}/back` })

describe('a gift card of somebody else’s', () => {
  test('pays for an order: one redemption, signed, with the number of the order, and the card says so', async () => {
    const { buyer, id, checkout } = await withCard(1)
    assert.deepEqual(
      [checkout.giftCard?.amount?.amount, checkout.giftCard?.appId, checkout.giftCard?.obfuscatedCode, checkout.totalAfterGiftCard?.amount],
      ['30.90', plugin, '****-****-****-2026', '0.00'],
    )
    const { orderId } = await buyer.checkout.createOrder({ id })
    assert.equal((await orderOf(orderId)).paymentStatus, 'PAID')
    assert.deepEqual(
      asks('/v1/redeem').map(({ request }) => request),
      [{ code: 'HARBOUR-2026', amount: 30.9, currencyCode: 'EUR', orderId }],
    )
    assert.deepEqual(
      [asks('/v1/redeem')[0]!.metadata['functionName'], asks('/v1/redeem')[0]!.metadata['appExtensionType']],
      ['redeem', 'GIFT_CARDS_PROVIDER'],
    )
    assert.equal(balances.get('HARBOUR-2026'), 1910)
    assert.deepEqual(await paymentsOf(orderId), [['30.90', plugin]])
    assert.deepEqual([await statesOf(orderId), asks('/v1/void').length], [['USED'], 0])
    const { giftCard } = await admin.giftVouchers.getGiftCard({ code: 'HARBOUR-2026', appId: plugin })
    assert.deepEqual([giftCard.balance.value, giftCard.status, giftCard.appId], ['19.10', 'VALID', plugin])
    assert.deepEqual(shop.faults, [])
  })

  test('pays a part beside a card; where that is declined the same redemption serves the next try', async () => {
    const { buyer, id } = await withCard(2)
    const declined = await attempt(place(buyer, id, '4000 0000 0000 0002'))
    assert.equal(declined[0]?.code ?? 'done', 'PAYMENT_ERROR')
    const { orderId } = await place(buyer, id)
    assert.deepEqual([await statesOf(orderId), asks('/v1/redeem').length, asks('/v1/void').length], [['USED'], 1, 0])
    assert.equal(balances.get('HARBOUR-2026'), 0)
    assert.equal((await orderOf(orderId)).paymentStatus, 'PAID')
  })

  test('goes back when the order is cancelled, or its money is given back; a part of it does not', async () => {
    const { buyer, id } = await withCard(1)
    const { orderId } = await buyer.checkout.createOrder({ id })
    const { refundability } = await refundOf(orderId, '10.00')
    assert.equal(refundability, 'FAILED')
    assert.equal((await refundOf(orderId)).refundability, 'SUCCEEDED')
    assert.equal(balances.get('HARBOUR-2026'), 5000)
    const second = await withCard(1)
    const { orderId: other } = await second.buyer.checkout.createOrder({ id: second.id })
    await app.orders.cancelOrder({ id: other })
    await shop.platform.jobs.settle()
    assert.deepEqual([balances.get('HARBOUR-2026'), await statesOf(other)], [5000, ['VOIDED']])
    assert.deepEqual(await paymentsOf(other), [['30.90', 'VOIDED']])
  })

  test('another amount is another order: the one that waited is given up, and what it took goes back', async () => {
    const { buyer, id, checkout } = await withCard(2)
    const { orderId: first } = await buyer.checkout.createOrder({ id })
    const [line] = checkout.lineItems
    await buyer.checkout.updateLineItemsQuantity({ id, lineItems: [{ id: line!.id!, quantity: 1 }] })
    const { orderId: second } = await buyer.checkout.createOrder({ id })
    assert.notEqual(first, second)
    await shop.platform.jobs.settle()
    assert.deepEqual([await statesOf(first), await statesOf(second)], [['VOIDED'], ['USED']])
    assert.deepEqual([(await orderOf(first)).status, balances.get('HARBOUR-2026')], ['CANCELED', 1910])
  })

  const refundOf = async (orderId: string, amount?: string) => {
    const { payments } = (await app.orderTransactions.listTransactionsForSingleOrder({ orderId })).orderTransactions
    const { orderTransactions } = await admin.orderBilling.refundPayments({
      orderId,
      paymentRefunds: [{ paymentId: payments[0]!.id!, ...(amount && { amount: { amount } }) }],
      sideEffects: {},
    })
    return { refundability: orderTransactions.refunds.at(-1)?.transactions?.at(-1)?.refundStatus }
  }
})

describe('where the order comes to nothing', () => {
  test('what was taken goes back at once: the last unit was sold while the service was asked', async () => {
    const last = await addProduct(shop.platform, { site: shop.site, name: 'Last Bowl', price: 2600, stock: 1 }, shop.clock.now())
    const { buyer, id } = await withCard(1, last)
    const quick = newBuyer(shop)
    const theirs = await toCheckout(quick, [{ product: last }])
    let sold: Promise<unknown> | undefined
    const { database } = shop.platform
    instead = ({ path }) => {
      if (path === '/v1/redeem')
        sold ??= database.query(sql`update stock set quantity = 0 where site = ${shop.site} and product_id = ${last.id}`)
      return undefined
    }
    assert.equal(await codeOf(buyer.checkout.createOrder({ id })), 'FULL_OUT_OF_STOCK')
    await sold
    assert.deepEqual([asks('/v1/redeem').length, asks('/v1/void').length, balances.get('HARBOUR-2026')], [1, 1, 5000])
    assert.equal(await codeOf(quick.checkout.createOrder({ id: theirs })), 'FULL_OUT_OF_STOCK')
  })

  test('what the service says no to is the refusal, and is not asked twice', async () => {
    const { buyer, id } = await withCard(1)
    instead = ({ path }) => {
      if (path === '/v1/redeem') throw new Refuses(428, 'GIFT_CARD_EXPIRED')
      return undefined
    }
    const [refused] = await attempt(buyer.checkout.createOrder({ id }))
    assert.deepEqual([refused?.code, refused?.data], ['REDEEM_GIFT_CARD_ERROR', { reason: 'GIFT_CARD_EXPIRED' }])
    assert.deepEqual([asks('/v1/redeem').length, asks('/v1/void').length], [1, 0])
  })
})

describe('silence', () => {
  /** The service does what it is asked, and its answer is lost. */
  const loses = (path: string, times = 1) => {
    let left = times
    instead = (one) => {
      if (one.path !== path || left-- <= 0) return undefined
      example[one.path as '/v1/redeem'](one as never)
      throw new Refuses(500, 'lost on its way')
    }
  }

  test('of a redemption refuses the order; tried again it is the same redemption, and nothing is taken twice', async () => {
    const { buyer, id } = await withCard(1)
    loses('/v1/redeem')
    const [refused] = await attempt(buyer.checkout.createOrder({ id }))
    assert.deepEqual([refused?.code, refused?.data], ['REDEEM_GIFT_CARD_ERROR', { reason: 'PLUGIN_FAILED' }])
    assert.equal(balances.get('HARBOUR-2026'), 1910)
    shop.clock.advance(20_000)
    const { orderId } = await buyer.checkout.createOrder({ id })
    assert.deepEqual([balances.get('HARBOUR-2026'), await statesOf(orderId)], [1910, ['USED']])
    assert.deepEqual(new Set(asks('/v1/redeem').map(({ request }) => request['orderId'])), new Set([orderId]))
  })

  test('one that says ALREADY_REDEEMED to what was lost has paid for the order', async () => {
    const { buyer, id } = await withCard(1)
    loses('/v1/redeem')
    await attempt(buyer.checkout.createOrder({ id }))
    shop.clock.advance(20_000)
    instead = ({ path }) => {
      if (path === '/v1/redeem') throw new Refuses(409, 'ALREADY_REDEEMED')
      return undefined
    }
    const { orderId } = await buyer.checkout.createOrder({ id })
    assert.deepEqual([(await orderOf(orderId)).paymentStatus, balances.get('HARBOUR-2026')], ['PAID', 1910])
  })

  test('is found out about where nobody tries again, and what was taken goes back, however often that is not heard', async () => {
    const { buyer, id } = await withCard(1)
    loses('/v1/redeem')
    await attempt(buyer.checkout.createOrder({ id }))
    assert.equal(balances.get('HARBOUR-2026'), 1910)
    await tidy()
    assert.equal(balances.get('HARBOUR-2026'), 1910, 'somebody may be trying again')
    shop.clock.advance(90_000)
    loses('/v1/void')
    await tidy()
    await tidy()
    assert.deepEqual([balances.get('HARBOUR-2026'), asks('/v1/redeem').length, asks('/v1/void').length], [5000, 2, 2])
    const orderId = asks('/v1/redeem')[0]!.request['orderId'] as string
    assert.deepEqual(await statesOf(orderId), ['VOIDED'])
  })

  test('of what is on it: it pays nothing, and no order is made that is dearer than was said', async () => {
    const { buyer, id } = await withCard(1)
    await admin.servicePlugins.updateServicePlugin({ servicePlugin: { id: plugin, active: false } })
    const { checkout } = await buyer.checkout.getCheckout({ id })
    assert.equal(checkout.giftCard?.amount?.amount, '0.00')
    assert.equal(await codeOf(buyer.checkout.createOrder({ id })), 'REDEEM_GIFT_CARD_ERROR')
    assert.equal(asks('/v1/redeem').length, 0)
  })

  /** A job that any cancelled order starts, and every minute does. */
  async function tidy(): Promise<void> {
    const buyer = newBuyer(shop)
    const { orderId } = await place(buyer, await toCheckout(buyer, [{ product: mug }]))
    await app.orders.cancelOrder({ id: orderId })
    await shop.platform.jobs.settle()
  }
})

describe('nonsense', () => {
  const answers: readonly (readonly [string, object])[] = [
    ['no balance', {}],
    ['a text', { balance: '50', currencyCode: 'EUR' }],
    ['a debt', { balance: -1, currencyCode: 'EUR' }],
    ['more than there is', { balance: 1e30, currencyCode: 'EUR' }],
    ['another currency', { balance: 50, currencyCode: 'USD' }],
    ['a list', []],
  ]
  for (const [what, said] of answers)
    test(`${what} is a card that is not known`, async () => {
      instead = () => said
      const buyer = newBuyer(shop)
      const id = await toCheckout(buyer, [{ product: mug }])
      assert.equal(await codeOf(buyer.checkout.updateCheckout({ checkout: { id }, giftCardCode: 'HARBOUR-2026' })), 'GIFT_CARD_NOT_FOUND')
    })

  test('a redemption without a transaction is none that is known of: the order is refused', async () => {
    const { buyer, id } = await withCard(1)
    instead = ({ path }) => (path === '/v1/redeem' ? { transactionId: '' } : undefined)
    const [refused] = await attempt(buyer.checkout.createOrder({ id }))
    assert.deepEqual([refused?.code, refused?.data], ['REDEEM_GIFT_CARD_ERROR', { reason: 'UNUSABLE_ANSWER' }])
  })

  test('less than a cent cannot be paid with', async () => {
    instead = ({ path }) => (path === '/v1/balance' ? { balance: 10.009, currencyCode: 'EUR' } : undefined)
    const { checkout } = await withCard(1)
    assert.equal(checkout.giftCard?.amount?.amount, '10.00')
  })

  test('a code of the shop’s own comes first, and is told to nobody', async () => {
    const { giftCard, code } = await ownCard()
    asked.length = 0
    const { checkout } = await withCard(1, mug, code)
    assert.deepEqual([checkout.giftCard?.externalId, asked.length], [giftCard.id, 0])
  })

  async function ownCard() {
    const code = 'OWN2-CARD-2345-XYZ7'
    const { giftCard } = await admin.giftCards.createGiftCard({
      giftCard: { code, initialValue: { amount: '50' }, currency: 'EUR', source: 'MANUAL' },
      idempotencyKey: 'own',
    })
    return { giftCard, code }
  }
})

describe('at once', () => {
  test('one checkout that is ordered twice takes the card once', async () => {
    const { buyer, id } = await withCard(1)
    const [first, second] = await Promise.all([attempt(buyer.checkout.createOrder({ id })), attempt(buyer.checkout.createOrder({ id }))])
    const made = [first, second].flatMap(([, done]) => done?.orderId ?? [])
    assert.ok(made.length > 0)
    assert.equal(new Set(made).size, 1)
    assert.equal(balances.get('HARBOUR-2026'), 1910)
    assert.deepEqual(
      (await statesOf(made[0]!)).filter((state) => state === 'USED'),
      ['USED'],
    )
  })

  test('of many checkouts with one card only those are ordered that it can pay for', async () => {
    const all = await Promise.all(Array.from({ length: 4 }, () => withCard(1)))
    const done = await Promise.all(all.map(({ buyer, id }) => codeOf(buyer.checkout.createOrder({ id }))))
    assert.deepEqual(done.toSorted(), ['REDEEM_GIFT_CARD_ERROR', 'REDEEM_GIFT_CARD_ERROR', 'REDEEM_GIFT_CARD_ERROR', 'done'])
    assert.equal(balances.get('HARBOUR-2026'), 1910)
  })
})
