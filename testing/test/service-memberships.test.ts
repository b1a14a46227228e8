// Services whose memberships pay here: offered to members, charged before there is an order, and voided where it comes to nothing.
import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, test } from 'node:test'
import { memberships } from '@wix/ecom/service-plugins'
import { AppStrategy, createClient as published } from '@wix/sdk'
import { giftCardsOf } from '../../examples/plugins/gift-cards.ts'
import { Refuses } from '../../examples/plugins/serve.ts'
import { berlin, newBuyer } from '../src/buyer.ts'
import { httpService } from '../src/http-service.ts'
import { appId, type MemberWithCard, startMembershipShop } from '../src/membership-shop.ts'
import { addProduct } from '../src/products.ts'
import { codeOf, reasonOf, refusedWith } from '../src/refused.ts'

const {
  begin,
  end,
  admin,
  app,
  asked,
  cards,
  charges,
  chooseCard,
  lesson,
  lessonOf,
  minuteLater,
  mug,
  order,
  paymentsOf,
  place,
  service,
  serving,
  settle,
  shop,
  states,
  voids,
  withLessons,
} = await startMembershipShop()
let member: MemberWithCard['member']
let ten: MemberWithCard['ten']
let plugin: MemberWithCard['plugin']
beforeEach(async () => {
  ;({ member, ten, plugin } = await begin())
})
afterEach(end)

