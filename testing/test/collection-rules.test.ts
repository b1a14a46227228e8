// Laws of collections by rule: whatever is done with products and their stock, at once and in whatever order, a collection has what its rule says.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { apiKey, attempt, createClient } from '@vitrine/client'
import { merchantInventory, merchantProducts, stockLocations, stockTransfers } from '@vitrine/client/back-office'
import { collections, orders, products, search } from '@vitrine/client/modules'
import type { CollectionRule, MerchantCollectionInput, MerchantProduct, MerchantProductInput } from '@vitrine/contract'
import { nothingBeside } from '@vitrine/platform/commerce/catalogue/csv/beside'
import { productHeader } from '@vitrine/platform/commerce/catalogue/csv/columns'
import { collectionLabels, productRows } from '@vitrine/platform/commerce/catalogue/csv/write'
import { priced, sellingFacts, variantsOf, writeProduct } from '@vitrine/platform/commerce/catalogue/document'
import type { ProductDraft } from '@vitrine/platform/commerce/catalogue/product'
import { traitsOf } from '@vitrine/platform/commerce/catalogue/rules/traits'
import { csvLine } from '@vitrine/platform/kernel/csv/cells'
import { sql } from '@vitrine/platform/kernel/db/sql'
import fc from 'fast-check'
import { card, newBuyer, toCheckout } from '../src/buyer.ts'
import { importClient } from '../src/import-client.ts'
import { startTestPlatform, type TestPlatform } from '../src/platform.ts'
import { storesAppId } from '../src/products.ts'
import { takes } from '../src/rule-evaluator.ts'

const dayMs = 24 * 3_600_000

let shop: TestPlatform
const newOffice = () =>
  createClient({
    baseUrl: shop.url,
    auth: apiKey(shop.apiKey),
    modules: { merchantProducts, merchantInventory, stockLocations, stockTransfers, products, collections, orders, search },
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

const order = (catalogItemId: string, quantity: number) =>
  office.orders.createOrder({
    order: {
      channelInfo: { type: 'POS' },
      priceSummary: {},
      lineItems: [
        {
          productName: { original: 'Mug' },
          quantity,
          price: { amount: '1.00' },
          itemType: { preset: 'PHYSICAL' },
          catalogReference: { appId: storesAppId, catalogItemId },
        },
      ],
    },
  })

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
    discount: fc.constantFrom(
      { type: 'PERCENT' as const, value: 25 },
      { type: 'AMOUNT' as const, value: 1 },
      { type: 'NONE' as const, value: 0 },
    ),
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
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('many' as const),
      edit: fc.constantFrom({ ribbon: 'New' }, { brand: 'Café' }, { visible: true }),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('count' as const), which, quantity: fc.constantFrom(0, 1, 2, 3, null) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('sell' as const), which, quantity: fc.integer({ min: 1, max: 2 }) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('giveBack' as const) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('rule' as const), which, rule }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('pick' as const), which }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('job' as const), ribbon: fc.constantFrom('New', 'Best') }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('undoJob' as const) }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('import' as const), which, brand: fc.constantFrom('Café', 'Other'), undo: fc.boolean() }),
  },
)
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never

