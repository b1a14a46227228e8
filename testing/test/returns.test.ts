/** Goods on their way back: asked for, approved, received, checked, and given back for, or not; and never twice. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { apiKey, attempt, createClient } from '@vitrine/client'
import * as backOffice from '@vitrine/client/back-office'
import * as modules from '@vitrine/client/modules'
import type { Input } from '@vitrine/contract'
import { newId } from '@vitrine/platform/kernel/db/id'
import { sql } from '@vitrine/platform/kernel/db/sql'
import sharp from 'sharp'
import { type Buyer, berlin, card, newBuyer } from '../src/buyer.ts'
import { emailsTo } from '../src/mailbox.ts'
import { startTestPlatform, type TestPlatform } from '../src/platform.ts'
import { addProduct, type TestProduct } from '../src/products.ts'
import { codeOf } from '../src/refused.ts'
import { newMember } from '../src/subscribed-member.ts'

let shop: TestPlatform
let office: ReturnType<typeof newOffice>
let mug: TestProduct
let plate: TestProduct
const newOffice = () => createClient({ baseUrl: shop.url, auth: apiKey(shop.apiKey), modules: { ...modules, ...backOffice } })
const reason = 'It does not suit me'
const day = 24 * 3_600_000

before(async () => {
  shop = await startTestPlatform()
  office = newOffice()
  mug = await addProduct(
    shop.platform,
    { site: shop.site, name: 'Morning Mug', price: 2500, colours: { Sage: 100, Ink: 100, Oat: 0 } },
    shop.clock.now(),
  )
  plate = await addProduct(shop.platform, { site: shop.site, name: 'Table Plate', price: 3200, stock: 100 }, shop.clock.now())
})
after(async () => {
  await shop?.[Symbol.asyncDispose]()
})

type Who = Pick<Buyer, 'checkout' | 'payments'>
interface Sent {
  readonly orderId: string
  readonly email: string
  /** Its lines in the order of what was bought. */
  readonly lines: readonly string[]
}

/** Somebody buys so many of these by card, and they are delivered. */
async function sent(
  items: readonly { readonly product: TestProduct; readonly colour?: string; readonly quantity?: number }[] = [
    { product: mug, colour: 'Sage' },
  ],
  { who = newBuyer(shop), handOver = true }: { readonly who?: Who; readonly handOver?: boolean } = {},
): Promise<Sent> {
  const email = `${newId()}@example.com`
  const { checkout } = await who.checkout.createCheckout({
    channelType: 'WEB',
    lineItems: items.map(({ product, colour, quantity = 1 }) => ({ quantity, catalogReference: product.reference(colour) })),
    checkoutInfo: {
      buyerInfo: { email },
      billingInfo: berlin,
      shippingInfo: { shippingDestination: berlin, selectedCarrierServiceOption: { code: 'standard' } },
    },
  })
  const paymentToken = await card(newBuyer(shop))
  const { orderId } = await who.payments.placeOrder({ id: checkout.id!, paymentToken, returnUrl: `${shop.url}/back` })
  const { order } = await office.orders.getOrder({ id: orderId })
  const lines = order.lineItems.map(({ id }) => id)
  if (handOver)
    await office.orderFulfillments.createFulfillment({
      orderId,
      fulfillment: { lineItems: order.lineItems.map(({ id, quantity }) => ({ id, quantity })) },
    })
  return { orderId, email, lines }
}

type Asking = Partial<Omit<Input<'POST /vitrine/v1/orders/{id}/returns'>, 'id'>>
const ask = async ({ orderId, lines }: Sent, more: Asking = {}) =>
  (await office.returns.requestReturn({ id: orderId, lines: [{ lineItemId: lines[0]!, quantity: 1, reason }], ...more })).return

/** Asked for, and all of it accepted: as new, and back in stock. */
async function checked(of: Sent, more: Asking = {}) {
  const { id, lines } = await ask(of, more)
  await office.orderReturns.approveReturn({ id })
  const found = lines.map(({ lineItemId, quantity }) => ({
    lineItemId,
    condition: 'AS_NEW' as const,
    accepted: quantity,
    restocked: quantity,
  }))
  return (await office.orderReturns.checkReturn({ id, lines: found })).return
}

const left = async ({ orderId, email }: Sent, who: Buyer = newBuyer(shop)) =>
  (await who.returns.getReturnability({ id: orderId, email })).returnability.lines.map(({ returnable }) => returnable)
