import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { apiKey, attempt, createClient } from '@vitrine/client'
import * as backOffice from '@vitrine/client/back-office'
import type { OrderStatus, RefusalCode } from '@vitrine/contract'
import { newId } from '@vitrine/platform/kernel/db/id'
import { sql } from '@vitrine/platform/kernel/db/sql'
import { writeSettings } from '@vitrine/platform/kernel/settings/settings'
import { type Buyer, card, newBuyer, toCheckout } from '../src/buyer.ts'
import { startTestPlatform, type TestPlatform } from '../src/platform.ts'
import { addProduct, type TestProduct } from '../src/products.ts'
import { testSections } from '../src/shop.ts'
import { newMember } from '../src/subscribed-member.ts'

const membershipsApp = async () => {
  const { membershipsApp: id } = await import('@vitrine/platform/commerce/selling/apps')
  return id
}

let shop: TestPlatform
let mug: TestProduct
let office: ReturnType<typeof newOffice>
let app: ReturnType<typeof newApp>
const newOffice = () => createClient({ baseUrl: shop.url, auth: apiKey(shop.apiKey), modules: backOffice })
const newApp = () => createClient({ baseUrl: shop.url, auth: apiKey(shop.apiKey) })

before(async () => {
  shop = await startTestPlatform()
  office = newOffice()
  app = newApp()
  mug = await addProduct(shop.platform, { site: shop.site, name: 'Mug', price: 2000, stock: 500 }, shop.clock.now())
})
after(async () => {
  await shop[Symbol.asyncDispose]()
  assert.deepEqual(shop.faults, [])
})

const codeOf = async (call: Promise<unknown>) => (await attempt(call))[0]?.code ?? 'done'
const euros = (amount: string) => ({ amount })

interface Owing {
  readonly orderId: string
  readonly lineId: string
}

/** An order that was paid with a card, which was saved, and owes something again. */
async function owing(
  cardNumber?: string,
  saves = true,
  buyer: Pick<Buyer, 'currentCart' | 'checkout' | 'payments'> = newBuyer(shop),
): Promise<Owing> {
  const id = await toCheckout(buyer, [{ product: mug }])
  const placed = await buyer.payments.placeOrder({
    id,
    paymentToken: await card(buyer, cardNumber),
    returnUrl: `${shop.url}/back`,
    savePaymentMethod: saves,
  })
  const { orderId } = placed
  // Its total is raised by 30.00, which is due.
  const { order } = await app.orders.getOrder({ id: orderId })
  await shop.platform.database.query(sql`
    update orders set total = total + 3000 where site = ${shop.site} and id = ${orderId}`)
  return { orderId, lineId: order.lineItems[0]!.id }
}

const paymentsOf = async (orderId: string) =>
  (await app.orderTransactions.listTransactionsForSingleOrder({ orderId })).orderTransactions.payments
const charge = (amount: string) => ({ regularCharge: { amount: euros(amount) }, merchantInitiated: true })

/** Two lines of a mug each for 40.00 that were agreed by telephone, and that nobody has paid yet. */
async function agreed(status: OrderStatus = 'APPROVED') {
  const line = {
    productName: { original: 'Mug' },
    catalogReference: mug.reference(),
    quantity: 1,
    price: euros('20'),
    itemType: { preset: 'PHYSICAL' as const },
  }
  const { order } = await app.orders.createOrder({
    order: { channelInfo: { type: 'BACKOFFICE_MERCHANT' }, lineItems: [line, line], priceSummary: {}, status },
  })
  return { orderId: order.id!, lineIds: order.lineItems.map(({ id }) => id) }
}
async function turnedAway() {
  const order = await agreed('PENDING')
  await app.orders.updateOrderStatus({ orderId: order.orderId, status: 'REJECTED' })
  return order
}

