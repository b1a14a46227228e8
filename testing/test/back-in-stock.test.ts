/** Who waits for what is sold out, and how they are told. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { apiKey, attempt, createClient } from '@vitrine/client'
import * as backOffice from '@vitrine/client/back-office'
import * as modules from '@vitrine/client/modules'
import { mergeAtLogin } from '@vitrine/platform/commerce/flows/merge-at-login'
import { sql } from '@vitrine/platform/kernel/db/sql'
import { linkIn, stockOf } from '../src/back-in-stock-writes.ts'
import { type Buyer, card, newBuyer, toCheckout } from '../src/buyer.ts'
import { guest } from '../src/guest.ts'
import { emailsTo } from '../src/mailbox.ts'
import { newMember as enrolled } from '../src/member.ts'
import { startTestPlatform, type TestPlatform } from '../src/platform.ts'
import { addProduct, type NewTestProduct, storesAppId, type TestProduct } from '../src/products.ts'
import { newMember } from '../src/subscribed-member.ts'
import { send } from '../src/wire.ts'

let shop: TestPlatform
let office: ReturnType<typeof newOffice>
const newOffice = () => createClient({ baseUrl: shop.url, auth: apiKey(shop.apiKey), modules: { ...modules, ...backOffice } })
const shared = '00000000-0000-0000-0000-000000000000'

before(async () => {
  shop = await startTestPlatform()
  office = newOffice()
})
after(async () => {
  await shop[Symbol.asyncDispose]()
  assert.deepEqual(shop.faults, [])
})
beforeEach(() => office.waitingList.setSettings({ settings: { peoplePerUnit: 3, hoursBetweenWaves: 24, emailsPerMinute: 60 } }))

const add = (name: string, more: Partial<NewTestProduct> = {}) =>
  addProduct(shop.platform, { site: shop.site, name, price: 2600, stock: 0, ...more }, shop.clock.now())

let people = 0
/** So many people ask for an email, one after the other; their addresses. */
async function waitFor(product: TestProduct, count: number, colour?: string): Promise<string[]> {
  const emails = []
  for (let n = 0; n < count; n++) {
    shop.clock.advance(1000)
    emails.push(`waits${++people}@example.com`)
    await ask(newBuyer(shop), product, emails[n]!, colour)
  }
  return emails
}
const ask = (buyer: Pick<Buyer, 'backInStock'>, product: TestProduct, email: string, colour?: string) =>
  buyer.backInStock.requestEmail({
    request: { email, catalogReference: product.reference(colour) },
    itemDetails: { name: 'Whatever', price: '1.00' },
  })
async function minutes(count = 1): Promise<void> {
  for (let n = 0; n < count; n++) {
    shop.clock.advance(60_000)
    await shop.platform.everyMinute()
  }
}
const hours = async (count: number) => {
  shop.clock.advance(count * 3_600_000)
  await shop.platform.everyMinute()
}
/** Of these addresses those that got an email, and how many each. */
async function told(emails: readonly string[]): Promise<number[]> {
  return Promise.all(emails.map(async (email) => (await emailsTo(shop, email)).length))
}
const codeOf = async (call: Promise<unknown>) => (await attempt(call))[0]?.code ?? 'done'
const statusesOf = async (emails: readonly string[]) => {
  const rows = await shop.platform.database.query<{ email: string; status: string }>(sql`
    select email, status from back_in_stock_request where site = ${shop.site} and email = any(${emails}::text[])`)
  return emails.map((email) => rows.find((row) => row.email === email)?.status)
}

