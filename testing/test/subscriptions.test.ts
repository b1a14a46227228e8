import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { attempt } from '@vitrine/client'
import { newId } from '@vitrine/platform/kernel/db/id'
import { sql } from '@vitrine/platform/kernel/db/sql'
import { newBuyer } from '../src/buyer.ts'
import { startTestPlatform } from '../src/platform.ts'
import { codeOf } from '../src/refused.ts'
import { day, monthly, startRenewingShop } from '../src/renewing-shop.ts'

const { shop, office, app, subscribe, planned, subscribeTo, stands, ordersOf, lastEmail, aMinute } = await startRenewingShop()

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
