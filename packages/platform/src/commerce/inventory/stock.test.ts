import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { connectedDatabase, openSite } from '@vitrine/testing/connected'
import { newId } from '../../kernel/db/id.ts'
import type { Database } from '../../kernel/db/pool.ts'
import { sql } from '../../kernel/db/sql.ts'
import { refuse } from '../../kernel/refusal.ts'
import { exampleMug, exampleProduct, now, save, stockUp } from '../catalogue/test/example.ts'
import { putBack, type StockLine, setStock, take } from './stock.ts'

let db: Database
before(async () => {
  db = await connectedDatabase()
})
after(() => db?.close())

const left = async (site: string) =>
  db.query<{ sku: string; quantity: number }>(sql`select sku, quantity from stock where site = ${site} order by sku`)

/** What lies on each counted stock item is what its movements add up to. */
async function conserved(site: string): Promise<void> {
  const wrong = await db.query(sql`
    select stock.sku, stock.quantity, sum(moved.quantity) as moved
    from stock left join stock_movement moved
      on moved.site = stock.site and moved.product_id = stock.product_id and moved.variant_id = stock.variant_id
    where stock.site = ${site}
    group by stock.sku, stock.product_id, stock.variant_id, stock.quantity having stock.quantity <> coalesce(sum(moved.quantity), 0)`)
  assert.deepEqual(wrong, [])
}

async function shop(quantities: readonly (number | null)[]) {
  const site = await openSite(db)
  const mug = exampleMug()
  await save(db, site, mug)
  await stockUp(db, site, mug, quantities)
  const line = (variant: number, quantity: number): StockLine => ({ productId: mug.id, variantId: mug.variants[variant]!.id, quantity })
  return { site, mug, line }
}

const buy = (site: string, lines: readonly StockLine[], orderId = newId()) =>
  db.transact(async (tx) => {
    const short = await take(tx, site, lines, { orderId }, now)
    return short.length > 0 ? refuse('FULL_OUT_OF_STOCK', { lineItemIds: [] }) : orderId
  })

test('takes all lines of an order, and writes down each', async () => {
  const { site, line } = await shop([5, 5, 5, null])
  const short = await db.transact((tx) => take(tx, site, [line(0, 2), line(1, 5), line(3, 999)], { orderId: newId() }, now))
  assert.deepEqual(short, [])
  assert.deepEqual((await left(site)).map(({ quantity }) => quantity).sort(), [0, 0, 3, 5])
  await conserved(site)
})

test('takes nothing where one line is short, and says which and how many there are', async () => {
  const { site, mug, line } = await shop([5, 1, 0, null])
  const gone = newId()
  const asked = [line(0, 2), line(1, 2), line(2, 1), { productId: gone, variantId: gone, quantity: 1 }]
  const short = await db.transact((tx) => take(tx, site, asked, { orderId: newId() }, now))
  assert.deepEqual(
    [...short].sort((a, b) => a.available - b.available || a.wanted - b.wanted).map(({ available, wanted }) => [available, wanted]),
    [
      [0, 1],
      [0, 1],
      [1, 2],
    ],
  )
  assert.ok(short.some(({ variantId }) => variantId === mug.variants[1]!.id))
  assert.deepEqual((await left(site)).map(({ quantity }) => quantity).sort(), [0, 0, 1, 5])
})

test('two lines of one stock item count together', async () => {
  const { site, line } = await shop([3, 0, 0, 0])
  assert.equal((await db.transact((tx) => take(tx, site, [line(0, 2), line(0, 2)], { orderId: newId() }, now))).length, 1)
  assert.deepEqual(await db.transact((tx) => take(tx, site, [line(0, 2), line(0, 1)], { orderId: newId() }, now)), [])
})

test('many buyers of the last units: as many orders as units, never below zero, whatever order their lines are in', async () => {
  const { site, line } = await shop([7, 7, 0, 0])
  const results = await Promise.all(
    Array.from({ length: 40 }, (_, i) => buy(site, i % 2 === 0 ? [line(0, 1), line(1, 1)] : [line(1, 1), line(0, 1)])),
  )
  assert.equal(results.filter((result) => typeof result === 'string').length, 7)
  assert.deepEqual(
    (await left(site)).map(({ quantity }) => quantity),
    [0, 0, 0, 0],
  )
  await conserved(site)
})

test('puts back what was taken, once for each reason and never more than was taken', async () => {
  const { site, line } = await shop([5, 5, 0, 0])
  const orderId = await buy(site, [line(0, 3), line(1, 2)])
  assert.ok(typeof orderId === 'string')
  const back = (reason: string, lines?: readonly StockLine[]) =>
    db.transact((tx) => putBack(tx, site, { orderId, reason, ...(lines && { lines }) }, now))
  assert.equal((await back('REFUND:1', [line(0, 1)]))[0]?.quantity, 1)
  assert.deepEqual(await back('REFUND:1', [line(0, 1)]), [])
  assert.deepEqual((await back('CANCELED')).map(({ quantity }) => quantity).sort(), [2, 2])
  assert.deepEqual(await back('VOIDED'), [])
  assert.deepEqual(await back('CANCELED'), [])
  assert.deepEqual((await left(site)).map(({ quantity }) => quantity).sort(), [0, 0, 5, 5])
  await conserved(site)
})

test('two ways of giving back that meet give back once', async () => {
  const { site, line } = await shop([5, 0, 0, 0])
  const orderId = await buy(site, [line(0, 4)])
  assert.ok(typeof orderId === 'string')
  await Promise.all(['CANCELED', 'EXPIRED', 'VOIDED'].map((reason) => db.transact((tx) => putBack(tx, site, { orderId, reason }, now))))
  assert.equal(
    (await left(site)).reduce((all, { quantity }) => all + quantity, 0),
    5,
  )
  await conserved(site)
})

test('counting again is written down as the difference, and stock that is no longer counted is never short', async () => {
  const site = await openSite(db)
  const board = exampleProduct({ name: 'Bread Board' })
  await save(db, site, board)
  await stockUp(db, site, board, [4])
  const stockItem = { productId: board.id, variantId: '00000000-0000-0000-0000-000000000000' }
  const [changed] = await db.transact((tx) => setStock(tx, site, [{ ...stockItem, quantity: 9 }], now))
  assert.deepEqual({ before: changed?.before, after: changed?.after }, { before: 4, after: 9 })
  await conserved(site)
  await db.transact((tx) => setStock(tx, site, [{ ...stockItem, quantity: null }], now))
  assert.deepEqual(await db.transact((tx) => take(tx, site, [{ ...stockItem, quantity: 1000 }], { orderId: newId() }, now)), [])
  await conserved(site)
})

test('the same product in another shop keeps its own stock', async () => {
  const { site, mug, line } = await shop([5, 5, 5, 5])
  const other = await openSite(db)
  await save(db, other, mug)
  await stockUp(db, other, mug, [1, 1, 1, 1])
  await buy(site, [line(0, 5)])
  assert.deepEqual(
    (await left(other)).map(({ quantity }) => quantity),
    [1, 1, 1, 1],
  )
})
