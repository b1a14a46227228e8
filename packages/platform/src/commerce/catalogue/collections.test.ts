import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Collection, contract } from '@vitrine/contract'
import { connectedDatabase, openSite } from '@vitrine/testing/connected'
import type { Database } from '../../kernel/db/pool.ts'
import { sql } from '../../kernel/db/sql.ts'
import { addCollection, caller, exampleMug, exampleProduct, save } from './test/example.ts'

const queryLine = 'GET /v2/collections/query'
interface Page {
  collections: Collection[]
  metadata: { count: number; offset: number; total: number }
}

let db: Database
let shop: ReturnType<typeof caller>
before(async () => {
  db = await connectedDatabase()
  shop = caller(db)
})
after(() => db?.close())

const counts = async (site: string) => {
  const { collections } = await shop.call<Page>(site, queryLine, {})
  return Object.fromEntries(collections.map(({ slug, numberOfProducts }) => [slug, numberOfProducts]))
}

test('lists the collection of all products first, then the others in their order; by id and name they are filtered and sorted', async () => {
  const site = await openSite(db)
  const vases = await addCollection(db, site, 'Vases', { position: 2 })
  await addCollection(db, site, 'Cups', { position: 1 })
  await addCollection(db, site, 'Secret', { position: 0, visible: false })
  const page = await shop.call<Page>(site, queryLine, {})
  contract[queryLine].ok.parse(page)
  assert.deepEqual(
    page.collections.map(({ slug }) => slug),
    ['all-products', 'cups', 'vases'],
  )
  assert.deepEqual(page.metadata, { count: 3, offset: 0, total: 3 })
  const slugs = async (query: object, kind?: 'app') =>
    (await shop.call<Page>(site, queryLine, { query }, kind)).collections.map(({ slug }) => slug)
  assert.deepEqual(await slugs({ sort: [{ fieldName: 'name', order: 'DESC' }] }), ['vases', 'cups', 'all-products'])
  assert.deepEqual(await slugs({ filter: { name: { $startsWith: 'VA' } } }), ['vases'])
  assert.deepEqual(await slugs({ filter: { id: { $in: [vases, '00000000-000000-000000-000000000001'] } } }), ['all-products', 'vases'])
  assert.deepEqual(await slugs({ filter: { name: { $contains: 's' } }, paging: { limit: 1, offset: 1 } }), ['cups'])
  assert.deepEqual(await slugs({}, 'app'), ['all-products', 'secret', 'cups', 'vases'])
  assert.equal((await shop.call<{ code: string }>(site, queryLine, { query: { filter: { slug: 'x' } } })).code, 'INVALID_ARGUMENT')
})

test('counts follow the products as they come, move and hide', async () => {
  const site = await openSite(db)
  const cups = await addCollection(db, site, 'Cups')
  const vases = await addCollection(db, site, 'Vases')
  const mug = exampleMug({ collectionIds: [cups] })
  const bowl = exampleProduct({ name: 'Bowl', collectionIds: [cups, vases] })
  await save(db, site, mug, bowl)
  assert.deepEqual(await counts(site), { 'all-products': 2, cups: 2, vases: 1 })
  await save(db, site, { ...mug, collectionIds: [vases] })
  assert.deepEqual(await counts(site), { 'all-products': 2, cups: 1, vases: 2 })
  await save(db, site, { ...mug, collectionIds: [vases], visible: false })
  assert.deepEqual(await counts(site), { 'all-products': 1, cups: 1, vases: 1 })
  const later = await addCollection(db, site, 'Later')
  await save(db, site, { ...bowl, collectionIds: [cups, later] })
  assert.deepEqual(await counts(site), { 'all-products': 1, cups: 1, vases: 0, later: 1 })
})

test('products that are saved at the same time are all counted', async () => {
  const site = await openSite(db)
  const cups = await addCollection(db, site, 'Cups')
  const many = Array.from({ length: 12 }, (_, i) => exampleProduct({ name: `Cup ${i}`, collectionIds: [cups] }))
  await Promise.all(many.map((draft) => save(db, site, draft)))
  assert.deepEqual(await counts(site), { 'all-products': 12, cups: 12 })
})

test('what changed is told in the transaction that changed it', async () => {
  const site = await openSite(db)
  await addCollection(db, site, 'Cups')
  const mug = exampleMug()
  await save(db, site, mug)
  await save(db, site, { ...mug, name: 'Second Mug' })
  const told = await db.query<{ type: string; payload: Record<string, unknown> }>(
    sql`select type, payload from outbox where site = ${site} order by id`,
  )
  assert.deepEqual(
    told.map(({ type }) => type.split('.').at(-1)),
    ['CollectionCreated', 'ProductCreated', 'ProductChanged'],
  )
  assert.deepEqual(told[1]?.payload['price'], {
    currency: 'EUR',
    price: 26,
    discountedPrice: 26,
    formatted: { price: '€26.00', discountedPrice: '€26.00' },
  })
})

test('a collection is read by id, by slug and under the older address', async () => {
  const site = await openSite(db)
  const id = await addCollection(db, site, 'Cups')
  for (const [line, input] of [
    ['GET /v2/collections/{id}', { id }],
    ['GET /v2/collections/slug/{slug}', { slug: 'cups' }],
    ['GET /stores-reader/v1/collections/slug/{slug}', { slug: 'cups' }],
    ['GET /v2/collections/slug/{slug}', { slug: 'all-products' }],
  ] as const) {
    const answer = await shop.call<{ collection: Collection }>(site, line, input)
    contract[line].ok.parse(answer)
  }
})
