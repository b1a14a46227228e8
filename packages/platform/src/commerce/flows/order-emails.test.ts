import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { connectTo, openSite } from '@vitrine/testing/connected'
import { type TestDatabase, testDatabase } from '@vitrine/testing/database'
import { testSections } from '@vitrine/testing/shop'
import { newId } from '../../kernel/db/id.ts'
import type { Database } from '../../kernel/db/pool.ts'
import { sql } from '../../kernel/db/sql.ts'
import type { JobDefinition, Task } from '../../kernel/jobs/jobs.ts'
import type { Sections } from '../../kernel/settings/sections.ts'
import { mailJobs } from '../../shop/mail/jobs.ts'
import { mailer } from '../../shop/mail/mailer.ts'
import { findEmails } from '../../shop/mail/order-email-store.ts'
import type { StoredOrder } from '../orders/stored-order.ts'
import { addOrders, exampleOrder, now } from '../orders/test/example.ts'
import { insertAction, insertPaymentNow, newPayment } from '../payments/store.ts'
import { findOrderMails } from './order-emails.ts'

let home: TestDatabase
let db: Database
before(async () => {
  home = await testDatabase()
  db = connectTo(home.url)
})
after(async () => {
  await db?.close()
  await home?.[Symbol.asyncDispose]()
})

const settings = { ...testSections, revisions: '' }
const mailsOf = (sections: Sections = settings) =>
  findOrderMails({
    database: db,
    clock: { now: () => now },
    origin: 'https://morrow.example',
    readSettings: async () => sections,
    statusToken: async (_, orderId) => `of ${orderId}`,
    nextPayment: async () => undefined,
  })

function confirmation(sections: Sections = settings): Required<Pick<JobDefinition, 'run' | 'runAll'>> {
  const findAll = mailsOf(sections)
  const jobs = mailJobs({
    db,
    mailer: mailer({ db, now: () => now, domain: 'morrow.example', inbox: true, noteActivity: async () => {}, report: assert.ifError }),
    findOrderMails: findAll,
    findOrderMail: async (site, id) => (await findAll(site, [id])).get(id),
    findShipment: async () => undefined,
    openFiles: async () => [],
    findFailed: async () => undefined,
    findAsked: async () => undefined,
    findReceived: async () => undefined,
  })
  const { run, runAll } = jobs.find(({ queue }) => queue === 'mail-order-confirmation')!
  return { run, runAll: runAll! }
}

/** Orders that were paid for, each with a card of its own: the n-th with one that ends 420n. */
async function shopWith(...emails: readonly string[]) {
  const site = await openSite(db)
  const orders = emails.map((email, n) => exampleOrder(n, { email, status: 'APPROVED', paymentStatus: 'PAID' }))
  await addOrders(db, site, orders)
  for (const [n, { id: orderId, total: amount, currency }] of orders.entries()) {
    const document = { card: { brand: 'VISA', last4: `420${n}`, expiryMonth: 12, expiryYear: 2030 } } as never
    await insertPaymentNow(db, site, newPayment({ orderId, provider: 'sandbox', status: 'APPROVED', amount, currency, document }, now))
  }
  const tasks = orders.map(({ id }): Task => {
    const [type, payload] = ['wix.ecom.v1.order_approved', {}]
    return { eventId: newId(), site, type, entityId: id, occurredAt: now.toISOString(), payload }
  })
  return { site, orders, tasks }
}

const inboxOf = (site: string) =>
  db.query<{ key: string; recipient: string; subject: string; body: string }>(
    sql`select key, recipient, subject, body from inbox_mail where site = ${site} order by id`,
  )
const keysOf = async (site: string) => (await inboxOf(site)).map(({ key }) => key)
const notesOf = (site: string) =>
  db.query<{ key: string; orderId: string; kind: string; recipient: string; subject: string; about: object }>(
    sql`select key, order_id as "orderId", kind, recipient, subject, about from order_email where site = ${site} order by id`,
  )
const keyOf = ({ eventId }: Task) => `order-confirmation:${eventId}`

