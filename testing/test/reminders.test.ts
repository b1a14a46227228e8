import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { apiKey, attempt, createClient, inMemory, visitor } from '@vitrine/client'
import * as backOffice from '@vitrine/client/back-office'
import type { AbandonedCheckoutView } from '@vitrine/contract'
import { type Buyer, berlin, card, newBuyer, toCheckout } from '../src/buyer.ts'
import { startTestPlatform, type TestPlatform } from '../src/platform.ts'
import { addProduct, type TestProduct } from '../src/products.ts'

let shop: TestPlatform
let mug: TestProduct
let office: ReturnType<typeof newOffice>
const newOffice = () => createClient({ baseUrl: shop.url, auth: apiKey(shop.apiKey), modules: backOffice })
const returnUrl = 'http://localhost/back'

before(async () => {
  shop = await startTestPlatform()
  office = newOffice()
  mug = await addProduct(shop.platform, { site: shop.site, name: 'Mug', price: 2000, stock: 1000 }, shop.clock.now())
})
after(async () => {
  await shop[Symbol.asyncDispose]()
  assert.deepEqual(shop.faults, [])
})

let people = 0
/** Somebody comes to the till, writes their address and leaves. */
async function leave(before: (buyer: Buyer, checkoutId: string) => Promise<unknown> = async () => {}): Promise<{
  buyer: Buyer
  checkoutId: string
  email: string
}> {
  const buyer = newBuyer(shop)
  const email = `left${++people}@example.com`
  const checkoutId = await toCheckout(buyer, [{ product: mug, quantity: 2 }])
  await buyer.checkout.updateCheckout({ checkout: { id: checkoutId, buyerInfo: { email } } })
  await before(buyer, checkoutId)
  return { buyer, checkoutId, email }
}
async function hours(count: number): Promise<void> {
  shop.clock.advance(count * 3600_000)
  await shop.platform.everyMinute()
  await shop.platform.jobs.settle()
}
const set = (recoverySettings: object) => office.abandonedCheckouts.updateRecoverySettings({ recoverySettings })
async function found(email: string): Promise<AbandonedCheckoutView> {
  const { checkouts } = await office.reminders.searchLeftCheckouts({ search: { search: { expression: email } } })
  assert.equal(checkouts.length, 1)
  return checkouts[0]!
}
const emailsTo = async (email: string) => {
  const { inbox } = newBuyer(shop)
  const { messages } = await inbox.listMessages({ limit: 100 })
  return messages.filter(({ to }) => to.includes(email)).reverse()
}
const textOf = async (id: string) => (await newBuyer(shop).inbox.getMessage({ id })).message.text
const codeOf = async (call: Promise<unknown>) => (await attempt(call))[0]?.code ?? 'done'
const reasonOf = async (call: Promise<unknown>) => {
  const [refused] = await attempt(call)
  return refused?.code === 'REMINDER_NOT_ALLOWED' ? refused.data.reason : refused?.code
}

