import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { apiKey, attempt, createClient } from '@vitrine/client'
import type { Input, Order } from '@vitrine/contract'
import { sql } from '@vitrine/platform/kernel/db/sql'
import { berlin, newBuyer, toCheckout } from '../src/buyer.ts'
import { startTestPlatform, type TestPlatform } from '../src/platform.ts'
import { addProduct, type TestProduct } from '../src/products.ts'

let shop: TestPlatform
let mug: TestProduct
let app: ReturnType<typeof newApp>
const newApp = () => createClient({ baseUrl: shop.url, auth: apiKey(shop.apiKey) })

before(async () => {
  shop = await startTestPlatform()
  mug = await addProduct(shop.platform, { site: shop.site, name: 'Morning Mug', price: 2600, stock: 50 }, shop.clock.now())
  app = newApp()
})
after(async () => {
  await shop[Symbol.asyncDispose]()
  assert.deepEqual(shop.faults, [])
})

type NewOrder = Input<'POST /ecom/v1/orders'>['order']

/** Two mugs of the catalogue by telephone, sent to Berlin: 52.00 + 4.90, tax within. */
const byTelephone = (more: Partial<NewOrder> = {}): NewOrder => ({
  channelInfo: { type: 'BACKOFFICE_MERCHANT', externalOrderId: 'T-7' },
  lineItems: [
    {
      productName: { original: 'Morning Mug' },
      catalogReference: mug.reference(),
      quantity: 2,
      price: { amount: '26.00' },
      itemType: { preset: 'PHYSICAL' },
    },
  ],
  priceSummary: { total: { amount: '56.90' } },
  taxIncludedInPrices: true,
  shippingInfo: { title: 'Standard', logistics: { shippingDestination: berlin }, cost: { price: { amount: '4.90' } } },
  buyerInfo: { email: 'ada@example.com' },
  ...more,
})
/** Something that is in no catalogue, for 10.00. */
const anything = (more: Partial<NewOrder> = {}): NewOrder => ({
  channelInfo: { type: 'POS' },
  lineItems: [{ productName: { original: 'A jar' }, quantity: 1, price: { amount: '10' }, itemType: { custom: 'jar' } }],
  priceSummary: {},
  ...more,
})

const stock = async (): Promise<number> => {
  const [row] = await shop.platform.database.query<{ quantity: number }>(
    sql`select quantity from stock where site = ${shop.site} and product_id = ${mug.id}`,
  )
  return row!.quantity
}
const codeOf = async (call: Promise<unknown>) => (await attempt(call))[0]?.code ?? 'done'
const typesOf = (order: Order) => order.activities.map(({ type }) => type)
async function emailsAbout(number: string): Promise<string[]> {
  await shop.platform.jobs.settle()
  return (await app.inbox.listMessages({})).messages.map(({ subject }) => subject).filter((subject) => subject.includes(number))
}
async function wrongFields(order: NewOrder): Promise<string[]> {
  const [refused] = await attempt(app.orders.createOrder({ order }))
  return refused?.code === 'INVALID_ARGUMENT'
    ? (refused.data as { fieldViolations: { field: string }[] }).fieldViolations.map(({ field }) => field)
    : [String(refused?.code)]
}

