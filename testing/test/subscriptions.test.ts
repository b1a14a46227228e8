import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { apiKey, attempt, createClient } from '@vitrine/client'
import * as backOffice from '@vitrine/client/back-office'
import type { SubscriptionInput } from '@vitrine/contract'
import { newId } from '@vitrine/platform/kernel/db/id'
import { sql } from '@vitrine/platform/kernel/db/sql'
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
  const { orderId, status, actionUrl } = await app.payments.placeOrder({
    id,
    paymentToken: await card(buyer, more.cardNumber),
    returnUrl: `${shop.url}/back`,
  })
  if (status === 'REQUIRES_ACTION') {
    const { resultToken } = await buyer.payments.answerSandboxAuthentication({ id: actionUrl!.split('/').at(-1)!, answer: 'CONFIRM' })
    await app.payments.confirmPayment({ id: orderId, resultToken })
  }
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
interface Planned extends TestProduct {
  readonly planId: string
}

/** Something from the catalogue that is sold every month, too. */
async function planned(name: string, stock: number, itemType: 'PHYSICAL' | 'SERVICE' = 'PHYSICAL'): Promise<Planned> {
  const planId = newId()
  const settings = { frequency: 'MONTH' as const, interval: 1, autoRenewal: true, enableCustomerCancellation: true }
  const plans = [{ id: planId, title: 'Every month', settings }]
  const product = await addProduct(shop.platform, { site: shop.site, name, price: 2000, stock, plans, itemType }, shop.clock.now())
  return { ...product, planId }
}

const leftOf = async ({ id }: TestProduct) =>
  (
    await shop.platform.database.query<{ quantity: number }>(
      sql`select quantity from stock where site = ${shop.site} and product_id = ${id}`,
    )
  )[0]!.quantity

/** A plan of something from the catalogue, delivered where that is needed. */
async function subscribeTo(product: Planned, cardNumber?: string, couponCode?: string): Promise<Begun> {
  const buyer = newBuyer(shop)
  const reference = product.reference()
  const { checkout: made } = await buyer.checkout.createCheckout({
    channelType: 'WEB',
    lineItems: [
      { quantity: 1, catalogReference: { ...reference, options: { ...reference.options, subscriptionOptionId: product.planId } } },
    ],
    checkoutInfo: {
      buyerInfo: { email: 'ada@example.com' },
      billingInfo: berlin,
      shippingInfo: { shippingDestination: berlin, selectedCarrierServiceOption: { code: 'standard' } },
    },
    ...(couponCode && { couponCode }),
  })
  const { orderId } = await buyer.payments.placeOrder({
    id: made.id!,
    paymentToken: await card(buyer, cardNumber),
    returnUrl: `${shop.url}/back`,
  })
  await shop.platform.jobs.settle()
  const { order } = await app.orders.getOrder({ id: orderId })
  return { buyer, orderId, id: order.lineItems[0]!.subscriptionInfo!.id! }
}

const lastEmail = async (subject: RegExp) => {
  const { messages } = await app.inbox.listMessages({})
  const found = messages.find((email) => subject.test(email.subject))
  assert.ok(found, `an email like ${subject}`)
  return (await app.inbox.getMessage({ id: found.id })).message
}

