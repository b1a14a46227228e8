/** The published components of a shop load their pages from ours with the functions they were published with. */
import assert from 'node:assert/strict'
import { registerHooks } from 'node:module'
import { after, before, test } from 'node:test'
import { createClient, OAuthStrategy } from '@wix/sdk'
import { startTestPlatform, type TestPlatform } from '../src/platform.ts'
import { addProduct, type TestProduct } from '../src/products.ts'
import { type PublishedHosts, publishedHosts } from '../src/published-client.ts'

// The components ask for `@wix/categories`, which is nothing but this module under a name, and is not installed beside it.
const named = `data:text/javascript,export * as categories from '${import.meta.resolve('@wix/auto_sdk_categories_categories')}'`
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === '@wix/categories' ? { url: named, format: 'module', shortCircuit: true } : next(specifier, context),
})
const { loadCategoriesListServiceConfig, loadProductServiceConfig, loadProductsListServiceConfig, parseUrlToSearchOptions } = await import(
  '@wix/stores/services'
)

let shop: TestPlatform
let hosts: PublishedHosts
let mug: TestProduct

before(async () => {
  shop = await startTestPlatform()
  hosts = publishedHosts(shop.url)
  mug = await addProduct(shop.platform, { site: shop.site, name: 'Mug', price: 2600, colours: { Sage: 5, Ink: 0 } }, shop.clock.now())
  await addProduct(shop.platform, { site: shop.site, name: 'Bowl', price: 4200, stock: 3 }, shop.clock.now())
  createClient({ auth: OAuthStrategy({ clientId: shop.clientId }) }).enableContext('global')
})
after(async () => {
  hosts[Symbol.dispose]()
  await shop[Symbol.asyncDispose]()
  assert.deepEqual(shop.faults, [])
})

test('the page of a product, with everything it draws', async (t) => {
  // They write down what they do not find.
  t.mock.method(console, 'error', () => {})
  const loaded = await loadProductServiceConfig(mug.slug)
  assert.equal(loaded.type, 'success')
  const { product } = (loaded as { config: { product: { name?: string; variantsInfo?: { variants?: unknown[] } } } }).config
  assert.deepEqual([product.name, product.variantsInfo?.variants?.length], ['Mug', 2])
  assert.equal((await loadProductServiceConfig('nothing')).type, 'notFound')
})

test('the list, filtered by what its address says: choice, price and stock', async () => {
  const { categories } = await loadCategoriesListServiceConfig()
  assert.equal(categories[0]?.slug, 'all-products')
  const whole = await loadProductsListServiceConfig({ searchOptions: { filter: {} } })
  assert.deepEqual(whole.products.map(({ name }) => name).sort(), ['Bowl', 'Mug'])
  // The list brings the variants along, which are read beside it.
  assert.equal(whole.products.find(({ name }) => name === 'Mug')?.variantsInfo?.variants?.length, 2)
  const address = 'https://shop.example/products?Glaze=Sage&minPrice=20&maxPrice=30&sort=price:desc&inventoryStatus=PARTIALLY_OUT_OF_STOCK'
  const parsed = await parseUrlToSearchOptions(address, categories, whole.customizations)
  const found = await loadProductsListServiceConfig(parsed)
  assert.deepEqual(
    found.products.map(({ name }) => name),
    ['Mug'],
  )
  const { results = [] } = found.aggregations as { readonly results?: readonly { readonly name?: string; readonly values?: unknown }[] }
  assert.deepEqual(
    results.map(({ name }) => name),
    ['minPrice', 'maxPrice', 'optionNames', 'choiceNames', 'inventoryStatus'],
  )
})