describe('an order that was agreed elsewhere', () => {
  test('is placed, takes its units from stock, has a number and an email, and is found', async () => {
    const before = await stock()
    const { order } = await app.orders.createOrder({
      order: byTelephone({ buyerNote: 'Ring twice', tags: { tags: { tagIds: ['phone'] } } }),
    })
    assert.equal(order.status, 'APPROVED')
    assert.equal(order.paymentStatus, 'NOT_PAID')
    assert.equal(order.imported, false)
    assert.deepEqual(typesOf(order), ['ORDER_PLACED'])
    assert.equal(order.priceSummary?.subtotal?.amount, '52.00')
    assert.equal(order.priceSummary?.total?.amount, '56.90')
    assert.equal(order.balanceSummary?.balance?.amount, '56.90')
    assert.equal(order.lineItems[0]?.totalPriceAfterTax?.amount, '52.00')
    assert.equal(order.recipientInfo?.address?.city, 'Berlin')
    assert.ok(order.createdBy?.appId)
    assert.equal(await stock(), before - 2)
    assert.equal((await emailsAbout(order.number)).length, 1)
    const { orders } = await app.orders.searchOrders({
      search: { filter: { 'channelInfo.type': 'BACKOFFICE_MERCHANT', 'tags.tags.tagIds': { $hasSome: ['phone'] } } },
    })
    assert.deepEqual(orders, [order])
    const paid = await app.orders.paymentCollectionMarkOrderAsPaid({ ecomOrderId: order.id! })
    assert.equal(paid.order.paymentStatus, 'PAID')
    const canceled = await app.orders.cancelOrder({ id: order.id!, restockAllItems: true })
    assert.equal(canceled.order.status, 'CANCELED')
    assert.equal(await stock(), before)
  })

  test('with PAID it was paid by hand, and goes back by hand', async () => {
    const { order } = await app.orders.createOrder({ order: anything({ paymentStatus: 'PAID' }) })
    assert.deepEqual(typesOf(order), ['ORDER_PLACED', 'ORDER_PAID'])
    assert.equal(order.balanceSummary?.paid?.amount, '10.00')
    const { refundabilities } = await app.orders.getRefundabilityStatus({ ecomOrderId: order.id! })
    assert.deepEqual(
      refundabilities.map(({ refundabilityStatus, manuallyRefundableReason }) => [refundabilityStatus, manuallyRefundableReason]),
      [['MANUAL', 'OFFLINE']],
    )
  })

  test('says nothing to the buyer who is not to be told', async () => {
    const { order } = await app.orders.createOrder({
      order: byTelephone(),
      settings: { notifications: { sendNotificationToBuyer: false } },
    })
    assert.deepEqual(await emailsAbout(order.number), [])
  })

  test('waits for its money where PAYMENT_RECEIVED is asked for, and stands when it comes', async () => {
    const before = await stock()
    const { order } = await app.orders.createOrder({ order: byTelephone(), settings: { orderApprovalStrategy: 'PAYMENT_RECEIVED' } })
    assert.equal(order.status, 'PENDING')
    assert.deepEqual(typesOf(order), ['ORDER_PLACED', 'ORDER_PENDING'])
    assert.deepEqual(await emailsAbout(order.number), [])
    assert.equal(await codeOf(app.orders.updateOrder({ order: { id: order.id!, archived: true } })), 'ORDER_IS_PENDING')
    assert.equal(await codeOf(app.orders.cancelOrder({ id: order.id! })), 'ORDER_IS_PENDING')
    assert.equal(await stock(), before - 2)
    const { order: after } = await app.orders.paymentCollectionMarkOrderAsPaid({ ecomOrderId: order.id! })
    assert.equal(after.status, 'APPROVED')
    assert.deepEqual(typesOf(after), ['ORDER_PLACED', 'ORDER_PENDING', 'ORDER_PAID'])
    assert.equal((await emailsAbout(order.number)).length, 1)
  })

  test('says nothing to that buyer either when it waited and its money has come', async () => {
    const { order } = await app.orders.createOrder({
      order: byTelephone(),
      settings: { orderApprovalStrategy: 'PAYMENT_RECEIVED', notifications: { sendNotificationToBuyer: false } },
    })
    assert.equal(order.status, 'PENDING')
    assert.doesNotMatch(JSON.stringify(order), /tellsBuyer/)
    const { order: after } = await app.orders.paymentCollectionMarkOrderAsPaid({ ecomOrderId: order.id! })
    assert.equal(after.status, 'APPROVED')
    assert.doesNotMatch(JSON.stringify(after), /tellsBuyer/)
    assert.deepEqual(await emailsAbout(order.number), [])
  })

  test('400 INVALID_ARGUMENT where the sums are not those of the parts, and nothing is kept', async () => {
    const before = await stock()
    assert.deepEqual(await wrongFields(byTelephone({ priceSummary: { total: { amount: '56.91' } } })), ['order.priceSummary.total.amount'])
    assert.deepEqual(await wrongFields(byTelephone({ priceSummary: { subtotal: { amount: '26.00' } } })), [
      'order.priceSummary.subtotal.amount',
    ])
    assert.deepEqual(await wrongFields(anything({ priceSummary: { discount: { amount: '10.01' } } })), ['order.priceSummary.total.amount'])
    assert.deepEqual(await wrongFields(anything({ priceSummary: { tax: { amount: '0.001' } } })), ['order.priceSummary.tax.amount'])
    assert.deepEqual(await wrongFields(anything({ currency: 'USD' })), ['order.currency'])
    assert.deepEqual(await wrongFields(anything({ paymentStatus: 'FULLY_REFUNDED' })), ['order.paymentStatus'])
    assert.deepEqual(await wrongFields(anything({ status: 'REJECTED' })), ['order.status'])
    const [line] = anything().lineItems
    const id = crypto.randomUUID()
    assert.deepEqual(
      await wrongFields(
        anything({
          lineItems: [
            { ...line!, id },
            { ...line!, id },
          ],
        }),
      ),
      ['order.lineItems'],
    )
    assert.equal(await stock(), before)
  })

  test('calculates tax on top, discounts, fees and shipping', async () => {
    const { order } = await app.orders.createOrder({
      order: anything({
        taxInfo: { totalTax: { amount: '1.52' }, taxBreakdown: [{ taxName: 'VAT', rate: '0.19' }] },
        appliedDiscounts: [{ merchantDiscount: { description: 'A friend', amount: { amount: '2.00' } } }],
        additionalFees: [{ name: 'Wrapping', price: { amount: '1.50' } }],
        shippingInfo: { title: 'Bicycle', cost: { price: { amount: '4.00' }, discount: { amount: '1.00' } } },
      }),
    })
    assert.deepEqual(Object.fromEntries(Object.entries(order.priceSummary!).map(([name, price]) => [name, price?.amount])), {
      subtotal: '10.00',
      shipping: '3.00',
      tax: '1.52',
      discount: '2.00',
      total: '14.02',
      totalAdditionalFees: '1.50',
    })
    assert.equal(order.appliedDiscounts[0]?.merchantDiscount?.description, 'A friend')
    assert.equal(order.additionalFees[0]?.priceAfterTax?.amount, '1.50')
  })

  test('400 PURCHASED_DATE_CANNOT_BE_IN_FUTURE; 409 FULL_OUT_OF_STOCK and PARTIAL_OUT_OF_STOCK; 403 to buyers', async () => {
    const before = await stock()
    const tomorrow = new Date(shop.clock.now().getTime() + 86_400_000).toISOString()
    assert.equal(
      await codeOf(app.orders.createOrder({ order: anything({ purchasedDate: tomorrow }) })),
      'PURCHASED_DATE_CANNOT_BE_IN_FUTURE',
    )
    assert.equal(
      await codeOf(app.orders.importOrder({ order: anything({ purchasedDate: tomorrow }) })),
      'PURCHASED_DATE_CANNOT_BE_IN_FUTURE',
    )
    const many = { ...byTelephone().lineItems[0]!, quantity: before + 1 }
    const without = { priceSummary: {}, shippingInfo: null }
    assert.equal(await codeOf(app.orders.createOrder({ order: byTelephone({ lineItems: [many], ...without }) })), 'FULL_OUT_OF_STOCK')
    const both = [many, anything().lineItems[0]!]
    assert.equal(await codeOf(app.orders.createOrder({ order: byTelephone({ lineItems: both, ...without }) })), 'PARTIAL_OUT_OF_STOCK')
    assert.equal(await codeOf(newBuyer(shop).orders.createOrder({ order: anything() })), 'PERMISSION_DENIED')
    assert.equal(await stock(), before)
  })

  test('imported, it is one of the past: no stock is taken, nobody gets an email, its date is kept', async () => {
    const before = await stock()
    const purchasedDate = '2024-03-02T10:00:00.000Z'
    const { order } = await app.orders.importOrder({ order: byTelephone({ purchasedDate, paymentStatus: 'PAID' }) })
    assert.equal(order.imported, true)
    assert.equal(order.purchasedDate, purchasedDate)
    assert.equal(order.paymentStatus, 'PAID')
    assert.equal(await stock(), before)
    assert.deepEqual(await emailsAbout(order.number), [])
    await app.orders.cancelOrder({ id: order.id!, restockAllItems: true })
    assert.equal(await stock(), before, 'what did not leave does not come back')
    const gone = await app.orders.importOrder({ order: byTelephone({ status: 'CANCELED' }) })
    assert.equal(gone.order.status, 'CANCELED')
    assert.deepEqual(typesOf(gone.order), ['ORDER_PLACED', 'ORDER_CANCELED'])
  })

  test('sent twice under one key it is one order', async () => {
    const before = await stock()
    const idempotencyKey = crypto.randomUUID()
    const sent = () => app.orders.createOrder({ order: byTelephone() }, { idempotencyKey })
    const [first, second] = [await sent(), await sent()]
    assert.equal(first.order.id, second.order.id)
    assert.equal(await stock(), before - 2)
  })
})

