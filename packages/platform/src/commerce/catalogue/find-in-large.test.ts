import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { minor } from '@vitrine/pricing'
import { connectedDatabase, openSite } from '@vitrine/testing/connected'
import fc from 'fast-check'
import { newId } from '../../kernel/db/id.ts'
import type { Database } from '../../kernel/db/pool.ts'
import { sql } from '../../kernel/db/sql.ts'
import { setStock } from '../inventory/stock.ts'
import { countMatches, ratingSteps } from './count-matches.ts'
import { readFound } from './document-cache.ts'
import { deleteProduct } from './edit/store.ts'
import { findMatches } from './find.ts'
import { findInLarge, usualBounds } from './find-in-large.ts'
import type { ProductDraft } from './product.ts'
import { placeProducts } from './rules/order.ts'
import { saveRule } from './rules/update.ts'
import { saveProducts } from './save.ts'
import type { Search } from './search-conditions.ts'
import { addCollection, commerce, exampleProduct, now, save } from './test/example.ts'

let db: Database
before(async () => {
  db = await connectedDatabase()
})
after(() => db?.close())

/** Catalogues this size are small; as large ones they are searched in each of the ways there are. */
const large = 20_000
const ways = {
  'as in a shop': usualBounds,
  'walked to the end': { ...usualBounds, firstWalk: 3, mostSorted: -1, someSorted: large, mostProbed: large },
  'walked a little, then found and sorted': { ...usualBounds, firstWalk: 3 },
}

interface Known {
  readonly draft: ProductDraft
  readonly stock: ReadonlyMap<string, number>
  readonly bestSelling: number
  readonly bestRated: number
  readonly ratingFloor: number
}

interface World {
  readonly site: string
  readonly collections: readonly string[]
  /** Of what costs 30.00 at the most, by rule. */
  readonly cheap: string
  readonly products: Map<string, Known>
}

const glazes = ['Sage', 'Ink', 'Oat']
const sizes = ['Small', 'Large']
const names = ['Quiet Mug', 'Tall Vase', 'Plain Mug', 'Deep Bowl']

const productOf = fc.record({
  name: fc.constantFrom(...names),
  price: fc.integer({ min: 10, max: 50 }).map((euros) => minor(euros * 100)),
  visible: fc.integer({ min: 0, max: 5 }).map((n) => n > 0),
  age: fc.integer({ min: 0, max: 20 }),
  glazes: fc.subarray(glazes),
  sizes: fc.subarray(sizes),
  collections: fc.subarray([0, 1]),
})
type Made = typeof productOf extends fc.Arbitrary<infer T> ? T : never

type Step =
  | { readonly kind: 'save'; readonly at: number | undefined; readonly made: Made }
  | { readonly kind: 'stock'; readonly at: number; readonly quantities: readonly number[] }
  | { readonly kind: 'delete'; readonly at: number }
  | { readonly kind: 'sell' | 'rate'; readonly at: number; readonly score: number }

const at = fc.nat(40)
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('save' as const), at: fc.option(at, { nil: undefined }), made: productOf }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('stock' as const),
      at,
      quantities: fc.array(fc.integer({ min: 0, max: 1 }), { minLength: 6, maxLength: 6 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('delete' as const), at }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constantFrom('sell' as const, 'rate' as const), at, score: fc.integer({ min: 0, max: 3 }) }),
  },
)

const searched: fc.Arbitrary<Omit<Search, 'collectionId' | 'placed'> & { readonly in: number | undefined; readonly placed: boolean }> =
  fc.record({
    words: fc.constantFrom(undefined, undefined, `'mug'`, `'quiet'`),
    in: fc.constantFrom(undefined, 0, 1, 2),
    placed: fc.boolean(),
    choices: fc.record({ Glaze: fc.subarray([...glazes, 'None']), Size: fc.subarray(sizes) }),
    min: fc.option(fc.integer({ min: 1000, max: 3000 }), { nil: undefined }),
    max: fc.option(fc.integer({ min: 2000, max: 5000 }), { nil: undefined }),
    inStock: fc.boolean(),
    minRating: fc.constantFrom(undefined, undefined, 3, 4),
    alone: fc.boolean(),
    sort: fc.constantFrom('featured', 'bestSelling', 'bestRated', 'newest', 'priceAsc', 'priceDesc', 'name', 'usual'),
    limit: fc.integer({ min: 1, max: 6 }),
    offset: fc.nat(8),
  })

function draftOf({ name, price, visible, age, glazes, sizes, collections }: Made, world: World, before: Known | undefined): ProductDraft {
  const [some, others] = [glazes.length > 0 ? glazes : [''], sizes.length > 0 ? sizes : ['']]
  const options = [
    ...(glazes.length > 0 ? [{ name: 'Glaze', kind: 'drop_down' as const, choices: glazes.map((one) => ({ name: one })) }] : []),
    ...(sizes.length > 0 ? [{ name: 'Size', kind: 'drop_down' as const, choices: sizes.map((one) => ({ name: one })) }] : []),
  ]
  const id = before?.draft.id ?? newId()
  return exampleProduct({
    id,
    name,
    slug: `p-${id}`,
    price,
    visible,
    options,
    manageVariants: options.length > 0,
    variants:
      options.length === 0
        ? []
        : some.flatMap((Glaze) =>
            others.map((Size) => ({ id: newId(), sku: '', choices: { ...(Glaze && { Glaze }), ...(Size && { Size }) }, price })),
          ),
    collectionIds: collections.map((one) => world.collections[one]!),
    createdAt: new Date(now.getTime() - age * 3_600_000),
    numericId: before?.draft.numericId ?? 1000 + ((world.products.size * 7) % 50),
  })
}

