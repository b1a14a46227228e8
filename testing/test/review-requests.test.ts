/** Emails that ask for reviews, through a real mail server: once about an order, to whom it concerns, also when a process is killed in the middle. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { apiKey, attempt, createClient } from '@vitrine/client'
import * as backOffice from '@vitrine/client/back-office'
import * as modules from '@vitrine/client/modules'
import { type Buyer, berlin, card, newBuyer } from '../src/buyer.ts'
import { killedInTheMiddle } from '../src/killed-in-the-middle.ts'
import { startMailServer } from '../src/mail-server.ts'
import { newMember as enrolled } from '../src/member.ts'
import { startTestPlatform, type TestPlatform } from '../src/platform.ts'
import { addProduct, type TestProduct } from '../src/products.ts'
import { newMember } from '../src/subscribed-member.ts'

let shop: TestPlatform
let mug: TestProduct
let plate: TestProduct
let office: ReturnType<typeof newOffice>
/** It counts the emails that ask for reviews. */
let mail: Awaited<ReturnType<typeof startMailServer>>
const newOffice = () => createClient({ baseUrl: shop.url, auth: apiKey(shop.apiKey), modules: { ...modules, ...backOffice } })

before(async () => {
  mail = await startMailServer((raw) => /^Subject: How is/m.test(raw))
  shop = await startTestPlatform({ smtpUrl: mail.url })
  office = newOffice()
  mug = await addProduct(shop.platform, { site: shop.site, name: 'Morning Mug', price: 2600, stock: 500 }, shop.clock.now())
  plate = await addProduct(shop.platform, { site: shop.site, name: 'Table Plate', price: 3200, stock: 500 }, shop.clock.now())
})
after(async () => {
  await shop?.[Symbol.asyncDispose]()
  await mail.close()
})

const days = async (count: number) => {
  shop.clock.advance(count * 24 * 3_600_000)
  await shop.platform.everyMinute().catch(() => undefined)
}
const minutes = async (count: number) => {
  shop.clock.advance(count * 60_000)
  await shop.platform.everyMinute().catch(() => undefined)
}
const emailsTo = (email: string) => mail.delivered.filter(({ to }) => to === email)
const tokenIn = (email: string, path: string) => {
  const [message] = emailsTo(email)
  const link = new RegExp(`${path}\\?token=([^\\s>)"]+)`).exec(message?.raw ?? '')
  return decodeURIComponent(link?.[1] ?? assert.fail(`no link in the email to ${email}`))
}
const codeOf = async (call: Promise<unknown>) => (await attempt(call))[0]?.code ?? 'done'

/** Somebody buys these, and they are sent. */
async function sent(email: string, products: readonly TestProduct[] = [mug], who: Pick<Buyer, 'checkout' | 'payments'> = newBuyer(shop)) {
  const { checkout } = await who.checkout.createCheckout({
    channelType: 'WEB',
    lineItems: products.map((product) => ({ quantity: 1, catalogReference: product.reference() })),
    checkoutInfo: {
      buyerInfo: { email },
      billingInfo: berlin,
      shippingInfo: { shippingDestination: berlin, selectedCarrierServiceOption: { code: 'standard' } },
    },
  })
  const paymentToken = await card(newBuyer(shop))
  const { orderId } = await who.payments.placeOrder({ id: checkout.id!, paymentToken, returnUrl: `${shop.url}/back` })
  const { order } = await office.orders.getOrder({ id: orderId })
  const { fulfillmentId } = await office.orderFulfillments.createFulfillment({
    orderId,
    fulfillment: { lineItems: order.lineItems.map(({ id, quantity }) => ({ id, quantity })) },
  })
  await shop.platform.jobs.settle()
  return { orderId, fulfillmentId, lines: order.lineItems }
}

test('a week after the order has left its buyer is asked, once, and writes with the link as one who has bought it', async () => {
  const email = 'ada@asked.example'
  await sent(email, [mug, plate])
  await days(6)
  assert.equal(emailsTo(email).length, 0)
  await days(1)
  await days(30)
  assert.equal(emailsTo(email).length, 1)
  const [{ raw } = { raw: '' }] = emailsTo(email)
  assert.match(raw, /How is Morning Mug\?/)
  assert.match(raw, /Review Table Plate/)
  assert.match(raw, /^List-Unsubscribe:\s+<http[^>]+\/review-emails\/off\?token=[^>]+>/m)
  assert.match(raw, /^List-Unsubscribe-Post:\s+List-Unsubscribe=One-Click/m)

  const visitor = newBuyer(shop)
  assert.equal((await visitor.reviews.getMyReview({ entityId: plate.id })).bought, false)
  await visitor.reviews.openReviewLink({ token: tokenIn(email, `/products/${plate.slug}/review`) })
  const mine = await visitor.reviews.getMyReview({ entityId: plate.id })
  assert.deepEqual([mine.bought, mine.mayWrite, mine.authorName], [true, true, 'Ada L.'])
  const review = { namespace: 'stores', entityId: plate.id, content: { rating: 5, body: 'It is flat, and stays so.' } }
  const { review: written } = await visitor.reviews.createReview({ review })
  assert.deepEqual([written.verified, written.moderation?.moderationStatus], [true, 'APPROVED'])
  // Somebody else with the same link reads what was said, and changes nothing of it.
  const other = newBuyer(shop)
  await other.reviews.openReviewLink({ token: tokenIn(email, `/products/${plate.slug}/review`) })
  const theirs = await other.reviews.getMyReview({ entityId: plate.id })
  assert.deepEqual([theirs.review?.id, theirs.mayWrite, theirs.mayChange], [written.id, false, false])
  assert.equal(await codeOf(other.reviews.createReview({ review })), 'REVIEW_EXISTS')
})

