import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sql } from '@vitrine/platform/kernel/db/sql'
import { berlin, card, newBuyer, toCheckout } from '../src/buyer.ts'
import { type Draft, euros, type NewLines, startDraftingShop, whyNot } from '../src/drafting-shop.ts'
import { addProduct, storesAppId, type TestProduct } from '../src/products.ts'
import { codeOf } from '../src/refused.ts'

const { shop, mug, app, office, begun, orderOf, inStock } = await startDraftingShop()

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
    const { discountRules } = office
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
              specificItemsInfo: { scopes: [{ id: 'all', type: 'CATALOG_ITEM', catalogItemFilter: { catalogAppId: storesAppId } }] },
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
    const nowhere = { catalogReference: { catalogItemId: crypto.randomUUID(), appId: storesAppId } }
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