const shared = '00000000-0000-0000-0000-000000000000'
const stockItemsOf = ({ variants, manageVariants }: ProductDraft) => (manageVariants ? variants.map(({ id }) => id) : [shared])

async function take(world: World, step: Step): Promise<void> {
  const ids = [...world.products.keys()]
  const id = step.at === undefined ? undefined : ids[step.at]
  const known = id === undefined ? undefined : world.products.get(id)
  if (step.kind === 'save') {
    const draft = draftOf(step.made, world, known)
    await save(db, world.site, draft)
    const stockItems = new Set(stockItemsOf(draft))
    const stock = new Map([...(known?.stock ?? [])].filter(([stockItem]) => stockItems.has(stockItem)))
    world.products.set(draft.id, {
      draft,
      stock,
      bestSelling: known?.bestSelling ?? 0,
      bestRated: known?.bestRated ?? 3.5,
      ratingFloor: known?.ratingFloor ?? 0,
    })
    return
  }
  if (!known) return
  const productId = known.draft.id
  if (step.kind === 'stock') {
    const counts = stockItemsOf(known.draft).map((variantId, i) => ({ productId, variantId, quantity: step.quantities[i]! }))
    await db.transact((tx) => setStock(tx, world.site, counts, now))
    world.products.set(productId, { ...known, stock: new Map(counts.map(({ variantId, quantity }) => [variantId, quantity])) })
  }
  if (step.kind === 'delete') {
    await db.transact((tx) => deleteProduct(tx, world.site, productId, now))
    world.products.delete(productId)
  }
  if (step.kind === 'sell') {
    await db.query(sql`update product set best_selling = ${step.score} where site = ${world.site} and id = ${productId}`)
    world.products.set(productId, { ...known, bestSelling: step.score })
  }
  if (step.kind === 'rate') {
    await db.query(
      sql`update product set best_rated = ${step.score + 2}, rating_floor = ${step.score + 2} where site = ${world.site} and id = ${productId}`,
    )
    world.products.set(productId, { ...known, bestRated: step.score + 2, ratingFloor: step.score + 2 })
  }
}

const byId = (a: Known, b: Known) => (a.draft.id < b.draft.id ? -1 : 1)
const usual = (a: Known, b: Known) => b.draft.numericId! - a.draft.numericId! || -byId(a, b)
const order: Readonly<Record<Exclude<Search['sort'], 'featured'>, (a: Known, b: Known) => number>> = {
  usual,
  bestSelling: (a, b) => b.bestSelling - a.bestSelling || usual(a, b),
  bestRated: (a, b) => b.bestRated - a.bestRated || usual(a, b),
  newest: (a, b) => b.draft.createdAt!.getTime() - a.draft.createdAt!.getTime() || -byId(a, b),
  priceAsc: (a, b) => a.draft.price - b.draft.price || byId(a, b),
  priceDesc: (a, b) => b.draft.price - a.draft.price || -byId(a, b),
  name: (a, b) => (a.draft.name < b.draft.name ? -1 : a.draft.name > b.draft.name ? 1 : byId(a, b)),
}

/** What a search must find, said in the plainest way. */
function expected({ products, collections, cheap }: World, search: Search, placed: readonly string[]): readonly string[] {
  const isIn = ({ draft }: Known) =>
    search.collectionId === cheap
      ? draft.price <= 3000
      : search.collectionId === undefined || draft.collectionIds.includes(collections[collections.indexOf(search.collectionId)]!)
  const fits = (known: Known) =>
    known.draft.visible &&
    isIn(known) &&
    (search.words === undefined || known.draft.name.toLowerCase().includes(search.words.replaceAll("'", ''))) &&
    Object.entries(search.choices).every(
      ([option, wanted]) => wanted.length === 0 || known.draft.variants.some(({ choices }) => wanted.includes(choices[option] ?? '-')),
    ) &&
    known.draft.price >= (search.min ?? 0) &&
    known.draft.price <= (search.max ?? 1e9) &&
    (!search.inStock || [...known.stock.values()].some((quantity) => quantity > 0)) &&
    known.ratingFloor >= (search.minRating ?? 0)
  const found = [...products.values()].filter(fits).sort(order[search.sort === 'featured' ? 'usual' : search.sort])
  const place = ({ draft }: Known) => (search.placed === undefined || !placed.includes(draft.id) ? placed.length : placed.indexOf(draft.id))
  return found
    .map((known, i) => ({ id: known.draft.id, place: place(known), i }))
    .sort((a, b) => a.place - b.place || a.i - b.i)
    .map(({ id }) => id)
}