const unitsOf = async (product: TestProduct, colour?: string): Promise<number> => {
  const [row] = await shop.platform.database.query<{ quantity: number }>(sql`
    select quantity from stock where site = ${shop.site} and product_id = ${product.id}
      ${colour ? sql`and variant_id = ${product.variants[colour]!}` : sql``}`)
  return row!.quantity
}
const refundedOf = async (orderId: string) => (await office.orders.getOrder({ id: orderId })).order.balanceSummary?.refunded?.amount
const statusOf = async (id: string) => (await office.returns.getReturn({ id })).return.status
const settings = (changes: Input<'PATCH /vitrine/v1/returns/settings'>['settings']) =>
  office.orderReturns.updateReturnSettings({ settings: changes })

describe('what a buyer asks for', () => {
  test('is approved at once within the first days, seen with the email of the order, and called off as long as it is with them', async () => {
    const order = await sent([{ product: mug, colour: 'Sage', quantity: 2 }])
    const guest = newBuyer(shop)
    const { orderId: id, email, lines } = order
    assert.equal(await codeOf(guest.returns.getReturnability({ id })), 'ORDER_NOT_FOUND')
    const { returnability } = await guest.returns.getReturnability({ id, email })
    assert.deepEqual([returnability.state, returnability.isAutomatic, returnability.windowDays], ['OPEN', true, 30])
    assert.equal(returnability.lines[0]?.unitAmount.amount, '25.00')

    const wanted = { lines: [{ lineItemId: lines[0]!, quantity: 1, reason }], note: 'Too small.' }
    assert.equal(await codeOf(guest.returns.requestReturn({ id, ...wanted })), 'ORDER_NOT_FOUND')
    const { return: made } = await guest.returns.requestReturn({ id, email, ...wanted })
    assert.deepEqual([made.status, made.amount.amount, made.actions, made.customer], ['APPROVED', '25.00', ['CANCEL'], undefined])
    assert.deepEqual(
      made.history.map(({ status, by }) => `${status} ${by}`),
      ['REQUESTED BUYER', 'APPROVED RULE'],
    )
    assert.match(made.number, /^\d+-R1$/)
    assert.deepEqual(await left(order), [1])

    assert.equal(await codeOf(guest.returns.getReturn({ id: made.id })), 'RETURN_NOT_FOUND')
    assert.equal((await guest.returns.getReturn({ id: made.id, email })).return.note, 'Too small.')
    assert.equal(await codeOf(guest.returns.cancelReturn({ id: made.id })), 'RETURN_NOT_FOUND')
    assert.equal((await guest.returns.cancelReturn({ id: made.id, email })).return.status, 'CANCELED')
    assert.equal((await guest.returns.cancelReturn({ id: made.id, email })).return.status, 'CANCELED', 'done again it stays so')
    assert.deepEqual(await left(order), [2])
    const { order: told } = await office.orders.getOrder({ id })
    const story = told.activities.flatMap(({ merchantComment }) => merchantComment?.message ?? [])
    assert.match(story.join(' '), /was asked for and approved by the rules.*was called off/s)
  })

  test('is theirs in their account', async () => {
    const { client } = await newMember(shop)
    const order = await sent(undefined, { who: client })
    await client.returns.requestReturn({ id: order.orderId, lines: [{ lineItemId: order.lines[0]!, quantity: 1, reason }] })
    const second = await sent([{ product: plate }], { who: client })
    const { return: newest } = await client.returns.requestReturn({
      id: second.orderId,
      lines: [{ lineItemId: second.lines[0]!, quantity: 1, reason }],
    })
    const first = await client.returns.listMyReturns({ limit: 1 })
    assert.deepEqual(
      first.returns.map(({ id }) => id),
      [newest.id],
    )
    const rest = await client.returns.listMyReturns({ cursor: first.nextCursor })
    assert.deepEqual(
      rest.returns.map(({ orderId }) => orderId),
      [order.orderId],
    )
    assert.equal(rest.nextCursor, undefined)
    assert.equal(await codeOf(client.returns.listMyReturns({ cursor: 'x' })), 'INVALID_ARGUMENT')
    const { client: other } = await newMember(shop)
    assert.deepEqual((await other.returns.listMyReturns({})).returns, [])
    assert.equal(await codeOf(other.returns.getReturn({ id: newest.id })), 'RETURN_NOT_FOUND')
  })

  test('409 NOT_RETURNABLE names how many units are left: what was not sent, is in another return or was refunded cannot come back', async () => {
    const order = await sent([{ product: mug, colour: 'Sage', quantity: 2 }, { product: plate }], { handOver: false })
    const guest = newBuyer(shop)
    const { orderId: id, email, lines } = order
    const of = (quantity: number, lineItemId = lines[0]!) =>
      guest.returns.requestReturn({ id, email, lines: [{ lineItemId, quantity, reason }] })
    assert.equal((await guest.returns.getReturnability({ id, email })).returnability.state, 'NOTHING')
    const [unsent] = await attempt(of(1))
    assert.deepEqual([unsent?.code, unsent?.data], ['NOT_RETURNABLE', { lineItemId: lines[0], returnable: 0, reason: 'NOT_SHIPPED' }])
    await office.orderFulfillments.createFulfillment({ orderId: id, fulfillment: { lineItems: [{ id: lines[0]!, quantity: 2 }] } })
    assert.equal(await codeOf(of(3)), 'NOT_RETURNABLE')
    assert.equal(await codeOf(of(1, lines[1])), 'NOT_RETURNABLE')
    assert.equal(await codeOf(of(1)), 'done')
    assert.equal(await codeOf(of(2)), 'NOT_RETURNABLE')
    const { payments } = (await office.orderTransactions.listTransactionsForSingleOrder({ orderId: id })).orderTransactions
    await office.orderBilling.refundPayments({
      orderId: id,
      paymentRefunds: [{ paymentId: payments[0]!.id! }],
      refundItems: { lineItems: [{ lineItemId: lines[0]!, quantity: 1 }] },
    })
    assert.equal(await codeOf(of(1)), 'NOT_RETURNABLE')
    assert.equal(await codeOf(of(1, newId())), 'ORDER_LINE_ITEM_NOT_FOUND')
  })

  test('the same unit in two returns at once is in one of them', async () => {
    const order = await sent()
    const guests = [newBuyer(shop), newBuyer(shop), newBuyer(shop)]
    const lines = [{ lineItemId: order.lines[0]!, quantity: 1, reason }]
    const codes = await Promise.all(
      guests.map((guest) => codeOf(guest.returns.requestReturn({ id: order.orderId, email: order.email, lines }))),
    )
    assert.deepEqual(codes.sort(), ['NOT_RETURNABLE', 'NOT_RETURNABLE', 'done'])
  })

  test('goes by the settings of the shop', async () => {
    const order = await sent()
    const guest = newBuyer(shop)
    const { orderId: id, email } = order
    const lines = [{ lineItemId: order.lines[0]!, quantity: 1, reason }]
    const { settings: usual } = await office.orderReturns.getReturnSettings({})
    const wanted = (more: object = {}) => codeOf(guest.returns.requestReturn({ id, email, lines, ...more }))
    await settings({ isOpen: false })
    assert.deepEqual(
      [await wanted(), (await guest.returns.getReturnability({ id, email })).returnability.state],
      ['RETURNS_CLOSED', 'CLOSED'],
    )
    await settings({ isOpen: true, offersExchange: false, offersStoreCredit: false })
    assert.equal(await wanted({ resolution: 'EXCHANGE' }), 'RETURN_RESOLUTION_NOT_OFFERED')
    assert.equal(await wanted({ resolution: 'STORE_CREDIT' }), 'RETURN_RESOLUTION_NOT_OFFERED')
    await settings({ offersExchange: true, offersStoreCredit: true, excludedProductIds: [mug.id] })
    assert.equal(await wanted(), 'NOT_RETURNABLE')
    await settings({ excludedProductIds: [], reasons: ['Because'] })
    assert.equal(await wanted(), 'INVALID_ARGUMENT')
    assert.equal(await codeOf(settings({ revision: usual.revision, windowDays: 3 })), 'STALE_REVISION')
    await settings({ reasons: usual.reasons, automaticDays: 0, windowDays: 20, address: ['Morrow', '10435 Berlin'] })
    shop.clock.advance(20 * day + 1)
    assert.deepEqual(
      [await wanted(), (await guest.returns.getReturnability({ id, email })).returnability.state],
      ['RETURN_WINDOW_OVER', 'TOO_LATE'],
    )
    await settings({ windowDays: 30 })
    const { return: late } = await guest.returns.requestReturn({ id, email, lines })
    assert.equal(late.status, 'REQUESTED', 'nothing is approved by the rules')
    await office.orderReturns.approveReturn({ id: late.id })
    assert.deepEqual((await guest.returns.getReturn({ id: late.id, email })).return.shipping?.address, ['Morrow', '10435 Berlin'])
    await settings({ automaticDays: usual.automaticDays, address: [] })
  })

  test('409 EXCHANGE_NOT_POSSIBLE where the variant is none of the product', async () => {
    const order = await sent()
    const guest = newBuyer(shop)
    const wanted = (exchangeVariantId?: string) =>
      guest.returns.requestReturn({
        id: order.orderId,
        email: order.email,
        resolution: 'EXCHANGE',
        lines: [{ lineItemId: order.lines[0]!, quantity: 1, reason, ...(exchangeVariantId && { exchangeVariantId }) }],
      })
    assert.equal(await codeOf(wanted()), 'EXCHANGE_NOT_POSSIBLE')
    assert.equal(await codeOf(wanted(newId())), 'EXCHANGE_NOT_POSSIBLE')
    const { return: made } = await wanted(mug.variants['Ink'])
    assert.equal(made.lines[0]?.exchangeFor?.name, 'Ink')
  })
})

