import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { contract, type Product } from '@vitrine/contract'
import { minor } from '@vitrine/pricing'
import { connectedDatabase, openSite } from '@vitrine/testing/connected'
import { newId } from '../../kernel/db/id.ts'
import type { Database } from '../../kernel/db/pool.ts'
import type { ProductDraft } from './product.ts'
import { saveProducts } from './save.ts'
import { addCollection, caller, exampleMug, exampleProduct, now, save, stockUp } from './test/example.ts'

const queryLine = 'GET /stores-reader/v1/products/query-platformized'
const allProducts = '00000000-000000-000000-000000000001'

interface Page {
  products: Product[]
  metadata: { count: number; offset: number; total: number }
}
interface Refused {
  code: string
  data: { fieldViolations: { field: string; violatedRule: string; data: object }[] }
}

let db: Database
let site: string
let collections: string[]
let shop: ReturnType<typeof caller>
const drafts: ProductDraft[] = []

before(async () => {
  db = await connectedDatabase()
  shop = caller(db)
  site = await openSite(db)
  collections = [await addCollection(db, site, 'Cups'), await addCollection(db, site, 'Vases'), await addCollection(db, site, 'Empty')]
  const names = ['Morning Mug', 'morning light', 'Évier', 'Zebra 100%', 'under_score', 'Moon Vase', 'Mug', 'Åsa', 'Bowl', 'Back\\slash']
  names.forEach((name, i) => {
    drafts.push(
      exampleProduct({
        name,
        slug: `thing-${i}`,
        sku: i % 4 === 0 ? '' : `SKU-${String(i % 6)}`,
        description: i % 3 === 0 ? '' : `<p>Number ${i} is GOOD</p>`,
        itemType: i % 5 === 0 ? 'DIGITAL' : 'PHYSICAL',
        price: minor(1000 + (i % 4) * 250),
        ...(i % 2 === 0 && { fullPrice: minor(2000 + i * 101) }),
        collectionIds: [...(i % 2 === 0 ? [collections[0]!] : []), ...(i % 3 === 0 ? [collections[1]!] : [])],
        numericId: 5000 + ((i * 7) % 10),
        createdAt: new Date(now.getTime() - i * 3_600_000),
      }),
    )
  })
  for (const [i, draft] of drafts.entries())
    await db.transact((tx) =>
      saveProducts(tx, site, { currency: 'EUR', locale: 'en-IE' }, [draft], new Date(now.getTime() + ((i * 3) % 10) * 1000)),
    )
  await save(db, site, exampleProduct({ name: 'Hidden', slug: 'hidden', visible: false, collectionIds: [collections[0]!] }))
})
after(() => db?.close())

const query = (filter: object, more: object = {}) =>
  shop.call<Page>(site, queryLine, { query: { filter, paging: { limit: 100 }, ...more } })
const refused = (filter: object, more: object = {}) => shop.call<Refused>(site, queryLine, { query: { filter, ...more } })

const folded = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

/** What a product says in a field, as the wire shows it: what a filter is true of can be seen in the answer. */
const scalar: Record<string, (product: Product) => string | number> = {
  id: ({ id }) => id,
  createdDate: ({ createdDate }) => createdDate!,
  lastUpdated: ({ lastUpdated }) => lastUpdated!,
  name: ({ name }) => name!,
  description: ({ description }) => description!,
  sku: ({ sku }) => sku!,
  price: ({ price }) => price!.price!,
  'priceData.price': ({ priceData }) => priceData!.price!,
  numericId: ({ numericId }) => Number(numericId),
  productType: ({ productType }) => productType,
  slug: ({ slug }) => slug,
}

const byteOrder = (a: string | number, b: string | number) =>
  typeof a === 'string' ? Buffer.compare(Buffer.from(a), Buffer.from(String(b))) : a - (b as number)
const text = (value: string | number, field: string) => (field === 'name' ? folded(String(value)) : String(value).toLowerCase())

