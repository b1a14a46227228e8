// Services whose memberships pay here: offered to members, charged before there is an order, and voided where it comes to nothing.
import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, describe, test } from 'node:test'
import { apiKey, createClient } from '@vitrine/client'
import * as backOffice from '@vitrine/client/back-office'
import { sql } from '@vitrine/platform/kernel/db/sql'
import { writeSettings } from '@vitrine/platform/kernel/settings/settings'
import { memberships } from '@wix/ecom/service-plugins'
import { AppStrategy, createClient as published } from '@wix/sdk'
import { giftCardsOf } from '../../examples/plugins/gift-cards.ts'
import { type ClassCard, membershipsOf } from '../../examples/plugins/memberships.ts'
import { type Answers, Refuses, serve } from '../../examples/plugins/serve.ts'
import { berlin, card, newBuyer } from '../src/buyer.ts'
import { closed, httpService, listening } from '../src/http-service.ts'
import { startTestPlatform, type TestPlatform, testClock } from '../src/platform.ts'
import { addProduct, type TestProduct } from '../src/products.ts'
import { codeOf, refusedWith } from '../src/refused.ts'
import { newMember, type TestMember } from '../src/subscribed-member.ts'

type Path = keyof ReturnType<typeof membershipsOf>
interface Asked {
  readonly path: Path
  readonly request: { readonly idempotencyKey?: string; readonly transactionId?: string; readonly membershipId?: string }
  readonly metadata: { readonly requestId: string; readonly functionName: string }
}

const appId = '5b0c1f0e-6a57-4a40-9d3b-0f6c7d2e8a77'
let shop: TestPlatform
let mug: TestProduct
let lesson: TestProduct
let admin: ReturnType<typeof newAdmin>
let app: ReturnType<typeof newApp>
let member: TestMember
let plugin: string
let ten: ClassCard
const servers: ReturnType<typeof serve>[] = []
const cards = new Map<string, ClassCard>()
const asked: Asked[] = []
/** What stands before the example for one question; it goes on where this says nothing. */
let instead: (asked: Asked) => object | undefined
/** What is done after the example answered, before the shop hears of it. */
let afterwards: (asked: Asked) => void

const newAdmin = () => createClient({ baseUrl: shop.url, auth: apiKey(shop.apiKey), modules: backOffice })
const newApp = () => createClient({ baseUrl: shop.url, auth: apiKey(shop.apiKey) })

before(async () => {
  shop = await startTestPlatform({ clock: testClock(new Date().toISOString()) })
  const { platform, site, clock } = shop
  mug = await addProduct(platform, { site, name: 'Morning Mug', price: 2600, stock: 500 }, clock.now())
  lesson = await addProduct(platform, { site, name: 'Lesson', price: 4500, stock: 500, itemType: 'SERVICE' }, clock.now())
  admin = newAdmin()
  app = newApp()
})
after(() => shop[Symbol.asyncDispose]())
beforeEach(async () => {
  asked.length = 0
  shop.faults.length = 0
  instead = () => undefined
  afterwards = () => {}
  member = await newMember(shop)
  ten = { memberId: member.memberId, name: 'Ten lessons', items: [lesson.id], total: 10, left: 10 }
  cards.clear()
  cards.set('ten', ten)
  plugin = await serving('MEMBERSHIPS', answering())
})
afterEach(async () => {
  await Promise.all(servers.splice(0).map(closed))
  await writeSettings(shop.platform.database, shop.site, 'plugins', { plugins: [] }, shop.clock.now())
})

/** The example, watched. */
function answering(): Answers {
  const example = membershipsOf(cards)
  const paths = Object.keys(example) as Path[]
  const watched = paths.map((path) => [
    path,
    (question: Asked) => {
      const one = { ...question, path }
      asked.push(one)
      const said = instead(one) ?? example[path](question as never)
      afterwards(one)
      return said
    },
  ])
  return Object.fromEntries(watched)
}

async function serving(type: 'MEMBERSHIPS' | 'GIFT_CARDS', answers: Answers): Promise<string> {
  const { servicePlugins } = admin
  const made = await servicePlugins.createServicePlugin({
    servicePlugin: { type, name: type, baseUrl: 'https://not-yet.example', timeoutMs: 10_000, ...(type === 'MEMBERSHIPS' && { appId }) },
  })
  const { id, publicKey } = made.servicePlugin
  const server = serve(answers, { id: made.servicePlugin.appId, publicKey })
  servers.push(server)
  await servicePlugins.updateServicePlugin({ servicePlugin: { id, baseUrl: await listening(server) } })
  return id
}