describe('a decision', () => {
  const waiting = async () => (await app.orders.createOrder({ order: byTelephone({ status: 'PENDING' }) })).order
  const decide = (orderId: string, status: 'APPROVED' | 'REJECTED' | 'PENDING' | 'CANCELED') =>
    app.orders.updateOrderStatus({ orderId, status })

  test('APPROVED lets it stand, with an email', async () => {
    const { id, number } = await waiting()
    const { order } = await decide(id!, 'APPROVED')
    assert.equal(order.status, 'APPROVED')
    assert.equal(order.paymentStatus, 'NOT_PAID')
    assert.equal((await emailsAbout(number)).length, 1)
  })

  test('REJECTED rejects it, and its units are in stock again', async () => {
    const before = await stock()
    const { id } = await waiting()
    const { order } = await decide(id!, 'REJECTED')
    assert.equal(order.status, 'REJECTED')
    assert.equal(typesOf(order).at(-1), 'ORDER_REJECTED')
    assert.equal(await stock(), before)
    assert.equal(await codeOf(app.orders.cancelOrder({ id: id! })), 'ORDER_IS_REJECTED')
    assert.equal(await codeOf(app.orders.updateOrder({ order: { id: id!, archived: true } })), 'ORDER_IS_REJECTED')
    assert.equal(await codeOf(app.orders.recordManuallyCollectedPayment({ orderId: id!, amount: { amount: '1' } })), 'ORDER_IS_REJECTED')
    assert.equal(await codeOf(app.orders.preparePaymentCollection({ ecomOrderId: id!, amount: { amount: '1' } })), 'ORDER_IS_REJECTED')
    assert.equal(await codeOf(app.orders.paymentCollectionCreatePaymentGatewayOrder({ ecomOrderId: id! })), 'ORDER_IS_REJECTED')
  })

  test('an order from the checkout that waits for its payment may stand without it', async () => {
    const buyer = newBuyer(shop)
    const { orderId } = await buyer.checkout.createOrder({ id: await toCheckout(buyer, [{ product: mug }]) })
    assert.equal((await decide(orderId, 'PENDING')).order.status, 'PENDING')
    const { order } = await decide(orderId, 'APPROVED')
    assert.equal(order.status, 'APPROVED')
    shop.clock.advance(3_600_000)
    await shop.platform.everyMinute()
    assert.equal((await app.orders.getOrder({ id: orderId })).order.status, 'APPROVED', 'and is not given up after half an hour')
  })

  test('409 STATUS_ALREADY_SET and UNSUPPORTED_TRANSITION, 400 STATUS_NOT_SUPPORTED, 404 ORDER_NOT_FOUND', async () => {
    const { id } = await waiting()
    assert.equal(await codeOf(decide(id!, 'PENDING')), 'STATUS_ALREADY_SET')
    assert.equal(await codeOf(decide(id!, 'CANCELED')), 'STATUS_NOT_SUPPORTED')
    await decide(id!, 'APPROVED')
    assert.equal(await codeOf(decide(id!, 'REJECTED')), 'UNSUPPORTED_TRANSITION')
    assert.equal(await codeOf(decide(crypto.randomUUID(), 'APPROVED')), 'ORDER_NOT_FOUND')
    const paid = await app.orders.createOrder({ order: byTelephone({ status: 'PENDING', paymentStatus: 'PAID' }) })
    assert.equal(await codeOf(decide(paid.order.id!, 'REJECTED')), 'UNSUPPORTED_TRANSITION', 'its money would be stuck')
  })

  test('to approve and to reject at once is one of the two', async () => {
    for (let i = 0; i < 5; i++) {
      const before = await stock()
      const { id } = await waiting()
      const done = await Promise.all([codeOf(decide(id!, 'APPROVED')), codeOf(decide(id!, 'REJECTED'))])
      assert.deepEqual([...done].sort(), ['UNSUPPORTED_TRANSITION', 'done'])
      const { order } = await app.orders.getOrder({ id: id! })
      assert.equal(await stock(), order.status === 'REJECTED' ? before : before - 2)
      await attempt(app.orders.cancelOrder({ id: id!, restockAllItems: true }))
    }
  })
})