describe('over random histories, alone and at once', () => {
  let sold: string[] = []
  let own: string[] = []
  const jobs: string[] = []

  /** Imports a product under another brand. */
  async function bringIn(id: string, brand: string, undo: boolean): Promise<void> {
    const { product } = await office.merchantProducts.readProduct({ id })
    const { collections: all } = await office.merchantProducts.listCollections({})
    const rows = productRows({ ...product, brand }, collectionLabels(all), nothingBeside)
    const imported = importClient(shop)
    const { id: importId } = await imported.bring([productHeader, ...rows].map(csvLine).join(''))
    if (undo) await imported.undo(importId)
  }

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
        const [refused, made] = await attempt(order(some(one.which), one.quantity))
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
        return codeOf(office.merchantProducts.addProductsToCollection({ id: own[0]!, productIds: [some(one.which)] }))
      case 'job': {
        const [refused, begun] = await attempt(
          office.merchantProducts.startProductJob({ filter: {}, change: { set: { ribbon: one.ribbon } } }),
        )
        if (begun) jobs.push(begun.job.id)
        return refused?.code ?? 'done'
      }
      case 'undoJob': {
        const jobId = jobs.pop()
        return jobId === undefined ? 'nothing' : codeOf(office.merchantProducts.undoProductJob({ jobId }))
      }
      case 'import':
        return codeOf(bringIn(some(one.which), one.brand, one.undo))
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
          await add({ name: 'Morning Mug' })
          await add({ name: 'Tall Vase', productOptions: [glaze], manageVariants: true })
          for (const [i, id] of own.entries()) await office.merchantProducts.saveCollection({ id, collection: { rule: rules[i]! } })
          for (const round of rounds) {
            const codes = await Promise.all(round.map((one) => take(one)))
            for (const [i, code] of codes.entries()) {
              const key = `${round[i]!.do} ${code}`
              done.set(key, (done.get(key) ?? 0) + 1)
            }
          }
          await shop.platform.jobs.settle()
          await lawful()
          shop.clock.advance(days * dayMs)
          await shop.platform.everyMinute()
          await lawful()
          await preparedAnew()
        },
      ),
      { numRuns: Number(process.env.LAW_RUNS ?? 12), seed: Number(process.env.LAW_SEED ?? 20261125) },
    )
    for (const what of ['add', 'edit', 'delete', 'many', 'count', 'sell', 'giveBack', 'rule', 'pick', 'job', 'undoJob', 'import'])
      assert.ok((done.get(`${what} done`) ?? 0) >= 1, `${what} is done: ${JSON.stringify([...done])}`)
  })
})

describe('what asks for stock follows it', () => {
  const inStock = { field: 'STOCK', operator: 'IS', value: 'in' } as const
  const few = { field: 'STOCK', operator: 'AT_MOST', value: '2' } as const
  const move = fc.oneof(
    fc.record({ do: fc.constant('sell' as const), which: fc.nat(1), quantity: fc.integer({ min: 1, max: 3 }) }),
    fc.record({ do: fc.constant('buy' as const), which: fc.nat(1), quantity: fc.integer({ min: 1, max: 3 }) }),
    fc.record({ do: fc.constant('giveBack' as const) }),
    fc.record({ do: fc.constant('count' as const), which: fc.nat(1), quantity: fc.integer({ min: 0, max: 4 }) }),
    fc.record({ do: fc.constant('receive' as const), which: fc.nat(1), quantity: fc.integer({ min: 1, max: 2 }) }),
    fc.record({ do: fc.constant('price' as const), which: fc.nat(1), price: fc.constantFrom(10, 50) }),
    fc.record({ do: fc.constant('send' as const), which: fc.nat(1), quantity: fc.integer({ min: 1, max: 3 }) }),
    fc.record({ do: fc.constant('arrive' as const) }),
  )

  test('sold in the shop or written down, given back, counted, received, repriced meanwhile: each time all is where its rule wants it', async () => {
    const goods = [await add({ name: 'First cup', visible: true }), await add({ name: 'Second cup', visible: true })]
    for (const product of goods) await count(product, 3)
    await addCollection('In stock', { rule: ruled(inStock) })
    await addCollection('Nearly gone', { rule: ruled(inStock, few) })
    await addCollection('Cheap or gone', {
      rule: {
        match: 'ANY',
        conditions: [
          { ...inStock, operator: 'IS_NOT' },
          { field: 'PRICE', operator: 'AT_MOST', value: '20' },
        ],
      },
    })
    const sold: string[] = []
    const done = new Map<string, number>()
    const buy = async (product: MerchantProduct, quantity: number) => {
      const buyer = newBuyer(shop)
      const reference = () => ({ appId: storesAppId, catalogItemId: product.id })
      const id = await toCheckout(buyer, [{ product: { id: product.id, slug: product.slug, variants: {}, reference }, quantity }])
      const { orderId } = await buyer.payments.placeOrder({ id, paymentToken: await card(buyer), returnUrl: `${shop.url}/back` })
      sold.push(orderId)
    }
    const { location: north } = await office.stockLocations.createLocation({ location: { name: 'North' } })
    const onTheWay: { id: string; revision: string; productId: string }[] = []
    const send = async (productId: string, quantity: number) => {
      const { transfer } = await office.stockTransfers.createTransfer({
        transfer: { fromLocationId: shop.site, toLocationId: north.id, lines: [{ productId, quantity }] },
      })
      const { transfer: sent } = await office.stockTransfers.sendTransfer({ transferId: transfer.id, revision: transfer.revision })
      onTheWay.push({ id: sent.id, revision: sent.revision, productId })
    }
    const take = async (one: typeof move extends fc.Arbitrary<infer Move> ? Move : never) => {
      if (one.do === 'giveBack') {
        const id = sold.pop()
        return id === undefined ? 'nothing' : codeOf(office.orders.cancelOrder({ id, restockAllItems: true }))
      }
      if (one.do === 'arrive') {
        const sent = onTheWay.pop()
        return sent === undefined
          ? 'nothing'
          : codeOf(
              office.stockTransfers.receiveTransfer({
                transferId: sent.id,
                revision: sent.revision,
                close: true,
                received: [{ productId: sent.productId, quantity: 1 }],
              }),
            )
      }
      const product = goods[one.which]!
      switch (one.do) {
        case 'sell': {
          const [refused, made] = await attempt(order(product.id, one.quantity))
          if (made) sold.push(made.order.id!)
          return refused?.code ?? 'done'
        }
        case 'buy':
          return codeOf(buy(product, one.quantity))
        case 'count':
          return codeOf(count(product, one.quantity))
        case 'receive':
          return codeOf(
            office.merchantInventory.receiveGoods({ goods: [{ productId: product.id, variantId: shared, quantity: one.quantity }] }),
          )
        case 'send':
          return codeOf(send(product.id, one.quantity))
        case 'price':
          return codeOf(office.merchantProducts.saveProduct({ id: product.id, product: { priceData: { price: one.price } } }))
      }
    }
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(move, { minLength: 1, maxLength: 4 }), { minLength: 2, maxLength: 4 }), async (rounds) => {
        for (const round of rounds) {
          const codes = await Promise.all(round.map((one) => take(one)))
          for (const [i, code] of codes.entries()) {
            const key = `${round[i]!.do} ${code}`
            done.set(key, (done.get(key) ?? 0) + 1)
          }
          await lawful()
        }
      }),
      { numRuns: Number(process.env.LAW_RUNS ?? 12), seed: Number(process.env.LAW_SEED ?? 20261125) },
    )
    await preparedAnew()
    for (const what of ['sell', 'buy', 'giveBack', 'count', 'receive', 'price', 'send', 'arrive'])
      assert.ok((done.get(`${what} done`) ?? 0) >= 3, `${what} is done: ${JSON.stringify([...done])}`)
  })
})

