import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, test } from 'node:test'
import { abandonedCheckouts } from '@wix/ecom'
import { ApiKeyStrategy, createClient } from '@wix/sdk'
import { newBuyer, toCheckout } from '../src/buyer.ts'
import { startTestPlatform, type TestPlatform } from '../src/platform.ts'
import { addProduct, type TestProduct } from '../src/products.ts'
import { type PublishedHosts, publishedHosts } from '../src/published-client.ts'

let shop: TestPlatform
let mug: TestProduct
let hosts: PublishedHosts

before(async () => {
  shop = await startTestPlatform()
  mug = await addProduct(shop.platform, { site: shop.site, name: 'Morning Mug', price: 2600, stock: 500 }, shop.clock.now())
  for (let i = 0; i < 3; i++) await toCheckout(newBuyer(shop), [{ product: mug }])
  shop.clock.advance(61 * 60_000)
  await shop.platform.everyMinute()
  await shop.platform.jobs.settle()
})
after(async () => {
  await shop[Symbol.asyncDispose]()
  assert.deepEqual(shop.faults, [])
})
beforeEach(() => {
  hosts = publishedHosts(shop.url)
})
afterEach(() => hosts[Symbol.dispose]())

const merchant = () =>
  createClient({ modules: { abandonedCheckouts }, auth: ApiKeyStrategy({ apiKey: shop.apiKey, siteId: shop.site }) }).abandonedCheckouts

test('the published client queries, searches, reads, sums up and forgets what was left', async () => {
  const { items } = await merchant()
    .queryAbandonedCheckouts()
    .eq('buyerInfo.email', 'ada@example.com')
    .descending('_createdDate')
    .limit(2)
    .find()
  assert.equal(items.length, 2)
  const [first] = items
  assert.ok(first?._createdDate instanceof Date)
  assert.equal(first.status, 'ABANDONED')
  assert.equal(first.totalPrice?.amount, '30.90')
  assert.equal(first.lineItems?.[0]?.productName?.original, 'Morning Mug')
  assert.equal(first.activities?.[0]?.type, 'EMAIL_SENT')
  assert.match(first.checkoutUrl ?? '', /\/recover\//)

  const found = await merchant().searchAbandonedCheckouts({ search: { expression: 'ada' }, filter: { status: 'ABANDONED' } })
  assert.equal(found.abandonedCheckouts?.length, 3)
  const id = first._id!
  assert.equal((await merchant().getAbandonedCheckout(id))._id, id)
  const sums = await merchant().getAbandonedCheckoutAnalytics('2026-11-21', { endDate: '2026-11-21' })
  assert.deepEqual([sums.recoverableCheckoutCount, sums.recoverableValue], [3, '92.70'])
  await merchant().deleteAbandonedCheckout(id)
  const others = found.abandonedCheckouts.map(({ _id }) => _id!).filter((one) => one !== id)
  const { bulkActionMetadata } = await merchant().bulkDeleteAbandonedCheckouts(others)
  assert.equal(bulkActionMetadata?.totalSuccesses, 2)
  assert.equal((await merchant().queryAbandonedCheckouts().find()).items.length, 0)
})
