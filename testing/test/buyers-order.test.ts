import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { apiKey, attempt, createClient } from '@vitrine/client'
import { sql } from '@vitrine/platform/kernel/db/sql'
import { type Buyer, card, newBuyer, toCheckout } from '../src/buyer.ts'
import { startTestPlatform, type TestPlatform } from '../src/platform.ts'
import { addProduct, type TestProduct } from '../src/products.ts'

let shop: TestPlatform
let mug: TestProduct
let app: ReturnType<typeof newApp>
const newApp = () => createClient({ baseUrl: shop.url, auth: apiKey(shop.apiKey) })
const nobody = () => createClient({ baseUrl: shop.url })

before(async () => {
  shop = await startTestPlatform()
  mug = await addProduct(shop.platform, { site: shop.site, name: 'Morning Mug', price: 2600, stock: 500 }, shop.clock.now())
  app = newApp()
})
after(async () => {
  await shop[Symbol.asyncDispose]()
  assert.deepEqual(shop.faults, [])
})

async function placed({ code = 'standard', buyer = newBuyer(shop) }: { code?: string; buyer?: Buyer } = {}) {
  const id = await toCheckout(buyer, [{ product: mug, quantity: 2 }], code)
  const { orderId, statusToken } = await buyer.payments.placeOrder({
    id,
    paymentToken: await card(buyer),
    returnUrl: `${shop.url}/back`,
  })
  const { order } = await app.orders.getOrder({ id: orderId })
  return { orderId, statusToken, buyer, line: order.lineItems[0]!.id, number: order.number }
}
const seen = async (id: string) => (await nobody().orders.getOrderStatus({ id, email: 'ada@example.com' })).order
const codeOf = async (call: Promise<unknown>) => (await attempt(call))[0]?.code ?? 'done'
const storyOf = async (id: string) => (await app.orders.getOrder({ id })).order.activities.map(({ activityType }) => activityType)

interface FoundEmail {
  readonly subject: string
  readonly text: string
  readonly html: string
}
/** Those after the confirmation. */
async function emailsAbout(number: string): Promise<FoundEmail[]> {
  await shop.platform.jobs.settle()
  return shop.platform.database.query<FoundEmail>(
    sql`select subject, body as text, html from inbox_mail where site = ${shop.site} and subject like ${`%${number}%`} and subject not like 'Thank you%' order by id`,
  )
}