describe('asking', () => {
  test('400 INVALID_CATALOG_REFERENCE_OPTIONS for what is no item, 409 REQUEST_COLLECTION_DISABLED for another catalogue', async () => {
    const mug = await add('Mug', { colours: { Sage: 0, Clay: 0 } })
    const asked = (catalogReference: object) =>
      codeOf(
        office.backInStock.requestEmail({
          request: { email: 'ada@example.com', catalogReference: catalogReference as ReturnType<TestProduct['reference']> },
          itemDetails: { name: 'Mug', price: '26' },
        }),
      )
    assert.equal(await asked(mug.reference()), 'INVALID_CATALOG_REFERENCE_OPTIONS', 'no variant is named')
    assert.equal(await asked({ ...mug.reference(), options: { options: { Colour: 'Blue' } } }), 'INVALID_CATALOG_REFERENCE_OPTIONS')
    assert.equal(await asked({ appId: storesAppId, catalogItemId: 'x' }), 'INVALID_CATALOG_REFERENCE_OPTIONS')
    assert.equal(await asked({ ...mug.reference('Clay'), appId: crypto.randomUUID() }), 'REQUEST_COLLECTION_DISABLED')
    const hidden = await add('Hidden', { hidden: true })
    assert.equal(await asked(hidden.reference()), 'INVALID_CATALOG_REFERENCE_OPTIONS')
  })

  test('a product that wants a text of its buyer can be waited for without one', async () => {
    const engraved = await add('Engraved', { texts: [{ title: 'Engraving', maxLength: 50, mandatory: true }] })
    const emails = await waitFor(engraved, 1)
    await stockOf(shop, engraved, 1)
    await minutes()
    assert.deepEqual(await told(emails), [1])
  })

  test('400 INVALID_ITEM_IMAGE_URL for a picture that is no file of the shop', async () => {
    const mug = await add('Mug')
    for (const image of [{ url: 'https://elsewhere.example/mug.png' }, { id: 'nobody_s.png' }, { url: `${shop.url}/media/%zz` }])
      assert.equal(
        await codeOf(
          office.backInStock.requestEmail({
            request: { email: 'ada@example.com', catalogReference: mug.reference() },
            itemDetails: { name: 'Mug', price: '26', image },
          }),
        ),
        'INVALID_ITEM_IMAGE_URL',
        JSON.stringify(image),
      )
  })

  test('answers under both addresses', async () => {
    const mug = await add('Mug')
    const body = { request: { email: 'both@example.com', catalogReference: mug.reference() }, itemDetails: { name: 'Mug', price: '26' } }
    const path = '/v1/back-in-stock-notification-requests'
    const made = await send(shop, { method: 'POST', path, headers: { authorization: shop.apiKey }, body })
    assert.equal(made.status, 200, made.text)
    const read = await send(shop, { method: 'GET', path: `${path}/${made.json.request.id}`, headers: { authorization: shop.apiKey } })
    assert.deepEqual(read.json, made.json)
  })

  test('of the same address at once one is put on the list', async () => {
    const mug = await add('Mug')
    const codes = await Promise.all([1, 2, 3, 4].map(() => codeOf(ask(newBuyer(shop), mug, 'twice@example.com'))))
    assert.deepEqual(codes.sort(), [...Array(3).fill('BACK_IN_STOCK_NOTIFICATION_REQUEST_ALREADY_EXISTS'), 'done'])
  })

  test('somebody sees and takes back what they wait for, and nobody else’s; a visitor’s go along at login', async () => {
    const [mug, lamp] = [await add('Mug'), await add('Lamp')]
    const buyer = newBuyer(shop)
    await ask(buyer, mug, 'mine@example.com')
    const { request } = await ask(buyer, lamp, 'mine@example.com')
    const { alerts } = await buyer.backInStock.listMyAlerts()
    assert.deepEqual(
      alerts.map(({ name, status }) => [name, status]),
      [
        ['Lamp', 'RECEIVED'],
        ['Mug', 'RECEIVED'],
      ],
    )
    const other = newBuyer(shop)
    assert.deepEqual((await other.backInStock.listMyAlerts()).alerts, [])
    assert.equal(await codeOf(other.backInStock.deleteMyAlert({ id: request.id! })), 'BACK_IN_STOCK_NOTIFICATION_REQUEST_NOT_FOUND')
    await buyer.backInStock.deleteMyAlert({ id: request.id! })
    assert.equal((await buyer.backInStock.listMyAlerts()).alerts.length, 1)

    const member = await newMember(shop, await enrolled(shop))
    const [{ visitorId } = { visitorId: '' }] = await shop.platform.database.query<{ visitorId: string }>(sql`
      select visitor_id as "visitorId" from back_in_stock_request where site = ${shop.site} and email = 'mine@example.com'`)
    await shop.platform.database.transact((db) => mergeAtLogin({ db, site: shop.site, now: shop.clock.now() }, visitorId, member.memberId))
    assert.equal((await member.client.backInStock.listMyAlerts()).alerts.length, 1)
    assert.deepEqual((await buyer.backInStock.listMyAlerts()).alerts, [])
    const [found] = (await office.waitingList.queryRequests({ query: { filter: { id: alerts[1]!.id } } })).requests
    assert.ok(found?.contactId)
  })
})

