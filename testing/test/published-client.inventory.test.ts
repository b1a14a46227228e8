import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { ApiKeyStrategy, createClient } from '@wix/sdk'
import { inventory } from '@wix/stores'
import { startTestPlatform, type TestPlatform } from '../src/platform.ts'
import { addProduct, type TestProduct } from '../src/products.ts'
import { type PublishedHosts, publishedHosts } from '../src/published-client.ts'

let shop: TestPlatform
let mug: TestProduct
let hosts: PublishedHosts

before(async () => {
  shop = await startTestPlatform()
  const colours = { Sage: 5, Ink: 0 }
  mug = await addProduct(shop.platform, { site: shop.site, name: 'Mug', price: 2600, colours }, shop.clock.now())
  hosts = publishedHosts(shop.url)
})
after(async () => {
  hosts[Symbol.dispose]()
  await shop[Symbol.asyncDispose]()
  assert.deepEqual(shop.faults, [])
})

test('the published client reads, sets, adds and takes stock', async () => {
  const desk = createClient({ modules: { inventory }, auth: ApiKeyStrategy({ apiKey: shop.apiKey, siteId: shop.site }) }).inventory
  const [sage, ink] = [mug.variants['Sage']!, mug.variants['Ink']!]

  const all = await desk.queryInventory({
    query: { filter: JSON.stringify({ productId: mug.id }), sort: JSON.stringify({ numericId: 'asc' }), paging: { limit: 10, offset: 0 } },
  })
  assert.deepEqual([all.totalResults, all.metadata], [1, { items: 1, offset: 0 }])
  const item = all.inventoryItems![0]!
  assert.equal(item.productId, mug.id)
  assert.ok(item.lastUpdated instanceof Date)

  await desk.updateInventoryVariants(mug.id, {
    trackQuantity: true,
    variants: [{ variantId: ink, quantity: 3 }],
    preorderInfo: { enabled: true, message: 'Ships in May', limit: 20 },
  })
  assert.equal(await desk.incrementInventory([{ inventoryId: item._id!, variantId: ink, incrementBy: 4 }]), undefined)
  await desk.decrementInventory([{ productId: mug.id, variantId: sage, decrementBy: 5 }])

  const { inventoryItem } = await desk.getInventoryVariants(item._id!, { variantIds: [sage, ink] })
  assert.deepEqual(inventoryItem?.variants, [
    { variantId: sage, inStock: false, quantity: 0, availableForPreorder: true },
    { variantId: ink, inStock: true, quantity: 7, availableForPreorder: false },
  ])
  assert.deepEqual(inventoryItem.preorderInfo, { enabled: true, message: 'Ships in May', limit: 20 })
  assert.ok(inventoryItem.lastUpdated instanceof Date)

  await assert.rejects(desk.decrementInventory([{ productId: mug.id, variantId: sage, decrementBy: 1 }]), (error: object) => {
    const { details } = error as { details: { applicationError: { code: string; data: unknown } } }
    assert.equal(details.applicationError.code, 'INSUFFICIENT_INVENTORY')
    assert.deepEqual(details.applicationError.data, { items: [{ productId: mug.id, variantId: sage, requested: 1, available: 0 }] })
    return true
  })
})