/** The work of a minute, here and by the clock of the jobs, until no bank is being asked any more. */
async function aMinute(): Promise<void> {
  const { platform } = shop
  await platform.everyMinute()
  for (;;) {
    const [open] = await platform.database.query<{ count: number }>(
      sql`select count(*)::int as count from payment where status = 'PENDING' and provider <> 'manual'`,
    )
    if (open!.count === 0) return
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

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
    await aMinute()
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
    await aMinute()
    assert.equal((await ordersOf(id)).length, 13)
  })

  test('two platforms that do the work of a minute at once charge once', async () => {
    await using other = await startTestPlatform({ databaseUrl: shop.databaseUrl, clock: shop.clock })
    const begun = await Promise.all(Array.from({ length: 4 }, () => subscribe({ ...monthly, frequency: 'WEEK' })))
    shop.clock.advance(21 * day)
    await Promise.all([shop, other, shop, other].map(({ platform }) => platform.everyMinute()))
    await shop.platform.jobs.settle()
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
    await aMinute()
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
    await aMinute()
    const { order } = await app.orders.getOrder({ id: orderId })
    assert.deepEqual([order.paymentStatus, order.balanceSummary?.paid?.amount], ['PAID', '30.00'])
    assert.equal((await ordersOf(id)).length, 1)
    shop.clock.advance(32 * day)
    await aMinute()
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
      await aMinute()
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
    await aMinute()
    const now = await stands(id)
    assert.deepEqual([now.subscription.status, now.subscription.cyclesPaid], ['ACTIVE', 2])
    assert.equal((await ordersOf(id)).length, 2)
    assert.equal((await app.orders.getOrder({ id: orders[1]!.id! })).order.status, 'APPROVED')
  })

  test('because the bank wants its customer there is paid by the buyer; the days that went by are not charged for', async () => {
    const { id, orderId } = await subscribe({ ...monthly, frequency: 'DAY' }, { cardNumber: '4000 0027 6000 3184' })
    shop.clock.advance(day)
    await aMinute()
    await shop.platform.jobs.settle()
    const { subscription, activities } = await stands(id)
    assert.deepEqual(
      [subscription.status, activities.at(-1)?.type, activities.at(-1)?.reason],
      ['PAST_DUE', 'PAYMENT_FAILED', 'AUTHENTICATION_REQUIRED'],
    )
    const [, renewal] = await ordersOf(id)
    const email = await lastEmail(/did not go through/)
    assert.match(email.text, /wants you to confirm this payment yourself/)
    const { order } = await app.orders.getOrderStatus({ id: renewal!.id!, email: 'ada@example.com' })
    assert.ok(order.details?.payLink && email.text.includes(order.details.payLink))
    assert.equal(order.details.subscriptions[0]?.retryDate, subscription.retryDate)

    // Four hours before it is tried again the buyer pays, with another card.
    shop.clock.advance(2.5 * day)
    const buyer = newBuyer(shop)
    const collectionId = new URL(order.details.payLink).pathname.split('/').at(-1)!
    const paid = await buyer.payments.payCollection({
      id: collectionId,
      paymentToken: await card(buyer, '5555 5555 5555 4444'),
      returnUrl: `${shop.url}/back`,
    })
    assert.equal(paid.status, 'APPROVED')
    const then = await stands(id)
    assert.deepEqual(
      [
        then.subscription.status,
        then.subscription.cyclesPaid,
        then.subscription.card?.brand,
        then.activities.slice(-2).map(({ type, by }) => [type, by]),
      ],
      [
        'ACTIVE',
        2,
        'MASTERCARD',
        [
          ['RENEWED', 'BUYER'],
          ['PAYMENT_METHOD_CHANGED', 'BUYER'],
        ],
      ],
    )
    const next = new Date(then.subscription.nextChargeDate!)
    assert.ok(next > shop.clock.now() && next.getTime() - shop.clock.now().getTime() <= day)
    assert.equal((await ordersOf(id)).length, 2)
    shop.clock.advance(day)
    await aMinute()
    assert.deepEqual(
      (await ordersOf(id)).map(({ paymentStatus }) => paymentStatus),
      ['PAID', 'PAID', 'PAID'],
    )
    assert.ok(orderId)
    await office.subscriptionContracts.cancelSubscription({ id, effectiveAt: 'IMMEDIATELY' })
  })

  test('while it rests lets go of the goods that it held; paid by the buyer it fetches them again and goes on', async () => {
    const mug = await planned('Mug of the month', 3)
    const { id } = await subscribeTo(mug, '4000 0000 0000 0341')
    assert.equal(await leftOf(mug), 2)
    shop.clock.advance(31 * day)
    for (const days of [0, 1, 2, 4]) {
      shop.clock.advance(days * day)
      await aMinute()
    }
    await shop.platform.jobs.settle()
    assert.equal((await stands(id)).subscription.status, 'SUSPENDED')
    assert.equal(await leftOf(mug), 2)
    assert.match((await lastEmail(/rests until it is paid/)).text, /Pay, and it goes on/)
    const [, renewal] = await ordersOf(id)
    const { order } = await app.orders.getOrderStatus({ id: renewal!.id!, email: 'ada@example.com' })
    const buyer = newBuyer(shop)
    const collection = new URL(order.details!.payLink!).pathname.split('/').at(-1)!
    await buyer.payments.payCollection({ id: collection, paymentToken: await card(buyer), returnUrl: `${shop.url}/back` })
    assert.equal(await leftOf(mug), 1)
    assert.deepEqual([(await stands(id)).subscription.status, (await ordersOf(id)).at(-1)?.status], ['ACTIVE', 'APPROVED'])
  })

  test('is none where the goods are missing: it waits for them, and nobody is charged', async () => {
    const jar = await planned('Jar', 1)
    const { id } = await subscribeTo(jar)
    shop.clock.advance(31 * day)
    await aMinute()
    const waiting = await stands(id)
    assert.deepEqual([waiting.subscription.status, waiting.activities.at(-1)?.type], ['PAST_DUE', 'OUT_OF_STOCK'])
    assert.equal((await ordersOf(id)).length, 1)
    await shop.platform.database.query(sql`update stock set quantity = 5 where site = ${shop.site} and product_id = ${jar.id}`)
    shop.clock.advance(day)
    await aMinute()
    const [, renewal] = await ordersOf(id)
    assert.deepEqual(
      [renewal?.paymentStatus, renewal?.priceSummary?.total?.amount, renewal?.shippingInfo?.title],
      ['PAID', '24.90', 'Standard'],
    )
    await office.subscriptionContracts.cancelSubscription({ id, effectiveAt: 'IMMEDIATELY' })
  })
})