describe('when stock comes', () => {
  test('people are told in the order of asking, three for each unit; a day later the next, if it is still there', async () => {
    const mug = await add('Mug', { colours: { Sage: 0, Clay: 0 } })
    const emails = await waitFor(mug, 8, 'Clay')
    const others = await waitFor(mug, 1, 'Sage')
    await minutes()
    assert.deepEqual(await told(emails), Array(8).fill(0))
    await stockOf(shop, mug, 1, 'Clay')
    await minutes(3)
    assert.deepEqual(await told(emails), [1, 1, 1, 0, 0, 0, 0, 0])
    assert.deepEqual(await statusesOf(emails.slice(2, 4)), ['NOTIFICATION_SENT', 'RECEIVED'])
    assert.deepEqual(await told(others), [0])
    // Another unit within the day: three more.
    await stockOf(shop, mug, 2, 'Clay')
    await minutes(2)
    assert.deepEqual(await told(emails), [1, 1, 1, 1, 1, 1, 0, 0])
    await hours(23)
    assert.deepEqual(await told(emails), [1, 1, 1, 1, 1, 1, 0, 0])
    await hours(2)
    assert.deepEqual(await told(emails), Array(8).fill(1))
    const [message] = await emailsTo(shop, emails[0]!)
    assert.equal(message?.subject, 'Mug is back')
    assert.match(message.text, /Clay/)
    assert.match(message.text, /€26/)
    assert.match(message.text, new RegExp(`/products/${mug.slug}\\?variant=${mug.variants['Clay']}`))
  })

  test('what is sold out again begins anew when it comes', async () => {
    const mug = await add('Mug')
    const emails = await waitFor(mug, 5)
    await stockOf(shop, mug, 1)
    await minutes()
    assert.deepEqual(await told(emails), [1, 1, 1, 0, 0])
    await stockOf(shop, mug, 0)
    await minutes()
    await stockOf(shop, mug, 1)
    await minutes()
    assert.deepEqual(await told(emails), Array(5).fill(1))
  })

  const doors: Readonly<Record<string, (product: TestProduct) => Promise<unknown>>> = {
    'a count': ({ id }) => office.merchantInventory.countStock({ counts: [{ productId: id, quantity: 2 }] }),
    'a receipt': ({ id }) => office.merchantInventory.receiveGoods({ goods: [{ productId: id, quantity: 2 }] }),
    'an increment of the API': ({ id }) => office.inventory.incrementInventory({ incrementData: [{ productId: id, incrementBy: 2 }] }),
    'stock that is tracked no more': ({ id }) =>
      office.inventory.updateInventoryVariants({
        inventoryItem: { productId: id, trackQuantity: false, variants: [{ variantId: shared, inStock: true }] },
      }),
    'preorders that are allowed': ({ id }) =>
      office.merchantInventory.setPreorders({ productId: id, preorderInfo: { enabled: true, limit: 5 } }),
  }
  for (const [door, open] of Object.entries(doors))
    test(`through ${door} people are told`, async () => {
      const product = await add('Door')
      const emails = await waitFor(product, 1)
      await open(product)
      await minutes()
      assert.deepEqual(await told(emails), [1])
    })

  test('through an order that is cancelled people are told', async () => {
    const product = await add('Cancelled', { stock: 1 })
    const buyer = newBuyer(shop)
    const id = await toCheckout(buyer, [{ product }])
    const { orderId } = await buyer.payments.placeOrder({ id, paymentToken: await card(buyer), returnUrl: `${shop.url}/back` })
    const emails = await waitFor(product, 1)
    await minutes()
    assert.deepEqual(await told(emails), [0])
    await office.orders.cancelOrder({ id: orderId, restockAllItems: true })
    await minutes()
    assert.deepEqual(await told(emails), [1])
  })

  test('of a product that is hidden or gone nobody is told; when it shows again they are', async () => {
    const product = await add('Hides')
    const emails = await waitFor(product, 1)
    const show = (visible: boolean) =>
      shop.platform.database.query(sql`
        update product set visible = ${visible}, revision = revision + 1 where site = ${shop.site} and id = ${product.id}`)
    await show(false)
    await stockOf(shop, product, 2)
    await minutes()
    assert.deepEqual([await told(emails), await statusesOf(emails)], [[0], ['RECEIVED']])
    await office.waitingList.reportItemsBackInStock({
      catalogReference: product.reference(),
      itemDetails: { name: 'Hides', price: '26' },
    })
    await minutes()
    assert.deepEqual([await told(emails), await statusesOf(emails)], [[0], ['RECEIVED']])
    await show(true)
    await minutes()
    assert.deepEqual(await told(emails), [1])
  })

  test('no more emails go in a minute than the shop says', async () => {
    await office.waitingList.setSettings({ settings: { emailsPerMinute: 2 } })
    assert.deepEqual((await office.waitingList.getSettings()).settings, {
      collectsRequests: true,
      peoplePerUnit: 3,
      hoursBetweenWaves: 24,
      emailsPerMinute: 2,
    })
    const product = await add('Slow')
    const emails = await waitFor(product, 5)
    await stockOf(shop, product, 10)
    await minutes()
    assert.deepEqual(await told(emails), [1, 1, 0, 0, 0])
    await minutes(2)
    assert.deepEqual(await told(emails), Array(5).fill(1))
  })

  test('two runs at once and "send now" tell nobody twice, and no more than the stock is good for', async () => {
    const product = await add('Races')
    const emails = await waitFor(product, 9)
    await stockOf(shop, product, 2)
    await Promise.all([
      shop.platform.everyMinute(),
      shop.platform.everyMinute(),
      shop.platform.everyMinute().then(() => shop.platform.everyMinute()),
    ])
    await minutes(4)
    assert.deepEqual(await told(emails), [1, 1, 1, 1, 1, 1, 0, 0, 0])
  })

  test('goods that arrive tell at once, without the minute; two arrivals at once tell nobody twice, and no more than they are good for', async () => {
    const [product, other] = [await add('Arrives'), await add('Arrives too')]
    const emails = await waitFor(product, 9)
    const others = await waitFor(other, 1)
    const receive = (id: string, quantity: number) => office.merchantInventory.receiveGoods({ goods: [{ productId: id, quantity }] })
    await receive(product.id, 1)
    await shop.platform.jobs.settle()
    assert.deepEqual(await told(emails), [1, 1, 1, 0, 0, 0, 0, 0, 0])
    await Promise.all([receive(product.id, 1), receive(other.id, 1)])
    await shop.platform.jobs.settle()
    assert.deepEqual(await told(emails), [1, 1, 1, 1, 1, 1, 0, 0, 0])
    assert.deepEqual(await told(others), [1])
    // Sold out and there again before anybody has looked: stock of its own.
    shop.clock.advance(1000)
    await stockOf(shop, product, 0)
    await receive(product.id, 1)
    await shop.platform.jobs.settle()
    assert.deepEqual(await told(emails), Array(9).fill(1))
  })

  test('no more emails go in a minute than the shop wants, however often goods arrive', async () => {
    await office.waitingList.setSettings({ settings: { emailsPerMinute: 2 } })
    shop.clock.advance(60_000)
    const product = await add('Slowly arriving')
    const emails = await waitFor(product, 5)
    for (let n = 0; n < 3; n++) {
      await office.merchantInventory.receiveGoods({ goods: [{ productId: product.id, quantity: 1 }] })
      await shop.platform.jobs.settle()
    }
    assert.deepEqual(await told(emails), [1, 1, 0, 0, 0])
    await minutes()
    assert.deepEqual(await told(emails), [1, 1, 1, 1, 0])
  })

  test('a shop that sends no such emails lets people wait', async () => {
    const emailIsOn = (on: boolean) => office.emails.updateEmail({ email: { id: 'back-in-stock', on } })
    const product = await add('Off')
    const emails = await waitFor(product, 1)
    await stockOf(shop, product, 1)
    await emailIsOn(false)
    await minutes()
    assert.deepEqual(await statusesOf(emails), ['RECEIVED'])
    await emailIsOn(true)
    await minutes()
    assert.deepEqual(await told(emails), [1])
  })

  test('who waits for a product that is deleted waits no more', async () => {
    const [product, other] = [await add('Deleted'), await add('Stays')]
    const emails = await waitFor(product, 2)
    const others = await waitFor(other, 1)
    await office.merchantProducts.deleteProduct({ id: product.id })
    await minutes()
    assert.deepEqual(await statusesOf([...emails, ...others]), [undefined, undefined, 'RECEIVED'])
  })

  test('who was told is forgotten half a year later', async () => {
    const product = await add('Old')
    const emails = await waitFor(product, 2)
    await stockOf(shop, product, 1)
    await minutes()
    assert.deepEqual(await statusesOf(emails), ['NOTIFICATION_SENT', 'NOTIFICATION_SENT'])
    await hours(24 * 181)
    assert.deepEqual(await statusesOf(emails), [undefined, undefined])
  })
})