describe('what a link shows', () => {
  test('with its token the way alone; with the e-mail, or to its buyer, all of it', async () => {
    const { orderId, statusToken, buyer } = await placed()
    const { order } = await nobody().orders.getOrderStatus({ id: orderId, token: statusToken })
    assert.deepEqual([order.details, order.timeline.length], [undefined, 5])
    assert.equal((await seen(orderId)).details?.email, 'ada@example.com')
    assert.equal((await buyer.orders.getOrderStatus({ id: orderId })).order.details?.lineItems.length, 1)
    assert.equal(await codeOf(nobody().orders.getOrderStatus({ id: orderId })), 'ORDER_NOT_FOUND')
    assert.equal(await codeOf(nobody().orders.getOrderStatus({ id: orderId, token: 'x', email: 'eve@example.com' })), 'ORDER_NOT_FOUND')
  })

  test('whoever has lost it finds it by number and e-mail, and by nothing less', async () => {
    const { orderId, number } = await placed()
    const find = (asked: { number: string; email: string }) => nobody().orders.findOrder(asked)
    assert.deepEqual(await find({ number, email: 'ADA@example.com' }), { orderId })
    assert.equal(await codeOf(find({ number, email: 'eve@example.com' })), 'ORDER_NOT_FOUND')
    assert.equal(await codeOf(find({ number: String(Number(number) + 5000), email: 'ada@example.com' })), 'ORDER_NOT_FOUND')
    assert.equal(await codeOf(find({ number: `${number}'`, email: 'ada@example.com' })), 'ORDER_NOT_FOUND')
    await using other = await startTestPlatform()
    const elsewhere = createClient({ baseUrl: other.url })
    assert.equal(await codeOf(elsewhere.orders.findOrder({ number, email: 'ada@example.com' })), 'ORDER_NOT_FOUND', 'of another shop')
  })

  test('how the total came about, as it was when it was sold', async () => {
    const { orderId } = await placed()
    const { reasons } = (await seen(orderId)).details!
    assert.deepEqual(
      reasons.map(({ step }) => step),
      ['LINES', 'SHIPPING', 'TAX', 'TOTAL'],
    )
    assert.deepEqual(reasons[0], { step: 'LINES', lines: 1, units: 2, amount: '52.00' })
    assert.deepEqual(
      reasons.find(({ step }) => step === 'SHIPPING'),
      { step: 'SHIPPING', name: 'Standard', regularPrice: '4.90', amount: '4.90', freeFrom: '80.00', goods: '52.00' },
    )
    const tax = reasons.find((reason) => reason.step === 'TAX')!
    assert.deepEqual([tax.rate, tax.of, tax.amount, tax.exact?.slice(0, 6), tax.included], ['0.19', '56.90', '9.08', '9.0848', true])
    assert.deepEqual(reasons.at(-1), { step: 'TOTAL', amount: '56.90', taxIncluded: '9.08', taxAdded: '0.00' })
    const { order } = await app.orders.getOrder({ id: orderId })
    assert.equal('reasons' in order, false, 'the wire’s order has no such field')
  })

  test('its shipments, and how far it is', async () => {
    const { orderId, line } = await placed()
    const stops = async () => (await seen(orderId)).timeline.map(({ stop, state }) => `${stop} ${state}`)
    const start = ['PLACED DONE', 'PAID DONE']
    assert.deepEqual(await stops(), [...start, 'PACKED NOW', 'SENT NEXT', 'DELIVERED NEXT'])
    const { fulfillmentId: id } = await app.orderFulfillments.createFulfillment({
      orderId,
      fulfillment: { lineItems: [{ id: line, quantity: 1 }], trackingInfo: { shippingProvider: 'dhl', trackingNumber: '77' } },
    })
    assert.deepEqual(await stops(), [...start, 'PACKED NOW', 'SENT NEXT', 'DELIVERED NEXT'], 'a part of it is not it')
    assert.deepEqual((await seen(orderId)).details?.shipments, [
      {
        id,
        lineItems: [{ id: line, quantity: 1 }],
        stage: 'SENT',
        carrier: 'DHL',
        trackingNumber: '77',
        trackingLink: 'https://www.dhl.com/global-en/home/tracking.html?tracking-id=77',
        date: shop.clock.now().toISOString(),
      },
    ])
    const rest = await app.orderFulfillments.createFulfillment({ orderId, fulfillment: { lineItems: [{ id: line }] } })
    assert.deepEqual(await stops(), [...start, 'PACKED DONE', 'SENT NOW', 'DELIVERED NEXT'])
    for (const each of [id, rest.fulfillmentId])
      await app.orderFulfillments.updateFulfillment({ orderId, fulfillment: { id: each, status: 'Delivered' } })
    assert.deepEqual(await stops(), [...start, 'PACKED DONE', 'SENT DONE', 'DELIVERED NOW'])
  })
})

