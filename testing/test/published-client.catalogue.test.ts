/** Every function of the published client's modules about products and stock, by the client of today and by the one of the spec's day. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { apiKey, createClient } from '@vitrine/client'
import { merchantProducts } from '@vitrine/client/back-office'
import { contract, ProductField, type Route } from '@vitrine/contract'
import * as today from '@wix/sdk'
import * as specEra from 'wix-sdk-1-15'
import { berlin, card, newBuyer } from '../src/buyer.ts'
import { addPicture } from '../src/pictures.ts'
import type { TestPlatform } from '../src/platform.ts'
import { addProduct, type TestProduct } from '../src/products.ts'
import { catalogueModules, type PublishedCatalogue, publishedCatalogue, storesApp, treeReference } from '../src/published-catalogue.ts'

let published: PublishedCatalogue
let shop: TestPlatform
let mug: TestProduct
let bowl: TestProduct
let cups: string

before(async () => {
  published = await publishedCatalogue()
  shop = published.shop
  mug = await addProduct(shop.platform, { site: shop.site, name: 'Mug', price: 2600, colours: { Sage: 5, Ink: 0 } }, shop.clock.now())
  bowl = await addProduct(shop.platform, { site: shop.site, name: 'Bowl', price: 4200, stock: 3 }, shop.clock.now())
  const { products: desk } = published.merchant()
  await desk.updateProduct(mug.id, {
    brand: 'Morrow',
    ribbon: 'New',
    additionalInfoSections: [
      { title: 'Care', description: '<p>By <b>hand</b>.</p>' },
      { title: 'Size', description: '<p>0.3 l</p>' },
    ],
  })
  cups = (await desk.createCollection({ name: 'Cups' })).collection!._id!
  await desk.addProductsToCollection(cups, [mug.id])
})
after(() => published[Symbol.asyncDispose]())

type Named = Readonly<Record<string, Readonly<Record<string, unknown>>>>

/** Writes down which functions of a client's modules are called. */
function noting<Client extends object>(client: Client, called: Set<string>): Client {
  const noted = Object.keys(catalogueModules).map((module) => {
    const own = (client as Named)[module]!
    return [
      module,
      new Proxy(own, {
        get: (target, name: string) => {
          const value = target[name]
          if (typeof value !== 'function') return value
          return (...asked: unknown[]) => {
            called.add(`${module}.${name}`)
            return (value as (...asked: unknown[]) => unknown)(...asked)
          }
        },
      }),
    ] as const
  })
  return Object.assign(Object.create(client), Object.fromEntries(noted)) as Client
}

/** All but the registrations of webhooks, `onProductCreated` and its like: they send nothing, and the shop sends no webhooks yet. */
const functionsOf = (module: object): string[] =>
  Object.entries(module).flatMap(([name, value]) => (typeof value === 'function' && !/^on[A-Z]/.test(name) ? [name] : []))

/** What these modules have at run time and not in their types. */
interface Hidden {
  readonly countInventoryItems: (options: object) => Promise<{ readonly count?: number }>
  readonly getDefaultStoresLocation: () => Promise<{ readonly storesLocation?: { readonly _id?: string } }>
}

const codeOf = (error: unknown) => (error as { details?: { applicationError?: { code?: string } } }).details?.applicationError?.code

/** Writes of the newer catalogue: a shop of ours is written by the older one (decision 0079), and says that there is no such call. */
const writesV3 =
  /^(categories|brandsV3|customizationsV3|infoSectionsV3|inventoryItemsV3|productsV3|ribbonsV3)\.(add|bulk|create|delete|getOrCreate|move|remove|reorder|set|update)/