describe('what the shop does', () => {
  test('step by step: approved with a label, received, checked with what is restocked, refunded to the card', async () => {
    const order = await sent([{ product: mug, colour: 'Sage', quantity: 3 }])
    const before = await unitsOf(mug, 'Sage')
    const { id } = await ask(order, { lines: [{ lineItemId: order.lines[0]!, quantity: 3, reason }] })
    const { return: approved } = await office.orderReturns.approveReturn({
      id,
      labelUrl: 'https://labels.example/1.pdf',
      trackingNumber: '0034',
    })
    assert.deepEqual([approved.status, approved.shipping?.labelUrl], ['APPROVED', 'https://labels.example/1.pdf'])
    assert.equal((await office.orderReturns.receiveReturn({ id })).return.status, 'RECEIVED')
    const found = { lineItemId: order.lines[0]!, condition: 'USED' as const, accepted: 2, restocked: 1 }
    const { return: looked } = await office.orderReturns.checkReturn({ id, lines: [found] })
    assert.deepEqual([looked.status, looked.amount.amount, looked.actions], ['CHECKED', '50.00', ['REFUND', 'EXCHANGE']])
    assert.equal(await unitsOf(mug, 'Sage'), before + 1)
    const { return: done } = await office.orderReturns.refundReturn({ id, revision: looked.revision, message: 'Thank you.' })
    assert.deepEqual(
      [done.status, done.refund?.amount.amount, done.refund?.method, done.refund?.status],
      ['REFUNDED', '50.00', 'PAYMENT', 'SUCCEEDED'],
    )
    assert.equal(await refundedOf(order.orderId), '50.00')
    assert.equal(await unitsOf(mug, 'Sage'), before + 1, 'stock changed once')
    assert.deepEqual(await left(order), [0], 'what was not accepted does not come back again')
    assert.deepEqual(
      done.history.map(({ status }) => status),
      ['REQUESTED', 'APPROVED', 'RECEIVED', 'CHECKED', 'REFUNDED'],
    )
  })

  test('of what need not come back nothing is restocked', async () => {
    const order = await sent([{ product: plate }])
    const before = await unitsOf(plate)
    const { id } = await ask(order)
    const { return: approved } = await office.orderReturns.approveReturn({ id, keepsGoods: true })
    assert.deepEqual([approved.status, approved.shipping?.keepsGoods], ['CHECKED', true])
    await office.orderReturns.refundReturn({ id, includeShipping: true })
    assert.equal(await unitsOf(plate), before)
    assert.equal(await refundedOf(order.orderId), (await office.orders.getOrder({ id: order.orderId })).order.priceSummary?.total?.amount)
  })

  test('less than was paid goes back where it says so, and more does not: 400 INVALID_AMOUNT', async () => {
    const order = await sent()
    const { id } = await checked(order)
    const [refused] = await attempt(office.orderReturns.refundReturn({ id, amount: '25.01' }))
    assert.deepEqual([refused?.code, refused?.data], ['INVALID_AMOUNT', { most: '25.00' }])
    assert.equal(await statusOf(id), 'CHECKED')
    assert.equal((await office.orderReturns.refundReturn({ id, amount: '20' })).return.refund?.amount.amount, '20.00')
    assert.equal(await refundedOf(order.orderId), '20.00')
  })

  test('store credit is a gift card by email, and its order counts as refunded by hand', async () => {
    const order = await sent()
    const { id } = await checked(order, { resolution: 'STORE_CREDIT' })
    const key = { idempotencyKey: newId() }
    const { return: done } = await office.orderReturns.refundReturn({ id, method: 'STORE_CREDIT' }, key)
    const again = await office.orderReturns.refundReturn({ id, method: 'STORE_CREDIT' }, key)
    assert.deepEqual([done.status, done.refund?.method, again.return.refund], ['REFUNDED', 'STORE_CREDIT', done.refund])
    assert.equal(await refundedOf(order.orderId), '25.00')
    const cards = await shop.platform.database.query<{ suffix: string; balance: number }>(
      sql`select suffix, balance from gift_card where site = ${shop.site} and order_id = ${order.orderId}`,
    )
    assert.deepEqual(cards, [{ suffix: done.refund!.giftCardSuffix!, balance: 2500 }])
    await shop.platform.jobs.settle()
    await shop.platform.everyMinute()
    assert.ok(
      (await emailsTo(shop, order.email)).some(({ text }) => text.includes(done.refund!.giftCardSuffix!)),
      'the card is in an email',
    )
  })

  test('an exchange is a new order at what was paid, with stock of the other variant', async () => {
    const order = await sent([{ product: mug, colour: 'Sage', quantity: 2 }])
    const [sage, ink] = [await unitsOf(mug, 'Sage'), await unitsOf(mug, 'Ink')]
    const line = { lineItemId: order.lines[0]!, quantity: 2, reason, exchangeVariantId: mug.variants['Ink']! }
    const { id } = await checked(order, { resolution: 'EXCHANGE', lines: [line] })
    const { return: done } = await office.orderReturns.exchangeReturn({ id })
    assert.equal(done.status, 'EXCHANGED')
    assert.deepEqual([await unitsOf(mug, 'Sage'), await unitsOf(mug, 'Ink')], [sage + 2, ink - 2])
    const { order: placed } = await office.orders.getOrder({ id: done.exchangeOrder!.id })
    assert.deepEqual(
      [
        placed.paymentStatus,
        placed.fulfillmentStatus,
        placed.priceSummary?.total?.amount,
        placed.balanceSummary?.balance?.amount,
        placed.buyerInfo?.email,
      ],
      ['PAID', 'NOT_FULFILLED', '50.00', '0.00', order.email],
    )
    assert.equal(placed.shippingInfo?.logistics?.shippingDestination?.address?.city, berlin.address?.city)
    assert.equal(await refundedOf(order.orderId), '50.00')
  })

  test('409 FULL_OUT_OF_STOCK and PARTIAL_OUT_OF_STOCK: an exchange for what is not there changes nothing', async () => {
    const order = await sent([
      { product: mug, colour: 'Sage' },
      { product: mug, colour: 'Ink' },
    ])
    const lines = order.lines.map((lineItemId) => ({ lineItemId, quantity: 1, reason }))
    const { id } = await checked(order, { lines })
    const variants = (...colours: string[]) => order.lines.map((lineItemId, i) => ({ lineItemId, variantId: mug.variants[colours[i]!]! }))
    const orders = async () => (await shop.platform.database.query(sql`select from orders where site = ${shop.site}`)).length
    const before = await orders()
    assert.equal(await codeOf(office.orderReturns.exchangeReturn({ id })), 'EXCHANGE_NOT_POSSIBLE')
    assert.equal(await codeOf(office.orderReturns.exchangeReturn({ id, variants: variants('Oat', 'Oat') })), 'FULL_OUT_OF_STOCK')
    assert.equal(await codeOf(office.orderReturns.exchangeReturn({ id, variants: variants('Oat', 'Sage') })), 'PARTIAL_OUT_OF_STOCK')
    assert.deepEqual([await orders(), await statusOf(id), await refundedOf(order.orderId)], [before, 'CHECKED', '0.00'])
  })

  test('409 CURRENCY_NOT_SUPPORTED: credit and exchanges are in the currency of the shop', async () => {
    const order = await sent()
    const { id } = await checked(order)
    await shop.platform.database.query(sql`update orders set currency = 'USD' where site = ${shop.site} and id = ${order.orderId}`)
    assert.equal(await codeOf(office.orderReturns.refundReturn({ id, method: 'STORE_CREDIT' })), 'CURRENCY_NOT_SUPPORTED')
    const variants = [{ lineItemId: order.lines[0]!, variantId: mug.variants['Ink']! }]
    assert.equal(await codeOf(office.orderReturns.exchangeReturn({ id, variants })), 'CURRENCY_NOT_SUPPORTED')
    assert.equal(await statusOf(id), 'CHECKED')
  })

  test('409 NOTHING_TO_REFUND where the order was refunded meanwhile', async () => {
    const order = await sent()
    const { id } = await checked(order)
    const { payments } = (await office.orderTransactions.listTransactionsForSingleOrder({ orderId: order.orderId })).orderTransactions
    await office.orderBilling.refundPayments({
      orderId: order.orderId,
      paymentRefunds: [{ paymentId: payments[0]!.id! }],
      refundItems: { lineItems: [{ lineItemId: order.lines[0]!, quantity: 1 }] },
    })
    const variants = [{ lineItemId: order.lines[0]!, variantId: mug.variants['Ink']! }]
    assert.equal(await codeOf(office.orderReturns.refundReturn({ id })), 'NOTHING_TO_REFUND')
    assert.equal(await codeOf(office.orderReturns.exchangeReturn({ id, variants })), 'NOTHING_TO_REFUND')
    assert.equal(await refundedOf(order.orderId), '25.00')
  })

  test('400 INVALID_RETURN_CHECK, and 409 RETURN_STATUS_NOT_ALLOWED out of turn', async () => {
    const order = await sent()
    const { id } = await ask(order)
    const { orderReturns } = office
    const found = { lineItemId: order.lines[0]!, condition: 'DAMAGED' as const, accepted: 1, restocked: 0 }
    for (const early of [
      () => orderReturns.receiveReturn({ id }),
      () => orderReturns.checkReturn({ id, lines: [found] }),
      () => orderReturns.refundReturn({ id }),
      () => orderReturns.exchangeReturn({ id }),
    ])
      assert.equal(await codeOf(early()), 'RETURN_STATUS_NOT_ALLOWED')
    await orderReturns.approveReturn({ id })
    assert.equal(await codeOf(orderReturns.checkReturn({ id, lines: [{ ...found, restocked: 1 }] })), 'INVALID_RETURN_CHECK')
    assert.equal(await codeOf(orderReturns.approveReturn({ id, revision: '1' })), 'STALE_REVISION')
    assert.equal(await codeOf(orderReturns.approveReturn({ id })), 'RETURN_STATUS_NOT_ALLOWED')
    await orderReturns.checkReturn({ id, lines: [{ ...found, accepted: 0 }] })
    assert.equal(await codeOf(orderReturns.refundReturn({ id })), 'RETURN_STATUS_NOT_ALLOWED', 'nothing was accepted')
    const { return: refused } = await orderReturns.refuseReturn({ id, message: 'It has stood on a flame.' })
    assert.deepEqual([refused.status, refused.message, refused.actions], ['REFUSED', 'It has stood on a flame.', []])
    assert.equal(await codeOf(orderReturns.refuseReturn({ id, message: 'Again' })), 'RETURN_STATUS_NOT_ALLOWED')
    assert.equal(await codeOf(office.returns.cancelReturn({ id })), 'RETURN_STATUS_NOT_ALLOWED')
    const guest = newBuyer(shop)
    assert.equal(
      await codeOf(
        guest.returns.requestReturn({
          id: order.orderId,
          email: order.email,
          lines: [{ lineItemId: order.lines[0]!, quantity: 1, reason }],
        }),
      ),
      'NOT_RETURNABLE',
    )
    assert.equal((await ask(order)).number.at(-1), '2', 'the shop may begin another')
  })

  test('404 RETURN_NOT_FOUND', async () => {
    const id = newId()
    const { orderReturns } = office
    const lines = [{ lineItemId: newId(), condition: 'USED' as const, accepted: 1, restocked: 0 }]
    for (const call of [
      () => orderReturns.approveReturn({ id }),
      () => orderReturns.refuseReturn({ id, message: 'No' }),
      () => orderReturns.receiveReturn({ id }),
      () => orderReturns.checkReturn({ id, lines }),
      () => orderReturns.refundReturn({ id }),
      () => orderReturns.exchangeReturn({ id }),
    ])
      assert.equal(await codeOf(call()), 'RETURN_NOT_FOUND')
  })

  test('finds them by status, number, order and email, those that wait first, and counts them', async () => {
    const order = await sent()
    const done = await ask(order)
    await office.orderReturns.refuseReturn({ id: done.id, message: 'No' })
    const waits = await ask(await sent())
    const { orderReturns } = office
    const idsOf = async (input: Input<'POST /vitrine/v1/returns/search'>) =>
      (await orderReturns.searchReturns(input)).returns.map(({ id }) => id)
    assert.deepEqual(await idsOf({ words: done.number }), [done.id])
    assert.deepEqual(await idsOf({ words: `#${done.orderNumber}` }), [done.id])
    assert.deepEqual(await idsOf({ words: order.email }), [done.id])
    assert.deepEqual(await idsOf({ orderId: order.orderId, statuses: ['REQUESTED'] }), [])
    assert.equal((await idsOf({ statuses: ['REQUESTED'], limit: 1 }))[0], waits.id)
    const all: string[] = []
    for (let cursor: string | undefined, pages = 0; pages === 0 || cursor; pages++) {
      const page = await orderReturns.searchReturns({ limit: 3, ...(cursor && { cursor }) })
      all.push(...page.returns.map(({ id }) => id))
      cursor = page.nextCursor
    }
    assert.equal(new Set(all).size, all.length)
    assert.ok(all.indexOf(waits.id) < all.indexOf(done.id))
    const { counts } = await orderReturns.countReturns({})
    assert.equal(
      counts.reduce((sum, { count }) => sum + count, 0),
      all.length,
    )
    const [found] = (await orderReturns.searchReturns({ words: done.number })).returns
    assert.deepEqual([found?.customer?.email, found?.actions], [order.email, []])
  })
})

