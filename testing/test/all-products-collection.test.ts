import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { apiKey, attempt, createClient, visitor } from '@vitrine/client'
import { merchantProducts } from '@vitrine/client/back-office'
import { categories } from '@vitrine/client/catalogue-v3'
import { collections, search, shop as shopModule } from '@vitrine/client/modules'
import { addPicture } from '../src/pictures.ts'
import { startTestPlatform, type TestPlatform } from '../src/platform.ts'

/** As v1 names it, and as v3 and its merchant do. */
const wireId = '00000000-000000-000000-000000000001'
const id = '00000000-0000-0000-0000-000000000001'
const treeReference = { appNamespace: '@wix/stores' }

let platform: TestPlatform
const officeOf = () =>
  createClient({ baseUrl: platform.url, auth: apiKey(platform.apiKey), modules: { merchantProducts, collections, categories } })
const guestOf = () =>
  createClient({
    baseUrl: platform.url,
    auth: visitor({ clientId: platform.clientId }),
    modules: { collections, categories, search, shop: shopModule },
  })
let office: ReturnType<typeof officeOf>
let guest: ReturnType<typeof guestOf>
const made: string[] = []
/** Their names as the shop lists them while nobody says otherwise. */
let usual: readonly string[]
const but = (...names: string[]) => usual.filter((name) => !names.includes(name))

before(async () => {
  platform = await startTestPlatform()
  office = officeOf()
  guest = guestOf()
  for (const name of ['Bowl', 'Cup', 'Mug', 'Vase']) {
    const { product } = await office.merchantProducts.addProduct({ product: { name, priceData: { price: 20 + made.length } } })
    made.push(product.id)
  }
  usual = (await guest.search.searchProducts({ sort: 'featured' })).products.map(({ name }) => name!)
})
after(async () => {
  await platform[Symbol.asyncDispose]()
  assert.deepEqual(platform.faults, [])
})

const merchants = async () => (await office.merchantProducts.listCollections({})).allProducts
const inOrder = async () => (await office.merchantProducts.listCollectionProducts({ id })).products.map(({ name }) => name)
const listed = async (input: Parameters<typeof guest.search.searchProducts>[0] = {}) =>
  (await guest.search.searchProducts(input)).products.map(({ name }) => name)
const read = async () => (await guest.collections.getCollection({ id: wireId })).collection
const category = async () => (await guest.categories.getCategory({ categoryId: id, treeReference, fields: ['DESCRIPTION'] })).category
const refusal = async (call: Promise<unknown>) => (await attempt(call))[0]

test('nothing is said of it: it is what it always was, and holds every product', async () => {
  const { products, ...rest } = await merchants()
  assert.deepEqual(rest, {
    id,
    name: 'All Products',
    slug: 'all-products',
    description: '',
    visible: true,
    updating: false,
    sort: 'MANUAL',
  })
  assert.equal(products, 4)
  assert.deepEqual([...usual].sort(), ['Bowl', 'Cup', 'Mug', 'Vase'])
  assert.deepEqual(await inOrder(), usual)
  assert.deepEqual(
    (await office.merchantProducts.listCollectionProducts({ id })).products.map(({ by }) => by),
    ['RULE', 'RULE', 'RULE', 'RULE'],
  )
  assert.equal((await guest.shop.getShop({})).shop.allProducts, undefined)
})

test('its name, words, cover and what search engines are told reach v1, v3 and the shop', async () => {
  const picture = await addPicture(platform)
  await office.merchantProducts.saveCollection({
    id,
    collection: { name: 'The whole shelf', description: 'All that we make.', seo: { title: 'Everything by hand' } },
  })
  const { collection } = await office.merchantProducts.setCollectionCover({ id, mediaId: picture, focalPoint: { x: 0.2, y: 0.7 } })
  assert.deepEqual(
    [collection.name, collection.description, collection.mediaId, collection.focalPoint, collection.seo],
    ['The whole shelf', 'All that we make.', picture, { x: 0.2, y: 0.7 }, { title: 'Everything by hand' }],
  )
  const v1 = await read()
  assert.deepEqual(
    [v1.id, v1.name, v1.slug, v1.description, v1.numberOfProducts],
    [wireId, 'The whole shelf', 'all-products', 'All that we make.', 4],
  )
  assert.ok(v1.media?.mainMedia?.image?.url?.includes(picture))
  const { items } = await guest.collections
    .queryCollections({ query: { filter: { name: { $startsWith: 'the whole' } } } })
    .then(({ collections: found }) => ({ items: found.map((one) => one.id) }))
  assert.deepEqual(items, [wireId])
  const v3 = await category()
  assert.deepEqual([v3.name, v3.description, v3.image !== undefined], ['The whole shelf', 'All that we make.', true])
  const { allProducts } = (await guest.shop.getShop({})).shop
  assert.deepEqual(
    [allProducts?.name, allProducts?.description, allProducts?.visible, allProducts?.picture?.id, allProducts?.seo],
    ['The whole shelf', 'All that we make.', true, picture, { title: 'Everything by hand' }],
  )
  await office.merchantProducts.setCollectionCover({ id, mediaId: null })
  assert.equal((await merchants()).mediaId, undefined)
})

