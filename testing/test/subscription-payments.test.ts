import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sql } from '@vitrine/platform/kernel/db/sql'
import { card, newBuyer } from '../src/buyer.ts'
import { day, monthly, startRenewingShop } from '../src/renewing-shop.ts'

const { shop, office, app, subscribe, planned, subscribeTo, stands, ordersOf, leftOf, lastEmail, aMinute } = await startRenewingShop()

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