describe('emails', () => {
  const subjects = async (email: string) => {
    await shop.platform.jobs.settle()
    return (await emailsTo(shop, email)).map(({ subject }) => subject).filter((subject) => /return/i.test(subject))
  }

  test('tell the buyer of each step, with the label and what goes back, and lead to the page of the return', async () => {
    const order = await sent()
    const guest = newBuyer(shop)
    await settings({ automaticDays: 0, address: ['Morrow', '10435 Berlin'] })
    const { return: made } = await guest.returns.requestReturn({
      id: order.orderId,
      email: order.email,
      lines: [{ lineItemId: order.lines[0]!, quantity: 1, reason }],
      note: 'Too small for tea.',
    })
    const { id, number } = made
    await shop.platform.jobs.settle()
    await office.orderReturns.approveReturn({ id, labelUrl: 'https://labels.example/7.pdf', message: 'Use the box.' })
    await shop.platform.jobs.settle()
    await settings({ automaticDays: 14, address: [] })
    await office.orderReturns.receiveReturn({ id })
    await shop.platform.jobs.settle()
    await office.orderReturns.checkReturn({ id, lines: [{ lineItemId: order.lines[0]!, condition: 'AS_NEW', accepted: 1, restocked: 1 }] })
    await office.orderReturns.refundReturn({ id })
    const told = await subjects(order.email)
    assert.deepEqual(
      told.sort(),
      [
        `We have your request for return ${number}`,
        `Return ${number} is approved`,
        `Return ${number} is with us`,
        `€25.00 are on their way back. Return ${number}`,
      ].sort(),
    )
    const approved = (await emailsTo(shop, order.email)).find(({ subject }) => subject === `Return ${number} is approved`)
    for (const words of ['https://labels.example/7.pdf', 'Use the box.', '10435 Berlin']) assert.ok(approved?.text.includes(words), words)
    const refunded = (await emailsTo(shop, order.email)).find(({ subject }) => subject.startsWith('€25.00'))
    assert.match(refunded?.text ?? '', new RegExp(`/return/${id}`))
  })

  test('say why nothing goes back, and that broken things need not be sent', async () => {
    const refused = await sent()
    await office.orderReturns.refuseReturn({ id: (await ask(refused)).id, message: 'It has stood on a flame.' })
    const [, no] = [
      await subjects(refused.email),
      (await emailsTo(shop, refused.email)).find(({ subject }) => subject.startsWith('We cannot')),
    ]
    assert.match(no?.text ?? '', /It has stood on a flame\./)
    const broken = await sent()
    await office.orderReturns.approveReturn({ id: (await ask(broken)).id, keepsGoods: true })
    assert.equal((await subjects(broken.email)).filter((subject) => subject.endsWith('is approved')).length, 1)
    const yes = (await emailsTo(shop, broken.email)).find(({ subject }) => subject.endsWith('is approved'))
    assert.match(yes?.text ?? '', /You need not send it back/)
  })
})

