import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { connectedDatabase, openSite } from '@vitrine/testing/connected'
import type { Database } from '../../kernel/db/pool.ts'
import { sql } from '../../kernel/db/sql.ts'
import { columnsOf } from './found-by.ts'
import { findOrder, findOrders, findStoredOrders, lockOrder, saveOrder, saveOrderLastly } from './store.ts'
import { type StoredOrder } from './stored-order.ts'
import { addOrders, exampleOrder, now } from './test/example.ts'

let db: Database
let site: string
before(async () => {
  db = await connectedDatabase()
  site = await openSite(db)
})
after(() => db?.close())

const euros = (amount: string) => ({ amount, formattedAmount: `€${amount}` })

async function placed(n: number): Promise<StoredOrder> {
  const example = exampleOrder(n)
  const { purchasedDate: _, ...document } = example.document
  const order: StoredOrder = {
    ...example,
    status: 'INITIALIZED',
    paymentStatus: 'NOT_PAID',
    holdsStock: false,
    document: { ...document, balanceSummary: { balance: euros('50.00'), paid: euros('0.00') } },
  }
  await addOrders(db, site, [order])
  return (await findOrder(db, site, order.id))!
}

const approved = (order: StoredOrder): StoredOrder => ({
  ...order,
  status: 'APPROVED',
  paymentStatus: 'PENDING',
  fulfillmentStatus: 'FULFILLED',
  holdsStock: true,
  revision: order.revision + 1,
  updatedAt: new Date(now.getTime() + 5000),
  document: {
    ...order.document,
    balanceSummary: { balance: euros('20.00'), paid: euros('20.00'), authorized: euros('10.00'), pending: euros('3.00') },
    purchasedDate: new Date(now.getTime() + 4000).toISOString(),
  },
})

for (const [how, save] of [
  ['at once', saveOrder],
  ['at the end of its write', saveOrderLastly],
] as const)
  test(`an order that is approved is read as it was saved, ${how}`, async () => {
    const order = await placed(1)
    const expected = approved(order)
    await db.transact((tx) => save(tx, site, expected))

    assert.deepEqual(await findOrder(db, site, order.id), expected)
    assert.deepEqual(await findStoredOrders(db, site, [order.id]), [expected])
    assert.deepEqual(await findOrders(db, site, [order.id]), [{ ...expected, activities: [] }])
    assert.deepEqual(await db.transact((tx) => lockOrder(tx, site, order.id)), expected)
    const [row] = await db.query<Record<string, unknown>>(sql`select * from orders where site = ${site} and id = ${order.id}`)
    for (const [name, value] of Object.entries(columnsOf(expected))) assert.deepEqual(row![name], value, name)
    await db.query(sql`delete from orders where site = ${site} and id = ${order.id}`)
  })

test('an order that was changed meanwhile is not approved', async () => {
  const order = await placed(3)
  await db.transact((tx) => saveOrder(tx, site, { ...order, revision: order.revision + 1 }))
  await assert.rejects(
    db.transact((tx) => saveOrder(tx, site, approved(order))),
    /was changed/,
  )
  const found = await findOrder(db, site, order.id)
  assert.equal(found?.status, 'INITIALIZED')
  assert.equal(found?.document.purchasedDate, undefined)
})
