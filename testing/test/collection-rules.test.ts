// Laws of collections by rule: whatever is done with products and their stock, at once and in whatever order, a collection has what its rule says.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { apiKey, attempt, createClient } from '@vitrine/client'
import { merchantInventory, merchantProducts } from '@vitrine/client/back-office'
import { collections, orders, products, search } from '@vitrine/client/modules'
import type { CollectionRule, MerchantCollectionInput, MerchantProduct, MerchantProductInput } from '@vitrine/contract'
import { sellingFacts, variantsOf, writeProduct } from '@vitrine/platform/catalogue/document'
import { priced } from '@vitrine/platform/catalogue/document'
import type { ProductDraft } from '@vitrine/platform/catalogue/product'
import { traitsOf } from '@vitrine/platform/catalogue/rules/traits'
import { sql } from '@vitrine/platform/db/sql'
import fc from 'fast-check'
import { card, newBuyer, toTheTill } from '../src/buyer.ts'
import { startTestPlatform, type TestPlatform } from '../src/platform.ts'
import { storesAppId } from '../src/products.ts'
import { takes } from '../src/rule-evaluator.ts'

const dayMs = 24 * 3_600_000

let shop: TestPlatform
const newOffice = () =>
  createClient({
    baseUrl: shop.url,
    auth: apiKey(shop.apiKey),
    modules: { merchantProducts, merchantInventory, products, collections, orders, search },
  })
let office: ReturnType<typeof newOffice>

before(async () => {
  shop = await startTestPlatform()
  office = newOffice()
})
after(async () => {
  assert.deepEqual(shop.faults, [])
  await shop[Symbol.asyncDispose]()
})

const codeOf = async (call: Promise<unknown>) => (await attempt(call))[0]?.code ?? 'done'
const glaze = {
  name: 'Glaze',
  choices: [
    { value: '#9AA58F', description: 'Sage' },
    { value: '#2E3A4B', description: 'Ink' },
  ],
}
const shared = '00000000-0000-0000-0000-000000000000'

const add = async (product: Partial<MerchantProductInput> = {}) =>
  (await office.merchantProducts.addProduct({ product: { name: 'Mug', priceData: { price: 26 }, ...product } })).product
async function addCollection(name: string, given: MerchantCollectionInput = {}): Promise<string> {
  const { collection } = await office.merchantProducts.createCollection({ collection: { name } })
  await office.merchantProducts.saveCollection({ id: collection.id!, collection: given })
  return collection.id!
}
const ruled = (...conditions: CollectionRule['conditions']): CollectionRule => ({ match: 'ALL', conditions })
const count = (product: MerchantProduct, quantity: number | null) =>
  office.merchantInventory.countStock({ counts: [{ productId: product.id, variantId: shared, quantity }] })
const idsIn = async (id: string) =>
  (await office.merchantProducts.listCollectionProducts({ id, limit: 100 })).products.map((product) => product.id)
const inIt = async (id: string) => new Set(await idsIn(id))
const allProducts = async () => {
  const rows = await shop.platform.database.query<{ id: string }>(sql`select id from product where site = ${shop.site} order by id`)
  return Promise.all(rows.map(async ({ id }) => (await office.merchantProducts.readProduct({ id })).product))
}

/** Holds every collection against what its rule says of every product, wherever that can be read. */
async function lawful(): Promise<void> {
  const all = await allProducts()
  const now = shop.clock.now()
  for (const collection of (await office.merchantProducts.listCollections({})).collections) {
    if (!collection.rule) continue
    assert.equal(collection.updating, false)
    const wanted = all.filter((product) => product.collectionIds.includes(collection.id) || takes(collection.rule!, product, now))
    const what = JSON.stringify(collection.rule)
    assert.deepEqual(
      (await idsIn(collection.id)).sort(),
      wanted.map(({ id }) => id),
      what,
    )
    assert.equal(collection.products, wanted.length, what)
    const seen = wanted.filter(({ visible }) => visible).map(({ id }) => id)
    const visitor = newBuyer(shop)
    const listed = await visitor.products.queryProducts({
      query: { filter: { 'collections.id': { $hasSome: [collection.id] } }, paging: { limit: 100 } },
    })
    assert.deepEqual(listed.products.map(({ id }) => id).sort(), seen, what)
    assert.equal(listed.metadata.total, seen.length, what)
    for (const { collectionIds } of listed.products) assert.ok(collectionIds.includes(collection.id), what)
  }
}