for (const { era, sdk } of [
  { era: 'today', sdk: today },
  { era: "the spec's day", sdk: specEra as unknown as typeof today },
])
  describe(`the client of ${era}`, () => {
    const called = new Set<string>()
    const shopper = () => noting(published.shopper(sdk), called)
    const merchant = () => noting(published.merchant(sdk), called)

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

    test('reads titled texts of products, which their products have under the same ids', async () => {
      const { infoSectionsV3: sections, productsV3: goods } = merchant()
      const { items } = await sections
        .queryInfoSections({ fields: ['ASSIGNED_PRODUCTS_COUNT'] })
        .ascending('title')
        .find()
      assert.deepEqual(
        items.map(({ title, uniqueName, plainDescription, assignedProductsCount }) => [
          title,
          uniqueName,
          plainDescription,
          assignedProductsCount,
        ]),
        [
          ['Care', `${mug.slug}-1`, '<p>By <b>hand</b>.</p>', 1],
          ['Size', `${mug.slug}-2`, '<p>0.3 l</p>', 1],
        ],
      )
      assert.ok(new Date(items[0]!._createdDate!).getTime() > 0)
      const { infoSections } = await goods.getProduct(mug.id, { fields: ['INFO_SECTION'] })
      assert.deepEqual(
        infoSections?.map(({ _id }) => _id),
        items.map(({ _id }) => _id),
      )
      const size = await sections.getInfoSection(items[1]!._id!)
      assert.deepEqual([size.title, size.description?.nodes?.[0]?.type], ['Size', 'PARAGRAPH'])
      assert.equal((await sections.countInfoSections({ filter: { title: { $startsWith: 'Ca' } } })).count, 1)
      const { items: one } = await sections.queryInfoSections().eq('_id', items[1]!._id!).find()
      assert.deepEqual(
        one.map(({ title }) => title),
        ['Size'],
      )
      await assert.rejects(sections.getInfoSection(mug.id), (error) => codeOf(error) === 'INFO_SECTION_NOT_FOUND')
    })

    test('lists a category in the order that the merchant has made, page by page', async () => {
      const desk = merchant()
      const { products: goods } = desk
      const { collection } = await goods.createCollection({ name: `Arranged ${era}` })
      const id = collection!._id!
      const made: string[] = []
      for (const name of ['First', 'Second', 'Third', 'Fourth']) {
        const { product } = await goods.createProduct({ name: `${name} of ${era}`, productType: 'physical', priceData: { price: 1 } })
        made.push(product!._id!)
        shop.clock.advance(1000)
      }
      await goods.addProductsToCollection(id, made)
      const [first, second, third, fourth] = made as [string, string, string, string]
      const office = createClient({ baseUrl: shop.url, auth: apiKey(shop.apiKey), modules: { merchantProducts } })
      await office.merchantProducts.sortCollectionProducts({ id, productIds: [second, first] })
      const { categories: stockItems } = shopper()
      const item = (catalogItemId: string) => ({ catalogItemId, appId: storesApp })
      assert.deepEqual((await stockItems.getArrangedItems(id, treeReference)).items, [second, first].map(item))
      const listed = async (useCategoryArrangement: boolean) => {
        const pages: unknown[] = []
        let cursor: string | null | undefined
        do {
          const page = await stockItems.listItemsInCategory(id, treeReference, {
            ...(!cursor && { useCategoryArrangement }),
            cursorPaging: { limit: 1, ...(cursor && { cursor }) },
          })
          pages.push(...(page.items ?? []))
          cursor = page.pagingMetadata?.cursors?.next
        } while (cursor)
        return pages
      }
      assert.deepEqual(await listed(true), [second, first, fourth, third].map(item))
      assert.deepEqual(await listed(false), [fourth, third, second, first].map(item))
      await goods.updateProduct(second, { visible: false })
      assert.deepEqual((await stockItems.getArrangedItems(id, treeReference)).items, [item(first)])
      for (const product of made) await goods.deleteProduct(product)
      await goods.deleteCollection(id)
    })

    test('reads stock by variant and location, under the variants of the newer catalogue', async () => {
      const { inventoryItemsV3: items, productsV3: goods } = shopper()
      for (const product of [mug, bowl]) {
        const { variantsInfo } = await goods.getProduct(product.id)
        for (const { _id, inventoryStatus } of variantsInfo!.variants!) {
          const found = await items.queryInventoryItems().eq('variantId', _id!).find()
          assert.deepEqual(
            found.items.map(({ productId, inStock }) => [productId, inStock]),
            [[product.id, inventoryStatus?.inStock]],
          )
          assert.equal((await items.getInventoryItem(found.items[0]!._id!)).variantId, _id)
        }
      }
      const { items: ofMug } = await items.queryInventoryItems().eq('productId', mug.id).find()
      const { inventoryItems, aggregationData } = await items.searchInventoryItems({
        search: { expression: 'mug' },
        aggregations: [
          { name: 'left', type: 'SCALAR', fieldPath: 'quantity', scalar: { type: 'SUM' } },
          { name: 'status', type: 'VALUE', fieldPath: 'availabilityStatus', value: { sortType: 'VALUE' } },
          { name: 'where', type: 'VALUE', fieldPath: 'locationId' },
        ],
      })
      assert.equal(inventoryItems?.length, 2)
      const results = new Map(aggregationData?.results?.map((result) => [result.name, result]))
      assert.equal(results.get('left')?.scalar?.value, ofMug[0]!.quantity! + ofMug[1]!.quantity!)
      assert.deepEqual(results.get('status')?.values?.results, [
        { value: 'IN_STOCK', count: 1 },
        { value: 'OUT_OF_STOCK', count: 1 },
      ])
      assert.deepEqual(results.get('where')?.values?.results, [{ value: shop.site, count: 2 }])
      // The words of a search go with its cursor.
      const page = await items.searchInventoryItems({ search: { expression: 'mug' }, cursorPaging: { limit: 1 } })
      const rest = await items.searchInventoryItems({ cursorPaging: { cursor: page.pagingMetadata!.cursors!.next!, limit: 10 } })
      assert.deepEqual(
        [...page.inventoryItems!, ...rest.inventoryItems!].map(({ productId }) => productId),
        [mug.id, mug.id],
      )
      const sage = await items.searchInventoryItems({ search: { expression: 'sage', fields: ['product.variantName'] } })
      assert.deepEqual(
        sage.inventoryItems?.map(({ variantId }) => variantId),
        [mug.variants['Sage']],
      )
      const some = { search: { mode: 'OR' as const, expression: 'mug bowl', fields: ['product.name' as const] } }
      assert.equal((await items.searchInventoryItems(some)).inventoryItems?.length, 3)
      const { countInventoryItems } = items as typeof items & Hidden
      assert.deepEqual(await countInventoryItems({ filter: { inStock: true }, search: { expression: 'mug' } }), { count: 1 })
      const { storesLocationsV3: locations } = merchant()
      const { items: all } = await locations.queryStoresLocations().find()
      assert.equal((await locations.getStoresLocation(all[0]!._id!)).name, all[0]!.name)
      const { getDefaultStoresLocation } = locations as typeof locations & Hidden
      assert.equal((await getDefaultStoresLocation()).storesLocation?._id, shop.site)
    })

    test('writes products and collections', async () => {
      const { products: desk } = merchant()
      const { product } = await desk.createProduct({
        name: 'Vase',
        productType: 'physical',
        priceData: { price: 26 },
        manageVariants: true,
        productOptions: [
          {
            name: 'Glaze',
            choices: [
              { value: '#9AA58F', description: 'Sage' },
              { value: '#2E3A4B', description: 'Ink' },
            ],
          },
        ],
      })
      const id = product!._id!
      const changed = await desk.updateProduct(id, { name: 'Tall vase', brand: 'Morrow', ribbon: 'Last' })
      assert.deepEqual([changed.product?.name, changed.product?.brand, changed.product?.ribbon], ['Tall vase', 'Morrow', 'Last'])
      const { variants } = await desk.updateProductVariants(id, [{ choices: { Glaze: 'Ink' }, price: 30 }])
      assert.deepEqual(
        variants?.map(({ variant }) => variant?.priceData?.price),
        [26, 30],
      )
      const reset = await desk.resetAllProductVariantData(id)
      assert.equal(reset, undefined)
      const pricesOf = async () => (await desk.queryProductVariants(id)).variants?.map(({ variant }) => variant?.priceData?.price)
      assert.deepEqual(await pricesOf(), [26, 26])
      const mediaId = await addPicture(shop)
      await desk.addProductMedia(id, [{ mediaId }])
      await desk.addProductMediaToChoices(id, [{ option: 'Glaze', choice: 'Sage', mediaIds: [mediaId] }])
      const pictures = async () => {
        const { product: read } = await desk.getProduct(id)
        const [sage] = read!.productOptions![0]!.choices!
        return [read!.media?.items?.length, sage!.media?.items?.length ?? 0]
      }
      assert.deepEqual(await pictures(), [1, 1])
      await desk.removeProductMediaFromChoices(id, [{ option: 'Glaze', choice: 'Sage', mediaIds: [mediaId] }])
      assert.deepEqual(await pictures(), [1, 0])
      await desk.removeProductMedia(id, [mediaId])
      assert.deepEqual(await pictures(), [0, 0])
      const { results } = await desk.bulkUpdateProductsProperty([id], { ribbon: 'Best' })
      assert.equal(results?.[0]?.itemMetadata?.success, true)
      await desk.bulkAdjustProductProperty({ price: { amount: 4 } }, [id])
      assert.deepEqual(await pricesOf(), [30, 30])
      await desk.removeBrand(id)
      await desk.removeRibbon(id)
      const bare = (await desk.getProduct(id)).product
      assert.deepEqual([bare?.brand, bare?.ribbon], ['', ''])
      const { collection } = await desk.createCollection({ name: `Tall ${era}` })
      const into = collection!._id!
      assert.equal((await desk.updateCollection(into, { name: 'Tall ones' })).collection?.name, 'Tall ones')
      await desk.addProductsToCollection(into, [id])
      assert.deepEqual((await desk.getProduct(id)).product?.collectionIds?.includes(into), true)
      await desk.removeProductsFromCollection(into, [id])
      assert.deepEqual((await desk.getProduct(id)).product?.collectionIds?.includes(into), false)
      await desk.deleteCollection(into)
      await desk.deleteProductOptions(id)
      assert.equal((await desk.getProduct(id)).product?.productOptions?.length, 0)
      await desk.deleteProduct(id)
      await assert.rejects(desk.getProduct(id), (error) => codeOf(error) === 'PRODUCT_NOT_FOUND')
    })

    test('writes stock', async () => {
      const { inventory: desk } = merchant()
      const { inventoryItems } = await desk.queryInventory({ query: { filter: JSON.stringify({ productId: mug.id }) } })
      const left = async () => {
        const { inventoryItem } = await desk.getInventoryVariants(inventoryItems![0]!._id!)
        return inventoryItem?.variants?.find(({ variantId }) => variantId === mug.variants['Sage'])?.quantity
      }
      const before = await left()
      const of = { productId: mug.id, variantId: mug.variants['Sage']! }
      await desk.incrementInventory([{ ...of, incrementBy: 2 }])
      assert.equal(await left(), before! + 2)
      await desk.decrementInventory([{ ...of, decrementBy: 1 }])
      assert.equal(await left(), before! + 1)
      await desk.updateInventoryVariants(mug.id, { trackQuantity: true, variants: [{ variantId: of.variantId, quantity: before! }] })
      assert.equal(await left(), before)
    })

    test('is told that the newer catalogue is not written here, whichever write it tries', async () => {
      const desk = merchant()
      const id = mug.id
      let tried = 0
      for (const [module, own] of Object.entries(catalogueModules))
        for (const name of functionsOf(own)) {
          if (!writesV3.test(`${module}.${name}`)) continue
          const write = (desk as unknown as Named)[module]![name] as (...asked: unknown[]) => Promise<unknown>
          await assert.rejects(write(id, { treeReference }, {}), (error) => {
            assert.match(codeOf(error) ?? String(error), /^(ROUTE_NOT_FOUND|METHOD_NOT_ALLOWED)$/, `${module}.${name}`)
            return true
          })
          tried++
        }
      assert.ok(tried > 60, `tried ${tried}`)
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

    test('has called every function that its modules have', () => {
      const all = Object.entries(catalogueModules).flatMap(([module, own]) => functionsOf(own).map((name) => `${module}.${name}`))
      assert.deepEqual(
        all.filter((name) => !called.has(name)),
        [],
      )
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
