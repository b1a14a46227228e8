import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { createClient, visitor } from '@vitrine/client'
import type { Platform } from '@vitrine/platform'
import { type Embedded, startEmbedded } from '@vitrine/platform/kernel/db/embedded'
import { connect, type Database } from '@vitrine/platform/kernel/db/pool'
import { sql } from '@vitrine/platform/kernel/db/sql'
import { card } from '../src/buyer.ts'
import { startTestPlatform, testClock } from '../src/platform.ts'
import { addProduct, type TestProduct } from '../src/products.ts'
import { freePort, type ServerProcess, startServerProcess } from '../src/server-process.ts'

const units = 10_000
const buyersAtOnce = 6

let dataDir: string
let port: number
let server: ServerProcess
let postgres: Embedded
let database: Database
let site: string
let ticket: TestProduct

const start = () => startServerProcess({ dataDir, port })

before(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'vitrine-crash-'))
  port = await freePort()
  server = await start()
  postgres = await startEmbedded({ dataDir: join(dataDir, 'postgres'), log: () => {} })
  database = connect({ url: postgres.url, connections: 4 })
  const [row] = await database.query<{ site: string }>(sql`select site from site order by created_at limit 1`)
  site = row!.site
  // Nothing to deliver: a bare shop has no way of delivery yet.
  ticket = await addProduct({ database } as Platform, { site, name: 'Ticket', price: 1500, stock: units, itemType: 'DIGITAL' }, new Date())
})
after(async () => {
  await server[Symbol.asyncDispose]()
  await database.close()
  await postgres.stop()
  await rm(dataDir, { recursive: true, force: true })
})

/**
 * Orders that were answered: what nobody may lose any more. `PENDING` is an answer too, where the bank's own was lost with the database:
 * such an order is brought to its end by the job that asks.
 */
const answered = new Map<string, { readonly checkout: string; readonly status: string }>()

/** A shopper whose client asks again, under the same key, when an answer is lost; until the server is back, however long its start takes. */
async function buyAgainAndAgain(stop: AbortSignal): Promise<void> {
  const clientId = /Client id\s+(\S+)/.exec(server.output())![1]!
  const buyer = createClient({ baseUrl: server.url, auth: visitor({ clientId }), retries: Number.POSITIVE_INFINITY, timeoutMs: 300_000 })
  while (!stop.aborted) {
    const { checkout } = await buyer.checkout.createCheckout({
      channelType: 'WEB',
      lineItems: [{ quantity: 1, catalogReference: ticket.reference() }],
      checkoutInfo: { buyerInfo: { email: 'ada@example.com' }, billingInfo: { address: { country: 'DE' } } },
    })
    const paymentToken = await card(buyer)
    const placed = await buyer.payments.placeOrder({ id: checkout.id!, paymentToken, returnUrl: 'http://localhost/back' })
    answered.set(placed.orderId, { checkout: checkout.id!, status: placed.status })
  }
}

async function until(condition: () => boolean | Promise<boolean>, what: string, seconds = 240): Promise<void> {
  for (const giveUpAt = Date.now() + seconds * 1000; !(await condition()); await sleep(20)) {
    if (Date.now() > giveUpAt) throw new Error(`${what}\n${server.output().slice(-2000)}`)
  }
}

const more = async (orders: number): Promise<void> => {
  const enough = answered.size + orders
  await until(() => answered.size >= enough, 'no orders came through any more')
}

async function killPostgres(): Promise<void> {
  const lock = await readFile(join(dataDir, 'postgres/cluster/postmaster.pid'), 'utf8')
  process.kill(Number(lock.split('\n')[0]), 'SIGKILL')
}

