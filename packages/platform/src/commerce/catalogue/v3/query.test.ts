/** What a search of catalogue v3 finds, sorts and counts is what its own answers say. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type AggregationData, contract, type ProductV3 } from '@vitrine/contract'
import { minor } from '@vitrine/pricing'
import { connectedDatabase, openSite } from '@vitrine/testing/connected'
import fc from 'fast-check'
import type { Database } from '../../../kernel/db/pool.ts'
import { sql } from '../../../kernel/db/sql.ts'
import type { ProductDraft } from '../product.ts'
import { addCollection, caller, exampleMug, exampleProduct, save, stockUp } from '../test/example.ts'

const searchLine = 'GET /stores/v3/products/search'
const allProducts = '00000000-0000-0000-0000-000000000001'

interface Page {
  readonly products: readonly ProductV3[]
  readonly pagingMetadata: {
    readonly count: number
    readonly hasNext: boolean
    readonly cursors: { readonly next?: string; readonly prev?: string }
  }
  readonly aggregationData?: AggregationData
}

let db: Database
let site: string
let shop: ReturnType<typeof caller>
let cups: string
/** As a merchant reads them, with all of their parts. */
let all: readonly ProductV3[]

before(async () => {
  db = await connectedDatabase()
  shop = caller(db)
  site = await openSite(db)
  cups = await addCollection(db, site, 'Cups')
  const drafts: ProductDraft[] = Array.from({ length: 18 }, (_, i) => {
    const given = {
      name: `Thing ${String.fromCharCode(65 + ((i * 7) % 18))}`,
      slug: `thing-${i}`,
      brand: ['Morrow', 'Even', ''][i % 3]!,
      ribbon: i % 4 === 0 ? 'New' : '',
      visible: i % 9 !== 8,
      price: minor(1000 + ((i * 370) % 2000)),
      ...(i % 5 === 0 && { percentOff: '10' }),
      ...(i % 2 === 0 && { weight: i / 8 }),
      itemType: i % 6 === 5 ? ('DIGITAL' as const) : ('PHYSICAL' as const),
      collectionIds: i % 3 === 0 ? [cups] : [],
    }
    if (i % 4 !== 1) return exampleProduct(given)
    const mug = exampleMug(given)
    // One variant of some is not shown.
    return { ...mug, variants: mug.variants.map((variant, at) => ({ ...variant, visible: !(i % 8 === 1 && at === 0) })) }
  })
  await save(db, site, ...drafts)
  for (const [i, draft] of drafts.entries())
    await stockUp(db, site, draft, draft.manageVariants ? [0, i % 3, null, 2] : [[0, 4, null][i % 3]!])
  const ids = (await search({ cursorPaging: { limit: 100 } })).products.map(({ id }) => id)
  assert.equal(ids.length, 18)
  all = await Promise.all(
    ids.map(async (productId) => {
      const answer = await shop.call<{ product: ProductV3 }>(
        site,
        'GET /stores/v3/products/{productId}',
        { productId, fields: ['ALL_CATEGORIES_INFO', 'MIN_VARIANT_PRICE_INFO', 'MERCHANT_DATA'] },
        'app',
      )
      return contract['GET /stores/v3/products/{productId}'].ok.parse(answer).product
    }),
  )
})
after(() => db?.close())

const search = (asked: object, kind: 'visitor' | 'app' = 'app') => shop.call<Page>(site, searchLine, { search: asked }, kind)
const found = async (filter: object) => {
  const { products } = await search({ filter, cursorPaging: { limit: 100 } })
  return products.map(({ slug }) => slug).sort()
}

