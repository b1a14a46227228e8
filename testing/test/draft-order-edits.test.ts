import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { apiKey, createClient } from '@vitrine/client'
import * as backOffice from '@vitrine/client/back-office'
import { sql } from '@vitrine/platform/kernel/db/sql'
import { registerApiKey } from '@vitrine/platform/people/identity/store'
import { berlin } from '../src/buyer.ts'
import { euros, startDraftingShop, whyNot } from '../src/drafting-shop.ts'
import { codeOf } from '../src/refused.ts'

const { shop, mug, bowl, app, placed, begun, orderOf, inStock, emailsAbout, refundPart } = await startDraftingShop()

describe('the edit of an order', () => {
  test('begins as the order is, to the cent, and nothing of it is sold before it is committed', async () => {
    const order = await placed()
    const { calculatedDraftOrder, preexistingDraftOrder } = await app.draftOrders.createDraftOrder({ sourceOrderId: order.id })
    assert.equal(preexistingDraftOrder, false)
    const { draftOrder, reasons } = calculatedDraftOrder
    assert.equal(draftOrder.orderId, order.id)
    assert.equal(draftOrder.status, 'DRAFT')
    assert.deepEqual(draftOrder.priceSummary, order.priceSummary)
    assert.deepEqual(draftOrder.taxInfo, order.taxInfo)
    assert.deepEqual(
      draftOrder.lineItems,
      order.lineItems.map((lineItem) => ({ lineItem })),
    )
    assert.deepEqual(draftOrder.shippingInfo, { shippingInfo: order.shippingInfo })
    assert.equal(reasons.at(-1)?.amount, euros(order.priceSummary?.total))
    await app.draftOrders.updateLineItems({
      draftOrderId: draftOrder.id!,
      lineItemChanges: [{ lineItemId: order.lineItems[0]!.id, newQuantity: 9 }],
    })
    assert.deepEqual((await orderOf(order.id)).lineItems, order.lineItems)
  })

  test('commits more, less and other goods at once: totals, stock, balance, story and one email', async () => {
    const order = await placed()
    const [mugs, bowls] = order.lineItems
    const [mugsBefore, bowlsBefore] = [await inStock(mug), await inStock(bowl)]
    const draftOrderId = (await begun(order.id)).id
    await app.draftOrders.updateLineItems({
      draftOrderId,
      lineItemChanges: [
        { lineItemId: mugs!.id, newQuantity: 5 },
        { lineItemId: bowls!.id, newQuantity: 0 },
      ],
    })
    const { calculatedDraftOrder } = await app.draftOrders.addLineItemsToDraftOrder({
      draftOrderId,
      customLineItems: [
        { productName: { original: 'Engraving' }, price: { amount: '12.00' }, quantity: 2, itemType: { preset: 'SERVICE' } },
      ],
    })
    const [first, second, third] = calculatedDraftOrder.draftOrder.lineItems
    assert.deepEqual(first!.changedDetails, { quantityBeforeChange: 3 })
    assert.equal(second!.removed, true)
    assert.equal(second!.lineItem.quantity, 2)
    assert.equal(third!.added, true)
    // 5 × 26 + 2 × 12 + the delivery of then.
    assert.deepEqual(
      [calculatedDraftOrder.draftOrder.priceSummary?.subtotal, calculatedDraftOrder.draftOrder.priceSummary?.total].map(euros),
      ['154.00', '154.00'],
    )
    assert.equal(euros(calculatedDraftOrder.draftOrder.balanceSummary?.balance), '36.02')

    const { committedDraftOrder, orderAfterCommit } = await app.draftOrders.commitDraftOrder({
      draftOrderId,
      reason: 'Ada changed her mind',
      commitSettings: { updateInventory: [{ lineItemId: mugs!.id }, { lineItemId: bowls!.id }] },
    })
    assert.equal(committedDraftOrder.status, 'COMMITTED')
    assert.deepEqual(orderAfterCommit.priceSummary, calculatedDraftOrder.draftOrder.priceSummary)
    assert.deepEqual(
      orderAfterCommit.lineItems.map(({ quantity, productName }) => [productName?.original, quantity]),
      [
        ['Morning Mug', 5],
        ['Engraving', 2],
      ],
    )
    assert.equal(orderAfterCommit.number, order.number)
    assert.equal(orderAfterCommit.paymentStatus, 'PARTIALLY_PAID')
    assert.equal(euros(orderAfterCommit.balanceSummary?.balance), '36.02')
    assert.deepEqual([await inStock(mug), await inStock(bowl)], [mugsBefore - 2, bowlsBefore + 2])
    const told = orderAfterCommit.activities.find(({ draftOrderChangesApplied }) => draftOrderChangesApplied)?.draftOrderChangesApplied
    assert.equal(told?.reason, 'Ada changed her mind')
    assert.deepEqual(
      told?.changes?.map((change) => Object.keys(change)[0]),
      ['lineItemAdded', 'lineItemRemoved', 'lineItemChanged', 'totalPriceChanged'],
    )
    assert.deepEqual(told?.changes?.[2]?.lineItemChanged?.quantity, {
      originalQuantity: 3,
      newQuantity: 5,
      diff: 2,
      deltaType: 'QUANTITY_INCREASED',
    })
    assert.deepEqual(await orderOf(order.id), orderAfterCommit)

    const emails = await emailsAbout(order.number)
    assert.deepEqual(
      emails.map(({ subject }) => subject),
      [`Order ${order.number} has changed`],
    )
    assert.match(emails[0]!.text, /comes to €154\.00 now; €36\.02 of it is still due/)

    assert.equal(await codeOf(app.draftOrders.commitDraftOrder({ draftOrderId })), 'DRAFT_ORDER_ALREADY_COMMITTED')
    assert.equal(await codeOf(app.draftOrders.deleteDraftOrder({ draftOrderId })), 'DRAFT_ORDER_CANNOT_BE_DELETED')
    const saved = (await app.draftOrders.getDraftOrder({ draftOrderId })).calculatedDraftOrder.draftOrder
    assert.deepEqual(saved, committedDraftOrder)
    // What was paid is less than what is due now: the rest is collected, and the order edited once more.
    const again = await app.draftOrders.createDraftOrder({ sourceOrderId: order.id })
    assert.equal(again.preexistingDraftOrder, false)
    assert.deepEqual(again.calculatedDraftOrder.draftOrder.priceSummary, orderAfterCommit.priceSummary)
  })

  test('what is too much then is given back, and the order owes nothing', async () => {
    const order = await placed()
    const [mugs] = order.lineItems
    const draftOrderId = (await begun(order.id)).id
    const lower = { lineItemId: mugs!.id, newPrice: '20.00', newProductName: { original: 'Morning Mug, second choice' } }
    const { calculatedDraftOrder } = await app.draftOrders.updateLineItems({ draftOrderId, lineItemChanges: [lower] })
    assert.equal(calculatedDraftOrder.draftOrder.lineItems[0]?.changedDetails?.priceBeforeChange?.amount, '26.00')
    assert.equal(euros(calculatedDraftOrder.draftOrder.balanceSummary?.balance), '-18.00')
    const { orderAfterCommit } = await app.draftOrders.commitDraftOrder({
      draftOrderId,
      commitSettings: { sendNotificationsToBuyer: false },
    })
    assert.equal(orderAfterCommit.paymentStatus, 'PAID')
    assert.equal(euros(orderAfterCommit.balanceSummary?.balance), '-18.00')
    assert.equal(orderAfterCommit.lineItems[0]?.productName?.original, 'Morning Mug, second choice')
    assert.deepEqual(await emailsAbout(order.number), [])
    await refundPart(order.id, '18.00')
    const settled = await orderOf(order.id)
    assert.deepEqual([settled.balanceSummary?.balance, settled.balanceSummary?.refunded].map(euros), ['0.00', '18.00'])
    assert.equal(await codeOf(refundPart(order.id, '9999')), 'INVALID_PAYMENT_REFUND_AMOUNT')
    // What was refunded is written down by units of the old order: it is not edited any more.
    assert.deepEqual(await whyNot(app.draftOrders.createDraftOrder({ sourceOrderId: order.id })), ['PARTIALLY_OR_FULLY_REFUNDED'])
  })

  test('keeps to its stock: what is not named does not move, what is short is not sold, what is written off does not come back', async () => {
    const order = await placed()
    const [mugs, bowls] = order.lineItems
    const [mugsBefore, bowlsBefore] = [await inStock(mug), await inStock(bowl)]
    const draftOrderId = (await begun(order.id)).id
    const change = (newQuantity: number) =>
      app.draftOrders.updateLineItems({ draftOrderId, lineItemChanges: [{ lineItemId: bowls!.id, newQuantity }] })
    await change(5000)
    const settings = { updateInventory: [{ lineItemId: bowls!.id }], addActivitiesToOrder: false }
    assert.deepEqual(await whyNot(app.draftOrders.commitDraftOrder({ draftOrderId, commitSettings: settings })), ['OUT_OF_STOCK'])
    assert.deepEqual(await orderOf(order.id), order)
    assert.equal(await inStock(bowl), bowlsBefore)
    await change(1)
    const { orderAfterCommit } = await app.draftOrders.commitDraftOrder({ draftOrderId, commitSettings: { addActivitiesToOrder: false } })
    assert.ok(orderAfterCommit.activities.every(({ draftOrderChangesApplied }) => !draftOrderChangesApplied))
    assert.equal(await inStock(bowl), bowlsBefore)
    await app.orders.cancelOrder({ id: order.id, restockAllItems: true })
    assert.deepEqual([await inStock(mug), await inStock(bowl)], [mugsBefore + mugs!.quantity, bowlsBefore + 1])
  })

  test('what has been handed over stays; what is handed over with the rest gone is all of it', async () => {
    const order = await placed()
    const [mugs, bowls] = order.lineItems
    const fulfillment = { lineItems: [{ id: mugs!.id, quantity: 3 }] }
    await app.orderFulfillments.createFulfillment({ orderId: order.id, fulfillment })
    const draftOrderId = (await begun(order.id)).id
    const change = (lineItemId: string, newQuantity: number) =>
      app.draftOrders.updateLineItems({ draftOrderId, lineItemChanges: [{ lineItemId, newQuantity }] })
    assert.equal(await codeOf(change(mugs!.id, 2)), 'INVALID_ARGUMENT')
    assert.equal(
      await codeOf(app.draftOrders.setBusinessLocation({ draftOrderId, businessLocation: { id: crypto.randomUUID() } })),
      'BUSINESS_LOCATION_CANNOT_BE_EDITED',
    )
    await change(bowls!.id, 0)
    const { orderAfterCommit } = await app.draftOrders.commitDraftOrder({ draftOrderId })
    assert.equal(orderAfterCommit.fulfillmentStatus, 'FULFILLED')
    assert.ok(orderAfterCommit.activities.some(({ type }) => type === 'ORDER_FULFILLED'))
    const next = (await begun(order.id)).id
    await app.draftOrders.addLineItemsToDraftOrder({
      draftOrderId: next,
      catalogLineItems: [{ catalogReference: bowl.reference(), quantity: 1 }],
    })
    const { orderAfterCommit: more } = await app.draftOrders.commitDraftOrder({ draftOrderId: next })
    assert.equal(more.fulfillmentStatus, 'PARTIALLY_FULFILLED')
    assert.equal(more.lineItems.at(-1)?.catalogReference?.catalogItemId, bowl.id)
  })

  test('looks at the order again when it is committed', async () => {
    const order = await placed()
    const [mugs, bowls] = order.lineItems
    const draftOrderId = (await begun(order.id)).id
    await app.draftOrders.updateLineItems({ draftOrderId, lineItemChanges: [{ lineItemId: mugs!.id, newQuantity: 1 }] })
    await app.orderFulfillments.createFulfillment({ orderId: order.id, fulfillment: { lineItems: [{ id: mugs!.id, quantity: 2 }] } })
    assert.deepEqual(await whyNot(app.draftOrders.commitDraftOrder({ draftOrderId })), ['FULFILLED_QUANTITY_EXCEEDED'])
    await app.draftOrders.updateLineItems({
      draftOrderId,
      lineItemChanges: [
        { lineItemId: mugs!.id, newQuantity: 2 },
        { lineItemId: bowls!.id, newQuantity: 0 },
      ],
    })
    // An address that was mended meanwhile stays mended.
    const recipientInfo = { ...berlin, contactDetails: { firstName: 'Grace', lastName: 'Hopper' } }
    await app.orders.updateOrder({ order: { id: order.id, recipientInfo } })
    const { orderAfterCommit } = await app.draftOrders.commitDraftOrder({ draftOrderId })
    assert.equal(orderAfterCommit.recipientInfo?.contactDetails?.firstName, 'Grace')
    const other = await placed()
    const draft = (await begun(other.id)).id
    await app.orders.cancelOrder({ id: other.id })
    assert.deepEqual(await whyNot(app.draftOrders.commitDraftOrder({ draftOrderId: draft })), ['ORDER_STATUS_IS_NOT_SUPPORTED'])
    const third = await placed()
    const empty = (await begun(third.id)).id
    const lineItemChanges = third.lineItems.map(({ id }) => ({ lineItemId: id, newQuantity: 0 }))
    await app.draftOrders.updateLineItems({ draftOrderId: empty, lineItemChanges })
    assert.deepEqual(await whyNot(app.draftOrders.commitDraftOrder({ draftOrderId: empty })), ['NO_LINE_ITEMS'])
    assert.deepEqual(await whyNot(app.draftOrders.createOrderFromDraft({ draftOrderId: empty })), ['DRAFT_IS_OF_AN_ORDER'])
  })

  test('is begun once: its own comes back, another is refused, and a day later it is over', async () => {
    const order = await placed()
    const first = await begun(order.id)
    const again = await app.draftOrders.createDraftOrder({ orderId: order.id })
    assert.equal(again.preexistingDraftOrder, true)
    assert.equal(again.calculatedDraftOrder.draftOrder.id, first.id)
    const otherKey = 'vitrine-test-key-of-another-app'
    await registerApiKey(shop.platform.database, shop.site, 'Another app', otherKey, shop.clock.now())
    const other = createClient({ baseUrl: shop.url, auth: apiKey(otherKey), modules: backOffice })
    assert.equal(await codeOf(other.draftOrders.createDraftOrder({ sourceOrderId: order.id })), 'ORDER_IS_ALREADY_EDITED')
    shop.clock.advance(25 * 3600_000)
    for (const call of [
      () => app.draftOrders.getDraftOrder({ draftOrderId: first.id }),
      () => app.draftOrders.commitDraftOrder({ draftOrderId: first.id }),
      () => app.draftOrders.deleteDraftOrder({ draftOrderId: first.id }),
      () => app.draftOrders.createOrderFromDraft({ draftOrderId: first.id }),
    ])
      assert.equal(await codeOf(call()), 'DRAFT_ORDER_DOES_NOT_EXIST')
    const { calculatedDraftOrder } = await other.draftOrders.createDraftOrder({ sourceOrderId: order.id })
    assert.notEqual(calculatedDraftOrder.draftOrder.id, first.id)
    await other.draftOrders.deleteDraftOrder({ draftOrderId: calculatedDraftOrder.draftOrder.id! })
    assert.equal((await begun(order.id)).status, 'DRAFT')
    shop.clock.advance(25 * 3600_000)
    await shop.platform.everyMinute()
    const [{ count }] = (await shop.platform.database.query<{ count: number }>(
      sql`select count(*)::int from draft_order where site = ${shop.site} and order_id = ${order.id} and status = 'DRAFT'`,
    )) as [{ count: number }]
    assert.equal(count, 0)
  })
})