test('kill -9 of the server, of PostgreSQL, and of both while orders run: every order that was answered is there, once, with its stock, its payment and its mail', async () => {
  const stop = new AbortController()
  const buying = Promise.all(Array.from({ length: buyersAtOnce }, () => buyAgainAndAgain(stop.signal)))
  buying.catch(() => {})

  for (const crash of ['server', 'PostgreSQL', 'both', 'server'] as const) {
    await Promise.race([more(12), buying])
    // Somewhere in the middle of whatever is going on.
    await sleep(Math.random() * 60)
    await Promise.all([crash !== 'server' && killPostgres(), crash !== 'PostgreSQL' && server.kill()])
    if (crash !== 'PostgreSQL') server = await start()
  }
  await Promise.race([more(12), buying])
  stop.abort()
  await buying

  // What the job of the minute does when the provider's patience is over.
  const later = testClock(new Date(Date.now() + 40_000).toISOString())
  await using house = await startTestPlatform({ databaseUrl: postgres.url, clock: later })
  await house.platform.everyMinute()
  await house.platform.jobs.settle()
  const emails = async () =>
    (
      await database.query<{ count: number }>(sql`
      select count(*)::int as count from orders o where o.site = ${site} and o.status = 'APPROVED'
        and not exists (select from inbox_mail m where m.site = o.site and m.subject like '%' || o.number || '%')`)
    )[0]!.count
  await until(async () => (await emails()) === 0, 'an email did not come')

  const orders = await database.query<{
    id: string
    status: string
    checkout: string
    taken: number
    payments: string[]
    charges: string[]
    emails: number
  }>(sql`
    select o.id, o.status, o.checkout_id as checkout,
      (select coalesce(-sum(m.quantity), 0)::int from stock_movement m where m.site = o.site and m.order_id = o.id) as taken,
      array(select p.status from payment p where p.site = o.site and p.order_id = o.id) as payments,
      array(select c.state from payment p join sandbox_charge c on c.site = p.site and c.payment_id = p.id where p.site = o.site and p.order_id = o.id) as charges,
      (select count(*)::int from inbox_mail m where m.site = o.site and m.subject like '%' || o.number || '%') as emails
    from orders o where o.site = ${site}`)
  const byId = new Map(orders.map((order) => [order.id, order]))
  for (const [id, { checkout, status }] of answered) {
    const paid = { id, status: 'APPROVED', checkout, taken: 1, payments: ['APPROVED'], charges: ['APPROVED'], emails: 1 }
    const unpaid = { id, status: 'INITIALIZED', checkout, taken: 0, payments: ['CANCELED'], charges: ['VOIDED'], emails: 0 }
    const found = { ...byId.get(id) }
    assert.deepEqual(found, status === 'PENDING' && found.status === 'INITIALIZED' ? unpaid : paid)
  }
  const sold = orders.filter(({ status }) => status === 'APPROVED').length
  assert.ok(sold >= 60)
  assert.equal(orders.length, answered.size, 'every try was answered in the end, and none made an order of its own')
  assert.equal(new Set(orders.map(({ checkout }) => checkout)).size, orders.length)

  const [stockItem] = await database.query<{ quantity: number; moved: number }>(sql`
    select quantity, (select sum(m.quantity)::bigint from stock_movement m where m.site = ${site} and m.product_id = ${ticket.id}) as moved
    from stock where site = ${site} and product_id = ${ticket.id}`)
  assert.deepEqual({ ...stockItem }, { quantity: units - sold, moved: units - sold })
  const [open] = await database.query<{ payments: number; events: number; unkept: number }>(sql`
    select (select count(*)::int from payment where status in ('PENDING', 'ACTION_REQUIRED') or void_owed) as payments,
      (select count(*)::int from outbox where relayed_at is null) as events,
      (select count(*)::int from sandbox_charge c where not exists (select from payment p where p.site = c.site and p.id = c.payment_id)) as unkept`)
  assert.deepEqual({ ...open }, { payments: 0, events: 0, unkept: 0 })
})

test('SIGTERM finishes what is in flight, then leaves in good order', async () => {
  const clientId = /Client id\s+(\S+)/.exec(server.output())![1]!
  const buyer = createClient({ baseUrl: server.url, auth: visitor({ clientId }), retries: 0, idempotency: false })
  const { checkout } = await buyer.checkout.createCheckout({
    channelType: 'WEB',
    lineItems: [{ quantity: 1, catalogReference: ticket.reference() }],
    checkoutInfo: { buyerInfo: { email: 'ada@example.com' }, billingInfo: { address: { country: 'DE' } } },
  })
  // With this card the bank stays silent for as long as a provider is waited for.
  const paymentToken = await card(buyer, '4000000000000309')
  const inFlight = buyer.payments.placeOrder({ id: checkout.id!, paymentToken, returnUrl: 'http://localhost/back' })
  await until(
    async () => (await database.query(sql`select from payment where site = ${site} and status = 'PENDING'`)).length === 1,
    'the payment did not begin',
  )
  const leaving = server.leave()
  assert.equal((await inFlight).status, 'PENDING')
  assert.equal(await leaving, 0, server.output())
  await assert.rejects(fetch(`${server.url}/health`))
})
