import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, test } from 'node:test'
import { backInStockNotifications, backInStockSettings } from '@wix/ecom'
import { ApiKeyStrategy, createClient, OAuthStrategy } from '@wix/sdk'
import { stockOf } from '../src/back-in-stock-writes.ts'
import { emailsTo } from '../src/mailbox.ts'
import { addPicture } from '../src/pictures.ts'
import { startTestPlatform, type TestPlatform } from '../src/platform.ts'
import { addProduct, storesAppId, type TestProduct } from '../src/products.ts'
import { type PublishedHosts, publishedHosts } from '../src/published-client.ts'

let shop: TestPlatform
let mug: TestProduct
let lamp: TestProduct
let hosts: PublishedHosts

before(async () => {
  shop = await startTestPlatform()
  const { platform, site, clock } = shop
  mug = await addProduct(platform, { site, name: 'Morning Mug', price: 2600, colours: { Sage: 0, Clay: 0 } }, clock.now())
  lamp = await addProduct(platform, { site, name: 'Dusk Lamp', price: 9900, stock: 0 }, clock.now())
})
after(async () => {
  await shop[Symbol.asyncDispose]()
  assert.deepEqual(shop.faults, [])
})
beforeEach(() => {
  hosts = publishedHosts(shop.url)
})
afterEach(() => hosts[Symbol.dispose]())

const modules = { notifications: backInStockNotifications, settings: backInStockSettings }
const merchant = () => createClient({ modules, auth: ApiKeyStrategy({ apiKey: shop.apiKey, siteId: shop.site }) })
const visitor = () => createClient({ modules, auth: OAuthStrategy({ clientId: shop.clientId }) }).notifications
const details = { name: 'Morning Mug', price: '26.00' }

test('a visitor asks for an email with the published client; a program reads, queries, counts, marks and deletes requests', async () => {
  const office = merchant().notifications
  const picture = await addPicture(shop)
  const image = `wix:image://v1/${picture}/mug.webp#originWidth=4&originHeight=3`
  const asked = await visitor().createBackInStockNotificationRequest(
    { email: 'jonas@example.com', catalogReference: mug.reference('Clay') },
    { ...details, image },
  )
  assert.ok(asked._createdDate instanceof Date)
  assert.deepEqual([asked.status, asked.email, asked.autoNotified], ['RECEIVED', 'jonas@example.com', false])
  const id = asked._id!
  assert.deepEqual((await office.getBackInStockNotificationRequest(id)).catalogReference, mug.reference('Clay'))
  await assert.rejects(visitor().getBackInStockNotificationRequest(id))
  await assert.rejects(
    visitor().createBackInStockNotificationRequest({ email: 'JONAS@example.com', catalogReference: mug.reference('Clay') }, details),
    /ALREADY_EXISTS/,
  )

  const others = []
  for (let n = 0; n < 5; n++) {
    shop.clock.advance(1000)
    const request = { email: `waits${n}@example.com`, catalogReference: n < 3 ? mug.reference('Sage') : lamp.reference() }
    others.push(await visitor().createBackInStockNotificationRequest(request, details))
  }
  const first = await office.queryBackInStockNotificationRequests().ascending('_createdDate').limit(4).find()
  assert.deepEqual([first.items.length, first.items[0]?._id, first.hasNext()], [4, id, true])
  const second = await first.next()
  assert.deepEqual([second.items.length, second.hasNext(), second.hasPrev()], [2, false, true])
  const found = await office.queryBackInStockNotificationRequests().in('_id', [id, others[4]!._id!]).eq('status', 'RECEIVED').find()
  assert.equal(found.items.length, 2)
  // Over 4000 characters the client posts it to the twin.
  const many = await office
    .queryBackInStockNotificationRequests()
    .in('_id', [...Array.from({ length: 120 }, () => crypto.randomUUID()), id])
    .find()
  assert.equal(many.items.length, 1)

  const { countsPerCatalogReference } = await office.getBackInStockNotificationRequestsCountByCatalogReferences([
    mug.reference(),
    mug.reference('Sage'),
    mug.reference('Clay'),
    lamp.reference(),
    { appId: crypto.randomUUID(), catalogItemId: 'x' },
  ])
  assert.deepEqual(
    countsPerCatalogReference?.map(({ count }) => count),
    [4, 3, 1, 2, 0],
  )

  const { request } = await office.markAsNotificationSent(id)
  assert.equal(request?.status, 'NOTIFICATION_SENT')
  await assert.rejects(office.markAsNotificationSent(crypto.randomUUID()), /NOT_FOUND/)
  await office.deleteBackInStockNotificationRequest(id)
  await assert.rejects(office.deleteBackInStockNotificationRequest(id), /NOT_FOUND/)
  await assert.rejects(office.getBackInStockNotificationRequest(id))
})

test('a program reports what is back in stock, by item or by requests', async () => {
  const office = merchant().notifications
  await office.reportItemsBackInStock({ name: 'Dusk Lamp, second firing', price: '89.00' }, { catalogReference: lamp.reference() })
  await shop.platform.everyMinute()
  for (const n of [3, 4]) {
    const [email] = await emailsTo(shop, `waits${n}@example.com`)
    assert.equal(email?.subject, 'Dusk Lamp, second firing is back')
    assert.match(email.text, /€89/)
  }
  const { items } = await office.queryBackInStockNotificationRequests().eq('status', 'RECEIVED').ascending('_createdDate').find()
  await office.reportItemsBackInStock(details, { requestIds: [items[0]!._id!], extraAutomationTemplateParameters: { kiln: 'second' } })
  await shop.platform.everyMinute()
  assert.equal((await office.getBackInStockNotificationRequest(items[0]!._id!)).status, 'NOTIFICATION_SENT')
  assert.equal((await office.getBackInStockNotificationRequest(items[1]!._id!)).status, 'RECEIVED')
  await assert.rejects(
    office.reportItemsBackInStock(details, { catalogReference: lamp.reference(), requestIds: [items[1]!._id!] }),
    /REQUEST_CONTAINS_BOTH/,
  )
  await assert.rejects(
    office.reportItemsBackInStock({ ...details, image: 'https://elsewhere.example/p.png' }, { catalogReference: lamp.reference() }),
    /INVALID_ITEM_IMAGE_URL/,
  )
  await stockOf(shop, mug, 5, 'Sage')
  await shop.platform.everyMinute()
  assert.deepEqual(
    (await office.queryBackInStockNotificationRequests().eq('autoNotified', true).find()).items.map(({ status }) => status),
    ['NOTIFICATION_SENT', 'NOTIFICATION_SENT'],
  )
})

test('a program stops and starts the collection of requests', async () => {
  const office = merchant()
  const states = async () => (await office.settings.getSettings()).settings?.collectionStates
  assert.deepEqual(await states(), [{ appId: storesAppId, collectingRequests: true }])
  await office.settings.stopCollectingRequests(storesAppId)
  const ask = () =>
    visitor().createBackInStockNotificationRequest({ email: 'late@example.com', catalogReference: mug.reference('Clay') }, details)
  await assert.rejects(ask(), /REQUEST_COLLECTION_DISABLED/)
  const { settings } = await office.settings.startCollectingRequests(storesAppId)
  assert.deepEqual(settings?.collectionStates, [{ appId: storesAppId, collectingRequests: true }])
  assert.equal((await ask()).status, 'RECEIVED')
  await assert.rejects(office.settings.startCollectingRequests(crypto.randomUUID()), /NOT_SUPPORTED_APP_DEF_ID/)
})