describe('the story of an order', () => {
  const ordered = async () => (await app.orders.createOrder({ order: anything() })).order.id!
  const comment = (message: string) => ({ merchantComment: { message } })

  test('takes comments, which can be changed and taken away', async () => {
    const id = await ordered()
    const { order, activityId } = await app.orders.addActivity({ id, activity: comment('Wrapped') })
    assert.deepEqual(order.activities.at(-1), {
      id: activityId,
      createdDate: shop.clock.now().toISOString(),
      type: 'MERCHANT_COMMENT',
      activityType: 'MERCHANT_COMMENT',
      merchantComment: { message: 'Wrapped' },
    })
    shop.clock.advance(1000)
    const changed = await app.orders.updateActivity({ id, activityId, activity: comment('Wrapped twice') })
    assert.deepEqual(changed.order.activities.at(-1), { ...order.activities.at(-1), merchantComment: { message: 'Wrapped twice' } })
    const without = await app.orders.deleteActivity({ id, activityId })
    assert.deepEqual(typesOf(without.order), ['ORDER_PLACED'])
    assert.equal(await codeOf(app.orders.deleteActivity({ id, activityId })), 'ACTIVITY_NOT_FOUND')
  })

  test('takes what an app tells: its own things, and what happened outside', async () => {
    const id = await ordered()
    const appId = crypto.randomUUID()
    const { activityIds, order } = await app.orders.addActivities({
      orderId: id,
      orderActivities: [
        { activityType: 'TRACKING_NUMBER_ADDED' },
        { activityType: 'INVOICE_SENT' },
        { customActivity: { appId, type: 'weighed', additionalData: { grams: '420' } } },
      ],
      activities: [comment('In the older form')],
    })
    assert.deepEqual(typesOf(order), ['ORDER_PLACED', 'TRACKING_NUMBER_ADDED', 'INVOICE_SENT', 'CUSTOM_ACTIVITY', 'MERCHANT_COMMENT'])
    assert.deepEqual(
      activityIds,
      order.activities.slice(1).map((activity) => activity.id),
    )
    assert.deepEqual(order.activities[3]?.customActivity, { appId, type: 'weighed', additionalData: { grams: '420' } })
  })

  test('400 INVALID_ARGUMENT for what only the platform can know, for two things at once and for nothing', async () => {
    const id = await ordered()
    for (const activity of [
      {},
      { activityType: 'ORDER_PAID' as const },
      { activityType: 'ORDER_PAID' as const, ...comment('x') },
      { ...comment('x'), customActivity: { appId: id, type: 'y' } },
    ])
      assert.equal(await codeOf(app.orders.addActivities({ orderId: id, orderActivities: [activity] })), 'INVALID_ARGUMENT')
    assert.deepEqual(typesOf((await app.orders.getOrder({ id })).order), ['ORDER_PLACED'])
  })

  test('409 ACTIVITY_NOT_EDITABLE for what the platform wrote; 404 ORDER_NOT_FOUND; 403 to buyers', async () => {
    const id = await ordered()
    const activityId = (await app.orders.getOrder({ id })).order.activities[0]!.id!
    assert.equal(await codeOf(app.orders.deleteActivity({ id, activityId })), 'ACTIVITY_NOT_EDITABLE')
    assert.equal(await codeOf(app.orders.updateActivity({ id, activityId, activity: comment('No') })), 'ACTIVITY_NOT_EDITABLE')
    const nobody = crypto.randomUUID()
    assert.equal(await codeOf(app.orders.addActivity({ id: nobody, activity: comment('No') })), 'ORDER_NOT_FOUND')
    assert.equal(await codeOf(app.orders.addActivities({ orderId: nobody })), 'ORDER_NOT_FOUND')
    assert.equal(
      await codeOf(app.orders.deleteActivity({ id: await ordered(), activityId })),
      'ACTIVITY_NOT_FOUND',
      'it is another order’s',
    )
    assert.equal(await codeOf(newBuyer(shop).orders.addActivity({ id, activity: comment('No') })), 'PERMISSION_DENIED')
  })
})