describe('asking to cancel', () => {
  test('is told once, to the order’s story and to the shop', async () => {
    const { orderId, buyer, number } = await placed()
    assert.equal((await seen(orderId)).details?.cancellation, 'POSSIBLE')
    const { order } = await nobody().orders.requestOrderCancellation({ id: orderId, email: 'ADA@example.com', reason: ' By mistake. ' })
    assert.equal(order.details?.cancellation, 'ASKED')
    await buyer.orders.requestOrderCancellation({ id: orderId })
    const shopsEmails = (await emailsAbout(number)).filter(({ subject }) => subject.startsWith('Ada asks to cancel'))
    assert.equal(shopsEmails.length, 1)
    assert.match(shopsEmails[0]!.text, /By mistake\./)
    const told = (await app.orders.getOrder({ id: orderId })).order.activities.filter(({ merchantComment }) => merchantComment)
    assert.deepEqual(
      told.map(({ merchantComment, authorEmail }) => [merchantComment?.message, authorEmail]),
      [['The buyer asks to cancel this order: By mistake.', 'ada@example.com']],
    )
  })

  test('may be for some units, then for more, then for all of it; each is told once', async () => {
    const { orderId, line, buyer, number } = await placed()
    const ask = (quantity?: number) =>
      buyer.orders.requestOrderCancellation({ id: orderId, lineItems: [{ lineItemId: line, ...(quantity && { quantity }) }] })
    const { order } = await ask(1)
    const { quantity } = order.details!.lineItems.find(({ id }) => id === line)!
    assert.ok(quantity > 1)
    assert.deepEqual([order.details?.cancellation, order.details?.cancellationLines], ['ASKED', [{ lineItemId: line, quantity: 1 }]])
    await ask(1)
    const { order: all } = await ask()
    const others = all.details!.lineItems.length > 1
    assert.deepEqual(all.details?.cancellationLines, others ? [{ lineItemId: line, quantity }] : undefined)
    const { order: whole } = await buyer.orders.requestOrderCancellation({ id: orderId })
    assert.deepEqual([whole.details?.cancellation, whole.details?.cancellationLines], ['ASKED', undefined])
    assert.equal((await ask(1)).order.details?.cancellationLines, undefined, 'less is asked for no more')
    const emails = (await emailsAbout(number)).filter(({ subject }) => / asks to cancel /.test(subject))
    assert.equal(emails.filter(({ subject }) => subject.includes('a part of')).length, others ? 2 : 1)
    assert.equal(emails.filter(({ subject }) => !subject.includes('a part of')).length, 1)
    assert.match(emails.map(({ text }) => text).join(' '), /1 × /)
  })

  test('404 ORDER_LINE_ITEM_NOT_FOUND, 400 INVALID_ARGUMENT for more than there are: nothing is asked', async () => {
    const { orderId, line, buyer } = await placed()
    const ask = (lineItemId: string, quantity: number) =>
      codeOf(buyer.orders.requestOrderCancellation({ id: orderId, lineItems: [{ lineItemId, quantity }] }))
    assert.equal(await ask(crypto.randomUUID(), 1), 'ORDER_LINE_ITEM_NOT_FOUND')
    assert.equal(await ask(line, 1000), 'INVALID_ARGUMENT')
    assert.equal((await seen(orderId)).details?.cancellation, 'POSSIBLE')
  })

  test('by ten at once is asked once', async () => {
    const { orderId, line, buyer, number } = await placed()
    const ask = () => buyer.orders.requestOrderCancellation({ id: orderId, lineItems: [{ lineItemId: line, quantity: 1 }] })
    await Promise.all(Array.from({ length: 10 }, ask))
    assert.equal((await emailsAbout(number)).filter(({ subject }) => / asks to cancel /.test(subject)).length, 1)
  })

  // attack: Other people's data | somebody else asks to cancel an order | 404
  test('409 CANCELLATION_TOO_LATE when something is on its way, ORDER_CANCELED when it was; 404 to unauthenticated callers', async () => {
    const { orderId, line, buyer } = await placed()
    const ask = (client: Pick<Buyer, 'orders'>, email?: string) =>
      codeOf(client.orders.requestOrderCancellation({ id: orderId, ...(email !== undefined && { email }) }))
    assert.equal(await ask(nobody()), 'ORDER_NOT_FOUND')
    assert.equal(await ask(newBuyer(shop), 'eve@example.com'), 'ORDER_NOT_FOUND')
    await app.orderFulfillments.createFulfillment({ orderId, fulfillment: { lineItems: [{ id: line, quantity: 1 }] } })
    assert.equal(await ask(buyer), 'CANCELLATION_TOO_LATE')
    assert.equal((await seen(orderId)).details?.cancellation, 'TOO_LATE')
    await app.orders.cancelOrder({ id: orderId })
    assert.equal(await ask(buyer), 'ORDER_CANCELED')
  })
})

