import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { apiKey, attempt, createClient } from '@vitrine/client'
import * as backOffice from '@vitrine/client/back-office'
import type { Order } from '@vitrine/contract'
import { sql } from '@vitrine/platform/kernel/db/sql'
import { registerApiKey } from '@vitrine/platform/people/identity/store'
import { berlin, card, newBuyer, toCheckout } from '../src/buyer.ts'
import { startTestPlatform, type TestPlatform } from '../src/platform.ts'
import { addProduct, type TestProduct } from '../src/products.ts'

let shop: TestPlatform
let mug: TestProduct
let bowl: TestProduct
let app: ReturnType<typeof newApp>
const storesApp = '215238eb-22a5-4c36-9e7b-e7c08025e04e'
const otherKey = 'vitrine-test-key-of-another-app'
const newApp = () => {
  const connection = { baseUrl: shop.url, auth: apiKey(shop.apiKey) }
  const { draftOrders } = createClient({ ...connection, modules: backOffice })
  return { ...createClient(connection), draftOrders }
}

before(async () => {
  shop = await startTestPlatform()
  const { platform, site, clock } = shop
  mug = await addProduct(platform, { site, name: 'Morning Mug', price: 2600, stock: 200 }, clock.now())
  bowl = await addProduct(platform, { site, name: 'Evening Bowl', price: 1999, stock: 50 }, clock.now())
  await registerApiKey(platform.database, site, 'Another app', otherKey, clock.now())
  app = newApp()
})
after(async () => {
  await shop[Symbol.asyncDispose]()
  assert.deepEqual(shop.faults, [])
})

/** An order of three mugs and two bowls, paid with a card. */
async function placed(): Promise<Order & { readonly id: string }> {
  const buyer = newBuyer(shop)
  const id = await toCheckout(buyer, [
    { product: mug, quantity: 3 },
    { product: bowl, quantity: 2 },
  ])
  const { orderId } = await buyer.payments.placeOrder({ id, paymentToken: await card(buyer), returnUrl: shop.url })
  return { ...(await app.orders.getOrder({ id: orderId })).order, id: orderId }
}

const office = () => createClient({ baseUrl: shop.url, auth: apiKey(shop.apiKey), modules: backOffice })
const database = (strings: TemplateStringsArray, ...values: unknown[]) =>
  shop.platform.database.query(sql(strings, ...(values as string[])))
const codeOf = async (call: Promise<unknown>) => (await attempt(call))[0]?.code ?? 'done'
const whyNot = async (call: Promise<unknown>) => {
  const [refused] = await attempt(call)
  const data = refused?.data as { violations?: { reason: string }[]; nonDraftableReasons?: string[] } | undefined
  return data?.violations?.map(({ reason }) => reason) ?? data?.nonDraftableReasons ?? [refused?.code]
}
const begun = async (sourceOrderId: string) =>
  (await app.draftOrders.createDraftOrder({ sourceOrderId })).calculatedDraftOrder.draftOrder as Draft
type NewLines = Pick<
  NonNullable<NonNullable<Parameters<typeof app.draftOrders.createDraftOrder>[0]>['draftOrder']>,
  'catalogLineItems' | 'customLineItems'
