import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { apiKey, attempt, createClient } from '@vitrine/client'
import * as backOffice from '@vitrine/client/back-office'
import type { SubscriptionInput } from '@vitrine/contract'
import { newId } from '@vitrine/platform/db/id'
import { sql } from '@vitrine/platform/db/sql'
import { type Buyer, berlin, card, newBuyer } from '../src/buyer.ts'
import { startTestPlatform, type TestPlatform } from '../src/platform.ts'
import { addProduct, type TestProduct } from '../src/products.ts'

const day = 24 * 3600 * 1000

let shop: TestPlatform
let office: ReturnType<typeof newOffice>
let app: ReturnType<typeof newApp>
const newOffice = () => createClient({ baseUrl: shop.url, auth: apiKey(shop.apiKey), modules: backOffice })
const newApp = () => createClient({ baseUrl: shop.url, auth: apiKey(shop.apiKey) })

before(async () => {
  shop = await startTestPlatform()
  office = newOffice()
  app = newApp()
})
after(async () => {
  assert.deepEqual(shop.faults, [])
  await shop[Symbol.asyncDispose]()
})

const codeOf = async (call: Promise<unknown>) => (await attempt(call))[0]?.code ?? 'done'

type Settings = SubscriptionInput['subscriptionSettings']
const monthly: Settings = { frequency: 'MONTH', autoRenewal: true, enableCustomerCancellation: true }

/** A checkout with something that comes again and again, and perhaps something beside it. */
async function checkout(
  buyer: Buyer,
  settings: Settings,
  { price = '20', beside }: { price?: string; beside?: string } = {},
): Promise<string> {
  const { checkout: made } = await buyer.checkout.createCheckout({
    channelType: 'WEB',
    customLineItems: [
      {
        quantity: 1,
        price,
        productName: { original: 'Coffee' },
        itemType: { preset: 'SERVICE' },
        subscriptionOptionInfo: { title: { original: 'Every month' }, subscriptionSettings: settings },
      },
      ...(beside ? [{ quantity: 1, price: beside, productName: { original: 'A print' }, itemType: { preset: 'SERVICE' as const } }] : []),
    ],
    checkoutInfo: { buyerInfo: { email: 'ada@example.com' }, billingInfo: berlin },
  })
  return made.id!
}

interface Begun {
  readonly buyer: Buyer
  readonly orderId: string
  readonly id: string
}

async function subscribe(settings: Settings, more: { price?: string; beside?: string; cardNumber?: string } = {}): Promise<Begun> {
  const buyer = newBuyer(shop)
  const id = await checkout(app as unknown as Buyer, settings, more)
  const { orderId } = await app.payments.placeOrder({
    id,
    paymentToken: await card(buyer, more.cardNumber),
    returnUrl: `${shop.url}/back`,
  })
  await shop.platform.jobs.settle()
  const { order } = await app.orders.getOrder({ id: orderId })
  return { buyer, orderId, id: order.lineItems[0]!.subscriptionInfo!.id! }
}

const stands = async (id: string) => office.subscriptionContracts.getSubscription({ id })
const ordersOf = async (id: string) =>
  (
    await app.orders.searchOrders({
      search: { filter: { 'lineItems.subscriptionInfo.id': id }, sort: [{ fieldName: 'number', order: 'ASC' }] },
    })
  ).orders
const letters = async (subject: RegExp) => (await app.inbox.listMessages({})).messages.filter((letter) => subject.test(letter.subject))

