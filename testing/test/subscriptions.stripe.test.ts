import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { apiKey, createClient } from '@vitrine/client'
import * as backOffice from '@vitrine/client/back-office'
import { berlin } from '../src/buyer.ts'
import { startTestPlatform, type TestPlatform } from '../src/platform.ts'
import type { FakeMethod, FakeStripe } from '../src/stripe/model.ts'
import { fakeStripe } from '../src/stripe/stripe.ts'

const day = 24 * 3600 * 1000

let stripe: FakeStripe
let shop: TestPlatform
let app: ReturnType<typeof newApp>
let office: ReturnType<typeof newOffice>
const newApp = () => createClient({ baseUrl: shop.url, auth: apiKey(shop.apiKey) })
const newOffice = () => createClient({ baseUrl: shop.url, auth: apiKey(shop.apiKey), modules: backOffice })

before(async () => {
  stripe = await fakeStripe()
  shop = await startTestPlatform({ stripe })
  app = newApp()
  office = newOffice()
})
after(async () => {
  await shop[Symbol.asyncDispose]()
  await stripe[Symbol.asyncDispose]()
})

/** Something that comes every month, paid on Stripe's page, where the card is left. */
async function subscribe(): Promise<{ readonly id: string; readonly orderId: string; readonly method: FakeMethod }> {
  const before = new Set(stripe.methods.keys())
  const { checkout } = await app.checkout.createCheckout({
    channelType: 'WEB',
    customLineItems: [
      {
        quantity: 1,
        price: '20',
        productName: { original: 'Coffee' },
        itemType: { preset: 'SERVICE' },
        subscriptionOptionInfo: { subscriptionSettings: { frequency: 'MONTH', autoRenewal: true } },
      },
    ],
    checkoutInfo: { buyerInfo: { email: 'ada@example.com' }, billingInfo: berlin },
  })
  const placed = await app.payments.placeOrder({ id: checkout.id!, paymentMethodId: 'stripe', returnUrl: 'http://localhost/back' })
  const back = stripe.visit(placed.actionUrl!.split('/').at(-1)!, 'PAY')
  await app.payments.confirmPayment({ id: placed.orderId, resultToken: new URL(back!).searchParams.get('resultToken')! })
  await shop.platform.jobs.settle()
  const { order } = await app.orders.getOrder({ id: placed.orderId })
  const left = [...stripe.methods.values()].find(({ id }) => !before.has(id))
  return { id: order.lineItems[0]!.subscriptionInfo!.id!, orderId: placed.orderId, method: left! }
}

const stands = async (id: string) => office.subscriptionContracts.getSubscription({ id })
const charges = (method: FakeMethod) =>
  [...stripe.intents.values()].filter((intent) => intent.payment_method === method.id && intent.status === 'succeeded')

describe('a subscription paid with Stripe', () => {
  test('leaves the card with Stripe, and is charged there without its holder, once a month', async () => {
    const { id, method } = await subscribe()
    assert.match(method.customer ?? '', /^cus_/)
    const [saved] = await shop.platform.database.query<{ reference: string }>({
      strings: ["select reference from saved_payment_method where provider = 'stripe'"],
      values: [],
    })
    assert.equal(saved?.reference, `${method.customer}/${method.id}`)
    shop.clock.advance(62 * day)
    await shop.platform.everyMinute()
    assert.equal((await stands(id)).subscription.cyclesPaid, 3)
    assert.deepEqual(
      charges(method).map(({ amount_received, customer }) => [amount_received, customer]),
      Array.from({ length: 3 }, () => [2000, method.customer]),
    )
    const asked = stripe.requests.findLast(({ line }) => line === 'POST /v1/payment_intents')
    assert.deepEqual([asked?.params['off_session'], asked?.params['confirm']], ['true', 'true'])
    await office.subscriptionContracts.cancelSubscription({ id, effectiveAt: 'IMMEDIATELY' })
  })

  test('whose answer got lost is asked for again and charged once, also when Stripe has forgotten the key', async () => {
    const { id, method } = await subscribe()
    shop.clock.advance(31 * day)
    // The library tries once more by itself where a line breaks.
    for (let i = 0; i < 2; i++) stripe.fail({ on: /^POST \/v1\/payment_intents$/, as: 'DROP_AFTER' })
    await shop.platform.everyMinute()
    assert.equal((await stands(id)).subscription.cyclesPaid, 1)
    stripe.forgetKeys()
    shop.clock.advance(60_000)
    await shop.platform.everyMinute()
    assert.equal((await stands(id)).subscription.cyclesPaid, 2)
    assert.equal(charges(method).length, 2)
    await office.subscriptionContracts.cancelSubscription({ id, effectiveAt: 'IMMEDIATELY' })
  })

  test('that never got there is asked for again, too', async () => {
    const { id, method } = await subscribe()
    shop.clock.advance(31 * day)
    for (let i = 0; i < 2; i++) stripe.fail({ on: /^POST \/v1\/payment_intents$/, as: 'DROP_BEFORE' })
    await shop.platform.everyMinute()
    shop.clock.advance(60_000)
    await shop.platform.everyMinute()
    assert.deepEqual([(await stands(id)).subscription.cyclesPaid, charges(method).length], [2, 2])
    await office.subscriptionContracts.cancelSubscription({ id, effectiveAt: 'IMMEDIATELY' })
  })

  test('whose bank wants its customer there is tried again, and paid by the buyer on Stripe’s page', async () => {
    const { id, method } = await subscribe()
    method.again = 'AUTHENTICATE'
    shop.clock.advance(31 * day)
    await shop.platform.everyMinute()
    const { subscription, activities } = await stands(id)
    assert.deepEqual([subscription.status, activities.at(-1)?.reason], ['PAST_DUE', 'AUTHENTICATION_REQUIRED'])
    const renewal = subscription.orders.at(-1)!.orderId
    const { order } = await app.orders.getOrderStatus({ id: renewal, email: 'ada@example.com' })
    const collection = new URL(order.details!.payLink!).pathname.split('/').at(-1)!
    const paying = await app.payments.payCollection({ id: collection, paymentMethodId: 'stripe', returnUrl: 'http://localhost/back' })
    const back = stripe.visit(paying.actionUrl!.split('/').at(-1)!, 'PAY')
    await app.payments.confirmCollection({ id: collection, resultToken: new URL(back!).searchParams.get('resultToken')! })
    const then = await stands(id)
    assert.deepEqual([then.subscription.status, then.subscription.cyclesPaid], ['ACTIVE', 2])
    // From now on the card that was left last is charged.
    shop.clock.advance(32 * day)
    await shop.platform.everyMinute()
    assert.equal((await stands(id)).subscription.cyclesPaid, 3)
    await office.subscriptionContracts.cancelSubscription({ id, effectiveAt: 'IMMEDIATELY' })
  })

  test('by a debit that is on its way waits for its end', async () => {
    const { id, method } = await subscribe()
    method.again = 'DEBIT'
    shop.clock.advance(31 * day)
    await shop.platform.everyMinute()
    const waiting = await stands(id)
    assert.deepEqual([waiting.subscription.cyclesPaid, waiting.subscription.status], [1, 'ACTIVE'])
    await shop.platform.everyMinute()
    assert.equal([...stripe.intents.values()].filter((intent) => intent.status === 'processing').length, 1)
  })
})
