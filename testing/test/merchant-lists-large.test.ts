// What merchants list of a large catalogue is what they list of a small one, found in another way: among few, or on a walk page by page.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { apiKey, attempt, createClient } from '@vitrine/client'
import * as backOffice from '@vitrine/client/back-office'
import { sql } from '@vitrine/platform/kernel/db/sql'
import { startTestPlatform, type TestPlatform } from '../src/platform.ts'
import { fillWithGoods } from '../src/query-laws-goods.ts'

let shop: TestPlatform
let office: ReturnType<typeof newOffice>
const newOffice = () => createClient({ baseUrl: shop.url, auth: apiKey(shop.apiKey), modules: backOffice })
let bowl: string

before(async () => {
  shop = await startTestPlatform()
  office = newOffice()
  await fillWithGoods(shop)
  const { product } = await office.merchantProducts.addProduct({
    product: {
      name: 'Ærø Bowl',
      priceData: { price: 31 },
      manageVariants: true,
      productOptions: [{ name: 'Size', choices: ['S', 'L'].map((value) => ({ value, description: value })) }],
      variants: [
        { choices: { Size: 'S' }, sku: 'BOWL/S' },
        { choices: { Size: 'L' }, sku: 'BOWL/L', visible: false },
      ],
    },
  })
  bowl = product.id
  const [small, large] = product.variants
  await office.merchantInventory.countStock({
    counts: [
      { productId: bowl, variantId: small!.id, quantity: 400 },
      { productId: bowl, variantId: large!.id, quantity: 11 },
    ],
  })
})
after(async () => {
  await shop[Symbol.asyncDispose]()
  assert.deepEqual(shop.faults, [])
})

/** What is found while the shop says that it has so many products. */
async function inShopOf<T>(products: number | undefined, find: () => Promise<T>): Promise<T> {
  const count = products === undefined ? sql`(select count(*) from product where site = ${shop.site})` : sql`${products}`
  await shop.platform.database.query(sql`update catalogue set products = ${count} where site = ${shop.site}`)
  return find()
}
const both = async <T>(find: () => Promise<T>) => [await inShopOf(undefined, find), await inShopOf(20_000, find)] as const

interface PageRead {
  readonly ids: readonly string[]
  readonly next: string | undefined
}
async function pages(read: (cursorPaging: { limit: number; cursor?: string }) => Promise<PageRead>): Promise<string[]> {
  const found: string[] = []
  let next: string | undefined
  do {
    const page = await read({ limit: 3, ...(next !== undefined && { cursor: next }) })
    found.push(...page.ids)
    next = page.next
  } while (next !== undefined)
  return found
}

type Sort = readonly { readonly fieldName: string; readonly order: 'ASC' | 'DESC' }[]
const by = (fieldName: string, order: 'ASC' | 'DESC' = 'ASC'): Sort => [{ fieldName, order }]