describe('the link in an email', () => {
  test('takes the address off that list, off another, off all, and puts it back; without signing in', async () => {
    const [mug, lamp, bowl] = [await add('Mug'), await add('Lamp'), await add('Bowl')]
    const email = 'links@example.com'
    for (const product of [mug, lamp, bowl]) await ask(newBuyer(shop), product, email)
    await stockOf(shop, mug, 1)
    await minutes()
    const link = await linkIn(shop, email)
    const links = guest(shop).backInStockLinks
    const seen = await links.readLink({ token: link })
    assert.deepEqual([seen.alert.name, seen.waits, seen.others.map(({ name }) => name)], ['Mug', false, ['Bowl', 'Lamp']])
    const stopped = await links.stopByLink({ token: link })
    assert.equal(stopped.waits, false)
    // The request of the email is gone, and with it the link; the page goes on with its own.
    assert.equal(await codeOf(guest(shop).backInStockLinks.readLink({ token: link })), 'BACK_IN_STOCK_LINK_EXPIRED')
    const back = await links.resumeByLink({ token: stopped.token })
    assert.equal(back.waits, true)
    assert.equal((await links.resumeByLink({ token: stopped.token })).waits, true)
    const one = await links.stopByLink({ token: back.token, id: back.others[0]!.id })
    assert.deepEqual([one.waits, one.others.map(({ name }) => name)], [true, ['Lamp']])
    const none = await links.stopByLink({ token: one.token, all: true })
    assert.deepEqual([none.waits, none.others], [false, []])
    assert.deepEqual(await statusesOf([email]), [undefined])
    assert.equal(await codeOf(links.stopByLink({ token: 'x' })), 'BACK_IN_STOCK_LINK_EXPIRED')
    await office.backInStock.requestEmail({
      request: { email, catalogReference: mug.reference() },
      itemDetails: { name: 'Mug', price: '26' },
    })
    shop.clock.advance(2 * 3_600_000)
    assert.equal(await codeOf(links.resumeByLink({ token: none.token })), 'BACK_IN_STOCK_LINK_EXPIRED')
  })

  test('409 REQUEST_COLLECTION_DISABLED where the shop collects no more', async () => {
    const mug = await add('Mug')
    await ask(newBuyer(shop), mug, 'resume@example.com')
    await stockOf(shop, mug, 1)
    await minutes()
    const link = await linkIn(shop, 'resume@example.com')
    await office.waitingList.setSettings({ settings: { collectsRequests: false } })
    assert.equal(await codeOf(guest(shop).backInStockLinks.resumeByLink({ token: link })), 'REQUEST_COLLECTION_DISABLED')
    await office.waitingList.setSettings({ settings: { collectsRequests: true } })
  })
})

