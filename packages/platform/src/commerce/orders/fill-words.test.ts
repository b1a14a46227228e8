import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type ConnectedDatabase, connectedDatabase, openSite } from '@vitrine/testing/connected'
import { sql } from '../../kernel/db/sql.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { fillWords } from './fill-words.ts'
import { searchOrders } from './search.ts'
import { addOrders, exampleOrder } from './test/example.ts'

let db: ConnectedDatabase
before(async () => {
  db = await connectedDatabase()
})
after(() => db?.close())

test('orders from before are found by their words once these are filled in, and by what their shipments travel under', async () => {
  const [site, another] = [await openSite(db), await openSite(db)]
  const orders = Array.from({ length: 450 }, (_, n) => exampleOrder(n, { status: 'APPROVED', trackingNumbers: [] }))
  await addOrders(db, site, orders)
  await addOrders(db, another, [exampleOrder(0)])
  await db.query(sql`update orders set words = null where site = ${site}`)
  const found = async (words: string) => {
    const page = await searchOrders(db, site, undefined, { filter: { words }, cursorPaging: { limit: 100 } }, 2)
    assert.ok(!(page instanceof Refusal))
    return page.rows.map(({ id }) => id)
  }
  assert.deepEqual(await found('mv-549'), [])

  const [first, last] = [orders[0]!, orders.at(-1)!]
  const asked: string[] = []
  const deps = {
    database: db,
    sites: async () => [another, site],
    trackingNumbers: async (_db: unknown, of: string, ids: readonly string[]) => {
      asked.push(...ids.map((id) => `${of} ${id}`))
      return new Map(of === site ? [[last.id, ['00340434161094042557']]] : [])
    },
  }
  await fillWords(deps)
  assert.deepEqual(new Set(asked), new Set(orders.map(({ id }) => `${site} ${id}`)), 'those that have their words are left alone')
  assert.deepEqual(await found('mv-549'), [last.id])
  assert.deepEqual(await found('0034 0434 1610'), [last.id])
  assert.ok((await found('morning mug')).includes(first.id))

  asked.length = 0
  await fillWords(deps)
  assert.deepEqual(asked, [])
})