test('it counts from the delivery where that is known, and goes by the shop’s days', async () => {
  const email = 'delivered@asked.example'
  await office.reviewManagement.setReviewSettings({ settings: { askAfterDays: 3 } })
  const { orderId, fulfillmentId } = await sent(email)
  await days(2)
  await office.orderFulfillments.updateFulfillment({ orderId, fulfillment: { id: fulfillmentId, status: 'Delivered' } })
  await shop.platform.jobs.settle()
  await days(2)
  assert.equal(emailsTo(email).length, 0)
  await days(1)
  assert.equal(emailsTo(email).length, 1)
  await office.reviewManagement.setReviewSettings({ settings: { askAfterDays: 7 } })
})

test('nobody is asked about what was cancelled, refunded or reviewed, who is no member any more, or where the shop does not ask', async () => {
  const refunded = await sent('refunded@asked.example', [mug, plate])
  const cancelled = await sent('cancelled@asked.example')
  const { orderTransactions } = await office.orderTransactions.listTransactionsForSingleOrder({ orderId: refunded.orderId })
  await office.orders.triggerRefund({
    ecomOrderId: refunded.orderId,
    payments: [{ paymentId: orderTransactions.payments[0]!.id!, amount: { amount: '26.00' } }],
    details: { items: [{ lineItemId: refunded.lines[0]!.id, quantity: 1 }] },
  })
  await office.orders.cancelOrder({ id: cancelled.orderId })
  const reviewer = newBuyer(shop)
  await sent('reviewed@asked.example', [mug], reviewer)
  await reviewer.reviews.createReview({
    review: { namespace: 'stores', entityId: mug.id, content: { rating: 4, title: 'Said it already' } },
  })
  const member = await newMember(shop, await enrolled(shop))
  await sent('gone@asked.example', [mug], member.client)
  await office.memberManagement.deleteMember({ id: member.memberId })
  await office.reviewManagement.setReviewSettings({ settings: { asksByEmail: false } })
  await sent('silent@asked.example')
  await office.reviewManagement.setReviewSettings({ settings: { asksByEmail: true } })
  await sent('mailed@asked.example')
  await days(8)
  const asked = (name: string) => emailsTo(`${name}@asked.example`).length
  assert.deepEqual(['cancelled', 'reviewed', 'gone', 'silent', 'mailed', 'refunded'].map(asked), [0, 0, 0, 0, 1, 1])
  const [{ raw } = { raw: '' }] = emailsTo('refunded@asked.example')
  assert.match(raw, /How is Table Plate\?/)
  assert.doesNotMatch(raw, /Morning Mug/)
})

test('whoever takes their address off the list is not asked about any order, until they want it again', async () => {
  const email = 'enough@asked.example'
  await sent(email)
  await days(8)
  const token = tokenIn(email, '/review-emails/off')
  const visitor = newBuyer(shop)
  assert.deepEqual(await visitor.reviews.readReviewLink({ token }), { wanted: true })
  for (let n = 0; n < 2; n++) assert.deepEqual(await visitor.reviews.setReviewEmails({ token, wanted: false }), { wanted: false })
  await sent(email.toUpperCase())
  await days(8)
  assert.equal(mail.delivered.filter(({ to }) => to.toLowerCase() === email).length, 1)
  await visitor.reviews.setReviewEmails({ token, wanted: true })
  await sent(email)
  await days(8)
  assert.equal(emailsTo(email).length, 2)
})

test('410 REVIEW_LINK_EXPIRED for a link that is over or none of ours', async () => {
  const email = 'late@asked.example'
  await sent(email)
  await days(8)
  const token = tokenIn(email, '/review-emails/off')
  shop.clock.advance(181 * 24 * 3_600_000)
  const visitor = newBuyer(shop)
  for (const one of [token, 'none']) {
    assert.equal(await codeOf(visitor.reviews.openReviewLink({ token: one })), 'REVIEW_LINK_EXPIRED')
    assert.equal(await codeOf(visitor.reviews.readReviewLink({ token: one })), 'REVIEW_LINK_EXPIRED')
    assert.equal(await codeOf(visitor.reviews.setReviewEmails({ token: one, wanted: false })), 'REVIEW_LINK_EXPIRED')
  }
})

test('a process that is killed in the middle leaves nobody out, and asks nobody twice', async () => {
  const emails = ['one', 'two', 'three', 'four'].map((name) => `${name}@killed.example`)
  for (const email of emails) {
    await sent(email)
    shop.clock.advance(1000)
  }
  shop.clock.advance(8 * 24 * 3_600_000)
  const third = Promise.withResolvers<void>()
  mail.decide((recipient) => {
    if (recipient !== emails[2]) return undefined
    third.resolve()
    return 'never'
  })
  await killedInTheMiddle(shop, mail.url, third.promise)
  assert.deepEqual(mail.delivered.map(({ to }) => to).slice(-2), emails.slice(0, 2))
  mail.decide(() => undefined)
  await minutes(1)
  await minutes(4)
  await minutes(10)
  const to = mail.delivered.map((one) => one.to).filter((one) => emails.includes(one))
  assert.deepEqual(to.toSorted(), emails.toSorted())
})

test('a mail server that is away is tried again, ever later; the sixth failure is the last', async () => {
  const email = 'never@asked.example'
  await sent(email)
  let tries = 0
  mail.decide(() => {
    tries++
    return Object.assign(new Error('not now'), { responseCode: 451 })
  })
  await days(8)
  for (const wait of [1, 5, 15, 60, 240, 600]) await minutes(wait)
  mail.decide(() => undefined)
  await minutes(600)
  assert.deepEqual([tries, emailsTo(email).length], [6, 0])
})