describe('a rule', () => {
  const isNew = (value: string) => ({ field: 'RIBBON', operator: 'IS', value }) as const

  test('is tried before it is saved: how many it would take of how many, and the newest of them', async () => {
    const made = [await add({ name: 'Tried one', ribbon: 'Tried' }), await add({ name: 'Tried two', ribbon: 'tríed' })]
    const { matches, of, products: some } = await office.merchantProducts.previewCollectionRule({ rule: ruled(isNew('TRIED')), limit: 1 })
    assert.deepEqual([matches, of, some.map(({ id }) => id)], [2, (await allProducts()).length, [made[1]!.id]])
  })

  test('begins and ends: products picked by hand leave or stay, those that it took stay or leave', async () => {
    const [one, two] = [await add({ name: 'One', ribbon: 'Kept' }), await add({ name: 'Two' })]
    const id = await addCollection('Begins')
    await office.merchantProducts.addProductsToCollection({ id, productIds: [two.id] })
    const save = (collection: MerchantCollectionInput) => office.merchantProducts.saveCollection({ id, collection })
    await save({ rule: ruled(isNew('kept')), keepProducts: true })
    assert.deepEqual(await inIt(id), new Set([one.id, two.id]))
    const { products: both } = await office.merchantProducts.listCollectionProducts({ id })
    assert.deepEqual(
      new Map(both.map((product) => [product.id, product.by])),
      new Map([
        [one.id, 'RULE'],
        [two.id, 'HAND'],
      ]),
    )
    await save({ rule: null })
    assert.deepEqual(await inIt(id), new Set([one.id, two.id]))
    assert.deepEqual((await office.merchantProducts.readProduct({ id: one.id })).product.collectionIds, [id])
    await save({ rule: ruled(isNew('kept')) })
    assert.deepEqual(await inIt(id), new Set([one.id]))
    await save({ rule: null, keepProducts: false })
    assert.deepEqual(await inIt(id), new Set())
    await preparedAnew()
  })

  test('keeps what it takes: removing that by hand is refused and changes nothing; what is picked besides can be taken back', async () => {
    const [byRule, both, picked] = [
      await add({ name: 'Ruled', ribbon: 'Held' }),
      await add({ name: 'Both', ribbon: 'held' }),
      await add({ name: 'Picked' }),
    ]
    const id = await addCollection('Holds', { rule: ruled(isNew('held')) })
    await office.merchantProducts.addProductsToCollection({ id, productIds: [both.id, picked.id] })
    const remove = (...productIds: string[]) => office.merchantProducts.removeProductsFromCollection({ id, productIds })
    const [refusal] = await attempt(remove(picked.id, byRule.id))
    assert.equal(refusal?.code, 'INVALID_ARGUMENT')
    const [violation] = (refusal.data as { fieldViolations: { field: string; description: string }[] }).fieldViolations
    assert.deepEqual([violation!.field, violation!.description.includes(byRule.id)], ['productIds', true])
    assert.deepEqual(await inIt(id), new Set([byRule.id, both.id, picked.id]))
    await remove(picked.id, both.id)
    assert.deepEqual(await inIt(id), new Set([byRule.id, both.id]))
    assert.equal(await codeOf(remove(both.id)), 'INVALID_ARGUMENT')
    await remove(picked.id)
    await lawful()
  })

  test('what it cannot ask is refused with the field', async () => {
    const id = await addCollection('Refuses')
    const refused = async (condition: CollectionRule['conditions'][number]) => {
      const [refusal] = await attempt(office.merchantProducts.saveCollection({ id, collection: { rule: ruled(condition) } }))
      return (refusal!.data as { fieldViolations: { field: string }[] }).fieldViolations[0]!.field
    }
    assert.equal(await refused({ field: 'PRICE', operator: 'CONTAINS', value: '1' }), 'collection.rule.conditions[0].operator')
    assert.equal(await refused({ field: 'PRICE', operator: 'AT_MOST', value: '1.999' }), 'collection.rule.conditions[0].value')
    assert.equal(await refused({ field: 'AGE', operator: 'AT_MOST', value: '-1' }), 'collection.rule.conditions[0].value')
    assert.equal(await refused({ field: 'STOCK', operator: 'IS', value: 'perhaps' }), 'collection.rule.conditions[0].value')
    assert.equal(await refused({ field: 'CHOICE', operator: 'IS', value: 'Sage' }), 'collection.rule.conditions[0].option')
    assert.equal(await refused({ field: 'NAME', operator: 'CONTAINS', value: ' ' }), 'collection.rule.conditions[0].value')
  })

  test('of a shop with many products is followed portion by portion, and by whatever is saved meanwhile', async () => {
    const { database } = shop.platform
    const many = 1200
    await database.query(sql`
      insert into product (site, id, revision, numeric_id, slug, name, name_key, description, sku, product_type, brand, visible, collection_ids,
        choices, price, full_price, search, facts, document, draft, traits, created_at, updated_at)
      select site, gen_random_uuid(), revision, numeric_id + n, slug || '-copy-' || n, name, name_key, description, sku, product_type, brand, false,
        '{}', choices, price, full_price, search, facts, document, null, jsonb_set(traits, '{ribbon}', '"portions"'), created_at, updated_at
      from (select * from product where site = ${shop.site} limit 1) product, generate_series(1, ${many}) n`)
    await database.query(sql`update catalogue set products = products + ${many} where site = ${shop.site}`)
    const id = await addCollection('Portions')
    const { collection } = await office.merchantProducts.saveCollection({ id, collection: { rule: ruled(isNew('portions')) } })
    assert.ok(collection.products < many)
    const late = await add({ name: 'Late', ribbon: 'Portions' })
    await shop.platform.everyMinute()
    const found = (await office.merchantProducts.listCollections({})).collections.find((one) => one.id === id)!
    assert.deepEqual([found.updating, found.products], [false, many + 1])
    assert.deepEqual((await office.products.getProduct({ id: late.id })).product.collectionIds.includes(id), true)
    await office.merchantProducts.deleteCollection({ id })
    const [left] = await database.query<{ count: number }>(sql`
      select count(*) as count from product where site = ${shop.site} and (${id} = any(collection_ids) or strpos(document, ${id}) > 0)`)
    assert.equal(left!.count, 0)
    await database.query(sql`delete from product where site = ${shop.site} and draft is null`)
    await database.query(sql`update catalogue set products = products - ${many} where site = ${shop.site}`)
  })
})