const amount = (money: { readonly amount: string } | undefined) => (money ? Number(money.amount) : undefined)
const scalars: Readonly<Record<string, (product: ProductV3) => string | number | boolean | undefined>> = {
  id: ({ id }) => id,
  slug: ({ slug }) => slug,
  name: ({ name }) => name,
  visible: ({ visible }) => visible,
  productType: ({ productType }) => productType,
  'brand.id': ({ brand }) => brand?.id,
  'brand.name': ({ brand }) => brand?.name,
  'ribbon.id': ({ ribbon }) => ribbon?.id,
  'ribbon.name': ({ ribbon }) => ribbon?.name,
  'inventory.availabilityStatus': ({ inventory }) => inventory.availabilityStatus,
  'inventory.preorderStatus': ({ inventory }) => inventory.preorderStatus,
  'actualPriceRange.minValue.amount': ({ actualPriceRange }) => amount(actualPriceRange.minValue),
  'actualPriceRange.maxValue.amount': ({ actualPriceRange }) => amount(actualPriceRange.maxValue),
  'compareAtPriceRange.minValue.amount': ({ compareAtPriceRange }) => amount(compareAtPriceRange?.minValue),
  'compareAtPriceRange.maxValue.amount': ({ compareAtPriceRange }) => amount(compareAtPriceRange?.maxValue),
  'physicalProperties.shippingWeightRange.minValue': ({ physicalProperties }) => physicalProperties?.shippingWeightRange?.minValue,
  'physicalProperties.shippingWeightRange.maxValue': ({ physicalProperties }) => physicalProperties?.shippingWeightRange?.maxValue,
  'minVariantPriceInfo.sku': ({ minVariantPriceInfo }) => minVariantPriceInfo?.sku,
}
const choicesOf = ({ options }: ProductV3) =>
  options.flatMap(({ choicesSettings }) => choicesSettings.choices.filter(({ visible }) => visible))
const lists: Readonly<Record<string, (product: ProductV3) => readonly string[]>> = {
  'options.id': ({ options }) => options.map(({ id }) => id),
  'options.name': ({ options }) => options.map(({ name }) => name),
  'options.choicesSettings.choices.choiceId': (product) => choicesOf(product).map(({ choiceId }) => choiceId),
  'options.choicesSettings.choices.name': (product) => choicesOf(product).map(({ name }) => name),
}

const matching = (fits: (product: ProductV3) => boolean) =>
  all
    .filter(fits)
    .map(({ slug }) => slug)
    .sort()

test('every field is equal to what the answers say, one of several, or none of them', async () => {
  for (const [field, valueOf] of Object.entries(scalars)) {
    for (const value of new Set(all.map(valueOf))) {
      if (value === undefined) continue
      assert.deepEqual(
        await found({ [field]: value }),
        matching((product) => valueOf(product) === value),
        `${field} ${value}`,
      )
      assert.deepEqual(
        await found({ [field]: { $nin: [value] } }),
        matching((product) => valueOf(product) !== value),
        `${field} not ${value}`,
      )
      if (typeof value !== 'number') continue
      for (const [operator, holds] of [
        ['$gt', (one: number) => one > value],
        ['$lte', (one: number) => one <= value],
      ] as const)
        assert.deepEqual(
          await found({ [field]: { [operator]: value } }),
          matching((product) => {
            const own = valueOf(product)
            return typeof own === 'number' && holds(own)
          }),
          `${field} ${operator} ${value}`,
        )
    }
  }
})

test('options and choices are looked for by id and name: some of several, or all', async () => {
  for (const [field, valuesOf] of Object.entries(lists)) {
    const values = [...new Set(all.flatMap(valuesOf))]
    await fc.assert(
      fc.asyncProperty(fc.subarray(values, { minLength: 1 }), async (asked) => {
        assert.deepEqual(
          await found({ [field]: { $hasSome: asked } }),
          matching((one) => asked.some((value) => valuesOf(one).includes(value))),
        )
        assert.deepEqual(
          await found({ [field]: { $hasAll: asked } }),
          matching((one) => asked.every((value) => valuesOf(one).includes(value))),
        )
      }),
      { numRuns: 8 },
    )
    assert.deepEqual(await found({ [field]: { $hasSome: ['nothing'] } }), [])
  }
})