describe('two at once', () => {
  test('a refund and a second one: money goes back once', async () => {
    const order = await sent([{ product: mug, colour: 'Sage', quantity: 2 }])
    const { id } = await checked(order)
    const codes = await Promise.all([1, 2, 3].map(() => codeOf(office.orderReturns.refundReturn({ id }))))
    assert.deepEqual(codes.sort(), ['RETURN_STATUS_NOT_ALLOWED', 'RETURN_STATUS_NOT_ALLOWED', 'done'])
    assert.equal(await refundedOf(order.orderId), '25.00')
  })

  test('a refund and an exchange: one of them', async () => {
    const order = await sent()
    const { id } = await checked(order)
    const variants = [{ lineItemId: order.lines[0]!, variantId: mug.variants['Ink']! }]
    const codes = await Promise.all([
      codeOf(office.orderReturns.refundReturn({ id })),
      codeOf(office.orderReturns.exchangeReturn({ id, variants })),
    ])
    assert.deepEqual(codes.sort(), ['RETURN_STATUS_NOT_ALLOWED', 'done'])
    assert.equal(await refundedOf(order.orderId), '25.00')
  })

  test('an approval without the goods and a refusal: a refund goes only where it was approved', async () => {
    for (let round = 0; round < 4; round++) {
      const order = await sent()
      const { id } = await ask(order)
      const { orderReturns } = office
      await Promise.all([
        attempt(orderReturns.approveReturn({ id, keepsGoods: true })),
        attempt(orderReturns.refuseReturn({ id, message: 'No' })),
      ])
      const status = await statusOf(id)
      assert.ok(status === 'CHECKED' || status === 'REFUSED')
      assert.equal(await codeOf(orderReturns.refundReturn({ id })), status === 'CHECKED' ? 'done' : 'RETURN_STATUS_NOT_ALLOWED')
      assert.equal(await refundedOf(order.orderId), status === 'CHECKED' ? '25.00' : '0.00')
    }
  })

  test('the refund of a return and one of its order: never more than was paid', async () => {
    const order = await sent()
    const { id } = await checked(order)
    const { payments } = (await office.orderTransactions.listTransactionsForSingleOrder({ orderId: order.orderId })).orderTransactions
    const byHand = office.orderBilling.refundPayments({
      orderId: order.orderId,
      paymentRefunds: [{ paymentId: payments[0]!.id! }],
      refundItems: { lineItems: [{ lineItemId: order.lines[0]!, quantity: 1 }] },
    })
    await Promise.all([attempt(byHand), attempt(office.orderReturns.refundReturn({ id }))])
    assert.equal(await refundedOf(order.orderId), '25.00')
  })
})