/** The same with 15.00 from a saved card; the bank has taken them back. */
async function takenBack() {
  const order = await agreed()
  const asked = { amount: euros('15'), delayedCharge: true, savePaymentMethod: true }
  const { regularChargeResponseToken: id } = await office.orderBilling.chargeOrder({ orderId: order.orderId, regularCharge: asked })
  const buyer = newBuyer(shop)
  await buyer.payments.payCollection({ id: id!, paymentToken: await card(buyer, '4000 0000 0000 0259'), returnUrl: `${shop.url}/back` })
  shop.clock.advance(6000)
  await shop.platform.tellBank()
  const { balanceSummary } = (await app.orders.getOrder({ id: order.orderId })).order
  assert.deepEqual([balanceSummary?.paid?.amount, balanceSummary?.chargeback?.amount], ['15.00', '15.00'])
  assert.equal((await paymentsOf(order.orderId))[0]?.regularPaymentDetails?.savedPaymentMethod, true)
  return order
}

let cardsMade = 0
async function newGiftCard(more: { readonly currency?: string; readonly expirationDate?: string } = {}) {
  const code = `CHARGES-${String(++cardsMade).padStart(8, '0')}`
  const { giftCard } = await office.giftCards.createGiftCard({
    giftCard: { code, initialValue: euros('10'), currency: 'EUR', source: 'MANUAL', ...more },
  })
  return { id: giftCard.id, code }
}
type GiftCard = Awaited<ReturnType<typeof newGiftCard>>
const from = ({ code }: GiftCard, amount: string) => ({ giftCardCode: code, amount: euros(amount) })

/** Somebody whose membership pays for five units of anything, and how it is named for a line. */
async function newClub() {
  const memberId = newId()
  const appId = await membershipsApp()
  const { membership } = await office.memberships.createMembership({
    membership: { memberId, name: 'Club', percentOff: '100', credits: { total: 5 } },
  })
  const forLine = (lineItemId: string) => ({
    lineItemId,
    membershipIdentifier: { existingMembership: { appId, membershipId: membership.id } },
  })
  const left = async () => (await office.memberships.listMemberships({ memberId })).memberships[0]?.credits?.remaining
  return { memberId, forLine, left }
}

/** That a call is refused so, and that the order, its money, and whatever might have paid are as they were; the answer is the refusal. */
async function refuses(
  [status, code]: readonly [number, RefusalCode],
  call: () => Promise<unknown>,
  saved: { readonly orderId?: string; readonly giftCards?: readonly GiftCard[]; readonly memberId?: string },
) {
  const everything = async () => ({
    order: saved.orderId && (await app.orders.getOrder({ id: saved.orderId })).order,
    money: saved.orderId && (await app.orderTransactions.listTransactionsForSingleOrder({ orderId: saved.orderId })).orderTransactions,
    giftCards: await Promise.all(
      (saved.giftCards ?? []).map(async ({ id: giftCardId }) => [
        await office.giftCards.getGiftCard({ giftCardId }),
        await office.giftCards.queryGiftCardTransactions({ giftCardId }),
      ]),
    ),
    memberships: saved.memberId && (await office.memberships.listMemberships({ memberId: saved.memberId })).memberships,
  })
  const before = await everything()
  const [refusal] = await attempt(call())
  assert.deepEqual([refusal?.status, refusal?.code], [status, code])
  assert.deepEqual(await everything(), before, code)
  return refusal
}

describe('a card that is kept', () => {
  test('is asked for with the order, and said so in its story; without the wish it is not kept', async () => {
    const { orderId } = await owing()
    const { order } = await app.orders.getOrder({ id: orderId })
    const told = order.activities.find(({ type }) => type === 'SAVED_PAYMENT_METHOD')
    assert.deepEqual(told?.savedPaymentMethod, { name: 'VISA 4242' })
    assert.equal((await paymentsOf(orderId))[0]?.regularPaymentDetails?.savedPaymentMethod, true)
    const without = await owing(undefined, false)
    assert.equal((await paymentsOf(without.orderId))[0]?.regularPaymentDetails?.savedPaymentMethod, false)
    assert.equal(await codeOf(office.orderBilling.chargeOrder({ orderId: without.orderId, ...charge('10') })), 'NO_SAVED_PAYMENT_METHOD')
  })

  test('with `createOrder` is kept when it pays what was asked for', async () => {
    const buyer = newBuyer(shop)
    const id = await toCheckout(buyer, [{ product: mug }])
    const { orderId, paymentGatewayOrderId } = await buyer.checkout.createOrder({ id, savePaymentMethod: true })
    await buyer.payments.payCollection({ id: paymentGatewayOrderId!, paymentToken: await card(buyer), returnUrl: `${shop.url}/back` })
    assert.equal((await paymentsOf(orderId))[0]?.regularPaymentDetails?.savedPaymentMethod, true)
  })
})