test('$matchItems finds what has a category or a variant with all that is said of it', async () => {
  const categories = (id: string) => found({ 'allCategoriesInfo.categories': { $matchItems: [{ id: { $in: [id] } }] } })
  assert.deepEqual(
    await categories(cups),
    matching(({ allCategoriesInfo }) => allCategoriesInfo!.categories.some(({ id }) => id === cups)),
  )
  assert.equal((await categories(allProducts)).length, all.length)
  for (const variant of all.flatMap(({ variantsInfo }) => variantsInfo!.variants)) {
    assert.deepEqual(
      await found({ 'variantsInfo.variants': { $matchItems: [{ id: variant.id }, { sku: variant.sku ?? '' }] } }),
      matching(({ variantsInfo }) => variantsInfo!.variants.some(({ id }) => id === variant.id)),
    )
  }
  // Of one variant, not of several together.
  const [large] = all.flatMap(({ variantsInfo }) => variantsInfo!.variants.filter(({ sku }) => sku === 'MUG-Ink-Large'))
  const [regular] = all.flatMap(({ variantsInfo }) => variantsInfo!.variants.filter(({ sku }) => sku === 'MUG-Ink-Regular'))
  assert.deepEqual(await found({ 'variantsInfo.variants': { $matchItems: [{ id: large!.id }, { sku: regular!.sku }] } }), [])
})

test('every sort leads through all pages and back, without a gap', async () => {
  const sortable = [
    'createdDate',
    'updatedDate',
    'name',
    'slug',
    'visible',
    'minVariantPriceInfo.sku',
    ...Object.keys(scalars).filter((field) => /amount|Weight/.test(field)),
  ]
  for (const fieldName of sortable)
    for (const order of ['ASC', 'DESC'] as const) {
      const seen: ProductV3[] = []
      let cursor: string | undefined
      for (;;) {
        const asked =
          cursor === undefined ? { sort: [{ fieldName, order }], cursorPaging: { limit: 5 } } : { cursorPaging: { limit: 5, cursor } }
        const { products, pagingMetadata } = await search(asked)
        seen.push(...products)
        cursor = pagingMetadata.cursors.next
        if (!pagingMetadata.hasNext) break
      }
      assert.deepEqual(
        seen.map(({ slug }) => slug).sort(),
        matching(() => true),
        fieldName,
      )
      const valueOf = scalars[fieldName]
      if (!valueOf) continue
      const byId = new Map(all.map((product) => [product.id, product]))
      const values = seen
        .map(({ id }) => valueOf(byId.get(id)!) ?? (/amount|Weight/.test(fieldName) ? 0 : ''))
        .map((value) => (typeof value === 'boolean' ? Number(value) : value))
      const sorted = [...values].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0))
      assert.deepEqual(values, order === 'ASC' ? sorted : sorted.reverse(), `${fieldName} ${order}`)
    }
})

test('counts are over all that is found, whichever page is read', async () => {
  const fields = [
    'brand.name',
    'ribbon.name',
    'productType',
    'inventory.availabilityStatus',
    'actualPriceRange.minValue.amount',
    ...Object.keys(lists),
  ]
  const { aggregationData } = await search({
    filter: { visible: true },
    cursorPaging: { limit: 1 },
    aggregations: fields.map((fieldPath) => ({ name: fieldPath, type: 'VALUE', fieldPath, value: { limit: 250, sortType: 'VALUE' } })),
  })
  const visible = all.filter((product) => product.visible)
  for (const { fieldPath, values } of aggregationData!.results) {
    const counts = new Map<string, number>()
    for (const product of visible) {
      const own = lists[fieldPath]?.(product) ?? [scalars[fieldPath]!(product)]
      for (const value of new Set(own)) if (value !== undefined) counts.set(String(value), (counts.get(String(value)) ?? 0) + 1)
    }
    assert.deepEqual(new Map(values!.results.map(({ value, count }) => [value, count])), counts, fieldPath)
  }
})

test('shoppers find what they may see, and an older row is found by what it is known by', async () => {
  const { products } = await search({ cursorPaging: { limit: 100 } }, 'visitor')
  assert.deepEqual(
    products.map(({ slug }) => slug).sort(),
    matching((product) => product.visible),
  )
  const [mug] = all.filter(({ options }) => options.length > 0)
  await db.query(sql`update product set written = 0, max_price = null, brand_id = null where site = ${site} and id = ${mug!.id}`)
  const [{ total }] = (await db.query<{ total: number }>(sql`select count(*)::integer as total from product where site = ${site}`)) as [
    { total: number },
  ]
  assert.equal((await found({})).length, total)
  assert.ok((await found({ 'brand.name': mug!.brand?.name ?? '' })).includes(mug!.slug))
})