>
type Calculated = Awaited<ReturnType<typeof app.draftOrders.getDraftOrder>>['calculatedDraftOrder']
type Draft = Calculated['draftOrder'] & { readonly id: string }
const orderOf = async (id: string) => (await app.orders.getOrder({ id })).order
const inStock = async ({ id }: TestProduct) => {
  const [row] = await shop.platform.database.query<{ quantity: number; moved: number }>(sql`
    select quantity, (select coalesce(sum(m.quantity), 0)::bigint from stock_movement m where m.site = s.site and m.product_id = s.product_id) as moved
    from stock s where site = ${shop.site} and product_id = ${id}`)
  return row!.quantity
}
/** Those after the confirmation. */
async function emailsAbout(number: string) {
  await shop.platform.jobs.settle()
  return shop.platform.database.query<{ readonly subject: string; readonly text: string }>(
    sql`select subject, body as text from inbox_mail where site = ${shop.site} and subject like ${`%${number}%`} and subject not like 'Thank you%' order by id`,
  )
}
const euros = (price: { readonly amount: string } | undefined) => price?.amount
const refundPart = async (orderId: string, value: string) => {
  const { orderTransactions } = await app.orderTransactions.listTransactionsForSingleOrder({ orderId })
  const { orderBilling } = createClient({ baseUrl: shop.url, auth: apiKey(shop.apiKey), modules: backOffice })
  const paymentRefunds = [{ paymentId: orderTransactions.payments[0]!.id!, amount: { amount: value } }]
  return orderBilling.refundPayments({ orderId, paymentRefunds })
}

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

  test('commits more, less and other goods at once: totals, shelf, balance, story and one email', async () => {
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
    // What was refunded is written down by pieces of the old order: it is not edited any more.
    assert.deepEqual(await whyNot(app.draftOrders.createDraftOrder({ sourceOrderId: order.id })), ['PARTIALLY_OR_FULLY_REFUNDED'])
  })

  test('keeps to its shelf: what is not named does not move, what is short is not sold, what is written off does not come back', async () => {
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

describe('discounts, fees and taxes of a draft', () => {
  test('discounts are written unapplied, switched on and off, and thrown away; those of the order are only switched', async () => {
    const order = await placed()
    const draftOrderId = (await begun(order.id)).id
    const [mugs] = order.lineItems
    const created = await app.draftOrders.createCustomDiscounts({
      draftOrderId,
      discounts: [
        { percentage: '10', discountType: 'GLOBAL', description: 'For waiting' },
        { priceAmount: { amount: '4.00' }, discountType: 'SPECIFIC_ITEMS', lineItemDiscounts: [{ id: mugs!.id }] },
      ],
    })
    const { discounts, priceSummary } = created.calculatedDraftOrder.draftOrder
    assert.deepEqual(
      discounts.map(({ source, applied, discount }) => [source, applied, discount.merchantDiscount?.amount?.amount]),
      // What the second would take, were both on.
      [
        ['CUSTOM', false, '11.80'],
        ['CUSTOM', false, '4.00'],
      ],
    )
    assert.equal(euros(priceSummary?.total), '117.98')
    const [tenth, four] = discounts.map(({ discount }) => discount.id!)
    const on = await app.draftOrders.setDiscounts({ draftOrderId, discounts: [{ id: tenth!, applied: true }] })
    assert.equal(euros(on.calculatedDraftOrder.draftOrder.priceSummary?.total), '106.18')
    assert.equal(on.calculatedDraftOrder.reasons.find(({ step }) => step === 'DISCOUNT')?.name, 'For waiting')
    const both = await app.draftOrders.setDiscounts({ draftOrderId, discounts: [{ id: four!, applied: true }] })
    assert.equal(euros(both.calculatedDraftOrder.draftOrder.priceSummary?.total), '102.18')
    const one = await app.draftOrders.deleteCustomDiscounts({ draftOrderId, discountIds: [tenth!] })
    assert.equal(euros(one.calculatedDraftOrder.draftOrder.priceSummary?.total), '113.98')
    const { orderAfterCommit } = await app.draftOrders.commitDraftOrder({ draftOrderId })
    assert.deepEqual(
      orderAfterCommit.appliedDiscounts.map(({ discountType, merchantDiscount, lineItemDiscounts }) => [
        discountType,
        merchantDiscount?.amount?.amount,
        lineItemDiscounts?.map(({ id }) => id),
      ]),
      [['SPECIFIC_ITEMS', '4.00', [mugs!.id]]],
    )
    const next = await begun(order.id)
    assert.deepEqual(
      next.discounts.map(({ source, applied }) => [source, applied]),
      [['ORIGINAL_ORDER', true]],
    )
    const discountId = next.discounts[0]!.discount.id!
    const remove = (id: string) => app.draftOrders.deleteCustomDiscounts({ draftOrderId: next.id, discountIds: [id] })
    assert.equal(await codeOf(remove(discountId)), 'DISCOUNT_REMOVE_NOT_SUPPORTED')
    assert.equal(await codeOf(remove(crypto.randomUUID())), 'DISCOUNT_NOT_FOUND')
    const off = await app.draftOrders.setDiscounts({ draftOrderId: next.id, discounts: [{ id: discountId, applied: false }] })
    assert.equal(euros(off.calculatedDraftOrder.draftOrder.priceSummary?.total), '117.98')
    await app.draftOrders.commitDraftOrder({ draftOrderId: next.id })
  })

  test('a coupon of the order goes on taking its share, and an amount that it took stays the same', async () => {
    const { coupons } = office()
    await coupons.createCoupon({ specification: { name: 'A tenth off', code: 'DRAFTTENTH', percentOffRate: 10 } })
    const buyer = newBuyer(shop)
    const id = await toCheckout(buyer, [{ product: mug, quantity: 3 }])
    await buyer.checkout.updateCheckout({ checkout: { id }, couponCode: 'DRAFTTENTH' })
    const { orderId } = await buyer.payments.placeOrder({ id, paymentToken: await card(buyer), returnUrl: shop.url })
    const order = await orderOf(orderId)
    const draft = await begun(orderId)
    assert.deepEqual(draft.priceSummary, order.priceSummary)
    assert.deepEqual(
      draft.discounts.map(({ source, discount }) => [source, discount.coupon?.code]),
      [['ORIGINAL_ORDER', 'DRAFTTENTH']],
    )
    const { calculatedDraftOrder } = await app.draftOrders.updateLineItems({
      draftOrderId: draft.id,
      lineItemChanges: [{ lineItemId: order.lineItems[0]!.id, newQuantity: 2 }],
    })
    assert.equal(euros(calculatedDraftOrder.draftOrder.priceSummary?.discount), '5.20')
    const off = await app.draftOrders.setDiscounts({
      draftOrderId: draft.id,
      discounts: [{ id: draft.discounts[0]!.discount.id!, applied: false }],
    })
    assert.equal(euros(off.calculatedDraftOrder.draftOrder.priceSummary?.discount), '0.00')
    const { orderAfterCommit } = await app.draftOrders.commitDraftOrder({ draftOrderId: draft.id })
    assert.deepEqual(orderAfterCommit.appliedDiscounts, [])
    assert.ok(
      orderAfterCommit.activities
        .find(({ draftOrderChangesApplied }) => draftOrderChangesApplied)
        ?.draftOrderChangesApplied?.changes?.some(({ discountRemoved }) => discountRemoved?.name?.original === 'A tenth off'),
    )
  })

  test('what became too much because a price went down stands in the way of no other discount', async () => {
    const order = await placed()
    const draftOrderId = (await begun(order.id)).id
    const lineItemId = order.lineItems[0]!.id
    const create = (discount: Parameters<typeof app.draftOrders.createCustomDiscounts>[0]['discounts'][number]) =>
      app.draftOrders.createCustomDiscounts({ draftOrderId, discounts: [{ ...discount, applyToDraftOrder: true }] })
    const lineItemDiscounts = [{ id: lineItemId }]
    const euro = { priceAmount: { amount: '1.00' }, discountType: 'SPECIFIC_ITEMS' as const, lineItemDiscounts }
    await create(euro)
    await app.draftOrders.updateLineItems({ draftOrderId, lineItemChanges: [{ lineItemId, newPrice: '0.00' }] })
    const { discounts } = (await create({ percentage: '10', discountType: 'GLOBAL' })).calculatedDraftOrder.draftOrder
    const [first, tenth] = discounts.slice(-2).map(({ discount }) => discount.id!)
    await app.draftOrders.setDiscounts({ draftOrderId, discounts: [{ id: tenth!, applied: false }] })
    assert.equal(await codeOf(create(euro)), 'DISCOUNTS_AMOUNT_EXCEED_ITEM_TOTALS')
    const set = (applied: boolean) => app.draftOrders.setDiscounts({ draftOrderId, discounts: [{ id: first!, applied }] })
    await set(false)
    assert.equal(await codeOf(set(true)), 'DISCOUNTS_AMOUNT_EXCEED_ITEM_TOTALS')
  })

  test('more than there is cannot be taken off', async () => {
    const order = await placed()
    const draftOrderId = (await begun(order.id)).id
    const lineItemDiscounts = [{ id: order.lineItems[0]!.id }]
    const create = (discount: Parameters<typeof app.draftOrders.createCustomDiscounts>[0]['discounts'][number]) =>
      app.draftOrders.createCustomDiscounts({ draftOrderId, discounts: [discount] })
    const priceAmount = { amount: '500.00' }
    const cases = [
      [{ priceAmount, discountType: 'GLOBAL' }, 'DISCOUNTS_AMOUNT_EXCEED_ORDER_TOTALS'],
      [{ priceAmount, discountType: 'SPECIFIC_ITEMS', lineItemDiscounts }, 'DISCOUNTS_AMOUNT_EXCEED_ITEM_TOTALS'],
      [{ priceAmount, discountType: 'SHIPPING' }, 'DISCOUNTS_AMOUNT_EXCEED_SHIPPING_TOTAL'],
    ] as const
    for (const [discount, code] of cases) {
      assert.equal(
        await codeOf(
          create({
            ...discount,
            lineItemDiscounts: [...('lineItemDiscounts' in discount ? discount.lineItemDiscounts : [])],
            applyToDraftOrder: true,
          }),
        ),
        code,
      )
      const fresh = await create({
        ...discount,
        lineItemDiscounts: [...('lineItemDiscounts' in discount ? discount.lineItemDiscounts : [])],
      })
      const { id } = fresh.calculatedDraftOrder.draftOrder.discounts.at(-1)!.discount
      assert.equal(await codeOf(app.draftOrders.setDiscounts({ draftOrderId, discounts: [{ id: id!, applied: true }] })), code)
    }
    const missing = crypto.randomUUID()
    assert.equal(
      await codeOf(create({ percentage: '5', discountType: 'SPECIFIC_ITEMS', lineItemDiscounts: [{ id: missing }] })),
      'LINE_ITEM_NOT_FOUND',
    )
    assert.equal(await codeOf(create({ discountType: 'GLOBAL' })), 'INVALID_ARGUMENT')
    assert.equal(
      await codeOf(app.draftOrders.setDiscounts({ draftOrderId, discounts: [{ id: missing, applied: true }] })),
      'DISCOUNT_NOT_FOUND',
    )
  })

  test('fees are written, switched and thrown away, with their tax', async () => {
    const order = await placed()
    const draftOrderId = (await begun(order.id)).id
    const created = await app.draftOrders.createCustomAdditionalFees({
      draftOrderId,
      customAdditionalFees: [
        { name: 'Gift wrapping', price: { amount: '11.90' }, applyToDraftOrder: true },
        { name: 'Deposit on a crate', price: { amount: '5.00' }, taxDetails: { taxable: false } },
      ],
    })
    const { additionalFees, priceSummary } = created.calculatedDraftOrder.draftOrder
    assert.deepEqual(
      additionalFees.map(({ additionalFee, applied }) => [additionalFee.name, additionalFee.taxInfo?.taxAmount?.amount, applied]),
      [
        ['Gift wrapping', '1.90', true],
        ['Deposit on a crate', '0.00', false],
      ],
    )
    assert.equal(euros(priceSummary?.total), '129.88')
    const [wrapping, crate] = additionalFees.map(({ additionalFee }) => additionalFee.id)
    await app.draftOrders.setAdditionalFees({ draftOrderId, additionalFees: [{ id: crate!, applied: true }] })
    await app.draftOrders.deleteCustomAdditionalFees({ draftOrderId, customAdditionalFees: [wrapping!] })
    const { orderAfterCommit } = await app.draftOrders.commitDraftOrder({ draftOrderId })
    assert.deepEqual(
      orderAfterCommit.additionalFees.map(({ name, price }) => [name, price?.amount]),
      [['Deposit on a crate', '5.00']],
    )
    const next = (await begun(order.id)).id
    const missing = crypto.randomUUID()
    const remove = (id: string) => app.draftOrders.deleteCustomAdditionalFees({ draftOrderId: next, customAdditionalFees: [id] })
    assert.equal(await codeOf(remove(crate!)), 'ADDITIONAL_FEE_REMOVE_NOT_SUPPORTED')
    assert.equal(await codeOf(remove(missing)), 'ADDITIONAL_FEE_NOT_FOUND')
    const switchOn = (id: string) => app.draftOrders.setAdditionalFees({ draftOrderId: next, additionalFees: [{ id, applied: true }] })
    assert.equal(await codeOf(switchOn(missing)), 'ADDITIONAL_FEE_NOT_FOUND')
    const fee = { name: 'For a line', price: { amount: '1.00' }, lineItemIds: [missing] }
    assert.equal(
      await codeOf(app.draftOrders.createCustomAdditionalFees({ draftOrderId: next, customAdditionalFees: [fee] })),
      'LINE_ITEM_NOT_FOUND',
    )
  })

  test('whom and where it is for: what is set is told from what was, another place has other taxes, and the exempt pay none', async () => {
    const order = await placed()
    const draftOrderId = (await begun(order.id)).id
    const buyer = await app.draftOrders.setBuyerInfo({ draftOrderId, buyerInfo: { ...order.buyerInfo, email: 'grace@example.com' } })
    assert.equal(buyer.calculatedDraftOrder.draftOrder.buyerDetails?.changedDetails?.buyerInfoBeforeChange?.email, 'ada@example.com')
    const newYork = { address: { country: 'US', subdivision: 'US-NY', city: 'New York', postalCode: '10001', addressLine: 'Broadway 1' } }
    await app.draftOrders.setRecipientInfo({ draftOrderId, recipientInfo: newYork })
    await app.draftOrders.setBillingInfo({ draftOrderId, billingInfo: null })
    const shippingInfo = { title: 'Air mail', code: 'air', logistics: { shippingDestination: newYork } }
    const sent = await app.draftOrders.setShippingInfo({ draftOrderId, shippingInfo })
    const { draftOrder, shippingOptions } = sent.calculatedDraftOrder
    assert.deepEqual(
      shippingOptions.map(({ code, cost }) => [code, cost.price.amount]),
      [['air', '24.00']],
    )
    assert.equal(draftOrder.shippingInfo?.shippingInfo?.cost?.price?.amount, '24.00')
    assert.equal(draftOrder.shippingInfo?.changedDetails?.shippingInfoBeforeChange?.title, 'Standard')
    assert.equal(draftOrder.billingDetails?.removed, true)
    // 4 % on top of the goods, and none of the delivery.
    assert.deepEqual([draftOrder.priceSummary?.tax, draftOrder.priceSummary?.total].map(euros), ['4.72', '146.70'])
    const exempt = await app.draftOrders.setTaxExemption({ draftOrderId, taxExempt: true })
    assert.deepEqual(
      [exempt.calculatedDraftOrder.draftOrder.priceSummary?.tax, exempt.calculatedDraftOrder.draftOrder.priceSummary?.total].map(euros),
      ['0.00', '141.98'],
    )
    assert.deepEqual(exempt.calculatedDraftOrder.draftOrder.taxInfo?.taxBreakdown, [])
    const location = { id: crypto.randomUUID(), name: 'Leipzig' }
    const placedAt = await app.draftOrders.setBusinessLocation({ draftOrderId, businessLocation: location })
    assert.deepEqual(placedAt.calculatedDraftOrder.draftOrder.businessLocationDetails, { added: true, businessLocation: location })
    const { draftOrder: noted } = await app.draftOrders.updateExtendedFields({
      id: draftOrderId,
      namespace: '@acme/desk',
      namespaceData: { ticket: 'A-1' },
    })
    assert.deepEqual(noted.extendedFields?.namespaces, { '@acme/desk': { ticket: 'A-1' } })
    const { orderAfterCommit } = await app.draftOrders.commitDraftOrder({ draftOrderId })
    assert.equal(orderAfterCommit.buyerInfo?.email, 'grace@example.com')
    assert.equal(orderAfterCommit.billingInfo, undefined)
    assert.deepEqual(orderAfterCommit.businessLocation, location)
    assert.equal(orderAfterCommit.taxInfo?.taxExempt, true)
    for (const type of ['EMAIL_EDITED', 'SHIPPING_ADDRESS_EDITED'])
      assert.ok(
        orderAfterCommit.activities.some((one) => one.type === type),
        type,
      )
    // Without tax it is still the same order when it is edited once more.
    assert.deepEqual((await begun(order.id)).priceSummary, orderAfterCommit.priceSummary)
  })
})

describe('an order from scratch', () => {
  const line = (product: TestProduct, quantity = 1) => ({ catalogReference: product.reference(), quantity })

  test('is written bit by bit, priced as a checkout would, and becomes an order that is paid later', async () => {
    const before = await inStock(mug)
    const empty = (await app.draftOrders.createEmptyDraftOrder({})).calculatedDraftOrder.draftOrder
    assert.deepEqual([empty.lineItems, empty.priceSummary?.total?.amount], [[], '0.00'])
    const draftOrderId = empty.id!
    assert.deepEqual(await whyNot(app.draftOrders.createOrderFromDraft({ draftOrderId })), ['NO_LINE_ITEMS'])
    assert.deepEqual(await whyNot(app.draftOrders.commitDraftOrder({ draftOrderId })), ['NO_SOURCE_ORDER'])
    await app.draftOrders.addLineItemsToDraftOrder({
      draftOrderId,
      catalogLineItems: [{ ...line(mug, 2), price: { amount: '24.00' } }],
      customLineItems: [{ productName: { original: 'Engraving' }, price: { amount: '12.00' }, itemType: { preset: 'SERVICE' } }],
    })
    await app.draftOrders.setBuyerInfo({ draftOrderId, buyerInfo: { email: 'ada@example.com' } })
    const shippingInfo = { title: 'Standard', code: 'standard', logistics: { shippingDestination: berlin } }
    const { calculatedDraftOrder } = await app.draftOrders.setShippingInfo({ draftOrderId, shippingInfo })
    assert.deepEqual(
      [calculatedDraftOrder.draftOrder.priceSummary?.subtotal, calculatedDraftOrder.draftOrder.priceSummary?.total].map(euros),
      ['60.00', '64.90'],
    )
    assert.ok(calculatedDraftOrder.draftOrder.lineItems.every(({ added }) => added))
    const { committedDraftOrder, createdOrder } = await app.draftOrders.createOrderFromDraft({ draftOrderId })
    assert.equal(committedDraftOrder.orderId, createdOrder.id)
    assert.deepEqual(createdOrder.priceSummary, calculatedDraftOrder.draftOrder.priceSummary)
    assert.deepEqual(
      [createdOrder.status, createdOrder.paymentStatus, createdOrder.channelInfo?.type, euros(createdOrder.balanceSummary?.balance)],
      ['APPROVED', 'NOT_PAID', 'BACKOFFICE_MERCHANT', '64.90'],
    )
    assert.equal(await inStock(mug), before - 2)
    await shop.platform.jobs.settle()
    const [{ count }] = (await shop.platform.database.query<{ count: number }>(
      sql`select count(*)::int from inbox_mail where site = ${shop.site} and subject like ${`%${createdOrder.number}%`}`,
    )) as [{ count: number }]
    assert.equal(count, 1)
    const payments = [{ amount: { amount: '64.90' }, regularPaymentDetails: { offlinePayment: true } }]
    await app.orderTransactions.addPayments({ orderId: createdOrder.id!, payments })
    assert.equal((await orderOf(createdOrder.id!)).paymentStatus, 'PAID')
    assert.equal(await codeOf(app.draftOrders.createOrderFromDraft({ draftOrderId })), 'DRAFT_ORDER_ALREADY_COMMITTED')
    assert.equal((await begun(createdOrder.id!)).status, 'DRAFT')
  })

  test('all at once, with rules of the shop on top, which can be switched off', async () => {
    const { discountRules } = office()
    const { discountRule } = await discountRules.createDiscountRule({
      discountRule: {
        name: 'Two of a kind',
        active: true,
        trigger: { triggerType: 'ITEM_QUANTITY_RANGE', itemQuantityRange: { from: 40 } },
        discounts: {
          values: [
            {
              discountType: 'PERCENTAGE',
              targetType: 'SPECIFIC_ITEMS',
              percentage: 50,
              specificItemsInfo: { scopes: [{ id: 'all', type: 'CATALOG_ITEM', catalogItemFilter: { catalogAppId: storesApp } }] },
            },
          ],
        },
      },
    })
    const { calculatedDraftOrder } = await app.draftOrders.createDraftOrder({
      draftOrder: {
        catalogLineItems: [line(mug, 40)],
        discounts: [{ priceAmount: { amount: '20.00' }, discountType: 'GLOBAL', applyToDraftOrder: true }],
        additionalFees: [{ name: 'Express hands', price: { amount: '5.00' }, applyToDraftOrder: true }],
        buyerInfo: { email: 'ada@example.com' },
        recipientInfo: berlin,
        billingInfo: berlin,
        shippingInfo: { title: 'By bike', cost: { price: { amount: '9.00' } } },
        businessLocation: { id: crypto.randomUUID(), name: 'Leipzig' },
        extendedFields: { namespaces: { '@acme/desk': { ticket: 'A-2' } } },
      },
    })
    const draft = calculatedDraftOrder.draftOrder as Draft
    assert.equal(euros(draft.priceSummary?.total), '514.00')
    assert.deepEqual(
      draft.discounts.map(({ source, applied }) => [source, applied]),
      [
        ['AUTOMATIC', true],
        ['CUSTOM', true],
      ],
    )
    const off = await app.draftOrders.setDiscounts({ draftOrderId: draft.id, discounts: [{ id: discountRule.id, applied: false }] })
    assert.equal(euros(off.calculatedDraftOrder.draftOrder.priceSummary?.total), '1034.00')
    assert.deepEqual(off.calculatedDraftOrder.draftOrder.discounts[0]?.applied, false)
    assert.equal(
      await codeOf(app.draftOrders.deleteCustomDiscounts({ draftOrderId: draft.id, discountIds: [discountRule.id] })),
      'DISCOUNT_REMOVE_NOT_SUPPORTED',
    )
    await app.draftOrders.setDiscounts({ draftOrderId: draft.id, discounts: [{ id: discountRule.id, applied: true }] })
    const { createdOrder } = await app.draftOrders.createOrderFromDraft({
      draftOrderId: draft.id,
      channelInfo: { type: 'POS' },
      createSettings: { notifications: { sendNotificationToBuyer: false } },
    })
    assert.deepEqual([euros(createdOrder.priceSummary?.total), createdOrder.channelInfo?.type], ['514.00', 'POS'])
    assert.equal((await discountRules.getDiscountRule({ discountRuleId: discountRule.id })).discountRule.usageCount, 1)
    await discountRules.deleteDiscountRule({ discountRuleId: discountRule.id })
  })

  test('asks for a deposit, and waits until it is paid', async () => {
    const start = async () =>
      (await app.draftOrders.createDraftOrder({ draftOrder: { catalogLineItems: [line(mug, 10)] } })).calculatedDraftOrder.draftOrder.id!
    const draftOrderId = await start()
    const set = (depositDetails: { amount?: { amount: string }; percentage?: string }) =>
      app.draftOrders.setDeposit({ draftOrderId, depositDetails })
    assert.equal(await codeOf(set({ percentage: '0' })), 'INVALID_AMOUNT')
    await set({ amount: { amount: '261.00' } })
    assert.equal(await codeOf(app.draftOrders.createOrderFromDraft({ draftOrderId })), 'DRAFT_ORDER_DEPOSIT_AMOUNT_EXCEEDS_ORDER_TOTAL')
    const { calculatedDraftOrder } = await set({ percentage: '30' })
    assert.equal(euros(calculatedDraftOrder.draftOrder.depositDetails?.priceSummary.total), '78.00')
    const { createdOrder } = await app.draftOrders.createOrderFromDraft({ draftOrderId })
    assert.equal(createdOrder.status, 'PENDING')
    const payments = [{ amount: { amount: '78.00' }, regularPaymentDetails: { offlinePayment: true } }]
    await app.orderTransactions.addPayments({ orderId: createdOrder.id!, payments })
    const paid = await orderOf(createdOrder.id!)
    assert.deepEqual([paid.status, paid.paymentStatus, euros(paid.balanceSummary?.balance)], ['APPROVED', 'PARTIALLY_PAID', '182.00'])
    const edit = (await begun(createdOrder.id!)).id
    const set30 = app.draftOrders.setDeposit({ draftOrderId: edit, depositDetails: { percentage: '30' } })
    assert.equal(await codeOf(set30), 'SET_DEPOSIT_NOT_ALLOWED_IN_EDIT_MODE')
  })

  test('sells no more than there is, neither twice the same, nor what is sold at the checkout alone', async () => {
    const { platform, site, clock } = shop
    const giftCard = await addProduct(platform, { site, name: 'Gift card', price: 5000, itemType: 'GIFT_CARD' }, clock.now())
    const rare = await addProduct(platform, { site, name: 'Rare Jar', price: 900, stock: 3 }, clock.now())
    const draftOrderId = (await app.draftOrders.createEmptyDraftOrder({})).calculatedDraftOrder.draftOrder.id!
    const add = (lines: NewLines) => [
      () =>
        app.draftOrders.addLineItemsToDraftOrder({
          draftOrderId,
          catalogLineItems: lines.catalogLineItems,
          customLineItems: lines.customLineItems,
        }),
      () => app.draftOrders.createDraftOrder({ draftOrder: lines }),
    ]
    const id = crypto.randomUUID()
    const custom = { id, productName: { original: 'A jar' }, price: { amount: '1.00' } }
    const nowhere = { catalogReference: { catalogItemId: crypto.randomUUID(), appId: storesApp } }
    const many = Array.from({ length: 300 }, () => ({ productName: { original: 'A jar' }, price: { amount: '1.00' } }))
    const cases: [NewLines, string][] = [
      [{ catalogLineItems: [nowhere] }, 'CATALOG_ITEM_NOT_FOUND'],
      [{ catalogLineItems: [line(rare, 4)] }, 'CATALOG_ITEM_NOT_AVAILABLE'],
      [{ catalogLineItems: [line(giftCard)] }, 'GIFT_CARD_ITEM_UNSUPPORTED'],
      [{ catalogLineItems: [line(rare), line(rare)] }, 'MULTIPLE_ADDS_FOR_SAME_LINE_ITEM'],
      [{ customLineItems: [custom, custom] }, 'DUPLICATED_LINE_ITEM_IDS'],
      [{ customLineItems: many, catalogLineItems: [line(rare)] }, 'MAX_ITEMS_REACHED'],
    ]
    for (const [lines, code] of cases) for (const call of add(lines)) assert.equal(await codeOf(call()), code)
    await app.draftOrders.addLineItemsToDraftOrder({ draftOrderId, catalogLineItems: [line(rare, 3)], customLineItems: [custom] })
    assert.equal(await codeOf(add({ catalogLineItems: [line(rare)] })[0]!()), 'CATALOG_ITEM_ALREADY_EXIST')
    const change = (change: object) => app.draftOrders.updateLineItems({ draftOrderId, lineItemChanges: [{ lineItemId: id, ...change }] })
    assert.equal(await codeOf(change({})), 'EMPTY_CHANGE_REQUEST')
    assert.equal(await codeOf(change({ newQuantity: 0, newPrice: '2.00' })), 'UPDATING_PRICE_OF_REMOVED_ITEM_IS_FORBIDDEN')
    assert.equal(await codeOf(change({ lineItemId: crypto.randomUUID(), newQuantity: 1 })), 'LINE_ITEM_DOES_NOT_EXIST')
    const twice = [
      { lineItemId: id, newQuantity: 1 },
      { lineItemId: id, newQuantity: 2 },
    ]
    assert.equal(
      await codeOf(app.draftOrders.updateLineItems({ draftOrderId, lineItemChanges: twice })),
      'MULTIPLE_CHANGES_FOR_SAME_LINE_ITEM',
    )
    // Somebody else was faster.
    const other = await app.draftOrders.createDraftOrder({ draftOrder: { catalogLineItems: [line(rare)] } })
    await app.draftOrders.createOrderFromDraft({ draftOrderId: other.calculatedDraftOrder.draftOrder.id! })
    assert.deepEqual(await whyNot(app.draftOrders.createOrderFromDraft({ draftOrderId })), ['OUT_OF_STOCK'])
    assert.equal(await inStock(rare), 2)
  })

  test('neither sells subscriptions nor edits their orders', async () => {
    const { platform, site, clock } = shop
    const settings = { frequency: 'MONTH' as const, interval: 1, autoRenewal: true, enableCustomerCancellation: true }
    const subscriptionOptionId = crypto.randomUUID()
    const plans = [{ id: subscriptionOptionId, title: 'Every month', settings }]
    const coffee = await addProduct(platform, { site, name: 'Coffee', price: 1000, plans }, clock.now())
    const catalogReference = { ...coffee.reference(), options: { subscriptionOptionId } }
    const lines = { catalogLineItems: [{ catalogReference }] }
    assert.equal(await codeOf(app.draftOrders.createDraftOrder({ draftOrder: lines })), 'SUBSCRIPTION_ITEM_UNSUPPORTED')
    const draftOrderId = (await app.draftOrders.createEmptyDraftOrder({})).calculatedDraftOrder.draftOrder.id!
    assert.equal(await codeOf(app.draftOrders.addLineItemsToDraftOrder({ draftOrderId, ...lines })), 'SUBSCRIPTION_ITEM_UNSUPPORTED')
    const buyer = newBuyer(shop)
    await buyer.currentCart.addToCurrentCart({ lineItems: [{ quantity: 1, catalogReference }] })
    const id = await toCheckout(buyer, [])
    const { orderId } = await buyer.payments.placeOrder({ id, paymentToken: await card(buyer), returnUrl: shop.url })
    assert.deepEqual(await whyNot(app.draftOrders.createDraftOrder({ sourceOrderId: orderId })), ['SUBSCRIPTION_LINE_ITEM_EXISTS'])
    const { nonDraftableReasons } = await app.draftOrders.getOrderDraftabilityStatus({ orderId })
    assert.deepEqual(nonDraftableReasons, ['SUBSCRIPTION_LINE_ITEM_EXISTS'])
  })

  test('a discount is taken off what a new draft has, and no more', async () => {
    const draft = (discount: object) =>
      app.draftOrders.createDraftOrder({
        draftOrder: { catalogLineItems: [line(mug)], discounts: [{ ...discount, applyToDraftOrder: true } as never] },
      })
    const priceAmount = { amount: '30.00' }
    assert.equal(await codeOf(draft({ priceAmount, discountType: 'GLOBAL' })), 'DISCOUNTS_AMOUNT_EXCEED_ORDER_TOTALS')
    assert.equal(await codeOf(draft({ priceAmount, discountType: 'SHIPPING' })), 'DISCOUNTS_AMOUNT_EXCEED_SHIPPING_TOTAL')
    const missing = { lineItemDiscounts: [{ id: crypto.randomUUID() }] }
    assert.equal(await codeOf(draft({ priceAmount, discountType: 'SPECIFIC_ITEMS', ...missing })), 'LINE_ITEM_NOT_FOUND')
    const id = crypto.randomUUID()
    const own = {
      catalogLineItems: [{ ...line(mug), id }],
      discounts: [{ priceAmount, discountType: 'SPECIFIC_ITEMS' as const, lineItemDiscounts: [{ id }], applyToDraftOrder: true }],
    }
    assert.equal(await codeOf(app.draftOrders.createDraftOrder({ draftOrder: own })), 'DISCOUNTS_AMOUNT_EXCEED_ITEM_TOTALS')
  })
})

describe('what becomes of drafts', () => {
  test('they are found by status, order and date, page by page', async () => {
    const order = await placed()
    const draft = await begun(order.id)
    const all = await app.draftOrders.queryDraftOrders({ query: { filter: { orderId: order.id } } })
    assert.deepEqual(all.draftOrders, [draft])
    const first = await app.draftOrders.queryDraftOrders({
      query: { filter: { status: 'COMMITTED' }, sort: [{ fieldName: 'createdDate', order: 'ASC' }], cursorPaging: { limit: 2 } },
    })
    assert.equal(first.draftOrders.length, 2)
    assert.ok(first.draftOrders.every(({ status }) => status === 'COMMITTED'))
    const cursor = first.pagingMetadata.cursors.next!
    const second = await app.draftOrders.queryDraftOrders({ query: { cursorPaging: { cursor, limit: 2 } } })
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
    // A tax of which nobody knows where it comes from.
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

    await database`update orders set document = jsonb_set(document, '{balanceSummary,chargeback}', '{"amount":"1.00","formattedAmount":"€1.00"}') where site = ${shop.site} and id = ${plain}`
    assert.deepEqual(await reasonsOf(plain), ['ORDER_HAS_CHARGEBACKS'])
    await database`update orders set currency = 'CHF', document = document #- '{balanceSummary,chargeback}' where site = ${shop.site} and id = ${plain}`
    assert.deepEqual(await reasonsOf(plain), ['ORDER_AND_SITE_CURRENCIES_ARE_INCONSISTENT'])
  })
})
