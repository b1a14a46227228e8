import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { contract, type Facet, type Product } from '@vitrine/contract'
import { minor } from '@vitrine/pricing'
import { connectedDatabase, openSite } from '@vitrine/testing/connected'
import { newId } from '../../kernel/db/id.ts'
import type { Database } from '../../kernel/db/pool.ts'
import type { ProductDraft } from './product.ts'
import { addCollection, caller, exampleProduct, save, stockUp } from './test/example.ts'

const searchLine = 'GET /vitrine/v1/search'
const suggestLine = 'GET /vitrine/v1/search/suggest'

interface Answer {
  products: Product[]
  total: number
  facets: Facet[]
  inStock?: number
  price: { min: string; max: string; currency: string; steps: number[] }
  suggestions?: string[]
}

let db: Database
let site: string
let shop: ReturnType<typeof caller>
const drafts: ProductDraft[] = []
const glazes = [
  { name: 'Sage', hex: '#9AA58F' },
  { name: 'Ink', hex: '#2E3A4B' },
  { name: 'Oat', hex: '#D3C3A3' },
]

before(async () => {
  db = await connectedDatabase()
  shop = caller(db)
  site = await openSite(db)
  const collections = { cups: await addCollection(db, site, 'Cups'), vases: await addCollection(db, site, 'Vases & Pots', { position: 1 }) }
  await addCollection(db, site, 'Secret', { visible: false, position: 2 })
  const things = ['Morning Mug', 'Espresso Cup', 'Water Pitcher', 'Shoulder Vase', 'Bottle Vase', 'Teapot', 'Moon Vase', 'Café Filter']
  things.forEach((name, i) => {
    const own = glazes.filter((_, g) => (i + g) % 3 !== 0)
    const sizes = i % 2 === 0 ? ['Small', 'Large'] : ['Small']
    drafts.push(
      exampleProduct({
        name,
        sku: `MRW-${i}`,
        description: `<p>Made for slow mornings${name === 'Water Pitcher' ? ', goes with any mug' : ''}.</p>`,
        price: minor(2000 + i * 1000),
        options: [
          { name: 'Glaze', kind: 'color', choices: own },
          { name: 'Size', kind: 'drop_down', choices: sizes.map((size) => ({ name: size })) },
        ],
        manageVariants: true,
        variants: own.flatMap((glaze) =>
          sizes.map((size) => ({
            id: newId(),
            sku: `${i}${glaze.name}${size}`,
            choices: { Glaze: glaze.name, Size: size },
            price: minor(2000 + i * 1000),
          })),
        ),
        collectionIds: [name.includes('Vase') ? collections.vases : collections.cups],
        numericId: 100 - i,
      }),
    )
  })
  await save(db, site, ...drafts)
  for (const [i, draft] of drafts.entries())
    await stockUp(
      db,
      site,
      draft,
      draft.variants.map(() => (i % 3 === 0 ? 0 : 5)),
    )
  await save(db, site, exampleProduct({ name: 'Hidden Mug', visible: false }))
})
after(() => db?.close())

const search = async (input: object) => {
  const answer = await shop.call<Answer>(site, searchLine, { sort: 'featured', limit: 24, offset: 0, ...input })
  contract[searchLine].ok.parse(answer)
  return answer
}
const names = async (input: object) => (await search(input)).products.map(({ name }) => name)

test('finds by words in any form: beginnings, many, accents, codes; the name counts more than the text', async () => {
  assert.deepEqual(await names({ q: 'mug' }), ['Morning Mug', 'Water Pitcher'])
  assert.deepEqual(await names({ q: 'vases' }), ['Shoulder Vase', 'Bottle Vase', 'Moon Vase'])
  assert.deepEqual(await names({ q: 'VAS' }), ['Shoulder Vase', 'Bottle Vase', 'Moon Vase'])
  assert.deepEqual(await names({ q: 'cafe' }), ['Café Filter'])
  assert.deepEqual(await names({ q: 'teap' }), ['Teapot'])
  assert.deepEqual(await names({ q: 'shou vases' }), ['Shoulder Vase'])
  assert.deepEqual(await names({ q: 'mrw 5' }), ['Teapot'])
  assert.deepEqual(await names({ q: 'vase moon' }), ['Moon Vase'])
  assert.deepEqual(await names({ q: 'slow', sort: 'priceDesc', limit: 2 }), ['Café Filter', 'Moon Vase'])
})

test('forgives slips of the finger and says how it read them', async () => {
  for (const [typed, meant, found] of [
    ['mgu', 'mug', 'Morning Mug'],
    ['espreso', 'espresso', 'Espresso Cup'],
    ['expreso', 'espresso', 'Espresso Cup'],
    ['teapto', 'teapot', 'Teapot'],
    ['picther', 'pitcher', 'Water Pitcher'],
    ['sholder vase', 'shoulder vase', 'Shoulder Vase'],
  ] as const) {
    const answer = await search({ q: typed })
    assert.equal(answer.products[0]?.name, found, typed)
    assert.deepEqual(answer.suggestions, [meant])
  }
})