const means: Record<string, (value: string | number, operand: never, field: string) => boolean> = {
  $eq: (value, operand: string | number) => value === operand,
  $ne: (value, operand: string | number) => value !== operand,
  $gt: (value, operand: string | number) => byteOrder(value, operand) > 0,
  $gte: (value, operand: string | number) => byteOrder(value, operand) >= 0,
  $lt: (value, operand: string | number) => byteOrder(value, operand) < 0,
  $lte: (value, operand: string | number) => byteOrder(value, operand) <= 0,
  $in: (value, operand: (string | number)[]) => operand.includes(value),
  $nin: (value, operand: (string | number)[]) => !operand.includes(value),
  $hasSome: (value, operand: (string | number)[]) => operand.includes(value),
  $hasAll: (value, operand: (string | number)[]) => operand.every((each) => each === value),
  $startsWith: (value, operand: string | number, field) => text(value, field).startsWith(text(operand, field)),
  $endsWith: (value, operand: string | number, field) => text(value, field).endsWith(text(operand, field)),
  $contains: (value, operand: string | number, field) => text(value, field).includes(text(operand, field)),
  $exists: (value, operand: boolean) => (value !== '') === operand,
  $isEmpty: (value, operand: boolean) => (value === '') === operand,
}

test('every operator of every field finds what the answers say is so', async () => {
  const everything = (await query({})).products
  assert.equal(everything.length, drafts.length)
  for (const [field, of] of Object.entries(scalar)) {
    const values = everything.map(of)
    const some = [values[0]!, values[3]!, values[7]!]
    const operands = (name: string): unknown[] => {
      if (/^\$(exists|isEmpty)$/.test(name)) return [true, false]
      if (/^\$(in|nin|hasSome)$/.test(name)) return [some, [], [some[1]!, some[1]!]]
      if (name === '$hasAll') return [[some[0]!], some, []]
      if (/With$|contains/.test(name))
        return some.flatMap((value) => [value, String(value).slice(0, 3), String(value).slice(-2), String(value).toUpperCase()])
      return some
    }
    for (const [name, holds] of Object.entries(means)) {
      for (const operand of operands(name)) {
        const expected = everything.filter((product) => holds(of(product), operand as never, field)).map(({ id }) => id)
        const answer = await query({ [field]: { [name]: operand } })
        assert.deepEqual(
          answer.products.map(({ id }) => id),
          expected,
          `${field} ${name} ${JSON.stringify(operand)}`,
        )
        assert.equal(answer.metadata.total, expected.length)
      }
    }
    const equal = await query({ [field]: some[0] })
    assert.deepEqual(
      equal.products.map(({ id }) => id),
      everything.filter((product) => of(product) === some[0]).map(({ id }) => id),
      `${field} bare`,
    )
  }
})

test('collections are asked for with $hasSome and $hasAll, the one of all products too', async () => {
  const [cups, vases, empty] = collections as [string, string, string]
  const slugs = async (condition: object) => (await query({ collectionIds: condition })).products.map(({ slug }) => slug).sort()
  const want = (holds: (draft: ProductDraft) => boolean) =>
    drafts
      .filter(holds)
      .map(({ slug }) => slug)
      .sort()
  assert.deepEqual(
    await slugs({ $hasSome: [cups] }),
    want(({ collectionIds }) => collectionIds.includes(cups)),
  )
  assert.deepEqual(
    await slugs({ $hasSome: [cups, vases] }),
    want(({ collectionIds }) => collectionIds.length > 0),
  )
  assert.deepEqual(
    await slugs({ $hasAll: [cups, vases] }),
    want(({ collectionIds }) => collectionIds.length === 2),
  )
  assert.deepEqual(
    await slugs({ $hasAll: [cups, allProducts] }),
    want(({ collectionIds }) => collectionIds.includes(cups)),
  )
  assert.deepEqual(
    await slugs({ $hasSome: [allProducts] }),
    want(() => true),
  )
  assert.deepEqual(await slugs({ $hasSome: [empty] }), [])
  assert.deepEqual(await slugs({ $hasSome: ['nothing of ours'] }), [])
  const counted = await query({ collectionIds: { $hasSome: [cups] } }, { paging: { limit: 2, offset: 1 } })
  assert.deepEqual(counted.metadata, { count: 2, offset: 1, total: 5 })
})