describe('the waiting list of the shop', () => {
  test('lists variants by demand, with their worth and weeks; searches people', async () => {
    const before = (await office.waitingList.listItems()).totals
    const mug = await add('Wanted', { colours: { Sage: 0, Clay: 0 } })
    const emails = [...(await waitFor(mug, 3, 'Clay')), ...(await waitFor(mug, 1, 'Sage'))]
    shop.clock.advance(8 * 24 * 3_600_000)
    await waitFor(mug, 2, 'Clay')
    const { items, currency, totals } = await office.waitingList.listItems({ limit: 100 })
    const [clay, sage] = ['Clay', 'Sage'].map((colour) => items.find(({ variantId }) => variantId === mug.variants[colour])!)
    assert.deepEqual([clay!.name, clay!.choices, clay!.waiting, clay!.newThisWeek, clay!.worth], ['Wanted', 'Clay', 5, 2, '130.00'])
    assert.deepEqual([clay!.weeks.slice(-2), clay!.weeks.length, clay!.available, clay!.incoming], [[3, 2], 12, 0, 0])
    assert.deepEqual([sage!.waiting, sage!.newThisWeek, currency], [1, 0, 'EUR'])
    assert.ok(items.indexOf(clay!) < items.indexOf(sage!))
    assert.deepEqual([totals.people - before.people, totals.items - before.items], [6, 2])
    assert.equal(Number(totals.worth) - Number(before.worth), 156)
    const { people: found } = await office.waitingList.searchPeople({ search: { search: { expression: emails[0]! } } })
    assert.deepEqual(
      found.map(({ request, name, choices }) => [request.email, name, choices]),
      [[emails[0], 'Wanted', 'Clay']],
    )
  })

  test('who leaves before the email is counted and not named; who was told already has not left', async () => {
    const product = await add('Left')
    const [, second, third] = await waitFor(product, 3)
    const buyer = newBuyer(shop)
    await ask(buyer, product, 'leaves@example.com')
    const before = await office.waitingList.listDepartures()
    const [own] = (await buyer.backInStock.listMyAlerts()).alerts
    await buyer.backInStock.deleteMyAlert({ id: own!.id })
    shop.clock.advance(1000)
    const { people } = await office.waitingList.searchPeople({ search: { search: { expression: second! } } })
    await office.waitingList.deleteRequest({ id: people[0]!.request.id! })
    await stockOf(shop, product, 5)
    await minutes()
    const { people: sent } = await office.waitingList.searchPeople({ search: { search: { expression: third! } } })
    await office.waitingList.deleteRequest({ id: sent[0]!.request.id! })
    const { left, total } = await office.waitingList.listDepartures({ limit: 2 })
    assert.equal(total - before.total, 2)
    assert.deepEqual(
      left.map(({ productId, name, kind, how }) => [productId, name, kind, how]),
      [
        [product.id, 'Left', 'STOCK', 'SHOP'],
        [product.id, 'Left', 'STOCK', 'ACCOUNT'],
      ],
    )
    assert.equal((await office.waitingList.listItems()).totals.left, total)
    assert.doesNotMatch(JSON.stringify(left), /@/)
    await hours(181 * 24)
    assert.deepEqual(await office.waitingList.listDepartures(), { left: [], total: 0 })
  })

  test('an order by the address that was told is a sale after the email, once; who asks again came too late', async () => {
    const product = await add('Sells')
    const other = await add('Other', { stock: 9 })
    await ask(newBuyer(shop), product, 'Ada@example.com')
    const [late] = await waitFor(product, 1)
    const { outcomes: before } = await office.waitingList.readOutcomes()
    await stockOf(shop, product, 3)
    await minutes()
    const buyer = newBuyer(shop)
    const id = await toCheckout(buyer, [{ product, quantity: 2 }, { product: other }])
    const { orderId } = await buyer.payments.placeOrder({ id, paymentToken: await card(buyer), returnUrl: `${shop.url}/back` })
    await stockOf(shop, product, 0)
    shop.clock.advance(1000)
    await ask(newBuyer(shop), product, late!)
    const { outcomes, currency } = await office.waitingList.readOutcomes()
    assert.equal(currency, 'EUR')
    assert.deepEqual([outcomes.told - before.told, outcomes.bought - before.bought, outcomes.askedAgain - before.askedAgain], [2, 1, 1])
    assert.equal(Number(outcomes.sales) - Number(before.sales), 52)
    await office.orders.cancelOrder({ id: orderId })
    assert.equal((await office.waitingList.readOutcomes()).outcomes.bought, before.bought)
  })

  test('409 WAITING_ITEM_OUT_OF_STOCK for what cannot be sold; else the next are told at once, or all', async () => {
    const product = await add('Now')
    const emails = await waitFor(product, 8)
    const item = { productId: product.id, variantId: shared }
    assert.equal(await codeOf(office.waitingList.sendNow(item)), 'WAITING_ITEM_OUT_OF_STOCK')
    await stockOf(shop, product, 1)
    await minutes()
    assert.deepEqual(await office.waitingList.sendNow(item), { people: 3 })
    await minutes()
    assert.deepEqual(await told(emails), [1, 1, 1, 1, 1, 1, 0, 0])
    assert.deepEqual(await office.waitingList.sendNow({ ...item, all: true }), { people: 2 })
    await minutes()
    assert.deepEqual(await told(emails), Array(8).fill(1))
  })
})
