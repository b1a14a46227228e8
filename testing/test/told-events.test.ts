import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { apiKey, createClient } from '@vitrine/client'
import * as backOffice from '@vitrine/client/back-office'
import { type EventType, events } from '@vitrine/contract'
import { sql } from '@vitrine/platform/kernel/db/sql'
import { card, newBuyer, toCheckout } from '../src/buyer.ts'
import { startPlatformForFile } from '../src/platform-for-file.ts'
import { addProduct } from '../src/products.ts'
import { codeOf } from '../src/refused.ts'

const shop = await startPlatformForFile()
const mug = await addProduct(shop.platform, { site: shop.site, name: 'Morning Mug', price: 2600, stock: 100 }, shop.clock.now())
const app = createClient({ baseUrl: shop.url, auth: apiKey(shop.apiKey) })
const office = createClient({ baseUrl: shop.url, auth: apiKey(shop.apiKey), modules: backOffice })

/** What was told of something, the oldest first. */
const toldOf = async (type: EventType, entityId: string): Promise<readonly Record<string, unknown>[]> => {
  const rows = await shop.platform.database.query<{ payload: Record<string, unknown> }>(
    sql`select payload from outbox where site = ${shop.site} and type = ${type} and entity_id = ${entityId} order by id`,
  )
  return rows.map(({ payload }) => payload)
}
const isWhole = (type: EventType, payload: unknown) => events[type].data.parse(payload)

/** A mug and its delivery, paid with a card: 30.90. */
async function bought(): Promise<{ readonly orderId: string; readonly paymentId: string }> {
  const buyer = newBuyer(shop)
  const id = await toCheckout(buyer, [{ product: mug }])
  const { orderId } = await buyer.payments.placeOrder({ id, paymentToken: await card(buyer), returnUrl: `${shop.url}/back` })
  const { orderTransactions } = await app.orderTransactions.listTransactionsForSingleOrder({ orderId })
  return { orderId, paymentId: orderTransactions.payments[0]!.id! }
}

describe('of the money of an order', () => {
  test('a bank’s taking back is chargeback_approved once, its reversal chargeback_reversed once, each with what it is about', async () => {
    const [approved, reversed, updated] = [
      'wix.ecom.v1.order_transactions_chargeback_approved',
      'wix.ecom.v1.order_transactions_chargeback_reversed',
      'wix.ecom.v1.order_transactions_details_updated',
    ] as const
    const { orderId, paymentId } = await bought()
    const chargeback = { id: crypto.randomUUID(), amount: { amount: '20.00' }, status: 'APPROVED' as 'APPROVED' | 'REVERSED' }
    const say = (one: typeof chargeback) =>
      app.orderTransactions.updatePayments({
        orderId,
        payments: [{ payment: { id: paymentId, regularPaymentDetails: { chargebacks: [one] } } }],
      })
    await say(chargeback)
    await say(chargeback)
    const [first, ...others] = await toldOf(approved, orderId)
    assert.equal(others.length, 0, 'said again it is nothing new')
    isWhole(approved, first)
    assert.deepEqual([first?.['orderId'], first?.['paymentId']], [orderId, paymentId])
    assert.equal((first!['chargeback'] as { id: string }).id, chargeback.id)
    assert.deepEqual(await toldOf(reversed, orderId), [])

    const { orderTransactions } = await say({ ...chargeback, status: 'REVERSED' })
    const [back, ...more] = await toldOf(reversed, orderId)
    assert.equal(more.length, 0)
    isWhole(reversed, back)
    assert.deepEqual(back?.['orderTransactions'], orderTransactions)

    const details = await toldOf(updated, orderId)
    assert.equal(details.length, 3, 'each update of a payment is a details_updated')
    isWhole(updated, details[2])
    assert.deepEqual([details[2]?.['paymentIds'], details[2]?.['refundIds']], [[paymentId], []])
  })

  test('what is said of a refund is a details_updated that names it', async () => {
    const type = 'wix.ecom.v1.order_transactions_details_updated'
    const { orderId, paymentId } = await bought()
    const { refundId } = await app.orders.triggerRefund({ ecomOrderId: orderId, payments: [{ paymentId }] })
    await app.orderTransactions.updateRefundTransaction({
      orderId,
      refundId: refundId!,
      transaction: { paymentId, providerRefundId: 're_7' },
    })
    const [told] = await toldOf(type, orderId)
    isWhole(type, told)
    assert.deepEqual([told?.['paymentIds'], told?.['refundIds']], [[], [refundId]])
  })
})

const kiln = { productName: { original: 'A kiln' }, quantity: 1, price: { amount: '100' }, itemType: { preset: 'PHYSICAL' as const } }
const order = { channelInfo: { type: 'POS' as const }, lineItems: [kiln], priceSummary: {} }