test('conditions are joined: several fields, several operators of one, and, or, not', async () => {
  const slugs = async (filter: object) => (await query(filter)).products.map(({ slug }) => slug).sort()
  assert.deepEqual(await slugs({ price: { $gte: 20, $lt: 24.04 } }), ['thing-0', 'thing-2'])
  assert.deepEqual(await slugs({ price: { $gt: 24.035, $lt: 24.041 } }), ['thing-4'])
  assert.deepEqual(await slugs({ slug: { $startsWith: 'thing-' }, name: { $contains: 'mug' } }), ['thing-0', 'thing-6'])
  assert.deepEqual(await slugs({ $or: [{ slug: 'thing-1' }, { $and: [{ name: { $startsWith: 'm' } }, { name: { $endsWith: 'e' } }] }] }), [
    'thing-1',
    'thing-5',
  ])
  assert.deepEqual(await slugs({ $not: { name: { $startsWith: 'm' } }, productType: 'digital' }), [])
  assert.deepEqual(await slugs({ $not: { productType: 'physical' } }), ['thing-0', 'thing-5'])
  assert.deepEqual(await slugs({ $and: [], slug: 'thing-3' }), ['thing-3'])
  assert.deepEqual(await slugs({ $or: [] }), [])
  assert.deepEqual(await slugs({ sku: null }), ['thing-0', 'thing-4', 'thing-8'])
  assert.deepEqual(await slugs({ name: { $contains: '%' } }), ['thing-3'])
  assert.deepEqual(await slugs({ name: { $contains: '_' } }), ['thing-4'])
  assert.deepEqual(await slugs({ name: { $endsWith: '\\SLASH' } }), ['thing-9'])
})

test('every sort of the capabilities orders, ties by id, and pages through all without gap or double', async () => {
  for (const field of ['id', 'lastUpdated', 'name', 'sku', 'price', 'priceData.price', 'numericId', 'productType', 'slug']) {
    for (const order of ['ASC', 'DESC'] as const) {
      const sort = [{ fieldName: field, order }]
      const whole = (await query({}, { sort })).products
      const key = (product: Product) => (field === 'name' ? folded(product.name!) : scalar[field]!(product))
      const sorted = [...whole].sort((a, b) => (order === 'ASC' ? 1 : -1) * (byteOrder(key(a), key(b)) || byteOrder(a.id, b.id)))
      assert.deepEqual(
        whole.map(({ slug }) => slug),
        sorted.map(({ slug }) => slug),
        `${field} ${order}`,
      )
      const paged: string[] = []
      for (let offset = 0; offset < 12; offset += 3) {
        const page = await query({}, { sort, paging: { limit: 3, offset } })
        assert.deepEqual(page.metadata, { count: page.products.length, offset, total: drafts.length })
        paged.push(...page.products.map(({ slug }) => slug))
      }
      assert.deepEqual(
        paged,
        whole.map(({ slug }) => slug),
      )
    }
  }
  const two = await query(
    {},
    {
      sort: [
        { fieldName: 'productType', order: 'DESC' },
        { fieldName: 'price', order: 'ASC' },
      ],
    },
  )
  const keys = two.products.map(({ productType, price }) => `${productType === 'physical' ? 0 : 1} ${price!.price!.toFixed(2).padStart(8)}`)
  assert.deepEqual(keys, [...keys].sort())
})

test('without anything said: fifty at most, the highest numeric id first, what is hidden not among them', async () => {
  const { products, metadata } = await shop.call<Page>(site, queryLine, {})
  assert.deepEqual(metadata, { count: 10, offset: 0, total: 10 })
  assert.deepEqual(
    products.map(({ numericId }) => Number(numericId)),
    [5009, 5008, 5007, 5006, 5005, 5004, 5003, 5002, 5001, 5000],
  )
  assert.equal((await query({ slug: 'hidden' })).products.length, 0)
  assert.deepEqual((await query({}, { paging: { limit: 0 } })).metadata, { count: 0, offset: 0, total: 10 })
  assert.deepEqual((await query({}, { paging: { limit: 5, offset: 50 } })).metadata, { count: 0, offset: 50, total: 10 })
  assert.deepEqual((await query({ name: { $contains: 'm' } }, { paging: { limit: 5, offset: 50 } })).metadata.count, 0)
})