const reasonOf = (refused: Awaited<ReturnType<typeof refusedWith>>) => (refused?.data as { reason?: string } | undefined)?.reason
const charges = () => asked.filter(({ path }) => path === '/v1/charge-membership')
const voids = () => asked.filter(({ path }) => path === '/v1/void-membership-charge')
const states = async () => {
  const rows = await shop.platform.database.query<{ state: string }>(
    sql`select state from service_membership_charge where site = ${shop.site} and member_id = ${member.memberId} order by created_at, id`,
  )
  return rows.map(({ state }) => state)
}
const minuteLater = async () => {
  shop.clock.advance(130_000)
  await settle()
}

/** A checkout of the member with so many lessons, and mugs beside them; the card is chosen for the lessons. */
async function withLessons(quantity: number, { mugs = 0, choose = true } = {}): Promise<string> {
  const { client } = member
  await client.currentCart.addToCurrentCart({
    lineItems: [
      { quantity, catalogReference: lesson.reference() },
      ...(mugs > 0 ? [{ quantity: mugs, catalogReference: mug.reference() }] : []),
    ],
  })
  const { checkoutId: id } = await client.currentCart.createCheckoutFromCurrentCart({
    channelType: 'WEB',
    email: 'ada@example.com',
    shippingAddress: berlin.address,
  })
  const delivery = { shippingInfo: { shippingDestination: berlin, selectedCarrierServiceOption: { code: 'standard' } } }
  await client.checkout.updateCheckout({ checkout: { id, billingInfo: berlin, ...(mugs > 0 && delivery) } })
  if (choose) await chooseCard(id)
  return id
}
const lessonOf = async (id: string) =>
  (await member.client.checkout.getCheckout({ id })).checkout.lineItems.find(
    ({ catalogReference }) => catalogReference?.catalogItemId === lesson.id,
  )!
async function chooseCard(id: string) {
  const selectedMemberships = { memberships: [{ id: 'ten', appId, lineItemIds: [(await lessonOf(id)).id!] }] }
  return (await member.client.checkout.updateCheckout({ checkout: { id, membershipOptions: { selectedMemberships } } })).checkout
}
const order = (id: string) => member.client.checkout.createOrder({ id })
const place = async (id: string, cardNumber?: string) =>
  member.client.payments.placeOrder({ id, paymentToken: await card(newBuyer(shop), cardNumber), returnUrl: `${shop.url}/back` })
const paymentsOf = async (orderId: string) =>
  (await app.orderTransactions.listTransactionsForSingleOrder({ orderId })).orderTransactions.payments

/** A job that any cancelled order starts, and every minute does. */
async function settle(): Promise<void> {
  const buyer = newBuyer(shop)
  const { checkout } = await buyer.checkout.createCheckout({
    channelType: 'WEB',
    lineItems: [{ quantity: 1, catalogReference: lesson.reference() }],
    checkoutInfo: { buyerInfo: { email: 'grace@example.com' }, billingInfo: berlin },
  })
  const { orderId } = await buyer.checkout.createOrder({ id: checkout.id! })
  await app.orders.cancelOrder({ id: orderId })
  await shop.platform.jobs.settle()
}

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
    instead = ({ path }) => {
      if (path === '/v1/charge-membership' && charges().length === 2) throw new Refuses(428, 'MEMBERSHIP_CANNOT_BE_CHARGED')
      return undefined
    }
    const refused = await refusedWith(order(id))
    assert.deepEqual([refused?.code, reasonOf(refused)], ['CHARGE_MEMBERSHIP_ERROR', 'MEMBERSHIP_CANNOT_BE_CHARGED'])
    assert.deepEqual([cards.get('ten')?.left, await states()], [10, ['VOIDED', 'REFUSED']])
    instead = () => undefined
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
    instead = ({ path }) => (path === '/v1/get-voidability' ? { voidable: false, reason: 'The lesson is over.' } : undefined)
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