describe('the cards of a member', () => {
  test('200 are listed for that member alone, and forgotten with their bank; then nothing is charged to them', async () => {
    const { memberId, client: member } = await newMember(shop)
    const { orderId } = await owing(undefined, true, member)
    const { savedPaymentMethods } = await member.payments.listSavedPaymentMethods({ siteMemberId: 'me' })
    const [own] = savedPaymentMethods
    assert.deepEqual(
      savedPaymentMethods.map(({ siteMemberId, primary, paymentMethod }) => [siteMemberId, primary, paymentMethod.cardInfo]),
      [[memberId, true, { brand: 'VISA', lastFourDigits: '4242', expirationMonth: 12, expirationYear: 2030 }]],
    )
    assert.deepEqual((await app.payments.listSavedPaymentMethods({ siteMemberId: memberId })).savedPaymentMethods, savedPaymentMethods)
    const savedPaymentMethodId = own!.id
    assert.equal((await member.payments.getSavedPaymentMethod({ savedPaymentMethodId })).savedPaymentMethod.id, savedPaymentMethodId)
    const unauthenticated = newBuyer(shop)
    assert.deepEqual((await unauthenticated.payments.listSavedPaymentMethods({ siteMemberId: memberId })).savedPaymentMethods, [])
    assert.equal(await codeOf(unauthenticated.payments.getSavedPaymentMethod({ savedPaymentMethodId })), 'SAVED_PAYMENT_METHOD_NOT_FOUND')
    assert.equal(
      await codeOf(unauthenticated.payments.deleteSavedPaymentMethod({ savedPaymentMethodId })),
      'SAVED_PAYMENT_METHOD_NOT_FOUND',
    )
    await member.payments.deleteSavedPaymentMethod({ savedPaymentMethodId })
    assert.deepEqual((await member.payments.listSavedPaymentMethods({})).savedPaymentMethods, [])
    assert.equal(await codeOf(office.orderBilling.chargeOrder({ orderId, ...charge('10') })), 'NO_SAVED_PAYMENT_METHOD')
  })
})

