import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { after, before, test } from 'node:test'
import { minor } from '@vitrine/pricing'
import { type ConnectedDatabase, connectedDatabase, openSite } from '@vitrine/testing/connected'
import { type Sql, sql } from '../../kernel/db/sql.ts'
import type { ProductDraft } from './product.ts'
import { type RewriteDeps, rewriteCatalogues } from './rewrite.ts'
import { shapeOfToday } from './save.ts'
import { caller, commerce, exampleMug, exampleProduct, now, save, stockUp } from './test/example.ts'

let db: ConnectedDatabase
before(async () => {
  db = await connectedDatabase()
})
after(() => db?.close())

const later = new Date(now.getTime() + 3_600_000)
const faults: unknown[] = []
const deps = (site: string, more: Partial<RewriteDeps> = {}): RewriteDeps => ({
  database: db,
  clock: { now: () => later },
  sites: async () => [site],
  commerce: async () => commerce,
  report: (fault) => faults.push(fault),
  batch: 7,
  ...more,
})

/** A shop whose products are as an older version left them. */
async function olderShop(count: number): Promise<{ readonly site: string; readonly drafts: readonly ProductDraft[] }> {
  const site = await openSite(db)
  const drafts = Array.from({ length: count }, (_, i) =>
    i === 0
      ? exampleMug({ ribbon: 'New' })
      : exampleProduct({ name: `Cup ${i}`, price: minor(1000 + i), brand: i % 2 ? 'Morrow' : 'Even' }),
  )
  await save(db, site, ...drafts)
  await makeOld(site)
  return { site, drafts }
}

const makeOld = (site: string, where: Sql = sql`true`) =>
  db.query(
    sql`update product set written = 0, max_price = null, brand_id = null, ribbon_id = null, ribbon = '' where site = ${site} and ${where}`,
  )

interface Row {
  readonly id: string
  readonly name: string
  readonly written: number
  readonly revision: number
  readonly max: number | null
  readonly document: string
  readonly updatedAt: Date
}
const rowsOf = (site: string) =>
  db.query<Row>(sql`
    select id, name, written, revision, max_price as max, document, updated_at as "updatedAt" from product where site = ${site} order by id`)
/** What it says: the database has members of a draft in an order of its own. */
const said = (document: string): unknown => JSON.parse(document.replaceAll(/\ufdd1[^\ufdd2]*\ufdd2/g, '0'))
const progressOf = async (site: string) =>
  (
    await db.query<{ written: number; finished: boolean }>(
      sql`select written, finished_at is not null as finished from catalogue_rewrite where site = ${site}`,
    )
  )[0]

test('all products are written in the shape of today, and say what they said: their dates too, and nobody is told', async () => {
  const { site } = await olderShop(20)
  const told = await db.query(sql`select from outbox where site = ${site}`)
  const old = await rowsOf(site)
  await rewriteCatalogues(deps(site))
  const fresh = await rowsOf(site)
  assert.deepEqual(
    fresh.map(({ id, name, document, updatedAt }) => [id, name, said(document), updatedAt]),
    old.map(({ id, name, document, updatedAt }) => [id, name, said(document), updatedAt]),
  )
  assert.ok(fresh.every(({ written, max }) => written === shapeOfToday && max !== null))
  assert.deepEqual(await progressOf(site), { written: 20, finished: true })
  assert.equal((await db.query(sql`select from outbox where site = ${site}`)).length, told.length)
  // The next time there is nothing to do.
  await rewriteCatalogues(deps(site))
  assert.deepEqual(
    (await rowsOf(site)).map(({ revision }) => revision),
    fresh.map(({ revision }) => revision),
  )
})

test('until then shoppers read the document that was there, and what is written again is sold as before', async () => {
  const { site, drafts } = await olderShop(9)
  const shop = caller(db)
  const [mug] = drafts
  await stockUp(db, site, mug!, [3, 3, 3, 3])
  const read = () =>
    shop.call<{ product: { name: string; stock: { inventoryStatus: string } } }>(site, 'GET /stores-reader/v1/products/{id}', {
      id: mug!.id,
    })
  const sold = () =>
    shop.facts.sellables(db, site, [
      { appId: '215238eb-22a5-4c36-9e7b-e7c08025e04e', catalogItemId: mug!.id, options: { options: { Glaze: 'Ink', Size: 'Large' } } },
    ])
  const [document, item] = [await read(), (await sold())[0]!]
  let batches = 0
  await rewriteCatalogues(
    deps(site, {
      batch: 2,
      rest: async () => {
        batches++
        assert.deepEqual(await read(), document)
        assert.equal((await sold())[0]!.price, item.price)
      },
    }),
  )
  assert.equal(batches, 5)
  assert.deepEqual(await read(), document)
  assert.equal((await sold())[0]!.available, item.available)
})