test('staff and apps see what is hidden, a single one only when they ask for what merchants see', async () => {
  const { products, metadata } = await shop.call<Page>(site, queryLine, { query: { filter: {} } }, 'app')
  assert.equal(metadata.total, 11)
  const hidden = products.find(({ slug }) => slug === 'hidden')!
  const line = 'GET /stores-reader/v1/products/{id}'
  assert.equal((await shop.call<Refused>(site, line, { id: hidden.id, includeMerchantSpecificData: true })).code, 'PRODUCT_NOT_FOUND')
  assert.equal((await shop.call<Refused>(site, line, { id: hidden.id }, 'app')).code, 'PRODUCT_NOT_FOUND')
  assert.equal(
    (await shop.call<{ product: Product }>(site, line, { id: hidden.id, includeMerchantSpecificData: true }, 'app')).product.id,
    hidden.id,
  )
})

test('400 for a filter or sort that cannot be read, with its place', async () => {
  const nested = (depth: number): object => (depth === 0 ? { slug: 'a' } : { $not: nested(depth - 1) })
  const cases: [object, string, string][] = [
    [{ _id: 'a' }, 'query.filter._id', 'FIELD_NOT_ALLOWED'],
    [{ nothing: 1 }, 'query.filter.nothing', 'FIELD_NOT_ALLOWED'],
    [{ constructor: 1 }, 'query.filter.constructor', 'FIELD_NOT_ALLOWED'],
    [{ slug: { $like: 'a' } }, 'query.filter.slug.$like', 'FIELD_NOT_ALLOWED'],
    [{ $nor: [] }, 'query.filter.$nor', 'FIELD_NOT_ALLOWED'],
    [{ $or: [{ $and: { slug: 'a' } }] }, 'query.filter.$or[0].$and', 'VALIDATION'],
    [{ collectionIds: { $eq: 'a' } }, 'query.filter.collectionIds.$eq', 'FIELD_NOT_ALLOWED'],
    [{ price: 'cheap' }, 'query.filter.price', 'VALIDATION'],
    [{ price: { $in: 5 } }, 'query.filter.price.$in', 'VALIDATION'],
    [{ lastUpdated: { $gt: 'yesterday' } }, 'query.filter.lastUpdated.$gt', 'FORMAT'],
    [{ name: { $contains: 5.5, $exists: 'yes' } }, 'query.filter.name.$exists', 'VALIDATION'],
    [{ slug: { $in: Array.from({ length: 1001 }, String) } }, 'query.filter', 'MAX_SIZE'],
    [{ $or: Array.from({ length: 101 }, () => ({ slug: 'a' })) }, 'query.filter', 'MAX_SIZE'],
    [nested(9), 'query.filter.$not.$not.$not.$not.$not.$not.$not.$not.$not', 'MAX'],
  ]
  for (const [filter, field, rule] of cases) {
    const { code, data } = await refused(filter)
    assert.equal(code, 'INVALID_ARGUMENT', JSON.stringify(filter).slice(0, 80))
    assert.deepEqual(
      data.fieldViolations.map((each) => [each.field, each.violatedRule, each.data]),
      [[field, rule, {}]],
    )
  }
  for (const fieldName of ['description', 'createdDate', 'collectionIds', '_id', 'toString']) {
    const { data } = await refused({}, { sort: [{ fieldName }] })
    assert.equal(data.fieldViolations[0]?.field, 'query.sort[0].fieldName')
  }
  assert.equal(
    (await refused({}, { sort: ['id', 'name', 'sku', 'slug', 'price'].map((fieldName) => ({ fieldName })) })).code,
    'INVALID_ARGUMENT',
  )
})

test('huge and odd numbers find nothing and break nothing', async () => {
  for (const value of [1e15, -1e15, 2 ** 53 + 2, 0.001, 1e-12, '12345678901234.5', Number.MAX_VALUE]) {
    assert.equal((await query({ price: value })).metadata.total, 0)
    await query({ price: { $gt: value }, numericId: { $lt: value } })
  }
})