describe('emails', () => {
  test('shipped, in parts; the number when it comes later; delivered', async () => {
    const { orderId, line, number } = await placed()
    const send = (quantity: number, trackingInfo?: { shippingProvider: string; trackingNumber: string }) =>
      app.orderFulfillments.createFulfillment({
        orderId,
        fulfillment: { lineItems: [{ id: line, quantity }], ...(trackingInfo && { trackingInfo }) },
      })
    await send(1, { shippingProvider: 'dhl', trackingNumber: '0034' })
    const { fulfillmentId: id } = await send(1)
    await shop.platform.jobs.settle()
    await app.orderFulfillments.updateFulfillment({
      orderId,
      fulfillment: { id, trackingInfo: { shippingProvider: 'Aunt Erna', trackingNumber: 'E-1' } },
    })
    await app.orderFulfillments.updateFulfillment({ orderId, fulfillment: { id, status: 'Delivered' } })
    const emails = await emailsAbout(number)
    assert.deepEqual(emails.map(({ subject }) => subject).sort(), [
      `A part of order ${number} is on its way`,
      `Order ${number} has arrived`,
      `The rest of order ${number} is on its way`,
      `The tracking number of order ${number}`,
    ])
    const first = emails.find(({ text }) => text.includes('DHL 0034'))!
    assert.match(first.text, /Track the parcel:\nhttps:\/\/www\.dhl\.com\//)
    for (const { text } of emails) assert.match(text, new RegExp(`${shop.url}/orders/${orderId}\\?token=`))
    const later = emails.find(({ subject }) => subject.startsWith('The tracking'))!
    assert.match(later.text, /Aunt Erna E-1/)
    assert.deepEqual(
      (await storyOf(orderId)).filter((type) => type?.endsWith('EMAIL_SENT')),
      ['SHIPPING_CONFIRMATION_EMAIL_SENT', 'SHIPPING_CONFIRMATION_EMAIL_SENT', 'SHIPPING_CONFIRMATION_EMAIL_SENT'],
    )
  })

  test('ready to be collected', async () => {
    const { orderId, line, number } = await placed({ code: 'pickup' })
    const { fulfillmentId: id } = await app.orderFulfillments.createFulfillment({
      orderId,
      fulfillment: { lineItems: [{ id: line }], status: 'Ready' },
    })
    await app.orderFulfillments.updateFulfillment({ orderId, fulfillment: { id, status: 'Fulfilled' } })
    const emails = await emailsAbout(number)
    assert.deepEqual(
      emails.map(({ subject }) => subject),
      [`Order ${number} is ready for you`],
    )
    assert.match(emails[0]!.text, /Waits at\nCollect it in Berlin\nTestweg 1\n10115 Berlin/)
    assert.equal((await storyOf(orderId)).filter((type) => type === 'PICKUP_READY_EMAIL_SENT').length, 1)
    const { timeline } = await seen(orderId)
    assert.deepEqual(
      timeline.slice(3).map(({ stop, state }) => [stop, state]),
      [
        ['READY_FOR_PICKUP', 'DONE'],
        ['DELIVERED', 'NOW'],
      ],
    )
  })

  test('are written once, however often their job runs', async () => {
    const { orderId, line, number } = await placed()
    await app.orderFulfillments.createFulfillment({ orderId, fulfillment: { lineItems: [{ id: line }] } })
    await shop.platform.jobs.settle()
    await shop.platform.database.query(sql`update outbox set relayed_at = null where site = ${shop.site} and entity_id = ${orderId}`)
    const emails = await emailsAbout(number)
    assert.equal(emails.length, 1)
    assert.equal((await storyOf(orderId)).filter((type) => type === 'SHIPPING_CONFIRMATION_EMAIL_SENT').length, 1)
  })

  test('a payment that failed when nobody looked any more', async () => {
    const buyer = newBuyer(shop)
    const id = await toCheckout(buyer, [{ product: mug }])
    const placing = await buyer.payments.placeOrder({
      id,
      paymentToken: await card(buyer, '4000000000003220'),
      returnUrl: `${shop.url}/back`,
    })
    const { orderId } = placing
    const [payment] = await shop.platform.database.query<{ id: string }>(
      sql`select id from payment where site = ${shop.site} and order_id = ${orderId}`,
    )
    shop.clock.advance(3 * 60 * 1000)
    const { resultToken } = await buyer.payments.answerSandboxAuthentication({ id: payment!.id, answer: 'REFUSE' })
    await attempt(buyer.payments.confirmPayment({ id: orderId, resultToken }))
    const { order } = await app.orders.getOrder({ id: orderId })
    const emails = await emailsAbout(order.number)
    assert.deepEqual(
      emails.map(({ subject }) => subject),
      [`The payment for order ${order.number} did not go through`],
    )
    assert.match(emails[0]!.text, /Pay again:\nhttp[^\n]*\/checkout/)
  })
})