describe('charge-order', () => {
  test('200 charges the card that was kept, once under one key', async () => {
    const { orderId } = await owing()
    const idempotencyKey = newId()
    const [first, again] = await Promise.all(
      [1, 2].map(() => office.orderBilling.chargeOrder({ orderId, idempotencyKey, ...charge('12.50') })),
    )
    assert.deepEqual(
      [first, again].map((one) => one?.payments.map(({ id, status, amount }) => [id, status, amount?.amount])),
      Array.from({ length: 2 }, () => [[idempotencyKey, 'APPROVED', '12.50']]),
    )
    assert.equal((await paymentsOf(orderId)).length, 2)
    const { order } = await app.orders.getOrder({ id: orderId })
    assert.equal(order.balanceSummary?.paid?.amount, '37.40')
  })

  test('200 answers with what the buyer is to pay where nobody says merchantInitiated', async () => {
    const { orderId } = await owing()
    const { regularChargeResponseToken: id } = await office.orderBilling.chargeOrder({
      orderId,
      regularCharge: { amount: euros('10'), delayedCharge: true, redirectUrls: { successUrl: 'https://shop.example/thanks' } },
    })
    const buyer = newBuyer(shop)
    const { paymentCollection } = await buyer.payments.getPaymentCollection({ id: id! })
    assert.deepEqual(
      [paymentCollection.amount.amount, paymentCollection.redirectUrls?.successUrl],
      ['10.00', 'https://shop.example/thanks'],
    )
    const same = await office.orderBilling.chargeOrder({ orderId, regularCharge: { amount: euros('10'), paymentIntentId: id! } })
    assert.equal(same.regularChargeResponseToken, id)
    const choice = (more: object) => codeOf(office.orderBilling.chargeOrder({ orderId, regularCharge: { amount: euros('10'), ...more } }))
    assert.equal(await choice({}), 'PAYMENT_INTENT_ID_REQUIRED')
    assert.equal(await choice({ paymentIntentId: newId() }), 'PAYMENT_COLLECTION_NOT_FOUND')
  })

  test('200 takes a gift card first, and the rest from the card', async () => {
    const { orderId } = await owing()
    const code = 'CHARGE-ORDER-0001'
    await office.giftCards.createGiftCard({ giftCard: { code, initialValue: euros('5'), currency: 'EUR', source: 'MANUAL' } })
    const { payments } = await office.orderBilling.chargeOrder({
      orderId,
      giftCards: [{ giftCardCode: code, amount: euros('5') }],
      ...charge('7'),
    })
    assert.deepEqual(payments.map(({ amount }) => amount?.amount).toSorted(), ['5.00', '7.00'])
    const spent = { giftCardCode: code, amount: euros('1') }
    assert.equal(await codeOf(office.orderBilling.chargeOrder({ orderId, giftCards: [spent] })), 'INSUFFICIENT_FUNDS')
    const missing = { giftCardCode: 'NO-SUCH-CARD-AT', amount: euros('1') }
    assert.equal(await codeOf(office.orderBilling.chargeOrder({ orderId, giftCards: [missing] })), 'GIFT_CARD_NOT_FOUND')
  })

  test('402 PAYMENT_ERROR, 400 INVALID_AMOUNT, 409 ORDER_ALREADY_PAID, ORDER_CANCELED, 404 ORDER_NOT_FOUND', async () => {
    const { orderId } = await owing('4000 0000 0000 0341')
    assert.equal(await codeOf(office.orderBilling.chargeOrder({ orderId, ...charge('10') })), 'PAYMENT_ERROR')
    assert.equal(await codeOf(office.orderBilling.chargeOrder({ orderId, ...charge('1000') })), 'INVALID_AMOUNT')
    assert.equal(await codeOf(office.orderBilling.chargeOrder({ orderId: newId(), ...charge('10') })), 'ORDER_NOT_FOUND')
    await app.orders.cancelOrder({ id: orderId })
    assert.equal(await codeOf(office.orderBilling.chargeOrder({ orderId, ...charge('10') })), 'ORDER_CANCELED')
    const buyer = newBuyer(shop)
    const id = await toCheckout(buyer, [{ product: mug }])
    const paid = await buyer.payments.placeOrder({ id, paymentToken: await card(buyer), returnUrl: `${shop.url}/back` })
    assert.equal(await codeOf(office.orderBilling.chargeOrder({ orderId: paid.orderId, ...charge('10') })), 'ORDER_ALREADY_PAID')
  })

  test('409 ORDER_IS_REJECTED: nothing is taken off the gift card', async () => {
    const { orderId } = await turnedAway()
    const good = await newGiftCard()
    const call = () => office.orderBilling.chargeOrder({ orderId, giftCards: [from(good, '5')] })
    await refuses([409, 'ORDER_IS_REJECTED'], call, { orderId, giftCards: [good] })
  })

  test('409 ORDER_HAS_CHARGEBACKS: neither a gift card nor the card that is kept pays any more', async () => {
    const { orderId } = await takenBack()
    const good = await newGiftCard()
    const byBoth = { orderId, giftCards: [from(good, '5')], ...charge('5') }
    for (const choice of [byBoth, { orderId, ...charge('5') }])
      await refuses([409, 'ORDER_HAS_CHARGEBACKS'], () => office.orderBilling.chargeOrder(choice), { orderId, giftCards: [good] })
  })

  test('404 ORDER_LINE_ITEM_NOT_FOUND, 409 LINE_ITEM_PAID: nor does the membership pay for the good line before', async () => {
    const { orderId, lineIds } = await agreed()
    const [first, second] = lineIds as [string, string]
    const { memberId, forLine, left } = await newClub()
    const pay = (...lines: readonly string[]) => office.orderBilling.chargeOrder({ orderId, memberId, memberships: lines.map(forLine) })
    const nowhere = newId()
    const unknown = await refuses([404, 'ORDER_LINE_ITEM_NOT_FOUND'], () => pay(first, nowhere), { orderId, memberId })
    assert.deepEqual(unknown?.data, { lineItemId: nowhere })
    const twice = await refuses([409, 'LINE_ITEM_PAID'], () => pay(first, first), { orderId, memberId })
    assert.deepEqual(twice?.data, { lineItemId: first })
    assert.equal((await pay(first)).payments[0]?.amount?.amount, '20.00')
    const before = await refuses([409, 'LINE_ITEM_PAID'], () => pay(second, first), { orderId, memberId })
    assert.deepEqual(before?.data, { lineItemId: first })
    assert.equal(await left(), 4)
  })

  test('409 ALREADY_REDEEMED: a gift card pays for an order once, and what another would pay with it stays', async () => {
    const { orderId } = await agreed()
    const [spent, other] = [await newGiftCard(), await newGiftCard()]
    await office.orderBilling.chargeOrder({ orderId, giftCards: [from(spent, '4')] })
    const call = () => office.orderBilling.chargeOrder({ orderId, giftCards: [from(other, '5'), from(spent, '1')] })
    await refuses([409, 'ALREADY_REDEEMED'], call, { orderId, giftCards: [spent, other] })
    assert.equal((await office.giftCards.getGiftCard({ giftCardId: spent.id })).giftCard.balance.amount, '6.00')
  })

  test('428 GIFT_CARD_DISABLED: what a membership and a good card would pay with it stays', async () => {
    const { orderId, lineIds } = await agreed()
    const { memberId, forLine } = await newClub()
    const [good, off] = [await newGiftCard(), await newGiftCard()]
    await office.giftCards.disableGiftCard({ giftCardId: off.id })
    const choice = { orderId, memberId, memberships: [forLine(lineIds[0]!)], giftCards: [from(good, '5'), from(off, '5')] }
    const call = () => office.orderBilling.chargeOrder(choice)
    await refuses([428, 'GIFT_CARD_DISABLED'], call, { orderId, memberId, giftCards: [good, off] })
  })

  test('428 GIFT_CARD_EXPIRED: from the moment on that was written on it', async () => {
    const { orderId } = await agreed()
    const expirationDate = new Date(shop.clock.now().getTime() + 1000).toISOString()
    const [one, late] = [await newGiftCard({ expirationDate }), await newGiftCard({ expirationDate })]
    shop.clock.advance(999)
    const { payments } = await office.orderBilling.chargeOrder({ orderId, giftCards: [from(one, '5')] })
    assert.equal(payments[0]?.amount?.amount, '5.00')
    shop.clock.advance(1)
    const call = () => office.orderBilling.chargeOrder({ orderId, giftCards: [from(late, '5')] })
    await refuses([428, 'GIFT_CARD_EXPIRED'], call, { orderId, giftCards: [late] })
  })

  test('400 CURRENCY_NOT_SUPPORTED: by a gift card from the time when the shop sold in another currency', async () => {
    const sellIn = (currency: string) =>
      writeSettings(shop.platform.database, shop.site, 'commerce', { ...testSections.commerce, currency }, shop.clock.now())
    await sellIn('USD')
    let dollars: GiftCard
    try {
      dollars = await newGiftCard({ currency: 'USD' })
    } finally {
      await sellIn('EUR')
    }
    const { orderId } = await agreed()
    const good = await newGiftCard()
    const call = () => office.orderBilling.chargeOrder({ orderId, giftCards: [from(good, '5'), from(dollars, '5')] })
    await refuses([400, 'CURRENCY_NOT_SUPPORTED'], call, { orderId, giftCards: [good, dollars] })
  })
})

