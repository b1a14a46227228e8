import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { apiKey, attempt, createClient, inbox } from '@vitrine/client'
import * as backOffice from '@vitrine/client/back-office'
import { card, newBuyer, toCheckout } from '../src/buyer.ts'
import { startTestPlatform, type TestPlatform } from '../src/platform.ts'
import { addProduct, type TestProduct } from '../src/products.ts'

let shop: TestPlatform
let mug: TestProduct
const connection = () => ({ baseUrl: shop.url, auth: apiKey(shop.apiKey) })
const office = () => createClient({ ...connection(), modules: backOffice })
const app = () => createClient(connection())

before(async () => {
  shop = await startTestPlatform()
  mug = await addProduct(shop.platform, { site: shop.site, name: 'Morning Mug', price: 2600, stock: 500 }, shop.clock.now())
})
after(async () => {
  await shop[Symbol.asyncDispose]()
  assert.deepEqual(shop.faults, [])
})

async function bought(email: string) {
  const buyer = newBuyer(shop)
  const id = await toCheckout(buyer, [{ product: mug, quantity: 2 }])
  await buyer.checkout.updateCheckout({ checkout: { id, buyerInfo: { email } } })
  const { orderId } = await buyer.payments.placeOrder({ id, paymentToken: await card(buyer), returnUrl: `${shop.url}/back` })
  return orderId
}

async function eventually<T>(find: () => Promise<T | undefined>): Promise<T> {
  for (const until = Date.now() + 20_000; Date.now() < until; ) {
    const found = await find()
    if (found !== undefined) return found
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error('it did not come')
}

const emailsOf = async (orderId: string) => (await office().orderEmails.listOrderEmails({ orderId })).emails
const emailOf = (orderId: string, kind: string, times = 1) =>
  eventually(async () => {
    const of = (await emailsOf(orderId)).filter((one) => one.kind === kind)
    return of.length >= times ? of[0] : undefined
  })
const codeOf = async (call: Promise<unknown>) => (await attempt(call))[0]?.code ?? 'done'

describe('the emails about an order', () => {
  test('are listed, the latest first, with what they said to whom', async () => {
    const email = 'listed@example.com'
    const orderId = await bought(email)
    const confirmation = await emailOf(orderId, 'ORDER_CONFIRMATION')
    assert.equal(confirmation.sentTo, email)
    assert.match(confirmation.subject, /^.*Order \d+$/)
    const { order } = await app().orders.getOrder({ id: orderId })
    await app().orderFulfillments.createFulfillment({
      orderId,
      fulfillment: { lineItems: order.lineItems.map(({ id }) => ({ id })), trackingInfo: { trackingNumber: '12' } },
    })
    await emailOf(orderId, 'SHIPPED')
    assert.deepEqual(
      (await emailsOf(orderId)).map(({ kind }) => kind),
      ['SHIPPED', 'ORDER_CONFIRMATION'],
    )
  })

  test('are sent again, to whom they went or to somebody else, and the story says so', async () => {
    const email = 'again@example.com'
    const orderId = await bought(email)
    const first = await emailOf(orderId, 'ORDER_CONFIRMATION')
    assert.deepEqual(await office().orderEmails.sendOrderEmail({ orderId, emailId: first.id }), { sentTo: email })
    await emailOf(orderId, 'ORDER_CONFIRMATION', 2)
    const { sentTo } = await office().orderEmails.sendOrderEmail({ orderId, emailId: first.id, email: 'else@example.com' })
    assert.equal(sentTo, 'else@example.com')
    const last = await emailOf(orderId, 'ORDER_CONFIRMATION', 3)
    assert.equal(last.sentTo, 'else@example.com')
    assert.equal(last.subject, first.subject)
    const box = createClient({ ...connection(), modules: { inbox } })
    const { messages } = await box.inbox.listMessages({ limit: 50 })
    assert.deepEqual(
      messages.filter(({ subject }) => subject === first.subject).map(({ to: [recipient] }) => recipient),
      ['else@example.com', email, email],
    )
    const { activities } = (await app().orders.getOrder({ id: orderId })).order
    assert.deepEqual(
      activities.flatMap(({ customActivity }) => (customActivity ? [customActivity.additionalData] : [])),
      [
        { kind: 'ORDER_CONFIRMATION', sentTo: email, subject: first.subject },
        { kind: 'ORDER_CONFIRMATION', sentTo: 'else@example.com', subject: first.subject },
      ],
    )
  })

  test('the confirmation goes out though nobody had it before', async () => {
    const { order } = await app().orders.createOrder({
      order: {
        channelInfo: { type: 'POS' },
        buyerInfo: { email: 'counter@example.com' },
        lineItems: [{ productName: { original: 'A jar' }, quantity: 1, price: { amount: '10' }, itemType: { preset: 'PHYSICAL' } }],
        priceSummary: {},
      },
      settings: { notifications: { sendNotificationToBuyer: false } },
    })
    const orderId = order.id!
    assert.deepEqual(await office().orderEmails.sendOrderEmail({ orderId, kind: 'ORDER_CONFIRMATION' }), {
      sentTo: 'counter@example.com',
    })
    await emailOf(orderId, 'ORDER_CONFIRMATION')
    assert.equal(await codeOf(office().orderEmails.sendOrderEmail({ orderId, kind: 'FILES_READY' })), 'NOTHING_TO_WRITE')
  })

  test('409 NOTHING_TO_WRITE where the shipment was deleted, and nothing is sent', async () => {
    const orderId = await bought('back@example.com')
    const { order } = await app().orders.getOrder({ id: orderId })
    const { fulfillmentId } = await app().orderFulfillments.createFulfillment({
      orderId,
      fulfillment: { lineItems: order.lineItems.map(({ id }) => ({ id })), trackingInfo: { trackingNumber: '13' } },
    })
    const shipped = await emailOf(orderId, 'SHIPPED')
    await app().orderFulfillments.deleteFulfillment({ orderId, fulfillmentId })
    assert.equal(await codeOf(office().orderEmails.sendOrderEmail({ orderId, emailId: shipped.id })), 'NOTHING_TO_WRITE')
  })

  test('404 ORDER_NOT_FOUND, 404 ORDER_EMAIL_NOT_FOUND, 400 where both or neither is named', async () => {
    const [orderId, other] = [await bought('one@example.com'), await bought('two@example.com')]
    const { id: emailId } = await emailOf(other, 'ORDER_CONFIRMATION')
    const { orderEmails } = office()
    assert.equal(await codeOf(orderEmails.listOrderEmails({ orderId: emailId })), 'ORDER_NOT_FOUND')
    assert.equal(await codeOf(orderEmails.sendOrderEmail({ orderId: emailId, emailId })), 'ORDER_NOT_FOUND')
    assert.equal(await codeOf(orderEmails.sendOrderEmail({ orderId, emailId })), 'ORDER_EMAIL_NOT_FOUND')
    assert.equal(await codeOf(orderEmails.sendOrderEmail({ orderId })), 'INVALID_ARGUMENT')
    assert.equal(await codeOf(orderEmails.sendOrderEmail({ orderId, emailId, kind: 'ORDER_CONFIRMATION' })), 'INVALID_ARGUMENT')
  })
})