describe('silence', () => {
  const loses = (path: Path) => {
    let lost = false
    afterwards = (one) => {
      if (one.path !== path || lost) return
      lost = true
      throw new Refuses(500, '')
    }
  }
  const says = (code: string) => () => {
    throw new Refuses(500, code)
  }

  test('of the list: nothing is offered, and an order that counts on a membership is refused with 409 CHARGE_MEMBERSHIP_ERROR', async () => {
    const id = await withLessons(2)
    instead = says('')
    await admin.servicePlugins.updateServicePlugin({ servicePlugin: { id: plugin, name: 'Silent' } })
    const { checkout } = await member.client.checkout.getCheckout({ id })
    assert.deepEqual([checkout.membershipOptions?.eligibleMemberships, checkout.priceSummary?.total?.amount], [[], '90.00'])
    const refused = await refusedWith(order(id))
    assert.deepEqual([refused?.code, reasonOf(refused)], ['CHARGE_MEMBERSHIP_ERROR', 'PLUGIN_FAILED'])
    assert.deepEqual([charges().length, ten.left, await states()], [0, 10, []])
    await admin.servicePlugins.updateServicePlugin({ servicePlugin: { id: plugin, active: false } })
    assert.equal(await codeOf(order(id)), 'CHARGE_MEMBERSHIP_ERROR')
    await admin.servicePlugins.deleteServicePlugin({ id: plugin })
    assert.equal(await codeOf(order(id)), 'CHARGE_MEMBERSHIP_ERROR')
  })

  test('of a charge: the next try asks with the same key, and nothing is charged twice', async () => {
    const id = await withLessons(2)
    loses('/v1/charge-membership')
    assert.equal(await codeOf(order(id)), 'CHARGE_MEMBERSHIP_ERROR')
    assert.deepEqual([ten.left, await states()], [8, ['UNKNOWN']])
    await order(id)
    assert.deepEqual([ten.left, await states()], [8, ['USED']])
    const [first, second] = charges()
    assert.equal(first!.request.idempotencyKey, second!.request.idempotencyKey)
    assert.equal(first!.metadata.requestId, second!.metadata.requestId)
  })

  test('of a charge that nobody tries again is found out about, and it is voided, however often that is not heard', async () => {
    const id = await withLessons(2)
    loses('/v1/charge-membership')
    assert.equal(await codeOf(order(id)), 'CHARGE_MEMBERSHIP_ERROR')
    await settle()
    assert.deepEqual([ten.left, charges().length], [8, 1], 'somebody may be trying again')
    loses('/v1/void-membership-charge')
    await minuteLater()
    assert.deepEqual([ten.left, await states()], [10, ['VOIDING']])
    await settle()
    assert.deepEqual([ten.left, await states(), voids().length], [10, ['VOIDED'], 2])
  })

  test('and a service that says MEMBERSHIP_ALREADY_CHARGED has charged it', async () => {
    const id = await withLessons(2)
    loses('/v1/charge-membership')
    assert.equal(await codeOf(order(id)), 'CHARGE_MEMBERSHIP_ERROR')
    instead = ({ path }) => {
      if (path === '/v1/charge-membership') throw new Refuses(409, 'MEMBERSHIP_ALREADY_CHARGED')
      return undefined
    }
    const { orderId } = await order(id)
    assert.deepEqual([ten.left, await states()], [8, ['USED']])
    assert.equal((await paymentsOf(orderId))[0]?.membershipPaymentDetails?.externalTransactionId, undefined)
  })
})

