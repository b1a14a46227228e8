/** Every function of the published client's modules that reads products, by the client of today and by the one of the spec's day. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { contract, ProductField, type Route } from '@vitrine/contract'
import * as categories from '@wix/auto_sdk_categories_categories'
import { currentCart } from '@wix/ecom'
import * as today from '@wix/sdk'
import {
  brandsV3,
  catalogVersioning,
  collections,
  customizationsV3,
  inventory,
  products,
  productsV3,
  readOnlyVariantsV3,
  ribbonsV3,
} from '@wix/stores'
import * as specEra from 'wix-sdk-1-15'
import { berlin, card, newBuyer } from '../src/buyer.ts'
import { startTestPlatform, type TestPlatform } from '../src/platform.ts'
import { addProduct, type TestProduct } from '../src/products.ts'
import { type PublishedHosts, publishedHosts } from '../src/published-client.ts'

const storesApp = '215238eb-22a5-4c36-9e7b-e7c08025e04e'
const treeReference = { appNamespace: '@wix/stores', treeKey: null }
const modules = {
  brandsV3,
  catalogVersioning,
  categories,
  collections,
  currentCart,
  customizationsV3,
  inventory,
  products,
  productsV3,
  readOnlyVariantsV3,
  ribbonsV3,
}

let shop: TestPlatform
let hosts: PublishedHosts
let mug: TestProduct
let bowl: TestProduct
let cups: string

before(async () => {
  shop = await startTestPlatform()
  hosts = publishedHosts(shop.url)
  mug = await addProduct(shop.platform, { site: shop.site, name: 'Mug', price: 2600, colours: { Sage: 5, Ink: 0 } }, shop.clock.now())
  bowl = await addProduct(shop.platform, { site: shop.site, name: 'Bowl', price: 4200, stock: 3 }, shop.clock.now())
  const { products: desk } = today.createClient({
    modules: { products },
    auth: today.ApiKeyStrategy({ apiKey: shop.apiKey, siteId: shop.site }),
  })
  await desk.updateProduct(mug.id, { brand: 'Morrow', ribbon: 'New' })
  cups = (await desk.createCollection({ name: 'Cups' })).collection!._id!
  await desk.addProductsToCollection(cups, [mug.id])
})
after(async () => {
  hosts[Symbol.dispose]()
  assert.deepEqual(shop.faults, [])
  await shop[Symbol.asyncDispose]()
})

for (const { era, sdk } of [
  { era: 'today', sdk: today },
  { era: "the spec's day", sdk: specEra as unknown as typeof today },
])
  describe(`the client of ${era}`, () => {
    const shopper = () => sdk.createClient({ modules, auth: sdk.OAuthStrategy({ clientId: shop.clientId }) })
    const merchant = () => sdk.createClient({ modules, auth: sdk.ApiKeyStrategy({ apiKey: shop.apiKey, siteId: shop.site }) })

    test('reads products, collections and stock of catalogue v1', async () => {
      const client = shopper()
      const desk = merchant()
      const { items } = await client.products.queryProducts().ascending('name').find()
      assert.deepEqual(
        items.map(({ name }) => name),
        ['Bowl', 'Mug'],
      )
      assert.equal((await client.products.getProduct(mug.id)).product?.brand, 'Morrow')
      const { variants } = await client.products.queryProductVariants(mug.id)
      assert.equal(variants?.length, 2)
      const left = await client.products.getProductOptionsAvailability(mug.id, { Colour: 'Sage' })
      assert.equal(typeof left.availableForPurchase, 'boolean')
      assert.equal((await client.products.getCollectionBySlug('cups')).collection?._id, cups)
      assert.equal((await client.collections.getCollection(cups)).name, 'Cups')
      assert.equal((await client.collections.getCollectionBySlug('cups')).collection?.numberOfProducts, 1)
      const listed = await client.collections.queryCollections().find()
      assert.equal(listed.items.length, 2)
      const stored = await desk.products.queryStoreVariants({ filter: { productId: mug.id } })
      assert.equal(stored.variants?.length, 2)
      assert.equal((await desk.products.getStoreVariant(stored.variants?.[0]?._id ?? '')).variant?.productName, 'Mug')
      const stock = await desk.inventory.queryInventory({ query: { filter: JSON.stringify({ productId: mug.id }) } })
      assert.equal(stock.inventoryItems?.[0]?.variants?.length, 2)
      const held = await desk.inventory.getInventoryVariants(stock.inventoryItems?.[0]?._id ?? '')
      assert.equal(held.inventoryItem?.productId, mug.id)
    })

    test('reads the same by the newer one: each function of each module', async () => {
      const client = shopper()
      assert.equal((await client.catalogVersioning.getCatalogVersion()).catalogVersion, 'V1_CATALOG')
      const read = await client.productsV3.getProduct(mug.id, { fields: ['CURRENCY'] })
      assert.ok(new Date(read._createdDate!).getTime() > 0 && new Date(read._updatedDate!).getTime() > 0)
      assert.equal(read.variantsInfo?.variants?.length, 2)
      assert.equal((await client.productsV3.getProductBySlug(read.slug!)).product?._id, mug.id)
      const { items } = await client.productsV3.queryProducts().ascending('slug').find()
      assert.deepEqual(
        items.map(({ name }) => name),
        ['Bowl', 'Mug'],
      )
      const found = await client.productsV3.searchProducts({ search: { expression: 'bowl' } }, {})
      assert.deepEqual(
        found.products?.map(({ name }) => name),
        ['Bowl'],
      )
      assert.equal((await client.productsV3.countProducts({ search: { expression: 'mug' } })).count, 1)
      const { categoryId } = await client.productsV3.getAllProductsCategory()
      const variants = await client.readOnlyVariantsV3.queryVariants().in('productData.productId', [mug.id]).find()
      assert.equal(variants.items.length, 2)
      const searched = await client.readOnlyVariantsV3.searchVariants({ search: { expression: 'mug' } }, {})
      assert.equal(searched.variants?.length, 2)
      const options = await client.customizationsV3.queryCustomizations().find()
      const [option] = options.items
      assert.equal((await client.customizationsV3.getCustomization(option!._id!)).name, option!.name)
      assert.equal((await client.customizationsV3.countCustomizations()).count, options.items.length)
      const brand = (await client.brandsV3.queryBrands().find()).items.find(({ name }) => name === 'Morrow')!
      assert.equal((await client.brandsV3.getBrand(brand._id!)).name, 'Morrow')
      assert.equal((await client.brandsV3.countBrands({ filter: { name: 'Morrow' } })).count, 1)
      const [ribbon] = (await client.ribbonsV3.queryRibbons().find()).items
      assert.equal((await client.ribbonsV3.getRibbon(ribbon!._id!)).name, 'New')
      assert.equal((await client.ribbonsV3.countRibbons()).count, 1)
      const tree = await client.categories.queryCategories({ treeReference }).find()
      assert.deepEqual(
        tree.items.map(({ _id }) => _id),
        [categoryId, cups],
      )
      assert.equal((await client.categories.getCategory(cups, treeReference)).name, 'Cups')
      assert.equal((await client.categories.getCategoryBySlug('cups', treeReference)).category?._id, cups)
      assert.equal((await client.categories.searchCategories({}, { treeReference })).categories?.length, 2)
      assert.equal((await client.categories.countCategories({ treeReference })).count, 2)
      assert.equal((await client.categories.listItemsInCategory(cups, treeReference)).items?.length, 1)
      assert.deepEqual((await client.categories.getArrangedItems(cups, treeReference)).items, [])
      const item = { catalogItemId: mug.id, appId: storesApp }
      assert.deepEqual((await client.categories.listCategoriesForItem(item, { treeReference })).directCategoryIds, [cups])
      await client.categories.listCategoriesForItems([item], { treeReference })
      assert.equal((await client.categories.listTrees()).trees?.length, 1)
    })

    test('buys what it has read there', async () => {
      const client = shopper()
      const read = await client.productsV3.getProduct(mug.id)
      const sage = read.variantsInfo!.variants!.find(({ inventoryStatus }) => inventoryStatus?.inStock)!._id!
      const only = (await client.productsV3.getProduct(bowl.id)).variantsInfo!.variants![0]!._id!
      const reference = (catalogItemId: string, variantId: string) => ({ appId: storesApp, catalogItemId, options: { variantId } })
      await client.currentCart.addToCurrentCart({
        lineItems: [
          { quantity: 1, catalogReference: reference(mug.id, sage) },
          { quantity: 1, catalogReference: reference(bowl.id, only) },
        ],
      })
      const { checkoutId } = await client.currentCart.createCheckoutFromCurrentCart({
        channelType: 'WEB',
        email: 'ada@example.com',
        shippingAddress: berlin.address,
      })
      const buyer = newBuyer(shop)
      const paymentToken = await card(buyer)
      const accessToken = client.auth.getTokens().accessToken.value
      const call = async (method: string, path: string, body: object) => {
        const answer = await fetch(shop.url + path, {
          method,
          headers: { authorization: accessToken, 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() },
          body: JSON.stringify(body),
        })
        assert.equal(answer.status, 200, await answer.clone().text())
        return (await answer.json()) as { readonly status?: string; readonly orderId?: string }
      }
      await call('PATCH', `/ecom/v1/checkouts/${checkoutId}`, {
        checkout: { id: checkoutId, shippingInfo: { shippingDestination: berlin, selectedCarrierServiceOption: { code: 'standard' } } },
      })
      const line = 'POST /vitrine/v1/checkouts/{id}/place-order' satisfies Route
      const paid = await call('POST', line.slice(5).replace('{id}', checkoutId!), { paymentToken, returnUrl: `${shop.url}/back` })
      assert.equal(paid.status, 'APPROVED')
    })
  })

test('every part of an answer has the shape that the contract names', async () => {
  const get = async <R extends Route>(line: R, path: string, query: object) => {
    const sent = Buffer.from(JSON.stringify(query)).toString('base64url')
    const answer = await fetch(`${shop.url}${path}?.r=${sent}`, { headers: { authorization: shop.apiKey, 'wix-site-id': shop.site } })
    assert.equal(answer.status, 200, await answer.clone().text())
    const body: unknown = await answer.json()
    assert.deepEqual(contract[line].ok.parse(body), body, line)
  }
  const every = ProductField.options
  await get('GET /stores/v3/products/query', '/stores/v3/products/query', { fields: every })
  await get('GET /stores/v3/products/search', '/stores/v3/products/search', { search: {}, fields: every })
  await get('GET /stores/v3/products/{productId}', `/stores/v3/products/${mug.id}`, { fields: every })
  await get('GET /stores/v3/products/slug/{slug}', `/stores/v3/products/slug/${bowl.slug}`, { fields: every })
})