test('documents are of the wire, with stock as it is at that moment, by query, by id and by slug', async () => {
  const here = await openSite(db)
  const mug = exampleMug({ description: '<p>"Quoted" \\u0001 \ufdd0 & <b>bold</b></p>' })
  await save(db, here, mug)
  const reads = async () => {
    const byQuery = await shop.call<Page>(here, queryLine, { query: {} })
    const bySlug = await shop.call<Page>(here, queryLine, { query: { filter: { slug: { $eq: mug.slug } } } })
    const byId = await shop.call<{ product: Product }>(here, 'GET /stores-reader/v1/products/{id}', { id: mug.id.toUpperCase() })
    for (const page of [byQuery, bySlug]) contract[queryLine].ok.parse(page)
    assert.deepEqual(bySlug.products, byQuery.products)
    assert.deepEqual(byId.product, byQuery.products[0])
    return byId.product
  }
  const empty = await reads()
  assert.deepEqual(empty.stock, { trackInventory: true, quantity: 0, inStock: false, inventoryStatus: 'OUT_OF_STOCK' })
  assert.equal(empty.description, '<p>"Quoted" \\u0001  & <b>bold</b></p>')
  await stockUp(db, here, mug, [3, 0, 2, null])
  const stocked = await reads()
  assert.equal(stocked.stock?.inventoryStatus, 'PARTIALLY_OUT_OF_STOCK')
  assert.deepEqual(
    stocked.variants.map(({ choices, stock }) => [choices, stock]),
    [
      [
        { Glaze: 'Sage', Size: 'Regular' },
        { trackQuantity: true, quantity: 3, inStock: true },
      ],
      [
        { Glaze: 'Sage', Size: 'Large' },
        { trackQuantity: true, quantity: 0, inStock: false },
      ],
      [
        { Glaze: 'Ink', Size: 'Regular' },
        { trackQuantity: true, quantity: 2, inStock: true },
      ],
      [
        { Glaze: 'Ink', Size: 'Large' },
        { trackQuantity: false, inStock: true },
      ],
    ],
  )
  assert.deepEqual(stocked.priceRange, { minValue: 26, maxValue: 30 })
  assert.equal(stocked.media?.mainMedia?.image?.url, 'https://shop.example/media/sage~mv2.webp')
  assert.deepEqual(stocked.productPageUrl, { base: 'https://shop.example', path: '/products/morning-mug' })
  assert.deepEqual(stocked.collectionIds, [allProducts])
  await save(db, here, { ...mug, name: 'Evening Mug', fullPrice: minor(3200) })
  const renamed = await reads()
  assert.equal(renamed.name, 'Evening Mug')
  assert.deepEqual(renamed.price, {
    currency: 'EUR',
    price: 32,
    discountedPrice: 26,
    formatted: { price: '€32.00', discountedPrice: '€26.00' },
  })
  assert.deepEqual(renamed.discount, { type: 'AMOUNT', value: 6 })
  await save(db, here, { ...mug, percentOff: '12.5' })
  const lowered = await reads()
  assert.deepEqual(lowered.discount, { type: 'PERCENT', value: 12.5 })
  assert.deepEqual([lowered.price?.price, lowered.price?.discountedPrice], [26, 22.75])
  assert.deepEqual(
    lowered.variants.map(({ variant }) => [variant?.priceData?.price, variant?.priceData?.discountedPrice]),
    renamed.variants.map(({ variant }) => [
      variant?.priceData?.discountedPrice,
      Math.round(variant!.priceData!.discountedPrice * 87.5) / 100,
    ]),
  )
  await save(db, here, { ...mug, name: 'Evening Mug', fullPrice: minor(3200) })
  assert.deepEqual(renamed.variants[0]?.stock, { trackQuantity: true, quantity: 3, inStock: true })
})

test('another process sees a change at once, though it has read the product before', async () => {
  const here = await openSite(db)
  const one = caller(db)
  const two = caller(db)
  const mug = exampleMug()
  await save(db, here, mug)
  const name = async (reader: ReturnType<typeof caller>) =>
    (await reader.call<Page>(here, queryLine, { query: { filter: { slug: mug.slug } } })).products[0]?.name
  assert.equal(await name(one), 'Morning Mug')
  assert.equal(await name(two), 'Morning Mug')
  await save(db, here, { ...mug, name: 'Second Mug' })
  assert.equal(await name(one), 'Second Mug')
  assert.equal(await name(two), 'Second Mug')
})