describe('the end', () => {
  test('comes when the next payment would be due: the buyer asks for it on the page of any of its orders', async () => {
    const { id, orderId } = await subscribe(monthly)
    const { order } = await app.orders.endSubscription({ id: orderId, subscriptionId: id, email: 'ada@example.com' })
    const [shown] = order.details!.subscriptions
    assert.deepEqual([shown?.status, shown?.nextChargeDate, shown?.mayEnd], ['ACTIVE', undefined, false])
    await shop.platform.jobs.settle()
    const due = new Date(shown!.endDate!)
    assert.ok(due.getTime() - shop.clock.now().getTime() > 27 * day)
    assert.match((await lastEmail(/ends on/)).text, /what you paid for is yours until then/)
    shop.clock.advance(40 * day)
    await aMinute()
    const { subscription, activities } = await stands(id)
    assert.deepEqual([subscription.status, subscription.endDate], ['CANCELED', due.toISOString()])
    assert.deepEqual(
      activities.map(({ type, by }) => `${type} ${by}`),
      ['STARTED BUYER', 'CANCELLATION_PLANNED BUYER', 'CANCELED CLOCK'],
    )
    assert.equal((await ordersOf(id)).length, 1)
    assert.equal(await codeOf(office.subscriptionContracts.resumeSubscription({ id })), 'SUBSCRIPTION_IS_OVER')
  })

  test('that was planned can be taken back; at once it is the end', async () => {
    const { id } = await subscribe(monthly)
    await office.subscriptionContracts.cancelSubscription({ id, effectiveAt: 'NEXT_PAYMENT_DATE' })
    const { subscription: again } = await office.subscriptionContracts.resumeSubscription({ id })
    assert.deepEqual([again.status, again.endDate, again.cyclesPaid], ['ACTIVE', undefined, 1])
    const { subscription: over } = await office.subscriptionContracts.cancelSubscription({ id, effectiveAt: 'IMMEDIATELY' })
    assert.deepEqual([over.status, over.nextChargeDate], ['CANCELED', undefined])
    const { subscription: same } = await office.subscriptionContracts.cancelSubscription({ id, effectiveAt: 'NEXT_PAYMENT_DATE' })
    assert.deepEqual(same, over)
    shop.clock.advance(32 * day)
    await aMinute()
    assert.equal((await ordersOf(id)).length, 1)
  })

  test('comes with that of the order it began with, and takes an order along that nobody has paid for', async () => {
    const { id, orderId } = await subscribe(monthly, { cardNumber: '4000 0000 0000 0341' })
    shop.clock.advance(31 * day)
    await aMinute()
    await app.orders.cancelOrder({ id: orderId })
    await shop.platform.jobs.settle()
    assert.equal((await stands(id)).subscription.status, 'CANCELED')
    assert.deepEqual(
      (await ordersOf(id)).map(({ status }) => status),
      ['CANCELED', 'CANCELED'],
    )
  })

  test('403 SUBSCRIPTION_CANCELLATION_NOT_ALLOWED where the shop ends it itself; 404 for what is nobody’s', async () => {
    const { id, orderId } = await subscribe({ frequency: 'MONTH', autoRenewal: true })
    const choice = { id: orderId, subscriptionId: id, email: 'ada@example.com' }
    assert.equal(await codeOf(app.orders.endSubscription(choice)), 'SUBSCRIPTION_CANCELLATION_NOT_ALLOWED')
    assert.equal(await codeOf(app.orders.endSubscription({ ...choice, subscriptionId: newId() })), 'SUBSCRIPTION_CONTRACT_NOT_FOUND')
    const unauthenticated = newBuyer(shop)
    assert.equal(await codeOf(unauthenticated.orders.endSubscription({ ...choice, email: 'eve@example.com' })), 'ORDER_NOT_FOUND')
    const missing = newId()
    assert.equal(
      await codeOf(office.subscriptionContracts.getSubscriptionContract({ subscriptionContractId: missing })),
      'SUBSCRIPTION_CONTRACT_NOT_FOUND',
    )
    assert.equal(await codeOf(office.subscriptionContracts.getSubscription({ id: missing })), 'SUBSCRIPTION_CONTRACT_NOT_FOUND')
    assert.equal(
      await codeOf(office.subscriptionContracts.cancelSubscription({ id: missing, effectiveAt: 'IMMEDIATELY' })),
      'SUBSCRIPTION_CONTRACT_NOT_FOUND',
    )
    assert.equal(await codeOf(office.subscriptionContracts.resumeSubscription({ id: missing })), 'SUBSCRIPTION_CONTRACT_NOT_FOUND')
  })
})