test('what is left off in the middle goes on there; nothing is written twice', async () => {
  const { site } = await olderShop(20)
  const stop = new Error('the process ends here')
  await assert.rejects(
    rewriteCatalogues(
      deps(site, {
        rest: async (_, written) => {
          if (written === 14) throw stop
        },
      }),
    ),
    stop,
  )
  assert.deepEqual(await progressOf(site), { written: 14, finished: false })
  const half = await rowsOf(site)
  assert.equal(half.filter(({ written }) => written === shapeOfToday).length, 14)
  await rewriteCatalogues(deps(site))
  assert.deepEqual(await progressOf(site), { written: 20, finished: true })
  const whole = await rowsOf(site)
  for (const [i, row] of half.entries()) if (row.written === shapeOfToday) assert.equal(whole[i]!.revision, row.revision)
})

test('a process that is killed in the middle leaves nothing half done, and another one goes on', async () => {
  const { site } = await olderShop(40)
  const program = `
    import { connect } from ${JSON.stringify(new URL('../../kernel/db/pool.ts', import.meta.url).href)}
    import { rewriteCatalogues } from ${JSON.stringify(new URL('./rewrite.ts', import.meta.url).href)}
    const database = connect({ url: ${JSON.stringify(db.url)} })
    await rewriteCatalogues({
      database, clock: { now: () => new Date(${later.getTime()}) }, sites: async () => [${JSON.stringify(site)}], batch: 2,
      commerce: async () => (${JSON.stringify(commerce)}), report: console.error,
      rest: async (_, written) => { console.log(written); if (written >= 6) await new Promise((never) => setTimeout(never, 1e6)) },
    })`
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: ['ignore', 'pipe', 'inherit'] })
  try {
    let said = ''
    while (!said.includes('6')) said += String((await once(child.stdout, 'data'))[0])
  } finally {
    child.kill('SIGKILL')
  }
  assert.deepEqual(await progressOf(site), { written: 6, finished: false })
  await rewriteCatalogues(deps(site))
  assert.deepEqual(await progressOf(site), { written: 40, finished: true })
  assert.ok((await rowsOf(site)).every(({ written }) => written === shapeOfToday))
})

test('several processes take turns, and each product is written once', async () => {
  const { site } = await olderShop(40)
  const before = Math.max(...(await rowsOf(site)).map(({ revision }) => revision))
  const rest = () => new Promise<void>((resolve) => setImmediate(resolve))
  // One that finds another at it leaves it to that one: all come again each minute.
  for (let round = 0; round < 50 && !(await progressOf(site))?.finished; round++)
    await Promise.all([1, 2, 3].map(() => rewriteCatalogues(deps(site, { batch: 3, rest }))))
  assert.deepEqual(await progressOf(site), { written: 40, finished: true })
  const rows = await rowsOf(site)
  assert.ok(rows.every(({ written, revision }) => written === shapeOfToday && revision > before))
})

test('what merchants change meanwhile stays changed', async () => {
  const { site, drafts } = await olderShop(12)
  const byId = [...drafts].sort((a, b) => (a.id < b.id ? -1 : 1))
  const [first, last] = [byId[0]!, byId.at(-1)!]
  let changes: Promise<unknown> | undefined
  await rewriteCatalogues(
    deps(site, {
      batch: 3,
      rest: async () => {
        changes ??= Promise.all([save(db, site, { ...first, name: 'Changed after' }), save(db, site, { ...last, name: 'Changed before' })])
      },
    }),
  )
  await changes
  const names = new Map((await rowsOf(site)).map(({ id, name, written }) => [id, [name, written]]))
  assert.deepEqual(names.get(first.id), ['Changed after', shapeOfToday])
  assert.deepEqual(names.get(last.id), ['Changed before', shapeOfToday])
  assert.equal((await progressOf(site))?.finished, true)
})

test('a product that cannot be written is reported and keeps nobody from the others', async () => {
  const { site, drafts } = await olderShop(9)
  faults.length = 0
  const bad = drafts[4]!.id
  await db.query(sql`update product set draft = '{"name": 1}'::jsonb where site = ${site} and id = ${bad}`)
  await rewriteCatalogues(deps(site))
  const rows = await rowsOf(site)
  assert.deepEqual(
    rows.filter(({ written }) => written !== shapeOfToday).map(({ id }) => id),
    [bad],
  )
  assert.equal(faults.length, 1)
  assert.deepEqual(await progressOf(site), { written: 8, finished: true })
})
