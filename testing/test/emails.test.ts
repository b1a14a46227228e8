import assert from 'node:assert/strict'
import { after, afterEach, before, describe, test } from 'node:test'
import { apiKey, attempt, createClient } from '@vitrine/client'
import { emails, orderBilling } from '@vitrine/client/back-office'
import { writeSettings } from '@vitrine/platform/kernel/settings/settings'
import { card, newBuyer, toCheckout } from '../src/buyer.ts'
import { startTestPlatform, type TestPlatform } from '../src/platform.ts'
import { addProduct, type TestProduct } from '../src/products.ts'
import { codeOf } from '../src/refused.ts'
import { testSections } from '../src/shop.ts'

let shop: TestPlatform
let mug: TestProduct
let office: ReturnType<typeof newOffice>
let app: ReturnType<typeof newApp>
const newOffice = () => createClient({ baseUrl: shop.url, auth: apiKey(shop.apiKey), modules: { emails, orderBilling } })
const newApp = () => createClient({ baseUrl: shop.url, auth: apiKey(shop.apiKey) })

before(async () => {
  shop = await startTestPlatform()
  office = newOffice()
  app = newApp()
  mug = await addProduct(shop.platform, { site: shop.site, name: 'Mug', price: 2600 }, shop.clock.now())
})
after(async () => {
  await shop[Symbol.asyncDispose]()
  assert.deepEqual(shop.faults, [])
})
afterEach(async () => {
  await writeSettings(shop.platform.database, shop.site, 'emails', {}, shop.clock.now())
  await writeSettings(shop.platform.database, shop.site, 'mail', testSections.mail, shop.clock.now())
})

const emailOf = async (id: string) => (await office.emails.listEmails()).emails.find((email) => email.id === id)!
const violationOf = async (call: Promise<unknown>) => {
  const [refused] = await attempt(call)
  return (refused?.data as { fieldViolations?: { field: string; description: string }[] } | undefined)?.fieldViolations?.[0]
}

async function order(): Promise<{ readonly id: string; readonly number: string }> {
  const buyer = newBuyer(shop)
  const id = await toCheckout(buyer, [{ product: mug }])
  const { orderId } = await buyer.payments.placeOrder({ id, paymentToken: await card(buyer), returnUrl: `${shop.url}/thanks` })
  await shop.platform.jobs.settle()
  return { id: orderId, number: (await app.orders.getOrder({ id: orderId })).order.number }
}

async function inbox() {
  await shop.platform.jobs.settle()
  const { messages } = await app.inbox.listMessages({ limit: 50 })
  return messages
}
const read = async (id: string) => (await app.inbox.getMessage({ id })).message