describe('memberships of a service', () => {
  test('are offered to the member whose they are, beside the shop’s own, and pay for what is chosen', async () => {
    const { membership: own } = await admin.memberships.createMembership({
      membership: { memberId: member.memberId, name: 'Club', catalogItemIds: [mug.id], percentOff: '10' },
    })
    const id = await withLessons(2, { mugs: 1, choose: false })
    const before = (await member.client.checkout.getCheckout({ id })).checkout
    assert.deepEqual(
      before.membershipOptions?.eligibleMemberships.map((one) => [one.id, one.name?.original, one.credits?.remaining, one.appId === appId]),
      [
        [own.id, 'Club', undefined, false],
        ['ten', 'Ten lessons', 10, true],
      ],
    )
    const chosen = await chooseCard(id)
    assert.deepEqual(
      [chosen.priceSummary?.subtotal?.amount, chosen.membershipOptions?.selectedMemberships?.memberships[0]?.id],
      ['26.00', 'ten'],
    )
    const estimate = await member.client.currentCart.estimateCurrentCartTotals({})
    assert.equal(estimate.membershipOptions?.eligibleMemberships.at(-1)?.id, 'ten')

    const buyer = newBuyer(shop)
    await buyer.currentCart.addToCurrentCart({ lineItems: [{ quantity: 1, catalogReference: lesson.reference() }] })
    asked.length = 0
    const others = await buyer.currentCart.estimateCurrentCartTotals({})
    assert.deepEqual([others.membershipOptions?.eligibleMemberships, asked], [[], []])
    assert.deepEqual(shop.faults, [])
  })

  test('are charged before there is an order, once, and the order says with what transaction', async () => {
    const id = await withLessons(2)
    const { orderId } = await order(id)
    assert.deepEqual([ten.left, charges().length, await states()], [8, 1, ['USED']])
    const [payment] = await paymentsOf(orderId)
    const { membershipPaymentDetails: details } = payment!
    const made = (await app.orders.getOrder({ id: orderId })).order
    assert.deepEqual(
      [payment?.amount?.amount, details?.providerAppId, details?.membershipId, details?.name?.original, details?.status, details?.voided],
      ['0.00', appId, 'ten', 'Ten lessons', 'CHARGED', false],
    )
    assert.equal(details?.lineItemId, made.lineItems[0]?.id)
    assert.match(details?.externalTransactionId ?? '', /^[0-9a-f-]{36}$/)
    assert.deepEqual(
      [made.lineItems[0]?.paymentOption, made.paymentStatus, made.priceSummary?.total?.amount],
      ['MEMBERSHIP', 'PAID', '0.00'],
    )
    assert.equal(charges()[0]?.metadata.functionName, 'chargeMembership')
    assert.deepEqual(shop.faults, [])
  })

  test('are the published client’s own plug-in as well, under the id of its app', async () => {
    const { publicKey } = (await admin.servicePlugins.listServicePlugins({})).servicePlugins[0]!
    const made = published({ auth: AppStrategy({ appId, publicKey }), modules: { memberships } })
    const seen: unknown[] = []
    const lineItemIds = (request: { lineItems?: { _id?: string }[] }) => (request.lineItems ?? []).map(({ _id }) => _id!)
    made.memberships.provideHandlers({
      async listEligibleMemberships({ request }) {
        const eligible = { _id: 'all', name: { original: 'All lessons' }, lineItemIds: lineItemIds(request) }
        return { eligibleMemberships: [eligible], selectedMemberships: request.selectedMemberships?.memberships ?? [] }
      },
      async listExistingMemberships() {
        return { memberships: [] }
      },
      async listPurchasablePlans() {
        return { purchasablePlans: [] }
      },
      async chargeMembership({ request }) {
        seen.push([request.memberId, request.membershipId, request.catalogReference?.catalogItemId, request.serviceProperties])
        return { transactionId: 'theirs' }
      },
      async getMembershipVoidability({ request }) {
        seen.push(['voidable?', request.transactionId])
        return { voidable: true }
      },
      async voidMembershipCharge({ request }) {
        seen.push(['void', request.transactionId])
        return {}
      },
    })
    const service = await httpService((path, body) =>
      made.servicePlugins.processRequest(new Request(`http://service.example${path}`, { method: 'POST', body })),
    )
    await admin.servicePlugins.updateServicePlugin({ servicePlugin: { id: plugin, baseUrl: service.url } })
    const id = await withLessons(3, { choose: false })
    const selectedMemberships = { memberships: [{ id: 'all', appId, lineItemIds: [(await lessonOf(id)).id!] }] }
    await member.client.checkout.updateCheckout({ checkout: { id, membershipOptions: { selectedMemberships } } })
    const { orderId } = await order(id)
    const payment = (await paymentsOf(orderId))[0]!
    assert.equal(payment.membershipPaymentDetails?.externalTransactionId, 'theirs')
    await admin.orderBilling.voidMemberships({ orderId, paymentIds: [payment.id!] })
    assert.deepEqual(seen, [
      [member.memberId, 'all', lesson.id, { numberOfParticipants: 3 }],
      ['voidable?', 'theirs'],
      ['void', 'theirs'],
    ])
    await service.close()
  })

  test('409 CHARGE_MEMBERSHIP_ERROR for a selection that does not hold any more; the checkout says why, and goes without it', async () => {
    const id = await withLessons(2)
    ten.left = 1
    shop.clock.advance(1000)
    await admin.servicePlugins.updateServicePlugin({ servicePlugin: { id: plugin, name: 'Asked anew' } })
    const { checkout } = await member.client.checkout.getCheckout({ id })
    const lineId = (await lessonOf(id)).id!
    assert.deepEqual(
      [checkout.priceSummary?.total?.amount, checkout.membershipOptions?.invalidMemberships.map(({ reason }) => reason)],
      ['90.00', ['INSUFFICIENT_BALANCE']],
    )
    assert.deepEqual(checkout.membershipOptions?.eligibleMemberships.length, 0)
    const refused = await refusedWith(order(id))
    assert.deepEqual(
      [refused?.status, refused?.code, refused?.data],
      [409, 'CHARGE_MEMBERSHIP_ERROR', { reason: 'INSUFFICIENT_BALANCE', lineItemIds: [lineId] }],
    )
    assert.equal(await codeOf(place(id)), 'CHARGE_MEMBERSHIP_ERROR')
    assert.deepEqual([charges().length, (await app.orders.searchOrders({ search: { filter: { checkoutId: id } } })).orders], [0, []])
    await member.client.checkout.updateCheckout({ checkout: { id, membershipOptions: { selectedMemberships: { memberships: [] } } } })
    assert.equal((await place(id)).status, 'APPROVED')
  })

  test('409 CHARGE_MEMBERSHIP_ERROR where the charge is refused, and what was charged beside it is voided', async () => {
    const other = await addProduct(
      shop.platform,
      { site: shop.site, name: 'Course', price: 3000, stock: 9, itemType: 'SERVICE' },
      shop.clock.now(),
    )
    cards.set('ten', { ...ten, items: [lesson.id, other.id] })
    const id = await withLessons(1, { choose: false })
    await member.client.checkout.addToCheckout({ id, lineItems: [{ quantity: 1, catalogReference: other.reference() }] })
    const { checkout } = await member.client.checkout.getCheckout({ id })
    const lineItemIds = checkout.lineItems.map((line) => line.id!)
    const selectedMemberships = { memberships: [{ id: 'ten', appId, lineItemIds }] }
    await member.client.checkout.updateCheckout({ checkout: { id, membershipOptions: { selectedMemberships } } })
    service.instead = ({ path }) => {
      if (path === '/v1/charge-membership' && charges().length === 2) throw new Refuses(428, 'MEMBERSHIP_CANNOT_BE_CHARGED')
      return undefined
    }
    const refused = await refusedWith(order(id))
    assert.deepEqual([refused?.code, reasonOf(refused)], ['CHARGE_MEMBERSHIP_ERROR', 'MEMBERSHIP_CANNOT_BE_CHARGED'])
    assert.deepEqual([cards.get('ten')?.left, await states()], [10, ['VOIDED', 'REFUSED']])
    service.instead = () => undefined
    const { orderId } = await order(id)
    assert.deepEqual([cards.get('ten')?.left, (await paymentsOf(orderId)).length], [8, 2])
    assert.deepEqual(shop.faults, [])
  })

  test('stay charged for an order whose payment is declined; ordering again charges nothing more, or otherwise as it changed', async () => {
    const id = await withLessons(2, { mugs: 1 })
    assert.equal(await codeOf(place(id, '4000 0000 0000 0002')), 'PAYMENT_ERROR')
    assert.deepEqual([ten.left, await states()], [8, ['USED']])
    assert.equal(await codeOf(place(id, '4000 0000 0000 0002')), 'PAYMENT_ERROR')
    assert.deepEqual([ten.left, charges().length, voids().length], [8, 1, 0])
    await member.client.checkout.updateLineItemsQuantity({ id, lineItems: [{ id: (await lessonOf(id)).id!, quantity: 3 }] })
    const { orderId } = await place(id)
    await settle()
    assert.deepEqual([ten.left, await states()], [7, ['VOIDED', 'USED']])
    const shown = (await paymentsOf(orderId)).flatMap(({ membershipPaymentDetails: details }) => details?.status ?? [])
    assert.deepEqual(shown.toSorted(), ['CHARGED', 'VOIDED', 'VOIDED'])
    assert.deepEqual(shop.faults, [])
  })

  test('are voided when the order is cancelled', async () => {
    const { orderId } = await order(await withLessons(2))
    await app.orders.cancelOrder({ id: orderId })
    await shop.platform.jobs.settle()
    assert.deepEqual([ten.left, await states()], [10, ['VOIDED']])
    assert.equal((await paymentsOf(orderId))[0]?.membershipPaymentDetails?.status, 'VOIDED')
    assert.deepEqual(shop.faults, [])
  })

  test('are voided also by a service that is not active any more; what it does not void is reported', async () => {
    const [first, second] = [await order(await withLessons(2)), await order(await withLessons(3))]
    await admin.servicePlugins.updateServicePlugin({ servicePlugin: { id: plugin, active: false } })
    await app.orders.cancelOrder({ id: first.orderId })
    await shop.platform.jobs.settle()
    assert.deepEqual([ten.left, await states()], [7, ['VOIDED', 'USED']])
    service.instead = ({ path }) => (path === '/v1/get-voidability' ? { voidable: false, reason: 'The lesson is over.' } : undefined)
    await app.orders.cancelOrder({ id: second.orderId })
    await shop.platform.jobs.settle()
    assert.deepEqual([ten.left, await states(), voids().length], [7, ['VOIDED', 'LOST'], 1])
    assert.match(String(shop.faults.at(-1)), /The lesson is over/)
  })

  test('and a gift card of another service pay for one order, and neither is charged twice', async () => {
    const amounts = new Map([['HARBOUR-2026', 50_000]])
    await serving('GIFT_CARDS', giftCardsOf(amounts, 'EUR'))
    const id = await withLessons(2, { mugs: 1 })
    await member.client.checkout.updateCheckout({ checkout: { id }, giftCardCode: 'HARBOUR-2026' })
    const { orderId } = await order(id)
    assert.deepEqual([ten.left, charges().length, amounts.get('HARBOUR-2026')], [8, 1, 46_910])
    assert.equal((await app.orders.getOrder({ id: orderId })).order.paymentStatus, 'PAID')
  })

  test('of one checkout that is ordered twice at once are charged once', async () => {
    const id = await withLessons(2)
    const ended = await Promise.allSettled([order(id), order(id)])
    assert.equal(ended.filter(({ status }) => status === 'fulfilled').length, 1)
    await minuteLater()
    assert.deepEqual([ten.left, (await states()).filter((state) => state === 'USED').length], [8, 1])
  })

  test('pay for an order of the second version of carts beside a gift card; 409 CHARGE_MEMBERSHIP_ERROR where they do not', async () => {
    const amounts = new Map([['HARBOUR-2026', 50_000]])
    await serving('GIFT_CARDS', giftCardsOf(amounts, 'EUR'))
    const { cartsV2 } = member.client
    const { cart } = await cartsV2.createCart({
      catalogItems: [
        { catalogReference: lesson.reference(), quantity: 2, selectedMembership: { id: 'ten', appId } },
        { catalogReference: mug.reference(), quantity: 1 },
      ],
      cart: {
        deliveryInfo: { address: berlin.address },
        customerInfo: { email: 'ada@example.com', firstName: 'Ada', lastName: 'Lovelace' },
      },
      deliveryMethod: { code: 'standard' },
    })
    const cartId = cart.id
    await cartsV2.addGiftCard({ cartId, giftCard: { code: 'HARBOUR-2026' } })
    ten.left = 1
    assert.equal(await codeOf(cartsV2.placeOrder({ cartId })), 'CHARGE_MEMBERSHIP_ERROR')
    assert.deepEqual([ten.left, amounts.get('HARBOUR-2026'), (await states()).includes('USED')], [1, 50_000, false])
    ten.left = 10
    asked.length = 0
    await admin.servicePlugins.updateServicePlugin({ servicePlugin: { id: plugin, name: 'Asked anew' } })
    const { orderId } = await cartsV2.placeOrder({ cartId })
    const paid = (await paymentsOf(orderId)).map((one) => one.membershipPaymentDetails?.membershipId ?? one.amount?.amount)
    assert.deepEqual(paid.toSorted(), ['30.90', 'ten'])
    assert.deepEqual([ten.left, charges().length, (await states()).at(-1), amounts.get('HARBOUR-2026')], [8, 1, 'USED', 46_910])
    assert.deepEqual(shop.faults, [])
  })

  test('are no money: an order whose transfer does not come is cancelled, and the charge is voided', async () => {
    const transfer = { id: 'transfer', name: 'Bank transfer', expiresAfterDays: 2 }
    await admin.paymentSettings.updatePaymentSettings({ paymentSettings: { offlineMethods: [transfer] } })
    const id = await withLessons(2, { mugs: 1 })
    const { orderId } = await member.client.payments.placeOrder({ id, paymentMethodId: 'transfer', returnUrl: `${shop.url}/back` })
    assert.equal(ten.left, 8)
    shop.clock.advance(3 * 24 * 3_600_000)
    await shop.platform.everyMinute()
    await shop.platform.jobs.settle()
    assert.equal((await app.orders.getOrder({ id: orderId })).order.status, 'CANCELED')
    assert.deepEqual([ten.left, await states()], [10, ['VOIDED']])
  })

  test('are asked by the updated methods where the merchant says so', async () => {
    await admin.servicePlugins.updateServicePlugin({ servicePlugin: { id: plugin, updatedMethods: true } })
    const id = await withLessons(2)
    assert.equal((await member.client.checkout.getCheckout({ id })).checkout.priceSummary?.total?.amount, '0.00')
    assert.ok(asked.every(({ path }) => path === '/v1/list-existing-memberships'))
    await order(id)
    assert.equal(ten.left, 8)
  })
})