test('its order is the order of the shop’s whole list, by hand or by what is asked of all; what a shopper sorts by goes first', async () => {
  await office.merchantProducts.sortCollectionProducts({ id, productIds: [made[1]!, made[0]!] })
  const behind = but('Cup', 'Bowl')
  assert.deepEqual(await inOrder(), ['Cup', 'Bowl', ...behind])
  assert.deepEqual(await listed(), ['Cup', 'Bowl', ...behind])
  assert.deepEqual(await listed({ collection: 'all-products', limit: 2, offset: 1 }), ['Bowl', behind[0]])
  assert.deepEqual(await listed({ sort: 'priceAsc' }), ['Bowl', 'Cup', 'Mug', 'Vase'])
  assert.deepEqual(await listed({ maxPrice: '21' }), ['Cup', 'Bowl'])
  const arranged = await guest.categories.listItemsInCategory({ categoryId: id, treeReference, useCategoryArrangement: true })
  assert.deepEqual(
    arranged.items.map(({ catalogItemId }) => catalogItemId),
    ['Cup', 'Bowl', ...behind].map((name) => made[['Bowl', 'Cup', 'Mug', 'Vase'].indexOf(name)]),
  )
  const { product } = await office.merchantProducts.addProduct({ product: { name: 'Plate', priceData: { price: 5 } } })
  assert.deepEqual((await listed()).slice(0, 2), ['Cup', 'Bowl'])
  await office.merchantProducts.deleteProduct({ id: product.id })
  await office.merchantProducts.saveCollection({ id, collection: { sort: 'PRICE_DESC' } })
  assert.deepEqual(await listed(), ['Vase', 'Mug', 'Cup', 'Bowl'])
  assert.deepEqual(await inOrder(), ['Vase', 'Mug', 'Cup', 'Bowl'])
  await office.merchantProducts.saveCollection({ id, collection: { sort: 'MANUAL' } })
  assert.deepEqual(await listed(), ['Cup', 'Bowl', ...behind])
})

test('hidden, visitors find it neither in v1 nor in v3, merchants do; lists by it go on', async () => {
  await office.merchantProducts.saveCollection({ id, collection: { visible: false } })
  assert.equal((await refusal(guest.collections.getCollection({ id: wireId })))?.code, 'COLLECTION_NOT_FOUND')
  assert.equal((await refusal(guest.categories.getCategory({ categoryId: id, treeReference })))?.code, 'CATEGORY_NOT_FOUND')
  assert.equal((await office.collections.getCollection({ id: wireId })).collection.visible, false)
  assert.equal((await guest.shop.getShop({})).shop.allProducts?.visible, false)
  assert.equal((await listed({ collection: 'all-products' })).length, 4)
  await office.merchantProducts.saveCollection({ id, collection: { visible: true } })
  assert.equal((await read()).visible, true)
})

test('what is in it and its address stay', async () => {
  const rule = { match: 'ALL' as const, conditions: [{ field: 'STOCK' as const, operator: 'IS' as const, value: 'in' }] }
  for (const [collection, field] of [
    [{ rule }, 'collection.rule'],
    [{ slug: 'everything' }, 'collection.slug'],
    [{ keepProducts: true }, 'collection.keepProducts'],
  ] as const) {
    const refused = await refusal(office.merchantProducts.saveCollection({ id, collection }))
    assert.match(JSON.stringify(refused?.details ?? refused), new RegExp(field))
  }
  assert.equal((await refusal(office.merchantProducts.deleteCollection({ id })))?.code, 'COLLECTION_NOT_FOUND')
  assert.equal(
    (await refusal(office.merchantProducts.addProductsToCollection({ id, productIds: [made[0]!] })))?.code,
    'COLLECTION_NOT_FOUND',
  )
  assert.equal((await refusal(office.merchantProducts.sortCollections({ ids: [id] })))?.code, 'COLLECTION_NOT_FOUND')
  assert.equal(
    (await refusal(office.merchantProducts.sortCollectionProducts({ id, productIds: ['11111111-1111-4111-8111-111111111111'] })))?.code,
    'PRODUCT_NOT_FOUND',
  )
  await office.merchantProducts.saveCollection({ id, collection: { slug: 'all-products', rule: null } })
})