test('a list that was read before costs one look at revision and stock, and shows every change at once', async () => {
  const here = await openSite(db)
  const asked: string[] = []
  const watched: Database = { ...db, query: (statement) => (asked.push(statement.strings.join('?')), db.query(statement)) }
  const reader = caller(watched)
  const [one, two] = [exampleMug({ name: 'One', slug: 'one', numericId: 2 }), exampleMug({ name: 'Two', slug: 'two', numericId: 1 })]
  await save(db, here, one, two)
  const read = async () => {
    const { products, metadata } = await reader.call<Page>(here, queryLine, { query: { paging: { limit: 20 } } })
    return [products.map(({ name, stock }) => `${name} ${stock?.quantity}`).join(), metadata.total]
  }
  const looks = async () => {
    asked.length = 0
    const said = await read()
    assert.equal(asked.length, 1)
    assert.doesNotMatch(asked[0]!, /numeric_id/)
    return said
  }
  await stockUp(db, here, one, [5, 0, 0, 0])
  assert.deepEqual(await read(), ['One 5,Two 0', 2])
  assert.deepEqual(await looks(), ['One 5,Two 0', 2])
  await stockUp(db, here, one, [0, 5, 0, 0])
  assert.equal(
    (await reader.call<Page>(here, queryLine, { query: { paging: { limit: 20 } } })).products[0]?.variants[1]?.stock?.quantity,
    5,
  )
  await stockUp(db, here, one, [0, 0, 0, 0])
  await stockUp(db, here, two, [5, 0, 0, 0])
  assert.deepEqual(await read(), ['One 0,Two 5', 2])
  assert.deepEqual(await looks(), ['One 0,Two 5', 2])
  await save(db, here, exampleMug({ name: 'Three', slug: 'three', numericId: 3 }))
  assert.deepEqual(await read(), ['Three 0,One 0,Two 5', 3])
  await save(db, here, { ...one, visible: false })
  assert.deepEqual(await read(), ['Three 0,Two 5', 2])
  assert.deepEqual(await looks(), ['Three 0,Two 5', 2])
})

test('two shops with equal ids, slugs and collections are kept apart', async () => {
  const [a, b] = [await openSite(db), await openSite(db)]
  const id = newId()
  for (const [here, name] of [
    [a, 'Cups'],
    [b, 'Bowls'],
  ] as const)
    await addCollection(db, here, name, { id })
  const mug = exampleMug({ collectionIds: [id] })
  await save(db, a, mug)
  await save(db, b, { ...mug, name: 'Of another shop' })
  await stockUp(db, a, mug, [1, 1, 1, 1])
  for (const [here, name, quantity, collection] of [
    [a, 'Morning Mug', 4, 'Cups'],
    [b, 'Of another shop', 0, 'Bowls'],
  ] as const) {
    for (const filter of [{}, { slug: mug.slug }, { id: mug.id }, { collectionIds: { $hasSome: [id] } }]) {
      const { products, metadata } = await shop.call<Page>(here, queryLine, { query: { filter } })
      assert.deepEqual([products[0]?.name, products[0]?.stock?.quantity, metadata.total], [name, quantity, 1])
    }
    const read = await shop.call<{ collection: { name: string; numberOfProducts: number } }>(here, 'GET /v2/collections/{id}', { id })
    assert.deepEqual([read.collection.name, read.collection.numberOfProducts], [collection, 1])
  }
})

test('404 for what is not there, and for ids that are none', async () => {
  for (const id of [newId(), 'nothing', '%00']) {
    assert.equal((await shop.call<Refused>(site, 'GET /stores-reader/v1/products/{id}', { id })).code, 'PRODUCT_NOT_FOUND')
    assert.equal((await shop.call<Refused>(site, 'GET /v2/collections/{id}', { id })).code, 'COLLECTION_NOT_FOUND')
    assert.equal((await shop.call<Refused>(site, 'GET /v2/collections/slug/{slug}', { slug: id })).code, 'COLLECTION_NOT_FOUND')
  }
})