describe('the order of a collection', () => {
  const search = async (collection: string, more: object = {}) =>
    (await newBuyer(shop).search.searchProducts({ collection, ...more })).products.map(({ name }) => name)

  test('is the merchant’s where a shopper chooses none: by hand, those without a place behind, page by page', async () => {
    const goods: MerchantProduct[] = []
    for (const [i, name] of ['C', 'A', 'E', 'B', 'D'].entries()) {
      shop.clock.advance(60_000)
      goods.push(await add({ name: `Ordered ${name}`, ribbon: 'Ordered', priceData: { price: 10 + ((i * 7) % 5) } }))
    }
    const id = await addCollection('Ordered', { rule: ruled({ field: 'RIBBON', operator: 'IS', value: 'ordered' }) })
    const short = async (more?: object) => (await search('ordered', more)).map((name) => name?.at(-1)).join('')
    assert.equal(await short(), 'DBEAC')
    await office.merchantProducts.sortCollectionProducts({ id, productIds: [goods[0]!.id, goods[3]!.id] })
    assert.equal(await short(), 'CBDEA')
    assert.equal(await short({ limit: 2, offset: 1 }), 'BD')
    assert.equal(await short({ sort: 'name' }), 'ABCDE')
    assert.deepEqual(
      (await office.merchantProducts.listCollectionProducts({ id, limit: 3, offset: 1 })).products.map(({ name }) => name.at(-1)).join(''),
      'BDE',
    )
    await office.merchantProducts.sortCollectionProducts({ id, productIds: [goods[1]!.id] })
    assert.equal(await short(), 'ACBDE')
    await office.merchantProducts.deleteProduct({ id: goods[2]!.id })
    assert.equal(await short(), 'ACBD')
    await shop.platform.database.query(sql`update product set best_selling = 5 where site = ${shop.site} and id = ${goods[3]!.id}`)
    for (const [sort, letters] of [
      ['NAME', 'ABCD'],
      ['NEWEST', 'DBAC'],
      ['PRICE_ASC', 'CBAD'],
      ['PRICE_DESC', 'DABC'],
      ['BEST_SELLING', 'BDAC'],
      ['MANUAL', 'ACBD'],
    ] as const) {
      await office.merchantProducts.saveCollection({ id, collection: { sort } })
      const { products: listed } = await office.merchantProducts.listCollectionProducts({ id })
      assert.equal(listed.map(({ name }) => name.at(-1)).join(''), letters, sort)
      assert.equal(await short(), letters, sort)
    }
    assert.equal(
      await codeOf(office.merchantProducts.sortCollectionProducts({ id, productIds: [(await add({ name: 'Elsewhere' })).id] })),
      'PRODUCT_NOT_FOUND',
    )
    const nobody = '99999999-9999-4999-8999-999999999999'
    for (const call of [
      () => office.merchantProducts.sortCollectionProducts({ id: nobody, productIds: [goods[0]!.id] }),
      () => office.merchantProducts.listCollectionProducts({ id: nobody }),
      () => office.merchantProducts.saveCollection({ id: nobody, collection: { name: 'Nobody' } }),
    ])
      assert.equal(await codeOf(call()), 'COLLECTION_NOT_FOUND')
  })
})

