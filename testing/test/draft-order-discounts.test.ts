import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { card, newBuyer, toCheckout } from '../src/buyer.ts'
import { euros, startDraftingShop } from '../src/drafting-shop.ts'
import { codeOf } from '../src/refused.ts'

const { shop, mug, app, office, placed, begun, orderOf } = await startDraftingShop()

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
    const { coupons } = office
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
