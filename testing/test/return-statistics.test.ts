/** Why items come back, and which: counted over days, and of one shop alone. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from '@vitrine/platform/kernel/db/sql'
import { reason, startReturningShop } from '../src/returning-shop.ts'

const { shop, office, mug, plate, sent, ask } = await startReturningShop()
const read = async (days?: number) => (await office.orderReturns.getReturnStatistics(days ? { days } : {})).statistics

test('nothing came back', async () => {
  await sent([{ product: mug, colour: 'Sage', quantity: 4 }])
  assert.deepEqual(await read(), { days: 90, returns: 0, returnedQuantity: 0, soldQuantity: 4, reasons: [], items: [] })
})

test('reasons by returns, variants by units of what was sold; what was refused or canceled does not count', async () => {
  const { id: first } = await ask(await sent([{ product: mug, colour: 'Ink', quantity: 3 }]), {})
  const two = await sent([{ product: mug, colour: 'Ink', quantity: 2 }, { product: plate }])
  await ask(two, { lines: two.lines.map((lineItemId, at) => ({ lineItemId, quantity: at === 0 ? 2 : 1, reason })) })
  const { id: refused } = await ask(await sent([{ product: plate }]))
  await office.orderReturns.refuseReturn({ id: refused, message: 'Not this one.' })
  const { reasons, items, ...all } = await read()
  assert.deepEqual(all, { days: 90, returns: 2, returnedQuantity: 4, soldQuantity: 11 })
  assert.deepEqual(reasons, [{ reason, returns: 2 }])
  assert.deepEqual(
    items.map(({ name, description, productId, returnedQuantity, soldQuantity }) => [
      name,
      description,
      productId,
      returnedQuantity,
      soldQuantity,
    ]),
    [
      ['Morning Mug', 'Ink', mug.id, 3, 5],
      ['Table Plate', undefined, plate.id, 1, 2],
    ],
  )
  assert.ok(items[0]!.variantId, 'a variant of the product')
  await office.orderReturns.approveReturn({ id: first })
  assert.equal((await read()).returns, 2)
})

test('orders from before, whose lines have no columns yet, say the same; the columns are filled in', async () => {
  const { database, everyMinute } = shop.platform
  const countEmpty = async () =>
    (
      await database.query<{ count: number }>(sql`select count(*)::int as count from orders where site = ${shop.site} and line_ids is null`)
    )[0]!.count
  const lines = () =>
    database.query(sql`select line_ids, line_items, line_variants, line_quantities from orders where site = ${shop.site} order by id`)
  const [said, written] = [await read(), await lines()]
  await database.query(sql`
    update orders set line_ids = null, line_items = null, line_variants = null, line_quantities = null where site = ${shop.site}`)
  assert.deepEqual(await read(), said)
  assert.ok((await countEmpty()) > 0)
  await everyMinute()
  assert.equal(await countEmpty(), 0)
  assert.deepEqual(await lines(), written)
  assert.deepEqual(await read(), said)
})

test('over so many days, and by those who may read orders', async () => {
  shop.clock.advance(40 * 24 * 3_600_000)
  assert.deepEqual([(await read(30)).returns, (await read(30)).soldQuantity, (await read(41)).returns], [0, 0, 2])
})