/** What is prepared of each product is what would be made of it now. */
async function preparedAnew(): Promise<void> {
  const rows = await shop.platform.database.query<{
    draft: ProductDraft
    document: string
    facts: object
    traits: object
    ruleIds: string[]
    collectionIds: string[]
    numericId: number
    createdAt: Date
    updatedAt: Date
  }>(sql`
    select draft, document, facts, traits, rule_collection_ids as "ruleIds", collection_ids as "collectionIds", numeric_id as "numericId",
      created_at as "createdAt", updated_at as "updatedAt"
    from product where site = ${shop.site}`)
  for (const { draft, document, facts, traits, ruleIds, collectionIds, ...times } of rows) {
    const all = [...new Set([...draft.collectionIds, ...ruleIds])]
    const anew = { ...priced(draft), collectionIds: all }
    assert.deepEqual(collectionIds, all)
    assert.equal(document, writeProduct(anew, { currency: 'EUR', locale: 'en-IE' }, times))
    assert.deepEqual(facts, JSON.parse(JSON.stringify(sellingFacts(anew))))
    assert.deepEqual(traits, traitsOf(anew, variantsOf(anew)))
  }
  const counted = await shop.platform.database.query<{ id: string; products: number; visible: number; counts: number[] }>(sql`
    select id, products, visible_products as visible, array(
      select count(*) from product where product.site = collection.site and collection_ids @> array[collection.id]
      union all
      select count(*) from product where product.site = collection.site and collection_ids @> array[collection.id] and product.visible) as counts
    from collection where site = ${shop.site}`)
  for (const { products: every, visible, counts } of counted) assert.deepEqual([every, visible], counts.map(Number))
}

const names = ['Morning Mug', 'Évening Bowl', 'Tall Vase']
const condition: fc.Arbitrary<CollectionRule['conditions'][number]> = fc.oneof(
  fc.record({
    field: fc.constant('PRICE' as const),
    operator: fc.constantFrom('AT_LEAST' as const, 'AT_MOST' as const),
    value: fc.constantFrom('10', '19.99', '30'),
  }),
  fc.constantFrom<CollectionRule['conditions'][number]>(
    { field: 'DISCOUNT', operator: 'IS', value: 'yes' },
    { field: 'DISCOUNT', operator: 'IS_NOT', value: 'yes' },
    { field: 'DISCOUNT', operator: 'AT_LEAST', value: '25' },
    { field: 'RIBBON', operator: 'IS', value: 'new' },
    { field: 'RIBBON', operator: 'IS_NOT', value: 'NEW' },
    { field: 'BRAND', operator: 'IS', value: 'Café' },
    { field: 'BRAND', operator: 'IS_NOT', value: 'cafe' },
    { field: 'CHOICE', option: 'Glaze', operator: 'IS', value: 'Ink' },
    { field: 'CHOICE', option: 'Glaze', operator: 'IS_NOT', value: 'Sage' },
    { field: 'STOCK', operator: 'IS', value: 'in' },
    { field: 'STOCK', operator: 'IS_NOT', value: 'in' },
    { field: 'STOCK', operator: 'AT_LEAST', value: '2' },
    { field: 'STOCK', operator: 'AT_MOST', value: '2' },
    { field: 'AGE', operator: 'AT_MOST', value: '3' },
    { field: 'AGE', operator: 'AT_LEAST', value: '2' },
    { field: 'NAME', operator: 'CONTAINS', value: 'evening' },
    { field: 'NAME', operator: 'NOT_CONTAINS', value: 'MUG' },
    { field: 'NAME', operator: 'STARTS_WITH', value: 'Ta' },
    { field: 'SKU', operator: 'STARTS_WITH', value: 'mrw' },
    { field: 'SKU', operator: 'NOT_CONTAINS', value: 'MRW' },
    { field: 'WEIGHT', operator: 'AT_MOST', value: '0.5' },
    { field: 'WEIGHT', operator: 'AT_LEAST', value: '0.5' },
    { field: 'TYPE', operator: 'IS', value: 'physical' },
  ),
)
const rule: fc.Arbitrary<CollectionRule> = fc.record({
  match: fc.constantFrom('ALL' as const, 'ANY' as const),
  conditions: fc.array(condition, { minLength: 1, maxLength: 3 }),
})
const edit: fc.Arbitrary<MerchantProductInput> = fc.record(
  {
    name: fc.constantFrom(...names),
    sku: fc.constantFrom('MRW-1', 'X-2', ''),
    visible: fc.boolean(),
    ribbon: fc.constantFrom('New', 'Best'),
    brand: fc.constantFrom('café', 'Other'),
    weight: fc.constantFrom(0.2, 0.5, 2),
    priceData: fc.record({ price: fc.constantFrom(5, 19.99, 30, 44) }),
    discount: fc.constantFrom({ type: 'PERCENT' as const, value: 25 }, { type: 'AMOUNT' as const, value: 1 }, { type: 'NONE' as const, value: 0 }),
    manageVariants: fc.boolean(),
    productOptions: fc.constantFrom([], [glaze]),
    description: fc.constantFrom('<p>"collectionIds":["x"]</p>', 'Plain'),
    clear: fc.constantFrom([], ['ribbon' as const], ['brand' as const], ['weight' as const]),
  },
  { requiredKeys: [] },
)
const which = fc.nat(20)
const step = fc.oneof(
  { weight: 2, arbitrary: fc.record({ do: fc.constant('add' as const), edit }) },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('edit' as const), which, edit }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('delete' as const), which }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('many' as const), edit: fc.constantFrom({ ribbon: 'New' }, { brand: 'Café' }, { visible: true }) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('count' as const), which, quantity: fc.constantFrom(0, 1, 2, 3, null) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('sell' as const), which, quantity: fc.integer({ min: 1, max: 2 }) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('giveBack' as const) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('rule' as const), which, rule }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('pick' as const), which }) },
)
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never

