/** Who is told when something costs less: by the list of those who wait for stock, once, and exactly the right people. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { apiKey, createClient } from '@vitrine/client'
import * as backOffice from '@vitrine/client/back-office'
import * as modules from '@vitrine/client/modules'
import { stockOf } from '../src/back-in-stock-writes.ts'
import { type Buyer, newBuyer } from '../src/buyer.ts'
import { guest } from '../src/guest.ts'
import { killedInTheMiddle } from '../src/killed-in-the-middle.ts'
import { startMailServer } from '../src/mail-server.ts'
import { startTestPlatform, type TestPlatform } from '../src/platform.ts'
import { addProduct, type NewTestProduct, storesAppId, type TestProduct } from '../src/products.ts'
import { codeOf } from '../src/refused.ts'

let shop: TestPlatform
let mail: Awaited<ReturnType<typeof startMailServer>>
const newOffice = () => createClient({ baseUrl: shop.url, auth: apiKey(shop.apiKey), modules: { ...modules, ...backOffice } })
let office: ReturnType<typeof newOffice>
before(async () => {
  mail = await startMailServer()
  shop = await startTestPlatform({ smtpUrl: mail.url })
  office = newOffice()
})
after(async () => {
  await shop?.[Symbol.asyncDispose]()
  await mail.close()
})

const add = (name: string, more: Partial<NewTestProduct> = {}) =>
  addProduct(shop.platform, { site: shop.site, name, price: 3000, stock: 5, ...more }, shop.clock.now())
const watch = (buyer: Pick<Buyer, 'backInStock'>, product: TestProduct, email: string, colour?: string) =>
  buyer.backInStock.requestPriceEmail({ catalogReference: product.reference(colour), email })
async function watched(product: TestProduct, emails: readonly string[]): Promise<void> {
  for (const email of emails) {
    shop.clock.advance(1000)
    await watch(newBuyer(shop), product, email)
  }
}
const price = (product: TestProduct, euros: number) =>
  office.merchantProducts.updateProduct({ product: { id: product.id, priceData: { price: euros } } })
const minutes = async (count = 1) => {
  for (let n = 0; n < count; n++) {
    shop.clock.advance(60_000)
    await shop.platform.everyMinute().catch(() => undefined)
  }
}
const told = (email: string) => mail.delivered.filter(({ to }) => to === email).length

test('a lower price is told of once, to all who asked at a higher one; a higher price to nobody', async () => {
  const mug = await add('Mug')
  const emails = ['ada@drops.example', 'grace@drops.example']
  await watched(mug, emails)
  await minutes()
  assert.deepEqual(emails.map(told), [0, 0])
  await price(mug, 35)
  await watched(mug, ['late@drops.example'])
  await price(mug, 32)
  await minutes()
  assert.deepEqual([...emails, 'late@drops.example'].map(told), [0, 0, 1], 'those who asked at 30 wait for less than that')
  await price(mug, 25)
  await minutes(3)
  await price(mug, 20)
  await minutes(3)
  assert.deepEqual([...emails, 'late@drops.example'].map(told), [1, 1, 1])
  const email = mail.delivered.find(({ to }) => to === emails[0])!
  assert.match(email.raw, /Subject: Mug costs less now/)
  assert.match(email.raw, /It was =E2=82=AC30\.00 when you asked/)
})

test('a price that rose again before the email went, and what is sold out or hidden, is waited for further', async () => {
  const lamp = await add('Lamp')
  await watched(lamp, ['ada@lamps.example'])
  await stockOf(shop, lamp, 0)
  await price(lamp, 20)
  await minutes()
  assert.equal(told('ada@lamps.example'), 0, 'nothing of it can be bought')
  await price(lamp, 30)
  await stockOf(shop, lamp, 2)
  await minutes()
  assert.equal(told('ada@lamps.example'), 0, 'it costs what it did')
  mail.decide(() => Object.assign(new Error('not now'), { responseCode: 451 }))
  await price(lamp, 20)
  await minutes()
  await price(lamp, 31)
  mail.decide(() => undefined)
  await minutes(2)
  assert.equal(told('ada@lamps.example'), 0, 'it costs more before the email is tried again')
  assert.equal(await codeOf(watch(newBuyer(shop), lamp, 'ada@lamps.example')), 'PRICE_ALERT_EXISTS', 'they wait on')
  await price(lamp, 29)
  await minutes()
  assert.equal(told('ada@lamps.example'), 1)
})

test('variants are watched one by one', async () => {
  const bowl = await add('Bowl', { colours: { Sage: 3, Clay: 3 } })
  await watch(newBuyer(shop), bowl, 'sage@bowls.example', 'Sage')
  await watch(newBuyer(shop), bowl, 'clay@bowls.example', 'Clay')
  await office.merchantProducts.updateProductVariants({ id: bowl.id, variants: [{ choices: { Glaze: 'Clay' }, price: 12 }] })
  await minutes()
  assert.deepEqual([told('sage@bowls.example'), told('clay@bowls.example')], [0, 1])
})

test('who asks twice at once waits once; what is no item, or is not collected, is refused', async () => {
  const jug = await add('Jug')
  const codes = await Promise.all(Array.from({ length: 4 }, () => codeOf(watch(newBuyer(shop), jug, 'Twice@jugs.example'))))
  assert.deepEqual(codes.sort(), ['PRICE_ALERT_EXISTS', 'PRICE_ALERT_EXISTS', 'PRICE_ALERT_EXISTS', 'done'])
  const nothing = { catalogReference: { appId: storesAppId, catalogItemId: 'x' }, email: 'ada@jugs.example' }
  assert.equal(await codeOf(newBuyer(shop).backInStock.requestPriceEmail(nothing)), 'INVALID_CATALOG_REFERENCE_OPTIONS')
  await office.waitingList.setSettings({ settings: { collectsRequests: false } })
  assert.equal(await codeOf(watch(newBuyer(shop), jug, 'ada@jugs.example')), 'REQUEST_COLLECTION_DISABLED')
  await office.waitingList.setSettings({ settings: { collectsRequests: true } })
})

test('one sees and takes back what one watches; the published calls know nothing of it, and the shop counts it', async () => {
  const vase = await add('Vase')
  const before = (await office.waitingList.listWatchedItems({})).totals
  const buyer = newBuyer(shop)
  const { alert } = await watch(buyer, vase, 'ada@vases.example')
  assert.deepEqual([alert.kind, alert.price, alert.name], ['PRICE', '30.00', 'Vase'])
  assert.deepEqual((await buyer.backInStock.listMyAlerts({})).alerts, [alert])
  const { items, totals } = await office.waitingList.listWatchedItems({ limit: 100 })
  const own = items.find(({ productId }) => productId === vase.id)
  assert.deepEqual([own?.waiting, own?.price, own?.least, own?.most], [1, '30.00', '30.00', '30.00'])
  assert.deepEqual([totals.items, totals.people], [before.items + 1, before.people + 1])
  assert.equal(await codeOf(office.waitingList.getRequest({ id: alert.id })), 'BACK_IN_STOCK_NOTIFICATION_REQUEST_NOT_FOUND')
  assert.equal(await codeOf(office.waitingList.deleteRequest({ id: alert.id })), 'BACK_IN_STOCK_NOTIFICATION_REQUEST_NOT_FOUND')
  const { countsPerCatalogReference } = await office.waitingList.countRequests({ catalogReferences: [vase.reference()] })
  assert.equal(countsPerCatalogReference[0]?.count, 0)
  // Stock is nothing that somebody waits for who watches a price.
  await stockOf(shop, vase, 0)
  await stockOf(shop, vase, 5)
  await minutes(2)
  assert.equal(told('ada@vases.example'), 0)
  await buyer.backInStock.deleteMyAlert({ id: alert.id })
  await price(vase, 10)
  await minutes()
  assert.equal(told('ada@vases.example'), 0)
})

test('the link of the email takes the address off, and asks for the next drop from the price of now', async () => {
  const dish = await add('Dish')
  await watched(dish, ['ada@dishes.example'])
  await price(dish, 25)
  await minutes()
  const token = linkOf('ada@dishes.example')
  const links = guest(shop).backInStockLinks
  const read = await links.readLink({ token })
  assert.deepEqual([read.alert.kind, read.waits, read.alert.price], ['PRICE', false, '30.00'])
  const again = await links.resumeByLink({ token: read.token })
  assert.deepEqual([again.waits, again.alert.price], [true, '25.00'])
  await minutes(2)
  assert.equal(told('ada@dishes.example'), 1)
  await price(dish, 24)
  await minutes()
  assert.equal(told('ada@dishes.example'), 2)
  await links.resumeByLink({ token: read.token })
  assert.equal((await links.stopByLink({ token: read.token })).waits, false)
  await price(dish, 5)
  await minutes(2)
  assert.equal(told('ada@dishes.example'), 2)
})
const linkOf = (email: string): string => {
  const { raw } = mail.delivered.findLast(({ to }) => to === email)!
  return decodeURIComponent(/back-in-stock\/off\?token=([^\s)>"&]+)/.exec(raw)![1]!)
}

test('two processes at once tell everybody once, also when one is killed in the middle', async () => {
  const tray = await add('Tray')
  const emails = ['one', 'two', 'three', 'four'].map((name) => `${name}@trays.example`)
  await watched(tray, emails)
  await price(tray, 22)
  const second = Promise.withResolvers<void>()
  mail.decide((recipient) => {
    if (recipient !== emails[1]) return undefined
    second.resolve()
    return 'never'
  })
  await killedInTheMiddle(shop, mail.url, second.promise)
  assert.deepEqual(emails.map(told), [1, 0, 0, 0])
  mail.decide(() => undefined)
  shop.clock.advance(60_000)
  await Promise.allSettled([shop.platform.everyMinute(), shop.platform.everyMinute()])
  await minutes(5)
  assert.deepEqual(emails.map(told), [1, 1, 1, 1])
})