describe('what was left', () => {
  test('says how far its buyer came, and what stood in the way', async () => {
    const nowhere = await leave(async ({ checkout }, id) => {
      const address = { ...berlin.address, country: 'AQ' }
      await checkout.updateCheckout({ checkout: { id, shippingInfo: { shippingDestination: { ...berlin, address } } } })
    })
    const declined = await leave(async (buyer, id) => {
      await attempt(buyer.payments.placeOrder({ id, paymentToken: await card(buyer, '4000 0000 0000 0002'), returnUrl }))
    })
    const quiet = newBuyer(shop)
    const email = `left${++people}@example.com`
    await quiet.checkout.createCheckout({
      channelType: 'WEB',
      lineItems: [{ quantity: 1, catalogReference: mug.reference() }],
      checkoutInfo: { buyerInfo: { email } },
    })
    await hours(2)
    const where = async (address: string) => {
      const { stopped, obstacle } = await found(address)
      return [stopped, obstacle]
    }
    assert.deepEqual(await where(nowhere.email), ['DELIVERY', 'NO_DELIVERY'])
    assert.deepEqual(await where(declined.email), ['PAYMENT', 'PAYMENT_DECLINED'])
    assert.deepEqual(await where(email), ['ADDRESS', 'NONE'])
    const { checkouts } = await office.reminders.searchLeftCheckouts({ search: { filter: { stopped: 'ADDRESS', emailsSent: 1 } } })
    assert.deepEqual(
      checkouts.map(({ abandonedCheckout }) => abandonedCheckout.buyerInfo.email),
      [email],
    )
    const one = await office.reminders.getLeftCheckout({ id: checkouts[0]!.abandonedCheckout.id })
    assert.deepEqual(one.checkout.emailsSent, 1)
    assert.equal(await codeOf(office.reminders.searchLeftCheckouts({ search: { filter: { colour: 'red' } } })), 'INVALID_ARGUMENT')
  })

  test('is written about as often as the shop says, a while apart, and no more once it is bought', async () => {
    await set({ atMost: 3, againHours: 48 })
    const [stays, buys] = [await leave(), await leave()]
    await hours(2)
    assert.deepEqual([(await emailsTo(stays.email)).length, (await found(stays.email)).emailsSent], [1, 1])
    await hours(40)
    assert.equal((await emailsTo(stays.email)).length, 1)
    await hours(9)
    await shop.platform.everyMinute()
    assert.deepEqual(
      (await emailsTo(stays.email)).map(({ subject }) => subject),
      ['Your bag is still here', 'Your bag, once more'],
    )
    await buys.buyer.payments.placeOrder({ id: buys.checkoutId, paymentToken: await card(buys.buyer), returnUrl })
    await hours(50)
    await hours(50)
    assert.equal((await emailsTo(stays.email)).length, 3)
    assert.match(await textOf((await emailsTo(stays.email))[2]!.id), /It\s+is\s+the\s+last\s+one\s+about\s+this\s+bag/)
    const { emailsSent: emails, noReminder, nextEmailDate, abandonedCheckout } = await found(stays.email)
    assert.deepEqual([emails, noReminder, nextEmailDate, abandonedCheckout.activities.length], [3, 'TOO_MANY', undefined, 3])
    const bought = await found(buys.email)
    assert.deepEqual([bought.emailsSent, bought.noReminder], [2, 'BOUGHT'])
    assert.equal((await emailsTo(buys.email)).filter(({ subject }) => subject.startsWith('Your bag')).length, 2)
    const { order } = await createClient({ baseUrl: shop.url, auth: apiKey(shop.apiKey) }).orders.getOrder({ id: bought.order!.id })
    assert.equal(order.number, bought.order!.number)
    await set({ atMost: 1, againHours: 24 })
  })
})

describe('whoever wants no reminders', () => {
  const tokenIn = (text: string) => decodeURIComponent(/reminder-emails\/off\?token=([^\s)]+)/.exec(text)?.[1] ?? assert.fail(text))
  const tokenTo = async (email: string) => tokenIn(await textOf((await emailsTo(email))[0]!.id))
  const again = (email: string) =>
    leave(async ({ checkout }, id) => checkout.updateCheckout({ checkout: { id, buyerInfo: { email: email.toUpperCase() } } }))

  test('gets none about any checkout, planned or by hand, until they want them again', async () => {
    await set({ atMost: 3, againHours: 48 })
    const { email } = await leave()
    await hours(2)
    const token = await tokenTo(email)
    const { checkout: reader } = newBuyer(shop)
    assert.deepEqual(await reader.readReminderLink({ token }), { wanted: true })
    for (let n = 0; n < 2; n++) assert.deepEqual(await reader.setReminderEmails({ token, wanted: false }), { wanted: false })
    assert.deepEqual(await reader.readReminderLink({ token }), { wanted: false })
    const { nextEmailDate, noReminder, abandonedCheckout } = await found(email)
    assert.deepEqual([nextEmailDate, noReminder], [undefined, 'UNSUBSCRIBED'])
    assert.equal(await reasonOf(office.reminders.sendReminder({ id: abandonedCheckout.id })), 'UNSUBSCRIBED')
    await again(email)
    await hours(60)
    assert.equal((await emailsTo(email)).length, 1)
    const both = await office.reminders.searchLeftCheckouts({ search: { search: { expression: email } } })
    assert.deepEqual(
      both.checkouts.map((left) => [left.emailsSent, left.noReminder, left.abandonedCheckout.activities.map(({ type }) => type)]),
      [
        [0, 'UNSUBSCRIBED', ['EMAIL_NOT_SENT']],
        [1, 'UNSUBSCRIBED', ['EMAIL_SENT']],
      ],
    )
    await reader.setReminderEmails({ token, wanted: true })
    await again(email)
    await hours(2)
    assert.equal((await emailsTo(email.toUpperCase())).length, 1)
    await set({ atMost: 1, againHours: 24 })
  })

  test('410 REMINDER_LINK_EXPIRED for a link that is over, none of ours, or of another kind', async () => {
    const { email } = await leave()
    await hours(2)
    const text = await textOf((await emailsTo(email))[0]!.id)
    const token = tokenIn(text)
    const recovery = decodeURIComponent(/\/recover\/[^?]+\?token=([^\s)]+)/.exec(text)![1]!)
    const { checkout: reader } = newBuyer(shop)
    const refused = async (one: string) => {
      assert.equal(await codeOf(reader.readReminderLink({ token: one })), 'REMINDER_LINK_EXPIRED')
      assert.equal(await codeOf(reader.setReminderEmails({ token: one, wanted: false })), 'REMINDER_LINK_EXPIRED')
    }
    await refused('none')
    await refused(recovery)
    await office.abandonedCheckouts.deleteAbandonedCheckout({ abandonedCheckoutId: (await found(email)).abandonedCheckout.id })
    await refused(token)
  })
})