describe('authorize-charge-with-saved-payment-method', () => {
  const held = (orderId: string, amount = '10', currency = 'EUR') =>
    office.orderBilling.authorizeChargeWithSavedPaymentMethod({
      orderId,
      amount: euros(amount),
      currency,
      delayedCaptureSettings: { scheduledAction: { actionType: 'CAPTURE' }, delayDuration: { count: 2, unit: 'HOURS' } },
    })

  test('200 holds the money; the clock takes it when the settings say so', async () => {
    const { orderId } = await owing()
    const { payment } = await held(orderId)
    assert.deepEqual(
      [payment.status, payment.amount?.amount, payment.regularPaymentDetails?.authorizationDetails?.delayedCapture],
      ['AUTHORIZED', '10.00', true],
    )
    shop.clock.advance(2 * 3600 * 1000)
    await shop.platform.everyMinute()
    assert.equal((await paymentsOf(orderId)).find(({ id }) => id === payment.id)?.status, 'APPROVED')
  })

  test('NO_SAVED_PAYMENT_METHOD, INVALID_AMOUNT, CURRENCY_NOT_SUPPORTED, PAYMENT_ERROR, ORDER_NOT_FOUND, ORDER_CANCELED', async () => {
    assert.equal(await codeOf(held((await owing(undefined, false)).orderId)), 'NO_SAVED_PAYMENT_METHOD')
    const { orderId } = await owing('4000 0000 0000 0341')
    assert.equal(await codeOf(held(orderId, '10', 'USD')), 'CURRENCY_NOT_SUPPORTED')
    assert.equal(await codeOf(held(orderId, '999')), 'INVALID_AMOUNT')
    assert.equal(await codeOf(held(orderId)), 'PAYMENT_ERROR')
    assert.equal(await codeOf(held(newId())), 'ORDER_NOT_FOUND')
    await app.orders.cancelOrder({ id: orderId })
    assert.equal(await codeOf(held(orderId)), 'ORDER_CANCELED')
  })

  test('409 ORDER_IS_REJECTED, ORDER_ALREADY_PAID, ORDER_HAS_CHARGEBACKS: nothing is held', async () => {
    const rejected = await turnedAway()
    await refuses([409, 'ORDER_IS_REJECTED'], () => held(rejected.orderId), rejected)
    const buyer = newBuyer(shop)
    const paid = await buyer.payments.placeOrder({
      id: await toCheckout(buyer, [{ product: mug }]),
      paymentToken: await card(buyer),
      returnUrl: `${shop.url}/back`,
      savePaymentMethod: true,
    })
    await refuses([409, 'ORDER_ALREADY_PAID'], () => held(paid.orderId), paid)
    const disputed = await takenBack()
    await refuses([409, 'ORDER_HAS_CHARGEBACKS'], () => held(disputed.orderId), disputed)
  })
})