test('finds nothing where nothing is close, and nothing to choose from', async () => {
  for (const q of ['tagine', 'xyzzy', 'hidden', "'; drop table product; --", '!!', ':*']) {
    const { total, products } = await search({ q })
    if (/[a-z]/.test(q)) assert.deepEqual([total, products.length, q], [0, 0, q])
  }
  assert.deepEqual((await search({ q: 'tagine' })).facets, [])
  assert.deepEqual((await search({ q: 'teapot mug' })).suggestions, ['teapot', 'mug'])
  assert.equal((await search({ q: '!!' })).total, drafts.length)
})

test('one letter is a word of its own, what sounds alike is forgiven, and words of every sentence find nothing', async () => {
  const here = await openSite(db)
  const things = ['Morning Mug', 'Coffee Scoop', 'Candles', 'Teapot', 'Box for X, printable', 'Lamp, model B', 'Mothers Vase']
  await save(
    db,
    here,
    ...things.map((name) => exampleProduct({ name, description: '<p>A better one of the two.</p>', price: minor(4000) })),
  )
  const found = async (q: string) => {
    const { products } = await shop.call<Answer>(here, searchLine, { q, sort: 'featured', limit: 24, offset: 0 })
    return products.map(({ name }) => name)
  }
  for (const [q, name] of [
    ['kaffee', 'Coffee Scoop'],
    ['mugg', 'Morning Mug'],
    ['candels', 'Candles'],
    ['morning-mug', 'Morning Mug'],
    ['MORNING', 'Morning Mug'],
    ['model b', 'Lamp, model B'],
    ['x', 'Box for X, printable'],
    ['mother’s vase', 'Mothers Vase'],
  ] as const)
    assert.deepEqual(await found(q), [name], q)
  for (const q of ['<b>x', '<b>m', 'b m', 'the', 'a', 'and', '€26', 'Becher']) assert.deepEqual(await found(q), [], q)
  assert.deepEqual(await found('tee'), ['Teapot'])
  const suggested = await shop.call<{ products: { name: string }[] }>(here, suggestLine, { q: 'morning m' })
  assert.deepEqual(
    suggested.products.map(({ name }) => name),
    ['Morning Mug'],
    'the last word is still being typed',
  )
})

/** Says again, in the plainest way, what an answer must count. */
function expected(
  input: { collection?: string; choices?: Record<string, string[]>; minPrice?: string; maxPrice?: string; inStock?: boolean },
  without?: string,
) {
  return drafts.filter((draft, i) => {
    const has = (option: string, choice: string) => draft.variants.some(({ choices }) => choices[option] === choice)
    const cents = (text: string | undefined, otherwise: number) => (text === undefined ? otherwise : Math.round(Number(text) * 100))
    return (
      (without === 'collection' || !input.collection || (input.collection === 'cups') === !draft.name.includes('Vase')) &&
      Object.entries(input.choices ?? {}).every(([option, wanted]) => without === option || wanted.some((choice) => has(option, choice))) &&
      (without === 'price' || (draft.price >= cents(input.minPrice, 0) && draft.price <= cents(input.maxPrice, 1e9))) &&
      (!input.inStock || i % 3 !== 0)
    )
  })
}