describe('a reminder by hand', () => {
  test('is seen before, goes at once with its words and its coupon, and its link brings the coupon along', async () => {
    await set({ writes: false })
    await office.coupons.createCoupon({
      specification: { name: 'Five', code: 'BACK5', moneyOffAmount: 5, startTime: '0', active: true, scope: { namespace: 'stores' } },
    })
    const { email, checkoutId } = await leave()
    await hours(2)
    const { abandonedCheckout } = await found(email)
    const { id } = abandonedCheckout
    assert.deepEqual(
      abandonedCheckout.activities.map(({ type }) => type),
      ['EMAIL_NOT_SENT'],
    )
    const wanted = { id, couponCode: 'BACK5', customMessage: 'We kept two for you.' }
    const preview = await office.reminders.previewReminder(wanted)
    assert.deepEqual([preview.to, preview.subject], [email, 'Your bag is still here'])
    assert.equal((await emailsTo(email)).length, 0)
    const { checkout } = await office.reminders.sendReminder(wanted)
    assert.deepEqual(
      [checkout.emailsSent, checkout.noReminder, checkout.abandonedCheckout.activities.map(({ type }) => type)],
      [1, 'TOO_MANY', ['EMAIL_NOT_SENT', 'SCHEDULED', 'EMAIL_SENT']],
    )
    const [message, ...more] = await emailsTo(email)
    assert.ok(message && more.length === 0)
    const text = (await textOf(message.id)).replace(/\s*\n/g, ' ')
    for (const words of ['We kept two for you.', 'BACK5', 'It is the only one about this bag.']) {
      assert.ok(text.includes(words), words)
      assert.ok(preview.text.replace(/\s*\n/g, ' ').includes(words), words)
    }
    const link = new URL(/https?:\/\/\S+\/recover\/\S+/.exec(await textOf(message.id))![0])
    const unauthenticated = newBuyer(shop)
    const proof = { id, token: link.searchParams.get('token')! }
    assert.deepEqual(await unauthenticated.checkout.recoverCheckout(proof), { checkoutId })
    assert.deepEqual(await unauthenticated.checkout.recoverCheckout(proof), { checkoutId })
    const back = await unauthenticated.checkout.getCheckout({ id: checkoutId })
    assert.deepEqual([back.checkout.appliedDiscounts[0]?.coupon?.code, back.checkout.priceSummary?.total?.amount], ['BACK5', '39.90'])
    const { orderId } = await unauthenticated.payments.placeOrder({ id: checkoutId, paymentToken: await card(unauthenticated), returnUrl })
    assert.equal((await found(email)).order?.id, orderId)
    assert.equal(await reasonOf(office.reminders.sendReminder({ id })), 'BOUGHT')
    await set({ writes: true })
  })

  test('409 REMINDER_NOT_ALLOWED within a day, more often than the shop wants, and to whoever bought another way; clicked twice it goes once', async () => {
    await set({ atMost: 2, againHours: 72 })
    const { email } = await leave()
    await hours(2)
    const { id } = (await found(email)).abandonedCheckout
    assert.equal(await reasonOf(office.reminders.sendReminder({ id })), 'TOO_SOON')
    await hours(25)
    const clicks = await Promise.all([1, 2, 3].map(() => reasonOf(office.reminders.sendReminder({ id }))))
    assert.equal(clicks.filter((one) => one === undefined).length, 1)
    assert.equal((await emailsTo(email)).length, 2)
    await hours(80)
    assert.equal(await reasonOf(office.reminders.sendReminder({ id })), 'TOO_MANY')
    const other = await leave()
    await hours(2)
    const buyer = newBuyer(shop)
    const another = await toCheckout(buyer, [{ product: mug }])
    await buyer.checkout.updateCheckout({ checkout: { id: another, buyerInfo: { email: other.email } } })
    await buyer.payments.placeOrder({ id: another, paymentToken: await card(buyer), returnUrl })
    await hours(25)
    assert.equal(await reasonOf(office.reminders.sendReminder({ id: (await found(other.email)).abandonedCheckout.id })), 'BOUGHT')
    await set({ atMost: 1, againHours: 24 })
  })

  test('404 ABANDONED_CHECKOUT_NOT_FOUND for none, 400 INVALID_ARGUMENT for a coupon that is none, 403 to buyers', async () => {
    const nowhere = crypto.randomUUID()
    assert.equal(await codeOf(office.reminders.getLeftCheckout({ id: nowhere })), 'ABANDONED_CHECKOUT_NOT_FOUND')
    assert.equal(await codeOf(office.reminders.previewReminder({ id: nowhere })), 'ABANDONED_CHECKOUT_NOT_FOUND')
    assert.equal(await codeOf(office.reminders.sendReminder({ id: nowhere })), 'ABANDONED_CHECKOUT_NOT_FOUND')
    await set({ atMost: 2, againHours: 300 })
    const { email } = await leave()
    await hours(2)
    await hours(25)
    const { id } = (await found(email)).abandonedCheckout
    assert.equal(await codeOf(office.reminders.previewReminder({ id, couponCode: 'nothing' })), 'INVALID_ARGUMENT')
    assert.equal(await codeOf(office.reminders.sendReminder({ id, couponCode: 'nothing' })), 'INVALID_ARGUMENT')
    const auth = visitor({ clientId: shop.clientId, tokens: inMemory() })
    const unauthenticated = createClient({ baseUrl: shop.url, auth, modules: backOffice }).reminders
    const calls: (() => Promise<unknown>)[] = [
      () => unauthenticated.sendReminder({ id }),
      () => unauthenticated.searchLeftCheckouts({}),
      () => unauthenticated.getFigures({ startDate: '2026-01-01', endDate: '2026-01-02' }),
    ]
    for (const call of calls) assert.equal((await attempt(call()))[0]?.status, 403)
    await set({ atMost: 1, againHours: 24 })
  })
})