describe('the confirmations of a bundle', () => {
  test('go out in its order, each to its buyer and of its order, once however often it is done', async () => {
    const { site, orders, tasks } = await shopWith('ada@example.com', 'emile@example.com', 'grace@example.com')
    const { run, runAll } = confirmation()
    await runAll(tasks)
    const messages = await inboxOf(site)
    assert.deepEqual(
      messages.map(({ key, recipient }) => [key, recipient]),
      tasks.map((task, n) => [keyOf(task), orders[n]!.email]),
    )
    for (const [n, { body }] of messages.entries()) {
      assert.match(body, new RegExp(`\\b${10_001 + n}\\b`))
      assert.match(body, new RegExp(`Visa ending 420${n}`))
      assert.ok(body.includes(`https://morrow.example/orders/${orders[n]!.id}?token=of%20${orders[n]!.id}`))
    }
    const notes = await notesOf(site)
    assert.deepEqual(
      notes,
      messages.map(({ key, recipient, subject }, n) => {
        return { key, orderId: orders[n]!.id, kind: 'ORDER_CONFIRMATION', recipient, subject, about: {} }
      }),
    )
    await runAll(tasks)
    for (const task of tasks) await run(task)
    assert.deepEqual([await inboxOf(site), await notesOf(site)], [messages, notes])
  })

  test('of which some went out before send the others', async () => {
    const { site, orders, tasks } = await shopWith('ada@example.com', 'emile@example.com')
    const { run, runAll } = confirmation()
    const [first, second] = tasks
    await run(second!)
    assert.deepEqual(await keysOf(site), [keyOf(second!)])
    await runAll(tasks)
    assert.deepEqual(await keysOf(site), [keyOf(second!), keyOf(first!)])
    assert.deepEqual((await notesOf(site)).length, 2)
    for (const { id } of orders) assert.equal((await findEmails(db, site, id, 10)).length, 1)
  })

  test('leave out orders that are gone or have nobody to write to, and one that is there twice is written once', async () => {
    const { site, tasks } = await shopWith('ada@example.com', '')
    const { runAll } = confirmation()
    const [known] = tasks
    await runAll([...tasks, { ...known!, eventId: newId(), entityId: newId() }, known!])
    assert.deepEqual(await keysOf(site), [keyOf(known!)])
    assert.equal((await notesOf(site)).length, 1)
  })

  test('of several shops stay with their shops', async () => {
    const [one, other] = [await shopWith('ada@example.com', 'emile@example.com'), await shopWith('grace@example.com')]
    await confirmation().runAll([one.tasks[0]!, other.tasks[0]!, one.tasks[1]!])
    assert.deepEqual([await keysOf(one.site), await keysOf(other.site)], [one.tasks.map(keyOf), other.tasks.map(keyOf)])
  })

  test('that a shop sends none of are neither put nor noted', async () => {
    const { site, tasks } = await shopWith('ada@example.com', 'emile@example.com')
    await confirmation({ ...settings, emails: { 'order-placed': { revision: 1, off: true } } }).runAll(tasks)
    assert.deepEqual([await inboxOf(site), await notesOf(site)], [[], []])
  })
})

test('what emails say of orders is the same for several as for each', async () => {
  const { site, orders } = await shopWith('ada@example.com', 'emile@example.com', 'grace@example.com')
  const [refunded] = orders as [StoredOrder]
  const [payment] = await db.query<{ id: string }>(sql`select id from payment where site = ${site} and order_id = ${refunded.id}`)
  await insertAction(db, site, {
    id: newId(),
    paymentId: payment!.id,
    orderId: refunded.id,
    kind: 'REFUND',
    state: 'SUCCEEDED',
    amount: 100,
    attempt: newId(),
    reference: null,
    document: { details: { shippingIncluded: false }, external: false },
    createdAt: now,
    updatedAt: now,
  })
  const find = mailsOf()
  const together = await find(
    site,
    orders.map(({ id }) => id),
  )
  assert.equal(together.size, 3)
  for (const [n, { id, total }] of orders.entries()) {
    assert.deepEqual(together.get(id), (await find(site, [id])).get(id))
    assert.equal(together.get(id)!.paid, n === 0 ? total - 100 : total)
  }
  assert.equal((await find(site, [refunded.id], 'tom@example.com')).get(refunded.id)!.to, 'tom@example.com')
})