test('each facet counts what each of its choices would leave under all the other filters', async () => {
  const inputs = [
    {},
    { collection: 'cups' },
    { choices: { Glaze: ['Sage'] } },
    { choices: { Glaze: ['Sage', 'Ink'], Size: ['Large'] } },
    { collection: 'cups', choices: { Size: ['Large'] } },
    { minPrice: '30.00', maxPrice: '60' },
    { inStock: true, choices: { Glaze: ['Oat'] }, maxPrice: '70' },
    { collection: 'cups', inStock: true, minPrice: '25', choices: { Glaze: ['Ink'], Size: ['Small'] } },
  ]
  for (const input of inputs) {
    const answer = await search(input)
    const what = JSON.stringify(input)
    const all = expected(input)
    assert.equal(answer.total, all.length, what)
    assert.equal(answer.inStock, expected({ ...input, inStock: true }).length, what)
    assert.deepEqual(
      answer.products.map(({ slug }) => slug),
      all.map(({ slug }) => slug),
      what,
    )
    for (const option of ['Glaze', 'Size']) {
      const facet = answer.facets.find(({ name }) => name === option)
      const under = expected(input, option)
      const counts = Object.fromEntries((facet?.choices ?? []).map(({ value, count }) => [value, count]))
      for (const choice of option === 'Glaze' ? glazes.map(({ name }) => name) : ['Small', 'Large']) {
        const count = under.filter(({ variants }) => variants.some(({ choices }) => choices[option] === choice)).length
        assert.equal(counts[choice] ?? 0, count, `${what} ${option} ${choice}`)
      }
      assert.deepEqual(
        (facet?.choices ?? [])
          .filter(({ selected }) => selected)
          .map(({ value }) => value)
          .sort(),
        [...((input as { choices?: Record<string, string[]> }).choices?.[option] ?? [])].sort(),
      )
    }
    const collections = answer.facets.find(({ kind }) => kind === 'collection')
    const under = expected(input, 'collection')
    const counted = Object.fromEntries((collections?.choices ?? []).map(({ label, count }) => [label, count]))
    assert.equal(counted['Cups'] ?? 0, under.filter(({ name }) => !name.includes('Vase')).length, what)
    assert.equal(counted['Vases & Pots'] ?? 0, under.filter(({ name }) => name.includes('Vase')).length, what)
    const prices = expected(input, 'price').map(({ price }) => price)
    const text = (price: number) => (price / 100).toFixed(2)
    const [min, max] = [Math.min(...prices), Math.max(...prices)]
    const stepOf = (price: number) => Math.min(9, Math.floor(((price - min) * 10) / (max - min)))
    const steps = min === max ? [] : Array.from({ length: 10 }, (_, step) => prices.filter((price) => stepOf(price) === step).length)
    assert.deepEqual(answer.price, { min: text(min), max: text(max), currency: 'EUR', steps }, what)
  }
  const glaze = (await search({})).facets.find(({ name }) => name === 'Glaze')
  assert.equal(glaze?.kind, 'color')
  assert.equal(glaze?.choices.find(({ value }) => value === 'Sage')?.hex, '#9AA58F')
})

test('counts are new once products change, and follow stock at once', async () => {
  const here = await openSite(db)
  const one = exampleProduct({ name: 'Bread Board' })
  const totals = async (input: object) =>
    (await shop.call<Answer>(here, searchLine, { sort: 'featured', limit: 24, offset: 0, ...input })).total
  assert.equal(await totals({}), 0)
  await save(db, here, one)
  assert.equal(await totals({}), 1)
  assert.equal(await totals({ inStock: true }), 0)
  await stockUp(db, here, one, [1])
  assert.equal(await totals({ inStock: true }), 1)
  const asked = { sort: 'featured', limit: 24, offset: 0, maxPrice: '1000' }
  assert.equal((await shop.call<Answer>(here, searchLine, asked)).inStock, 1)
  await save(db, here, exampleProduct({ name: 'Second Board' }))
  assert.equal(await totals({ q: 'board' }), 2)
})

test('sorts and pages', async () => {
  const prices = (await search({ sort: 'priceAsc' })).products.map(({ price }) => price!.price!)
  assert.deepEqual(
    prices,
    [...prices].sort((a, b) => a - b),
  )
  assert.deepEqual((await names({ sort: 'name' })).slice(0, 2), ['Bottle Vase', 'Café Filter'])
  assert.deepEqual(await names({ sort: 'priceDesc', offset: 7 }), ['Morning Mug'])
  assert.equal((await search({ sort: 'newest', offset: 100 })).total, drafts.length)
})

test('404 COLLECTION_NOT_FOUND for a collection that is not there or not shown', async () => {
  for (const collection of ['nothing', 'secret']) {
    const answer = await shop.call<{ code: string }>(site, searchLine, { sort: 'featured', limit: 24, offset: 0, collection })
    assert.equal(answer.code, 'COLLECTION_NOT_FOUND')
  }
  assert.equal((await search({ collection: 'all-products' })).total, drafts.length)
})

test('suggests products with price and picture, and the collections that are called so', async () => {
  const suggest = async (q: string) => {
    const answer = await shop.call<{ products: { name: string; formattedPrice: string; inStock: boolean }[]; collections: object[] }>(
      site,
      suggestLine,
      { q },
    )
    contract[suggestLine].ok.parse(answer)
    return answer
  }
  const { products, collections } = await suggest('va')
  assert.deepEqual(
    products.map(({ name, formattedPrice, inStock }) => [name, formattedPrice, inStock]),
    [
      ['Shoulder Vase', '€50.00', false],
      ['Bottle Vase', '€60.00', true],
      ['Moon Vase', '€80.00', false],
    ],
  )
  assert.deepEqual(collections, [{ slug: 'vases & pots', name: 'Vases & Pots', numberOfProducts: 3 }])
  assert.deepEqual(
    (await suggest('teapt')).products.map(({ name }) => name),
    ['Teapot'],
  )
  assert.deepEqual(await suggest('  '), { products: [], collections: [] })
})