describe('pictures of what is wrong', () => {
  const photo = async () =>
    (
      await sharp({ create: { width: 60, height: 40, channels: 3, background: { r: Math.floor(Math.random() * 255), g: 9, b: 120 } } })
        .jpeg()
        .toBuffer()
    ).toString('base64')

  test('are shown with the return to its buyer and the shop, and go with the buyer', async () => {
    const who = newBuyer(shop)
    const { orderId, email, lines } = await sent([{ product: mug, colour: 'Sage' }], { who })
    const { picture } = await who.returns.uploadReturnPicture({ content: await photo() })
    const asking = { id: orderId, lines: [{ lineItemId: lines[0]!, quantity: 1, reason }], pictures: [picture.id!, picture.id!] }
    const { return: made } = await who.returns.requestReturn(asking)
    assert.deepEqual(made.pictures, [picture.id])
    assert.deepEqual((await office.returns.getReturn({ id: made.id })).return.pictures, [picture.id])
    const unused = await office.mediaLibrary.listUnusedFiles({ limit: 100 })
    assert.ok(!JSON.stringify(unused).includes(picture.id!), 'it is used')
    const rowsOf = () => shop.platform.database.query(sql`select id from media where site = ${shop.site} and id = ${picture.id!}`)
    assert.equal((await rowsOf()).length, 1)
    await office.orderReturns.refuseReturn({ id: made.id, message: 'Used' })
    await office.personalData.erasePersonalData({ email })
    assert.equal((await rowsOf()).length, 0)
    assert.equal((await office.returns.getReturn({ id: made.id })).return.pictures, undefined)
  })

  test('400 INVALID_ARGUMENT for a picture of somebody else, and nothing is asked for', async () => {
    const who = newBuyer(shop)
    const { orderId, lines } = await sent([{ product: mug, colour: 'Sage' }], { who })
    const { picture } = await newBuyer(shop).returns.uploadReturnPicture({ content: await photo() })
    const asking = { id: orderId, lines: [{ lineItemId: lines[0]!, quantity: 1, reason }] }
    const [refused] = await attempt(who.returns.requestReturn({ ...asking, pictures: [picture.id!] }))
    assert.equal(refused?.code, 'INVALID_ARGUMENT')
    assert.deepEqual((await who.returns.getReturnability({ id: orderId })).returnability.returns, [])
  })
})