describe('memberships', () => {
  test('200 pay for a line and take their credits; voided they give both back', async () => {
    const { orderId, lineId } = await owing()
    const memberId = newId()
    const appId = await membershipsApp()
    const { membership } = await office.memberships.createMembership({
      membership: { memberId, name: 'Club', percentOff: '100', credits: { total: 2 } },
    })
    const choice = { lineItemId: lineId, membershipIdentifier: { existingMembership: { appId, membershipId: membership.id } } }
    const { payments } = await office.orderBilling.chargeMemberships({ orderId, memberId, memberships: [choice] })
    assert.deepEqual(
      payments.map(({ status, amount, membershipPaymentDetails }) => [
        status,
        amount?.amount,
        membershipPaymentDetails?.status,
        membershipPaymentDetails?.lineItemId,
      ]),
      [['APPROVED', '20.00', 'CHARGED', lineId]],
    )
    const left = async () => (await office.memberships.listMemberships({ memberId })).memberships[0]?.credits?.remaining
    assert.equal(await left(), 1)
    assert.equal(await codeOf(office.orderBilling.chargeMemberships({ orderId, memberId, memberships: [choice] })), 'LINE_ITEM_PAID')
    await office.orderBilling.voidMemberships({ orderId, paymentIds: [payments[0]!.id!] })
    assert.equal(await left(), 2)
    assert.equal((await paymentsOf(orderId)).at(-1)?.status, 'VOIDED')
    assert.equal(
      await codeOf(office.orderBilling.voidMemberships({ orderId, paymentIds: [payments[0]!.id!] })),
      'MEMBERSHIP_PAYMENT_NOT_CHARGED',
    )
    const [byCard] = await paymentsOf(orderId)
    assert.equal(await codeOf(office.orderBilling.voidMemberships({ orderId, paymentIds: [byCard!.id!] })), 'NOT_MEMBERSHIP_PAYMENT')
    assert.equal(await codeOf(office.orderBilling.voidMemberships({ orderId, paymentIds: [newId()] })), 'PAYMENT_NOT_FOUND')
    assert.equal(await codeOf(office.orderBilling.voidMemberships({ orderId: newId(), paymentIds: [newId()] })), 'ORDER_NOT_FOUND')
  })

  test('that are none of the member’s, or not good for the line, are MEMBERSHIP_NOT_ELIGIBLE, and nothing is paid', async () => {
    const { orderId, lineId } = await owing()
    const memberId = newId()
    const appId = await membershipsApp()
    const pay = (membershipId: string, lineItemId = lineId) =>
      codeOf(
        office.orderBilling.chargeMemberships({
          orderId,
          memberId,
          memberships: [{ lineItemId, membershipIdentifier: { existingMembership: { appId, membershipId } } }],
        }),
      )
    assert.equal(await pay(newId()), 'MEMBERSHIP_NOT_ELIGIBLE')
    const { membership } = await office.memberships.createMembership({
      membership: { memberId, name: 'Other', percentOff: '100', catalogItemIds: [newId()] },
    })
    assert.equal(await pay(membership.id), 'MEMBERSHIP_NOT_ELIGIBLE')
    assert.equal(await pay(membership.id, newId()), 'ORDER_LINE_ITEM_NOT_FOUND')
    const older = (membershipId: string, lineItemId = lineId) =>
      codeOf(app.orders.chargeMemberships({ ecomOrderId: orderId, memberId, membershipCharges: [{ lineItemId, appId, membershipId }] }))
    assert.equal(await older(membership.id), 'MEMBERSHIP_NOT_ELIGIBLE')
    assert.equal(await older(membership.id, newId()), 'ORDER_LINE_ITEM_NOT_FOUND')
    const inCharge = { lineItemId: lineId, membershipIdentifier: { membershipId: membership.id, membershipAppId: appId } }
    assert.equal(await codeOf(office.orderBilling.chargeOrder({ orderId, memberId, memberships: [inCharge] })), 'MEMBERSHIP_NOT_ELIGIBLE')
    assert.equal((await paymentsOf(orderId)).length, 1)
  })

  test('404 ORDER_NOT_FOUND, 409 ORDER_CANCELED, ORDER_IS_REJECTED: the credits stay for an order that stands', async () => {
    const { memberId, forLine, left } = await newClub()
    const pay = ({ orderId, lineIds }: { readonly orderId: string; readonly lineIds: readonly string[] }) =>
      office.orderBilling.chargeMemberships({ orderId, memberId, memberships: [forLine(lineIds[0]!)] })
    const state = await agreed()
    await refuses([404, 'ORDER_NOT_FOUND'], () => pay({ ...state, orderId: newId() }), { ...state, memberId })
    const canceled = await agreed()
    await app.orders.cancelOrder({ id: canceled.orderId })
    await refuses([409, 'ORDER_CANCELED'], () => pay(canceled), { ...canceled, memberId })
    const rejected = await turnedAway()
    await refuses([409, 'ORDER_IS_REJECTED'], () => pay(rejected), { ...rejected, memberId })
    assert.equal(await left(), 5)
    assert.equal((await pay(state)).payments[0]?.amount?.amount, '20.00')
    assert.equal(await left(), 4)
  })

  test('by the older name: a line is paid once, and an order that does not stand is not paid', async () => {
    const { memberId, forLine, left } = await newClub()
    const pay = ({ orderId, lineIds }: { readonly orderId: string; readonly lineIds: readonly string[] }) => {
      const { lineItemId, membershipIdentifier } = forLine(lineIds[0]!)
      const membershipCharges = [{ lineItemId, ...membershipIdentifier.existingMembership }]
      return app.orders.chargeMemberships({ ecomOrderId: orderId, memberId, membershipCharges })
    }
    const state = await agreed()
    await refuses([404, 'ORDER_NOT_FOUND'], () => pay({ ...state, orderId: newId() }), { ...state, memberId })
    const canceled = await agreed()
    await app.orders.cancelOrder({ id: canceled.orderId })
    await refuses([409, 'ORDER_CANCELED'], () => pay(canceled), { ...canceled, memberId })
    const rejected = await turnedAway()
    await refuses([409, 'ORDER_IS_REJECTED'], () => pay(rejected), { ...rejected, memberId })
    assert.equal(await left(), 5)
    assert.deepEqual(await pay(state), {})
    assert.equal((await paymentsOf(state.orderId)).at(-1)?.membershipPaymentDetails?.status, 'CHARGED')
    assert.equal(await codeOf(pay(state)), 'LINE_ITEM_PAID')
    assert.equal(await left(), 4)
  })
})