describe('products', () => {
  const filters: readonly Record<string, unknown>[] = [
    {},
    { visible: true },
    { visible: false },
    { soldOut: { $gt: 0 } },
    { soldOut: { $gte: 1 }, visible: true },
    { quantity: { $lte: 3 } },
    { quantity: { $gt: 400 } },
    { hasMedia: false },
    { brand: 'Ærø' },
    { brand: { $contains: 'r' } },
    { ribbon: 'New' },
    { words: 'mug' },
    { words: 'bowl/s' },
    { sku: { $startsWith: 'mv' } },
    { sku: 'MV-2/É' },
    { name: 'Mug' },
    { price: { $gte: 10, $lt: 15 } },
    { $or: [{ quantity: { $lte: 0 } }, { name: { $contains: 'bowl' } }] },
    { $not: { visible: true } },
    { hasMedia: true },
  ]
  const find = (filter: Record<string, unknown>, sort: Sort) =>
    pages(async (cursorPaging) => {
      const query = cursorPaging.cursor ? { cursorPaging } : { filter, sort: [...sort], cursorPaging }
      const { products, pagingMetadata } = await office.merchantProducts.listProducts({ query })
      return { ids: products.map(({ id }) => id), next: pagingMetadata.cursors.next }
    })

  test('are the same in each order, page by page', async () => {
    for (const filter of filters)
      for (const sort of [[], by('name'), by('price', 'DESC'), by('sku'), by('updatedDate', 'DESC')] satisfies Sort[]) {
        const [small, large] = await both(() => find(filter, sort))
        assert.deepEqual(large, small, JSON.stringify([filter, sort]))
      }
    for (const filter of filters.slice(0, 14)) assert.ok((await find(filter, [])).length > 0, `${JSON.stringify(filter)} finds nothing`)
  })

  test('are counted, also where a job is about them, and those are what it changes', async () => {
    const counted = filters.filter(
      (filter) =>
        !('$or' in filter) && JSON.stringify(filter).match(/soldOut|"quantity":{"\$lte|hasMedia":false|"brand":"|ribbon|words|"sku":"/),
    )
    assert.ok(counted.length >= 9)
    const [small, large] = await both(async () => (await office.merchantProducts.countProducts({ filters: counted })).counts)
    assert.deepEqual(large, small)
    const filter = { soldOut: { $gt: 0 } }
    const wanted = await inShopOf(undefined, () => find(filter, []))
    const { job } = await inShopOf(20_000, () => office.merchantProducts.startProductJob({ filter, change: { set: { ribbon: 'Soon' } } }))
    assert.equal(job.total, wanted.length)
    await inShopOf(20_000, () => shop.platform.jobs.settle())
    const ribbons = await inShopOf(undefined, () => find({ ribbon: 'Soon' }, []))
    assert.deepEqual(ribbons.toSorted(), wanted.toSorted())
  })
})

describe('stock', () => {
  const filters: readonly Record<string, unknown>[] = [
    {},
    { tracked: true, quantity: { $lte: 3 } },
    { inStock: false },
    { inStock: true },
    { tracked: false },
    { visible: true },
    { visible: false },
    { sku: 'BOWL/L' },
    { sku: { $in: ['BOWL/S', 'BOWL/L'] } },
    { words: 'bowl' },
    { words: 'bowl/l' },
    { words: 'mug' },
    { name: { $startsWith: 'm' } },
    { $or: [{ name: { $contains: 'bowl' } }, { sku: { $contains: '-2' } }] },
    { inStock: true, $not: { lastSoldDate: { $gte: '2020-01-01T00:00:00.000Z' } } },
  ]
  const find = (filter: Record<string, unknown>, sort: Sort) =>
    pages(async (cursorPaging) => {
      const query = cursorPaging.cursor ? { cursorPaging } : { filter, sort: [...sort], cursorPaging }
      const { levels, pagingMetadata } = await office.merchantInventory.queryStock({ query })
      return { ids: levels.map(({ productId, variantId }) => `${productId} ${variantId}`), next: pagingMetadata.cursors.next }
    })

  test('is the same by name, page by page; by quantity and SKU where few products have it', async () => {
    for (const filter of filters)
      for (const sort of [[], by('name', 'DESC')] satisfies Sort[]) {
        const [small, large] = await both(() => find(filter, sort))
        assert.deepEqual(large, small, JSON.stringify([filter, sort]))
      }
    for (const filter of filters.slice(1, 3).concat(filters.slice(7, 12)))
      for (const sort of [by('quantity'), by('quantity', 'DESC'), by('sku')]) {
        const [small, large] = await both(() => find(filter, sort))
        assert.deepEqual(large, small, JSON.stringify([filter, sort]))
      }
    for (const filter of [{}, { visible: true }]) {
      const refused = await inShopOf(20_000, () => attempt(find(filter, by('quantity'))))
      assert.equal(refused[0]?.code, 'INVALID_ARGUMENT')
    }
  })

  test('as programs read it by variant is found by SKU, by what is low, and in the order of products', async () => {
    const variants = async (filter: object, more: object = {}) => {
      const answer = await office.merchantProducts.queryStoreVariants({ query: { filter: { ...filter }, ...more } })
      return [answer.variants.map(({ id }) => id), answer.metadata]
    }
    const asked = [{}, { sku: 'BOWL/L' }, { sku: 'BOWL/S' }, { 'stock.quantity': { $lte: 3 } }, { 'stock.inStock': false }, { sku: 'none' }]
    for (const filter of asked) {
      const [small, large] = await both(() => variants(filter))
      assert.deepEqual(large, small, JSON.stringify(filter))
    }
    const sorted = { sort: [{ fieldName: 'productName', order: 'DESC' }], paging: { limit: 5, offset: 2 } }
    const [small, large] = await both(() => variants({}, sorted))
    assert.deepEqual(large, small)
    const refused = await inShopOf(20_000, () => attempt(variants({}, { sort: [{ fieldName: 'sku', order: 'ASC' }] })))
    assert.equal(refused[0]?.code, 'INVALID_ARGUMENT')
  })

  test('is found by words of its product, and a hidden variant by its own SKU', async () => {
    const skus = async (words: string) => {
      const { levels } = await office.merchantInventory.queryStock({ query: { filter: { words }, sort: [...by('sku')] } })
      return levels.map(({ sku }) => sku)
    }
    for (const products of [undefined, 20_000]) {
      assert.deepEqual(await inShopOf(products, () => skus('ÆRØ bow')), ['BOWL/L', 'BOWL/S'])
      assert.deepEqual(await inShopOf(products, () => skus('bowl/l')), ['BOWL/L'])
      assert.deepEqual(await inShopOf(products, () => skus('nothing')), [])
    }
  })

  test('that gets low is found, and no more when it comes in again, whatever changed it', async () => {
    const low = async () => (await find({ productId: bowl, quantity: { $lte: 10 } }, [])).length
    const { variants } = (await office.merchantProducts.readProduct({ id: bowl })).product
    const variantId = variants[1]!.id
    const change = (quantity: number | null) => office.merchantInventory.countStock({ counts: [{ productId: bowl, variantId, quantity }] })
    const steps: readonly (readonly [number | null, number])[] = [
      [10, 1],
      [11, 0],
      [0, 1],
      [null, 0],
      [3, 1],
      [500, 0],
    ]
    for (const [quantity, count] of steps) {
      await change(quantity)
      assert.deepEqual(await both(low), [count, count], `${quantity}`)
    }
    const stored = await shop.platform.database.query<{ count: number }>(sql`
      select count(*)::integer as count from (
        (select site, product_id, variant_id from low_stock
          except select site, product_id, variant_id from stock where case when tracked then quantity <= 10 else not in_stock end)
        union all (select site, product_id, variant_id from stock where case when tracked then quantity <= 10 else not in_stock end
          except select site, product_id, variant_id from low_stock)) differing`)
    assert.deepEqual(stored, [{ count: 0 }])
  })
})