const emptyWorld = async (): Promise<World> => {
  const site = await openSite(db)
  const collections = [await addCollection(db, site, 'Cups'), await addCollection(db, site, 'Vases')]
  const cheap = await addCollection(db, site, 'Cheap')
  const rule = { match: 'ALL', conditions: [{ field: 'PRICE', operator: 'AT_MOST', value: '30', minor: 3000 }] } as const
  await db.transact((tx) => saveRule({ db: tx, site, now }, cheap, rule))
  return { site, collections, cheap, products: new Map() }
}

test('after any history, each list of a large catalogue is what the plainest evaluation says, page by page and in number', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(productOf, { minLength: 8, maxLength: 30 }),
      fc.array(step, { maxLength: 30 }),
      fc.array(searched, { minLength: 20, maxLength: 20 }),
      async (first, steps, searches) => {
        const world = await emptyWorld()
        for (const made of first) await take(world, { kind: 'save', at: undefined, made })
        for (const one of steps) await take(world, one)
        const placed = [...world.products.keys()].filter((_, i) => i % 5 === 2).reverse()
        await db.transact((tx) => placeProducts(tx, world.site, world.collections[0]!, placed))
        for (const { in: nth, placed: inPlaces, ...asked } of searches) {
          const collectionId = nth === undefined ? undefined : [...world.collections, world.cheap][nth]
          // Ranked by weight, which the plain evaluation does not know.
          const sort = asked.sort === 'featured' && asked.words !== undefined ? 'newest' : asked.sort
          const isPlaced = inPlaces && nth === 0 && asked.words === undefined && sort === 'usual'
          const search: Search = { ...asked, sort, collectionId, ...(isPlaced && { placed: collectionId }) }
          const all = expected(world, search, placed)
          const page = all.slice(search.offset, search.offset + search.limit)
          const said = JSON.stringify(search)
          const small = await findMatches(db, world.site, search, 0)
          assert.deepEqual(
            readFound(small.found).map(({ id }) => id),
            page,
            `small ${said}`,
          )
          for (const [way, bounds] of Object.entries(ways)) {
            const { found } = await findInLarge(db, world.site, search, bounds)
            assert.deepEqual(
              readFound(found).map(({ id }) => id),
              page,
              `${way} ${said}`,
            )
          }
          const counted = await countMatches(db, world.site, search, large)
          assert.equal(counted.total, all.length, said)
          for (const minRating of ratingSteps)
            assert.equal(
              counted.ratings.get(minRating) ?? 0,
              expected(world, { ...search, minRating }, placed).length,
              `${minRating} ${said}`,
            )
        }
      },
    ),
    { numRuns: 8, endOnFailure: true },
  )
})

test('whether a product is in stock is known however its variants are sold at the same time', async () => {
  const site = await openSite(db)
  const variants = [1, 2, 3, 4].map((n) => ({ id: newId(), sku: `${n}`, choices: { Size: `${n}` }, price: minor(1000) }))
  const draft = exampleProduct({
    options: [{ name: 'Size', kind: 'drop_down', choices: variants.map(({ sku }) => ({ name: sku })) }],
    manageVariants: true,
    variants,
  })
  await save(db, site, draft)
  const set = (quantities: readonly number[]) =>
    Promise.all(
      quantities.map((quantity, i) =>
        db.transact((tx) => setStock(tx, site, [{ productId: draft.id, variantId: variants[i]!.id, quantity }], now)),
      ),
    )
  const inStock = async () => {
    const [row] = await db.query<{ is: boolean }>(
      sql`select in_stock as is from product_listing where site = ${site} and product_id = ${draft.id}`,
    )
    return row?.is
  }
  for (const quantities of [
    [1, 1, 1, 1],
    [0, 0, 0, 0],
    [0, 2, 0, 0],
    [3, 0, 0, 1],
    [0, 0, 0, 0],
  ]) {
    await Promise.all([set(quantities), db.transact((tx) => saveProducts(tx, site, commerce, [draft], now))])
    assert.equal(
      await inStock(),
      quantities.some((quantity) => quantity > 0),
      quantities.join(),
    )
  }
})

test('no filtered list goes deeper than it says', async () => {
  const world = await emptyWorld()
  const made = { name: 'Quiet Mug', price: minor(1000), visible: true, age: 0, glazes: [], sizes: [], collections: [0] }
  for (let i = 0; i < 6; i++) await take(world, { kind: 'save', at: undefined, made })
  const search: Search = {
    words: undefined,
    collectionId: world.collections[0],
    choices: {},
    min: undefined,
    max: undefined,
    inStock: false,
    minRating: undefined,
    sort: 'name',
    limit: 3,
    offset: 0,
  }
  const counts = async (offset: number) =>
    readFound((await findInLarge(db, world.site, { ...search, offset }, { ...usualBounds, deepest: 4 })).found).length
  assert.deepEqual([await counts(0), await counts(3), await counts(6)], [3, 1, 0])
})
