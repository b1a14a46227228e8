import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { minor } from '@vitrine/pricing'
import { type ConnectedDatabase, connectedDatabase } from '@vitrine/testing/connected'
import { newId } from '../../kernel/db/id.ts'
import { type Sql, sql } from '../../kernel/db/sql.ts'
import { createSite } from '../../kernel/sites/directory.ts'
import { setStock } from '../inventory/stock.ts'
import { countMatches } from './count-matches.ts'
import { readFound } from './document-cache.ts'
import { findMatches } from './find.ts'
import { findInLarge, usualBounds } from './find-in-large.ts'
import { saveProducts } from './save.ts'
import type { Search } from './search-conditions.ts'
import { findPage } from './store.ts'
import { caller, commerce, exampleMug, now } from './test/example.ts'

const site = newId()
const large = 20_000
const all = 3600
let database: ConnectedDatabase

before(async () => {
  database = await connectedDatabase()
  await database.transact(async (db) => {
    await createSite(db, { id: site, name: 'Shop' }, now)
    for (let from = 0; from < all; from += 600) {
      const mugs = Array.from({ length: 600 }, (_, i) => {
        const n = from + i
        return exampleMug({ name: n % 100 === 0 ? `Rare Mug ${n}` : `Mug ${n}`, price: minor(1000 + n), sku: `M${n}` })
      })
      await saveProducts(db, site, commerce, mugs, now, { announce: false })
    }
  })
})
after(() => database?.close())

const anything: Search = {
  words: undefined,
  collectionId: undefined,
  choices: {},
  min: undefined,
  max: undefined,
  inStock: false,
  minRating: undefined,
  sort: 'priceAsc',
  limit: 24,
  offset: 0,
}

test('a large catalogue answers the same pages as a small one', async () => {
  for (const search of [
    { ...anything, choices: { Glaze: ['Sage'] } },
    { ...anything, choices: { Glaze: ['Sage'] }, sort: 'name', offset: 48 },
    { ...anything, max: 1500, sort: 'priceDesc' },
    { ...anything, words: `'rare':*` },
    { ...anything, words: `'rare':*`, sort: 'newest', offset: 24 },
    { ...anything, words: `'rare':*`, sort: 'featured' },
    { ...anything, choices: { Glaze: ['None'] } },
  ] satisfies Search[]) {
    const [small, big] = [await findMatches(database, site, search, 0), await findMatches(database, site, search, large)]
    assert.deepEqual(readFound(big.found), readFound(small.found), JSON.stringify(search))
  }
})

test('few hits are counted in a large catalogue, many are estimated', async () => {
  const rare = { ...anything, words: `'rare':*` }
  assert.deepEqual(await countMatches(database, site, rare, large), await countMatches(database, site, rare, 0))

  const many = { ...anything, choices: { Glaze: ['Sage'] } }
  const [exact, estimate] = [await countMatches(database, site, many, 0), await countMatches(database, site, many, large)]
  assert.deepEqual([exact.estimated, exact.total], [false, all])
  // By one of 64, chosen by ids that differ from run to run: six times the usual error.
  if (estimate.estimated) assert.ok(Math.abs(estimate.total - all) < 6 * 64 * Math.sqrt(all / 64), String(estimate.total))
  else assert.equal(estimate.total, all)
})

test('a list of a large catalogue says about how many it has, and of few exactly', async () => {
  const pageOf = (where: Sql) =>
    findPage(database, site, { where, total: undefined, hidden: false, order: sql`product.id`, limit: 5, offset: 0 })
  assert.equal((await pageOf(sql`product.name like 'Rare%'`)).total, all / 100)
  await database.query(sql`update catalogue set products = ${large} where site = ${site}`)
  assert.equal((await pageOf(sql`product.name like 'Rare%'`)).total, all / 100)
  const { total } = await pageOf(sql`product.name like '%Mug%'`)
  assert.ok(total === all || Math.abs(total - all) < 6 * 64 * Math.sqrt(all / 64), String(total))
  await database.query(sql`update catalogue set products = ${all} where site = ${site}`)
})

test('of many that have all words in their names the newest come first, page after page without a gap', async () => {
  const bounds = { ...usualBounds, mostRanked: -1, deepestRanked: all }
  const search: Search = { ...anything, words: `'mug':*`, names: `'=mug':*`, sort: 'featured' }
  const pages = await Promise.all(
    [0, 24, 48].map(async (offset) => readFound((await findInLarge(database, site, { ...search, offset }, bounds)).found)),
  )
  const usual = await findMatches(database, site, { ...search, sort: 'usual', limit: 72 }, 0)
  assert.deepEqual(pages.flat(), readFound(usual.found).slice(0, 72))
})

test('searches of a large catalogue: what is in stock at once, however few, and choices that nothing has', async () => {
  await database.query(sql`update catalogue set visible_products = ${large} where site = ${site}`)
  const shop = caller(database)
  const answerTo = (input: object) =>
    shop.call<{ products: { id: string }[]; total: number; estimated?: boolean }>(site, 'GET /vitrine/v1/search', {
      sort: 'newest',
      limit: 5,
      offset: 0,
      ...input,
    })
  const search = async (input: object) => {
    const answer = await answerTo(input)
    return [answer.products.length, answer.total]
  }
  const none = Array.from({ length: 20 }, (_, i) => `None ${i}`)
  assert.equal((await search({ choices: { Glaze: ['Sage', ...none] } }))[0], 5)
  assert.deepEqual(await search({ choices: { Glaze: none } }), [0, 0])
  assert.deepEqual(await search({ inStock: true }), [0, 0])
  const rows = await database.query<{ productId: string; variantId: string }>(sql`
    select product_id as "productId", variant_id as "variantId" from stock where site = ${site} order by product_id, variant_id limit 1`)
  await database.transact((db) =>
    setStock(
      db,
      site,
      rows.map((row) => ({ ...row, quantity: 1 })),
      now,
    ),
  )
  assert.deepEqual(await search({ inStock: true }), [1, 1])
  assert.deepEqual(await search({ inStock: true, choices: { Glaze: ['Sage'] }, sort: 'priceAsc' }), [1, 1])
  assert.equal((await search({ q: 'mug', inStock: true, sort: 'featured' }))[0], 1)
  // Whether so many are estimated depends on how many of them are in the sample, which ids decide.
  const { total, estimated } = await answerTo({})
  assert.equal(total, estimated ? large : all)
  await database.query(sql`update catalogue set visible_products = ${all} where site = ${site}`)
})