describe('a subscription', () => {
  test('is a contract with the order it begins with, and says when it is charged next', async () => {
    const { id, orderId } = await subscribe(monthly, { beside: '10' })
    const { subscriptionContract } = await office.subscriptionContracts.getSubscriptionContract({ subscriptionContractId: id })
    assert.deepEqual(
      [subscriptionContract.title, subscriptionContract.subscriptionSettings.frequency, subscriptionContract.priceSummary?.total?.amount],
      ['Every month', 'MONTH', '20.00'],
    )
    assert.equal(subscriptionContract.lineItems.length, 1)
    const { subscription, activities } = await stands(id)
    assert.deepEqual(
      [
        subscription.status,
        subscription.orderId,
        subscription.cyclesPaid,
        subscription.nextChargeDate,
        subscription.nextAmount?.amount,
        subscription.card,
      ],
      ['ACTIVE', orderId, 1, '2026-12-21T09:00:00.000Z', '20.00', { brand: 'VISA', last4: '4242' }],
    )
    assert.deepEqual(
      activities.map(({ type }) => type),
      ['STARTED'],
    )
  })

  test('a year moves, and it is charged twelve times: one order a month, each paid by the card that was kept', async () => {
    const { id } = await subscribe(monthly)
    shop.clock.advance(365 * day)
    await shop.platform.everyMinute()
    await shop.platform.jobs.settle()
    const orders = await ordersOf(id)
    assert.equal(orders.length, 13)
    assert.deepEqual(
      orders.map(({ lineItems, status, paymentStatus, balanceSummary }) => [
        lineItems[0]?.subscriptionInfo?.cycleNumber,
        status,
        paymentStatus,
        balanceSummary?.paid?.amount,
      ]),
      Array.from({ length: 13 }, (_, i) => [i + 1, 'APPROVED', 'PAID', '20.00']),
    )
    const { subscription } = await stands(id)
    assert.deepEqual([subscription.cyclesPaid, subscription.nextChargeDate], [13, '2027-12-21T09:00:00.000Z'])
    assert.equal(subscription.orders.length, 13)
    await shop.platform.everyMinute()
    assert.equal((await ordersOf(id)).length, 13)
  })

  test('two platforms that do the work of a minute at once charge once', async () => {
    await using other = await startTestPlatform({ databaseUrl: shop.databaseUrl, clock: shop.clock })
    const begun = await Promise.all(Array.from({ length: 4 }, () => subscribe({ ...monthly, frequency: 'WEEK' })))
    shop.clock.advance(21 * day)
    await Promise.all([shop, other, shop, other].map(({ platform }) => platform.everyMinute()))
    for (const { id } of begun) {
      const orders = await ordersOf(id)
      assert.deepEqual(
        orders.map(({ paymentStatus }) => paymentStatus),
        ['PAID', 'PAID', 'PAID', 'PAID'],
      )
      const { orderTransactions } = await app.orderTransactions.listTransactionsForMultipleOrders({
        orderIds: orders.map((order) => order.id!),
      })
      assert.deepEqual(
        orderTransactions.map(({ payments }) => payments.map(({ status, amount }) => [status, amount?.amount])),
        Array.from({ length: 4 }, () => [['APPROVED', '20.00']]),
      )
    }
    assert.deepEqual(other.faults, [])
  })

  test('a crash between writing a charge down and asking the bank loses nothing and charges once', async () => {
    const { id } = await subscribe(monthly)
    const { database } = shop.platform
    shop.clock.advance(31 * day)
    // The bank is gone when it is asked, as after a crash: what was written down stays.
    await database.query(sql`alter table sandbox_charge rename to sandbox_charge_gone`)
    await attempt(shop.platform.everyMinute() as Promise<unknown>).catch(() => {})
    await database.query(sql`alter table sandbox_charge_gone rename to sandbox_charge`)
    assert.equal((await stands(id)).subscription.cyclesPaid, 1)
    shop.faults.length = 0
    shop.clock.advance(60_000)
    await shop.platform.everyMinute()
    shop.clock.advance(60_000)
    await shop.platform.everyMinute()
    const orders = await ordersOf(id)
    assert.deepEqual(
      orders.map(({ paymentStatus }) => paymentStatus),
      ['PAID', 'PAID'],
    )
    assert.equal((await stands(id)).subscription.cyclesPaid, 2)
  })

  test('has so many cycles, and ends with the last; one that does not renew has one', async () => {
    const { id } = await subscribe({ frequency: 'WEEK', autoRenewal: false, billingCycles: 3 })
    const once = await subscribe({ frequency: 'WEEK' })
    shop.clock.advance(90 * day)
    await shop.platform.everyMinute()
    assert.equal((await ordersOf(id)).length, 3)
    assert.equal((await ordersOf(once.id)).length, 1)
    const { subscription, activities } = await stands(id)
    assert.deepEqual([subscription.status, subscription.cyclesPaid, subscription.cyclesTotal], ['ENDED', 3, 3])
    assert.deepEqual(
      activities.map(({ type }) => type),
      ['STARTED', 'RENEWED', 'RENEWED', 'ENDED'],
    )
    assert.equal((await stands(once.id)).subscription.status, 'ENDED')
  })

  test('is charged for its free time when that is over, on the order it began with; then it goes on', async () => {
    const { id, orderId } = await subscribe({ ...monthly, freeTrialPeriod: { frequency: 'WEEK', interval: 2 } }, { beside: '10' })
    const { subscription } = await stands(id)
    assert.deepEqual(
      [subscription.cyclesPaid, subscription.nextChargeDate, subscription.trialEndDate, subscription.nextAmount?.amount],
      [0, subscription.trialEndDate, new Date(shop.clock.now().getTime() + 14 * day).toISOString(), '20.00'],
    )
    shop.clock.advance(14 * day)
    await shop.platform.everyMinute()
    const { order } = await app.orders.getOrder({ id: orderId })
    assert.deepEqual([order.paymentStatus, order.balanceSummary?.paid?.amount], ['PAID', '30.00'])
    assert.equal((await ordersOf(id)).length, 1)
    shop.clock.advance(32 * day)
    await shop.platform.everyMinute()
    assert.deepEqual(
      (await ordersOf(id)).map(({ lineItems }) => lineItems[0]?.subscriptionInfo?.cycleNumber),
      [1, 2],
    )
  })
})

