import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sql } from '@vitrine/platform/kernel/db/sql'
import { berlin } from '../src/buyer.ts'
import { startDraftingShop, whyNot } from '../src/drafting-shop.ts'
import { codeOf } from '../src/refused.ts'

const { shop, app, placed, begun } = await startDraftingShop()

describe('what becomes of drafts', () => {
  test('they are found by status, order and date, page by page', async () => {
    const order = await placed()
    const draft = await begun(order.id)
    const all = await app.draftOrders.queryDraftOrders({ query: { filter: { orderId: order.id } } })
    assert.deepEqual(all.draftOrders, [draft])
    for (const original of ['A jar', 'A lid', 'A bottle']) {
      const customLineItems = [{ productName: { original }, price: { amount: '1.00' } }]
      const { draftOrder } = (await app.draftOrders.createDraftOrder({ draftOrder: { customLineItems } })).calculatedDraftOrder
      await app.draftOrders.createOrderFromDraft({ draftOrderId: draftOrder.id! })
    }
    const first = await app.draftOrders.queryDraftOrders({
      query: { filter: { status: 'COMMITTED' }, sort: [{ fieldName: 'createdDate', order: 'ASC' }], cursorPaging: { limit: 2 } },
    })
    assert.equal(first.draftOrders.length, 2)
    assert.ok(first.draftOrders.every(({ status }) => status === 'COMMITTED'))
    const cursor = first.pagingMetadata.cursors.next!
    const second = await app.draftOrders.queryDraftOrders({ query: { cursorPaging: { cursor, limit: 2 } } })
    assert.equal(second.draftOrders.length, 1)
    assert.ok(second.draftOrders.every(({ id }) => !first.draftOrders.some((one) => one.id === id)))
    assert.equal(await codeOf(app.draftOrders.queryDraftOrders({ query: { filter: { colour: 'red' } } })), 'INVALID_ARGUMENT')
  })

  test('nothing of a draft that is not there, or has become an order, can be changed', async () => {
    const line = { productName: { original: 'A jar' }, price: { amount: '1.00' } }
    const done = (await app.draftOrders.createDraftOrder({ draftOrder: { customLineItems: [line] } })).calculatedDraftOrder.draftOrder.id!
    await app.draftOrders.createOrderFromDraft({ draftOrderId: done })
    const id = crypto.randomUUID()
    for (const [draftOrderId, code] of [
      [done, 'DRAFT_ORDER_ALREADY_COMMITTED'],
      [id, 'DRAFT_ORDER_DOES_NOT_EXIST'],
    ] as const) {
      const calls = [
        () => app.draftOrders.addLineItemsToDraftOrder({ draftOrderId, customLineItems: [line] }),
        () => app.draftOrders.updateLineItems({ draftOrderId, lineItemChanges: [{ lineItemId: id, newQuantity: 1 }] }),
        () => app.draftOrders.createCustomDiscounts({ draftOrderId, discounts: [{ percentage: '1', discountType: 'GLOBAL' }] }),
        () => app.draftOrders.setDiscounts({ draftOrderId, discounts: [{ id, applied: true }] }),
        () => app.draftOrders.deleteCustomDiscounts({ draftOrderId, discountIds: [id] }),
        () =>
          app.draftOrders.createCustomAdditionalFees({
            draftOrderId,
            customAdditionalFees: [{ name: 'A fee', price: { amount: '1.00' } }],
          }),
        () => app.draftOrders.setAdditionalFees({ draftOrderId, additionalFees: [{ id, applied: true }] }),
        () => app.draftOrders.deleteCustomAdditionalFees({ draftOrderId, customAdditionalFees: [id] }),
        () => app.draftOrders.setBuyerInfo({ draftOrderId, buyerInfo: {} }),
        () => app.draftOrders.setRecipientInfo({ draftOrderId, recipientInfo: berlin }),
        () => app.draftOrders.setBillingInfo({ draftOrderId, billingInfo: berlin }),
        () => app.draftOrders.setShippingInfo({ draftOrderId, shippingInfo: null }),
        () => app.draftOrders.setBusinessLocation({ draftOrderId, businessLocation: { id } }),
        () => app.draftOrders.setTaxExemption({ draftOrderId, taxExempt: true }),
        () => app.draftOrders.setDeposit({ draftOrderId, depositDetails: { percentage: '10' } }),
        () => app.draftOrders.updateExtendedFields({ id: draftOrderId, namespace: 'a', namespaceData: {} }),
        () => app.draftOrders.commitDraftOrder({ draftOrderId }),
        () => app.draftOrders.createOrderFromDraft({ draftOrderId }),
      ]
      for (const call of calls) assert.equal(await codeOf(call()), code)
    }
    assert.equal(await codeOf(app.draftOrders.deleteDraftOrder({ draftOrderId: done })), 'DRAFT_ORDER_CANNOT_BE_DELETED')
    const two = app.draftOrders.createDraftOrder({ sourceOrderId: id, draftOrder: { customLineItems: [line] } })
    assert.equal(await codeOf(two), 'INVALID_ARGUMENT')
  })

  test('draftability says why an order cannot be edited', async () => {
    const status = (orderId: string) => app.draftOrders.getOrderDraftabilityStatus({ orderId })
    const made = async (more: object = {}) => {
      const lineItems = [
        { productName: { original: 'A jar' }, quantity: 3, price: { amount: '10' }, itemType: { preset: 'PHYSICAL' as const } },
      ]
      const order = { channelInfo: { type: 'POS' as const }, lineItems, priceSummary: {}, ...more }
      return (await app.orders.createOrder({ order })).order.id!
    }
    const plain = await made({ appliedDiscounts: [{ merchantDiscount: { amount: { amount: '3.01' } } }] })
    assert.deepEqual(await status(plain), { orderId: plain, orderDraftable: true, nonDraftableReasons: [] })
    const reasonsOf = async (orderId: string) => (await status(orderId)).nonDraftableReasons
    assert.deepEqual(await reasonsOf(crypto.randomUUID()), ['ORDER_NOT_FOUND'])
    assert.deepEqual(await reasonsOf(await made({ status: 'PENDING' })), ['ORDER_STATUS_IS_NOT_SUPPORTED'])
    assert.deepEqual(await reasonsOf(await made({ channelInfo: { type: 'EBAY' } })), ['UNSUPPORTED_CHANNEL_TYPE'])
    assert.deepEqual(await reasonsOf(await made({ weightUnit: 'LB' })), ['ORDER_AND_SITE_WEIGHT_UNITS_ARE_INCONSISTENT'])
    // A tax of unknown origin.
    assert.deepEqual(await reasonsOf(await made({ taxInfo: { totalTax: { amount: '2.00' } } })), ['AMOUNTS_DO_NOT_ADD_UP'])
    const card = { productName: { original: 'Gift card' }, quantity: 1, price: { amount: '10' }, itemType: { preset: 'GIFT_CARD' } }
    assert.deepEqual(await reasonsOf(await made({ lineItems: [card] })), ['UNSUPPORTED_CATALOG_ITEM'])
    const paid = await made({ paymentStatus: 'PAID' })
    const { orderTransactions } = await app.orderTransactions.listTransactionsForSingleOrder({ orderId: paid })
    const payments = [{ paymentId: orderTransactions.payments[0]!.id!, amount: { amount: '1.00' }, externalRefund: true }]
    await app.orders.triggerRefund({ ecomOrderId: paid, payments })
    assert.deepEqual(await reasonsOf(paid), ['PARTIALLY_OR_FULLY_REFUNDED'])
    assert.deepEqual(await whyNot(app.draftOrders.createDraftOrder({ sourceOrderId: paid })), ['PARTIALLY_OR_FULLY_REFUNDED'])

    const draft = await app.draftOrders.createDraftOrder({
      draftOrder: { customLineItems: [{ productName: { original: 'A jar' }, price: { amount: '1.00' } }] },
    })
    const { createdOrder } = await app.draftOrders.createOrderFromDraft({
      draftOrderId: draft.calculatedDraftOrder.draftOrder.id!,
      createSettings: { editableByOwnerApps: { appIds: [crypto.randomUUID()] } },
    })
    assert.deepEqual(await reasonsOf(createdOrder.id!), ['EDITING_IS_NOT_ALLOWED_FOR_APP'])

    await shop.platform.database.query(
      sql`update orders set document = jsonb_set(document, '{balanceSummary,chargeback}', '{"amount":"1.00","formattedAmount":"€1.00"}') where site = ${shop.site} and id = ${plain}`,
    )
    assert.deepEqual(await reasonsOf(plain), ['ORDER_HAS_CHARGEBACKS'])
    await shop.platform.database.query(
      sql`update orders set currency = 'CHF', document = document #- '{balanceSummary,chargeback}' where site = ${shop.site} and id = ${plain}`,
    )
    assert.deepEqual(await reasonsOf(plain), ['ORDER_AND_SITE_CURRENCIES_ARE_INCONSISTENT'])
  })
})