describe('over random histories, alone and at once', () => {
  const sold: string[] = []
  let own: string[] = []

  async function take(one: Step): Promise<string> {
    const rows = await shop.platform.database.query<{ id: string }>(sql`select id from product where site = ${shop.site} order by id`)
    const some = (at: number) => rows[at % Math.max(1, rows.length)]?.id ?? shared
    switch (one.do) {
      case 'add': {
        const { clear: _, ...product } = one.edit
        return codeOf(add(product))
      }
      case 'edit':
        return codeOf(office.merchantProducts.saveProduct({ id: some(one.which), product: one.edit }))
      case 'delete':
        return codeOf(office.merchantProducts.deleteProduct({ id: some(one.which) }))
      case 'many':
        return codeOf(
          office.merchantProducts.bulkUpdateProducts({ changes: rows.slice(0, 4).map(({ id }) => ({ id, product: one.edit })) }),
        )
      case 'count': {
        const productId = some(one.which)
        const stock = await shop.platform.database.query<{ variantId: string }>(sql`
          select variant_id as "variantId" from stock where site = ${shop.site} and product_id = ${productId} order by variant_id`)
        return codeOf(
          office.merchantInventory.countStock({
            counts: stock.slice(0, 2).map(({ variantId }) => ({ productId, variantId, quantity: one.quantity })),
          }),
        )
      }
      case 'sell': {
        const [refused, made] = await attempt(
          office.orders.createOrder({
            order: {
              channelInfo: { type: 'WEB' },
              priceSummary: { total: { amount: '1.00' } },
              lineItems: [
                {
                  productName: { original: 'Mug' },
                  quantity: one.quantity,
                  price: { amount: '1.00' },
                  itemType: { preset: 'PHYSICAL' },
                  catalogReference: { appId: storesAppId, catalogItemId: some(one.which), options: { options: {} } },
                },
              ],
            },
            settings: { inventoryUpdateSettings: undefined },
          } as never),
        )
        if (made) sold.push(made.order.id!)
        return refused?.code ?? 'done'
      }
      case 'giveBack': {
        const id = sold.pop()
        return id === undefined ? 'nothing' : codeOf(office.orders.cancelOrder({ id, restockAllItems: true }))
      }
      case 'rule':
        return codeOf(office.merchantProducts.saveCollection({ id: own[one.which % own.length]!, collection: { rule: one.rule } }))
      case 'pick':
        return codeOf(
          office.merchantProducts.addProductsToCollection({ id: own[0]!, productIds: [some(one.which)] }),
        )
    }
  }

  test('a collection has exactly what its rule says, and what is prepared of products is what would be made anew', async () => {
    own = await Promise.all(['First', 'Second', 'Third'].map((name) => addCollection(name)))
    const done = new Map<string, number>()
    await fc.assert(
      fc.asyncProperty(
        fc.array(rule, { minLength: 3, maxLength: 3 }),
        fc.array(fc.array(step, { minLength: 1, maxLength: 4 }), { minLength: 2, maxLength: 5 }),
        fc.nat(5),
        async (rules, rounds, days) => {
          for (const [i, id] of own.entries()) await office.merchantProducts.saveCollection({ id, collection: { rule: rules[i]! } })
          for (const round of rounds) {
            const codes = await Promise.all(round.map((one) => take(one)))
            for (const [i, code] of codes.entries()) {
              const key = `${round[i]!.do} ${code}`
              done.set(key, (done.get(key) ?? 0) + 1)
            }
          }
          await lawful()
          shop.clock.advance(days * dayMs)
          await shop.platform.everyMinute()
          await lawful()
          await preparedAnew()
        },
      ),
      { numRuns: Number(process.env.LAW_RUNS ?? 25), seed: Number(process.env.LAW_SEED ?? 20261125) },
    )
    for (const what of ['add', 'edit', 'delete', 'many', 'count', 'sell', 'giveBack', 'rule', 'pick'])
      assert.ok((done.get(`${what} done`) ?? 0) >= 3, `${what} is done: ${JSON.stringify([...done])}`)
  })
})