describe('emails', () => {
  test('are listed with their words, what those may name, and whether they are sent', async () => {
    const { emails: all, sender } = await office.emails.listEmails()
    assert.equal(all.length, 52)
    assert.deepEqual(sender, {
      name: 'Test shop',
      address: 'shop@test.example',
      replyTo: 'hello@test.example',
      help: 'Questions? Answer this email, we read it.',
    })
    assert.deepEqual(
      all.find(({ id }) => id === 'order-delivered'),
      {
        id: 'order-delivered',
        name: 'Order has arrived',
        when: 'Sent when a shipment is delivered',
        to: 'BUYER',
        mayBeOff: true,
        on: true,
        fields: ['customer.firstName', 'order.number', 'shop.name'],
        original: {
          subject: 'Order {{ order.number }} has arrived',
          headline: '{{ customer.firstName }}, is all of it\nas it should be?',
          lead: 'Your parcel is with you, we hear. If something broke or is missing, answer this email: we replace it, or you get your money back.',
          button: 'See the order',
        },
        words: {},
        revision: '1',
      },
    )
  })

  test('go out with the words that the shop wrote, also under a name and a foot of its own', async () => {
    const words = { subject: '{{ customer.firstName }}, we have {{ order.number }}', lead: 'First.\n\nIt comes to {{ order.total }}.' }
    const { email } = await office.emails.updateEmail({ email: { id: 'order-placed', words } })
    assert.deepEqual([email.words, email.revision], [words, '2'])
    await office.emails.updateEmailSender({ sender: { name: 'Morrow, Berlin', replyTo: 'lene@test.example', help: 'Ask Lene.' } })
    const { number } = await order()
    const [sent] = await inbox()
    assert.equal(sent?.subject, `Ada, we have ${number}`)
    assert.equal(sent?.from, '"Morrow, Berlin" <shop@test.example>')
    const { text, html } = await read(sent.id)
    assert.match(text, /First\.\n\nIt comes to €30\.90\.\n/)
    assert.match(text, /Ask Lene\. You get this/)
    assert.match(html, />First\.<\/p>/)
  })

  test('say what the house says where words are taken back', async () => {
    await office.emails.updateEmail({ email: { id: 'order-placed', words: { subject: 'Own', headline: 'Own' } } })
    const one = await office.emails.updateEmail({ email: { id: 'order-placed', words: { subject: null } } })
    assert.deepEqual(one.email.words, { headline: 'Own' })
    const { number } = await order()
    assert.equal((await inbox())[0]?.subject, `Thank you, Ada. We are wrapping. Order ${number}`)
    const none = await office.emails.updateEmail({ email: { id: 'order-placed', words: null } })
    assert.deepEqual(none.email.words, {})
  })

  test('that are switched off are not sent; those that somebody needs cannot be', async () => {
    assert.deepEqual(await violationOf(office.emails.updateEmail({ email: { id: 'files-ready', on: false } })), {
      field: 'email.on',
      description: 'has to be sent: its reader would not get what they paid for',
      violatedRule: 'VALIDATION',
      data: {},
    })
    const { email } = await office.emails.updateEmail({ email: { id: 'order-canceled', on: false } })
    assert.equal(email.on, false)
    const { id } = await order()
    const before = (await inbox()).length
    await app.orders.cancelOrder({ id, sendOrderCanceledEmail: true })
    assert.equal((await inbox()).length, before)
    await office.emails.updateEmail({ email: { id: 'order-canceled', on: true } })
    const other = await order()
    await app.orders.cancelOrder({ id: other.id, sendOrderCanceledEmail: true })
    assert.equal((await inbox())[0]?.subject, `Order ${other.number} is cancelled`)
  })

  test('are refused with words that cannot be, which changes nothing', async () => {
    const fault = (words: object) => violationOf(office.emails.updateEmail({ email: { id: 'order-placed', words } }))
    assert.match((await fault({ lead: 'Hello {{ customer.surname }}' }))?.description ?? '', /^does not know \{\{ customer\.surname \}\}/)
    assert.equal((await fault({ subject: '{{ order.number' }))?.field, 'email.words.subject')
    assert.equal((await fault({ subject: 'One\ntwo' }))?.description, 'is one line')
    assert.deepEqual((await emailOf('order-placed')).words, {})
  })

  test('409 STALE_REVISION where somebody else changed it meanwhile', async () => {
    const { revision } = await emailOf('order-shipped')
    await office.emails.updateEmail({ email: { id: 'order-shipped', revision, words: { headline: 'Mine' } } })
    assert.equal(
      await codeOf(office.emails.updateEmail({ email: { id: 'order-shipped', revision, words: { headline: 'Theirs' } } })),
      'STALE_REVISION',
    )
    assert.equal((await emailOf('order-shipped')).words.headline, 'Mine')
  })

  test('can be looked at with words that are tried, about a real order or one that is made up', async () => {
    const made = await office.emails.previewEmail({
      id: 'order-refunded',
      words: { subject: 'Back: {{ amount }} of {{ order.number }}' },
    })
    assert.equal(made.subject, 'Back: €62.00 of 10482')
    assert.match(made.html, /^<!doctype html>/)
    assert.deepEqual(
      made.checks.map(({ check }) => check),
      ['FIELDS', 'TEXT', 'SUBJECT', 'LINKS', 'IMAGES', 'SIZE', 'CONTRAST'],
    )
    const { id, number } = await order()
    const real = await office.emails.previewEmail({ id: 'order-shipped', orderId: id })
    assert.equal(real.subject, `Order ${number} is on its way`)
    assert.match(real.text, /Mug/)
    assert.deepEqual((await emailOf('order-refunded')).words, {}, 'nothing is kept')
    for (const { id: kind } of (await office.emails.listEmails()).emails)
      assert.ok((await office.emails.previewEmail({ id: kind, orderId: id })).subject, kind)
  })

  test('are sent to whoever asks for a test, once for a key', async () => {
    const { to, waiting } = await office.emails.sendTestEmail({ id: 'order-shipped', words: { headline: 'It left.' } })
    assert.equal(waiting, false)
    assert.equal(to, 'hello@test.example')
    const [sent] = await inbox()
    assert.deepEqual([sent?.subject, sent?.to], ['Test: Order 10482 is on its way', ['hello@test.example']])
    assert.match((await read(sent!.id)).text, /It left\./)
    assert.equal((await violationOf(office.emails.sendTestEmail({ id: 'order-shipped', words: { lead: '{{' } })))?.field, 'words.lead')
  })
})

test('404 EMAIL_NOT_FOUND for an email that the shop does not write', async () => {
  const id = 'love-letter'
  assert.equal(await codeOf(office.emails.updateEmail({ email: { id } })), 'EMAIL_NOT_FOUND')
  assert.equal(await codeOf(office.emails.previewEmail({ id })), 'EMAIL_NOT_FOUND')
  assert.equal(await codeOf(office.emails.sendTestEmail({ id })), 'EMAIL_NOT_FOUND')
})

test('404 ORDER_NOT_FOUND for an order that there is not', async () => {
  const orderId = crypto.randomUUID()
  assert.equal(await codeOf(office.emails.previewEmail({ id: 'order-shipped', orderId })), 'ORDER_NOT_FOUND')
  assert.equal(await codeOf(office.emails.sendTestEmail({ id: 'order-shipped', orderId })), 'ORDER_NOT_FOUND')
})