describe('figures', () => {
  test('say what was left, written about and came back in these days; 400 INVALID_ARGUMENT for days that are none', async () => {
    shop.clock.advance(Date.parse('2027-05-10T08:00:00Z') - shop.clock.now().getTime())
    await shop.platform.everyMinute()
    const [one, two] = [await leave(), await leave()]
    await set({ writes: false })
    const three = await leave()
    await hours(2)
    for (const { buyer, checkoutId } of [two, three])
      await buyer.payments.placeOrder({ id: checkoutId, paymentToken: await card(buyer), returnUrl })
    await set({ writes: true })
    await office.reminders.sendReminder({ id: (await found(one.email)).abandonedCheckout.id })
    const day = { startDate: '2027-05-10', endDate: '2027-05-10' }
    const { left, open, writtenTo, cameBack, cameBackAfterEmail, gaveAddress, choseDelivery } = await office.reminders.getFigures(day)
    assert.deepEqual(
      [left, open, writtenTo, cameBack, cameBackAfterEmail].map(({ count, value }) => [count, value.amount]),
      [
        [3, '134.70'],
        [1, '44.90'],
        [1, '44.90'],
        [2, '89.80'],
        [0, '0.00'],
      ],
    )
    assert.deepEqual([gaveAddress, choseDelivery], [3, 3])
    for (const days of [
      { startDate: '2027-02-30', endDate: '2027-03-11' },
      { startDate: '2027-03-11', endDate: '2027-03-10' },
    ])
      assert.equal(await codeOf(office.reminders.getFigures(days)), 'INVALID_ARGUMENT')
  })
})
