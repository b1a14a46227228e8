import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { writeSettings } from '@vitrine/platform/kernel/settings/settings'
import { type FeeRule, minor } from '@vitrine/pricing'
import { newBuyer, toCheckout } from '../src/buyer.ts'
import { startOfferingShop } from '../src/offering-shop.ts'
import { addProduct } from '../src/products.ts'
import { codeOf } from '../src/refused.ts'
import { newMember } from '../src/subscribed-member.ts'

const { shop, office, app, mug, order } = await startOfferingShop()

describe('a membership', () => {
  test('pays for lines, takes its credits with the order and gets them back', async () => {
    const { memberId, client: member } = await newMember(shop)
    const lesson = await addProduct(
      shop.platform,
      { site: shop.site, name: 'Lesson', price: 4500, stock: 50, itemType: 'SERVICE' },
      shop.clock.now(),
    )
    const { membership } = await office.memberships.createMembership({
      membership: { memberId, name: 'Three lessons', catalogItemIds: [lesson.id], percentOff: '100', credits: { total: 3 } },
    })
    const { cart } = await member.currentCart.addToCurrentCart({
      lineItems: [
        { quantity: 2, catalogReference: lesson.reference() },
        { quantity: 1, catalogReference: mug.reference() },
      ],
    })
    const [first] = cart.lineItems
    const estimate = await member.currentCart.estimateCurrentCartTotals({})
    const [eligible] = estimate.membershipOptions!.eligibleMemberships
    assert.deepEqual([eligible?.id, eligible?.credits, eligible?.lineItemIds], [membership.id, { total: 3, remaining: 3 }, [first!.id]])
    const chosen = { memberships: [{ id: eligible!.id, appId: eligible!.appId, lineItemIds: [first!.id!] }] }
    const paid = await member.currentCart.estimateCurrentCartTotals({ selectedMemberships: chosen })
    assert.deepEqual([paid.priceSummary.subtotal?.amount, paid.calculatedLineItems[0]?.paymentOption], ['26.00', 'MEMBERSHIP'])

    const id = await toCheckout(member, [])
    const line = (await member.checkout.getCheckout({ id })).checkout.lineItems.find(({ quantity }) => quantity === 2)!
    const wanted = { memberships: [{ ...chosen.memberships[0]!, lineItemIds: [line.id!] }] }
    const { checkout } = await member.checkout.updateCheckout({ checkout: { id, membershipOptions: { selectedMemberships: wanted } } })
    assert.deepEqual(
      [checkout.priceSummary?.total?.amount, checkout.membershipOptions?.selectedMemberships?.memberships.length],
      ['30.90', 1],
    )
    const { orderId } = await order(member, id)
    const { order: made } = await app.orders.getOrder({ id: orderId })
    assert.equal(made.lineItems.find(({ quantity }) => quantity === 2)?.paymentOption, 'MEMBERSHIP')
    const remaining = async () => (await office.memberships.listMemberships({ memberId })).memberships[0]?.credits?.remaining
    assert.equal(await remaining(), 1)
    await member.currentCart.addToCurrentCart({ lineItems: [{ quantity: 2, catalogReference: lesson.reference() }] })
    const more = (await member.currentCart.getCurrentCart()).cart.lineItems[0]!
    const short = await member.currentCart.estimateCurrentCartTotals({
      selectedMemberships: { memberships: [{ ...chosen.memberships[0]!, lineItemIds: [more.id!] }] },
    })
    assert.deepEqual(
      [short.membershipOptions?.invalidMemberships[0]?.reason, short.priceSummary.subtotal?.amount],
      ['NOT_ENOUGH_CREDITS', '90.00'],
    )
    await app.orders.cancelOrder({ id: orderId })
    assert.equal(await remaining(), 3)
    await office.memberships.deleteMembership({ id: membership.id })
    assert.equal(await codeOf(office.memberships.deleteMembership({ id: membership.id })), 'MEMBERSHIP_NOT_FOUND')
    const broken = { memberId, name: 'Both', percentOff: '5', amountOff: '5' }
    assert.equal(await codeOf(office.memberships.createMembership({ membership: broken })), 'INVALID_ARGUMENT')
  })
})

describe('fees', () => {
  const charging = (rules: readonly FeeRule[]) => writeSettings(shop.platform.database, shop.site, 'fees', { rules }, shop.clock.now())

  test('handling and insurance are in the estimate, the checkout and the order, with their tax', async () => {
    await charging([
      { code: 'handling', name: 'Handling', charge: { amount: minor(250) }, shippedOnly: true },
      { code: 'insurance', name: 'Insurance', charge: { percent: '1.5' } },
    ])
    const buyer = newBuyer(shop)
    const id = await toCheckout(buyer, [{ product: mug, quantity: 2 }])
    const without = await buyer.currentCart.estimateCurrentCartTotals({ calculateAdditionalFees: false })
    assert.deepEqual([without.additionalFees, without.priceSummary.additionalFees?.amount], [[], '0.00'])
    const estimate = await buyer.currentCart.estimateCurrentCartTotals({})
    assert.deepEqual(
      estimate.additionalFees.map(({ code, price }) => [code, price?.amount]),
      [
        ['handling', '2.50'],
        ['insurance', '0.78'],
      ],
    )
    const { checkout } = await buyer.checkout.getCheckout({ id })
    assert.deepEqual([checkout.priceSummary?.additionalFees?.amount, checkout.priceSummary?.total?.amount], ['3.28', '60.18'])
    const { orderId } = await order(buyer, id)
    const { order: made } = await app.orders.getOrder({ id: orderId })
    assert.deepEqual(
      [made.priceSummary?.totalAdditionalFees?.amount, made.priceSummary?.total?.amount, made.balanceSummary?.paid?.amount],
      ['3.28', '60.18', '60.18'],
    )
    assert.deepEqual(
      made.additionalFees.map(({ code, taxInfo }) => [code, taxInfo?.taxAmount?.amount]),
      [
        ['handling', '0.40'],
        ['insurance', '0.13'],
      ],
    )
    await charging([])
  })
})