describe('a payment that fails', () => {
  test('is tried again after one, three and seven days; then the subscription rests, and goes on when somebody says so', async () => {
    const { id } = await subscribe(monthly, { cardNumber: '4000 0000 0000 0341' })
    shop.clock.advance(31 * day)
    const tries: string[] = []
    for (let days = 0; days < 12; days++) {
      await shop.platform.everyMinute()
      const { subscription, activities } = await stands(id)
      tries.push(`${subscription.status} ${activities.filter(({ type }) => type === 'PAYMENT_FAILED').length}`)
      shop.clock.advance(day)
    }
    assert.deepEqual(tries, [
      'PAST_DUE 1',
      'PAST_DUE 2',
      'PAST_DUE 2',
      'PAST_DUE 3',
      'PAST_DUE 3',
      'PAST_DUE 3',
      'PAST_DUE 3',
      ...Array.from({ length: 5 }, () => 'SUSPENDED 4'),
    ])
    const orders = await ordersOf(id)
    assert.deepEqual(
      orders.map(({ status, paymentStatus }) => [status, paymentStatus]),
      [
        ['APPROVED', 'PAID'],
        ['PENDING', 'DECLINED'],
      ],
    )
    assert.equal((await stands(id)).subscription.nextChargeDate, undefined)
    // The bank is in a better mood.
    await shop.platform.database.query(sql`update sandbox_charge set behaviour = 'APPROVE' where behaviour = 'ONCE'`)
    const { subscription } = await office.subscriptionContracts.resumeSubscription({ id })
    assert.equal(subscription.status, 'PAST_DUE')
    await shop.platform.everyMinute()
    const now = await stands(id)
    assert.deepEqual([now.subscription.status, now.subscription.cyclesPaid], ['ACTIVE', 2])
    assert.equal((await ordersOf(id)).length, 2)
    assert.equal((await app.orders.getOrder({ id: orders[1]!.id! })).order.status, 'APPROVED')
  })
})