describe('contracts', () => {
  test('are queried page by page, by id and by contact', async () => {
    const first = await subscribe(monthly)
    const { subscriptionContracts, pagingMetadata } = await office.subscriptionContracts.querySubscriptionContracts({
      query: { cursorPaging: { limit: 2 }, sort: [{ fieldName: 'id', order: 'DESC' }] },
    })
    assert.equal(subscriptionContracts[0]?.id, first.id)
    assert.equal(pagingMetadata.hasNext, true)
    const next = await office.subscriptionContracts.querySubscriptionContracts({
      query: { cursorPaging: { limit: 2, cursor: pagingMetadata.cursors.next! } },
    })
    assert.ok(!next.subscriptionContracts.some(({ id }) => subscriptionContracts.some((one) => one.id === id)))
    const one = await office.subscriptionContracts.querySubscriptionContracts({ query: { filter: { id: first.id } } })
    assert.deepEqual(
      one.subscriptionContracts.map(({ id }) => id),
      [first.id],
    )
    const none = await office.subscriptionContracts.querySubscriptionContracts({ query: { filter: { 'buyerInfo.contactId': newId() } } })
    assert.deepEqual(none.subscriptionContracts, [])
    assert.equal(
      await codeOf(office.subscriptionContracts.querySubscriptionContracts({ query: { filter: { status: 'ACTIVE' } } })),
      'INVALID_ARGUMENT',
    )
  })

  test('keep the price and the coupon that were agreed on, for as many cycles as the coupon says', async () => {
    await office.coupons.createCoupon({
      specification: { name: 'Two months', code: 'TWOMONTHS', percentOffRate: 25, appliesToSubscriptions: true, discountedCycleCount: 2 },
    })
    const tea = await planned('Tea', 50, 'SERVICE')
    const { id } = await subscribeTo(tea, undefined, 'TWOMONTHS')
    shop.clock.advance(62 * day)
    await aMinute()
    assert.deepEqual(
      (await ordersOf(id)).map(({ priceSummary, appliedDiscounts }) => [priceSummary?.total?.amount, appliedDiscounts[0]?.coupon?.code]),
      [
        ['15.00', 'TWOMONTHS'],
        ['15.00', 'TWOMONTHS'],
        ['20.00', undefined],
      ],
    )
    await office.subscriptionContracts.cancelSubscription({ id, effectiveAt: 'IMMEDIATELY' })
  })
})