describe('of an order', () => {
  test('taken over from elsewhere it is order_imported, and created; made here it is only created', async () => {
    const imported = (await app.orders.importOrder({ order })).order.id!
    const made = (await app.orders.createOrder({ order })).order.id!
    const count = async (id: string) =>
      (await Promise.all((['wix.ecom.v1.order_imported', 'wix.ecom.v1.order_created'] as const).map((type) => toldOf(type, id)))).map(
        ({ length }) => length,
      )
    assert.deepEqual(
      [await count(imported), await count(made)],
      [
        [1, 1],
        [0, 1],
      ],
    )
  })

  test('deleting a wrong import emits order_imported_order_deleted with the order; other orders stay', async () => {
    const type = 'wix.ecom.v1.order_imported_order_deleted'
    const paid = { ...order, paymentStatus: 'PAID' as const }
    const [wrong, used] = [(await app.orders.importOrder({ order: paid })).order, (await app.orders.importOrder({ order: paid })).order]
    const made = (await app.orders.createOrder({ order: paid })).order
    await app.orderFulfillments.createFulfillment({
      orderId: used.id!,
      fulfillment: { lineItems: [{ id: used.lineItems[0]!.id, quantity: 1 }] },
    })
    await app.orders.getOrder({ id: wrong.id! })
    const orderIds = [wrong, used, made].map(({ id }) => id!)
    const { jobId } = await app.orders.bulkDeleteImportedOrders({ orderIds })
    assert.ok(jobId)
    assert.equal(await codeOf(app.orders.getOrder({ id: wrong.id! })), 'ORDER_NOT_FOUND')
    for (const { id } of [used, made]) assert.equal((await app.orders.getOrder({ id: id! })).order.id, id)
    const told = await toldOf(type, wrong.id!)
    isWhole(type, told[0])
    assert.deepEqual(
      [told.length, (told[0]!['order'] as { id: string; number: string }).number, (await toldOf(type, used.id!)).length],
      [1, wrong.number, 0],
    )
    assert.ok((await app.orders.bulkDeleteImportedOrders({ orderIds })).jobId)
    assert.equal((await toldOf(type, wrong.id!)).length, 1)
  })

  test('the counter of order numbers is set: the next order is the one after it, and none gets a number twice', async () => {
    const { number } = (await app.orders.createOrder({ order })).order
    const high = String(Number(number) + 100)
    assert.deepEqual(await app.orders.setOrderNumberCounter({ counter: high }), { oldCounter: number, newCounter: high })
    const lower = String(Number(number) + 50)
    assert.equal(await codeOf(app.orders.setOrderNumberCounter({ counter: lower })), 'CANNOT_SET_LOWER_ORDER_NUMBER_COUNTER')
    assert.deepEqual(await app.orders.setOrderNumberCounter({ counter: lower, allowLowerCounter: true }), {
      oldCounter: high,
      newCounter: lower,
    })
    const taken = { counter: String(Number(number) - 1), allowLowerCounter: true }
    assert.equal(await codeOf(app.orders.setOrderNumberCounter(taken)), 'CANNOT_SET_LOWER_ORDER_NUMBER_COUNTER')
    const next = (await app.orders.createOrder({ order })).order
    assert.equal(next.number, String(Number(lower) + 1))
  })

  test('changed by a draft it is order_committed, with the draft and when', async () => {
    const { orderId } = await bought()
    const { calculatedDraftOrder } = await office.draftOrders.createDraftOrder({ sourceOrderId: orderId })
    const draftOrderId = calculatedDraftOrder.draftOrder.id!
    await office.draftOrders.addLineItemsToDraftOrder({
      draftOrderId,
      customLineItems: [
        { productName: { original: 'Engraving' }, quantity: 1, price: { amount: '12.00' }, itemType: { preset: 'SERVICE' } },
      ],
    })
    assert.deepEqual(await toldOf('wix.ecom.v1.order_committed', orderId), [])
    const { orderAfterCommit } = await office.draftOrders.commitDraftOrder({ draftOrderId })
    const [told, ...others] = await toldOf('wix.ecom.v1.order_committed', orderId)
    assert.equal(others.length, 0)
    assert.deepEqual([told?.['draftOrderId'], told?.['commitDate']], [draftOrderId, orderAfterCommit.updatedDate])
  })
})

test('a checkout of somebody who is erased is checkout_deleted', async () => {
  const id = await toCheckout(newBuyer(shop), [{ product: mug }])
  await app.checkout.updateCheckout({ checkout: { id, buyerInfo: { email: 'erased@example.com' } } })
  assert.deepEqual(await toldOf('wix.ecom.v1.checkout_deleted', id), [])
  await office.personalData.erasePersonalData({ email: 'erased@example.com' })
  assert.equal((await toldOf('wix.ecom.v1.checkout_deleted', id)).length, 1)
})

test('a changed policy of registration is sign_on_policy_updated, whichever page changes it, and no other setting of signing in is', async () => {
  const type = 'wix.iam.signon.v1.sign_on_policy_updated'
  const { signOnPolicy } = await office.signInSettings.updateSignOnPolicy({ signOnPolicy: { requireOwnerApproval: true } })
  const told = await toldOf(type, signOnPolicy.id)
  assert.deepEqual(told, [{ signOnPolicy }])
  isWhole(type, told[0]?.['signOnPolicy'])
  const { signIn } = await office.signInSettings.getSignInSettings({})
  const change = (more: object) => office.signInSettings.setSignInSettings({ signIn: { ...signIn, revision: undefined, ...more } })
  await change({ newMembersArePublic: !signIn.newMembersArePublic })
  assert.equal((await toldOf(type, signOnPolicy.id)).length, 1)
  await change({ registration: 'OPEN' })
  assert.equal((await toldOf(type, signOnPolicy.id)).length, 2)
})