describe('the address of a collection', () => {
  test('that it had before leads to it; of one that was deleted it is said; what search engines show is kept and taken back', async () => {
    const id = await addCollection('Winter cups', { seo: { title: 'Cups for winter', description: 'Warm hands.' } })
    const save = (collection: MerchantCollectionInput) => office.merchantProducts.saveCollection({ id, collection })
    const where = (slug: string) => newBuyer(shop).collections.findFormerSlug({ slug })
    await save({ slug: 'cups-of-winter' })
    await office.merchantProducts.updateCollection({ collection: { id, slug: 'winter' } })
    for (const slug of ['winter-cups', 'cups-of-winter']) assert.deepEqual(await where(slug), { slug: 'winter', deleted: false })
    const again = await addCollection('Winter cups')
    assert.deepEqual(await where('winter-cups'), { deleted: false })
    assert.equal(await codeOf(save({ slug: 'winter-cups' })), 'COLLECTION_SLUG_TAKEN')
    const { collection } = await save({ seo: { title: '' } })
    assert.deepEqual(collection.seo, { description: 'Warm hands.' })
    await save({ visible: false })
    assert.deepEqual(await where('cups-of-winter'), { deleted: false })
    await office.merchantProducts.deleteCollection({ id })
    for (const slug of ['winter', 'cups-of-winter']) assert.deepEqual(await where(slug), { deleted: true })
    await office.merchantProducts.deleteCollection({ id: again })
  })
})