describe('a merchant', () => {
  const unpaid = async () => {
    const id = await withLessons(2, { choose: false })
    const { orderId } = await order(id)
    return { orderId, lineItemId: (await app.orders.getOrder({ id: orderId })).order.lineItems[0]!.id }
  }
  const chargeCard = (orderId: string, lineItemId: string, membershipId = 'ten') =>
    admin.orderBilling.chargeMemberships({
      orderId,
      memberId: member.memberId,
      memberships: [{ lineItemId, membershipIdentifier: { existingMembership: { appId, membershipId } } }],
    })

  test('charges a membership of a service for a line of an order, and voids it', async () => {
    const { orderId, lineItemId } = await unpaid()
    assert.equal(await codeOf(chargeCard(orderId, lineItemId, 'another')), 'MEMBERSHIP_NOT_ELIGIBLE')
    const { payments } = await chargeCard(orderId, lineItemId)
    const [payment] = payments
    assert.deepEqual([payment?.amount?.amount, ten.left, await states()], ['90.00', 8, ['USED']])
    assert.match(payment?.membershipPaymentDetails?.externalTransactionId ?? '', /^[0-9a-f-]{36}$/)
    assert.equal(await codeOf(chargeCard(orderId, lineItemId)), 'LINE_ITEM_PAID')
    await admin.orderBilling.voidMemberships({ orderId, paymentIds: [payment!.id!] })
    assert.deepEqual([ten.left, await states()], [10, ['VOIDED']])
    assert.equal((await paymentsOf(orderId))[0]?.membershipPaymentDetails?.status, 'VOIDED')
  })

  test('409 CHARGE_MEMBERSHIP_ERROR where the service does not say whether it charged; the next try asks again', async () => {
    const { orderId, lineItemId } = await unpaid()
    let lost = false
    afterwards = ({ path }) => {
      if (path !== '/v1/charge-membership' || lost) return
      lost = true
      throw new Refuses(500, '')
    }
    assert.equal(await codeOf(chargeCard(orderId, lineItemId)), 'CHARGE_MEMBERSHIP_ERROR')
    await chargeCard(orderId, lineItemId)
    assert.deepEqual([ten.left, await states()], [8, ['USED']])
  })

  test('409 CHARGE_MEMBERSHIP_ERROR by the other names of the call as well, and the order stays as it is', async () => {
    const { orderId, lineItemId } = await unpaid()
    const { memberId } = member
    instead = ({ path }) => {
      if (path === '/v1/charge-membership') throw new Refuses(428, 'MEMBERSHIP_CANNOT_BE_CHARGED')
      return undefined
    }
    const membership = { lineItemId, membershipIdentifier: { existingMembership: { appId, membershipId: 'ten' } } }
    const refused = await refusedWith(admin.orderBilling.chargeOrder({ orderId, memberId, memberships: [membership] }))
    assert.deepEqual(
      [refused?.code, refused?.data],
      ['CHARGE_MEMBERSHIP_ERROR', { reason: 'MEMBERSHIP_CANNOT_BE_CHARGED', lineItemIds: [lineItemId] }],
    )
    const membershipCharges = [{ lineItemId, appId, membershipId: 'ten' }]
    assert.equal(
      await codeOf(app.orders.chargeMemberships({ ecomOrderId: orderId, memberId, membershipCharges })),
      'CHARGE_MEMBERSHIP_ERROR',
    )
    assert.deepEqual([await paymentsOf(orderId), ten.left], [[], 10])
    instead = () => undefined
    const { payments } = await admin.orderBilling.chargeOrder({ orderId, memberId, memberships: [membership] })
    assert.deepEqual([payments[0]?.amount?.amount, ten.left], ['90.00', 8])
  })

  test('409 VOID_MEMBERSHIP_ERROR where the service does not void it, or does not say whether it did', async () => {
    const { orderId } = await order(await withLessons(2))
    const paymentId = (await paymentsOf(orderId))[0]!.id!
    const undo = () => admin.orderBilling.voidMemberships({ orderId, paymentIds: [paymentId] })
    instead = ({ path }) => (path === '/v1/get-voidability' ? { voidable: false, reason: 'The lesson is over.' } : undefined)
    const refused = await refusedWith(undo())
    assert.deepEqual(
      [refused?.status, refused?.code, refused?.data],
      [409, 'VOID_MEMBERSHIP_ERROR', { reason: 'The lesson is over.', paymentId }],
    )
    assert.deepEqual([voids().length, await states(), ten.left], [0, ['USED'], 8])
    instead = () => undefined
    let lost = false
    afterwards = ({ path }) => {
      if (path !== '/v1/void-membership-charge' || lost) return
      lost = true
      throw new Refuses(500, '')
    }
    assert.equal(await codeOf(undo()), 'VOID_MEMBERSHIP_ERROR')
    await undo()
    assert.deepEqual([ten.left, await states(), voids().length], [10, ['VOIDED'], 2])
    assert.equal((await paymentsOf(orderId))[0]?.membershipPaymentDetails?.status, 'VOIDED')
  })
})
