// The server is killed during a payment in the form on the page: nothing is lost, and nothing is paid twice.
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { createClient, inMemory, visitor } from '@vitrine/client'
import type { Platform } from '@vitrine/platform'
import { type Embedded, startEmbedded } from '@vitrine/platform/kernel/db/embedded'
import { connect, type Database } from '@vitrine/platform/kernel/db/pool'
import { sql } from '@vitrine/platform/kernel/db/sql'
import { addProduct, type TestProduct } from '../src/products.ts'
import { freePort, type ServerProcess, startServerProcess } from '../src/server-process.ts'
import { stripeEnvironment } from '../src/stripe/environment.ts'
import type { FakeStripe } from '../src/stripe/model.ts'
import { fakeStripe } from '../src/stripe/stripe.ts'
import { tokenIn } from '../src/stripe-shop.ts'

let dataDir: string
let port: number
let stripe: FakeStripe
let server: ServerProcess
let postgres: Embedded
let database: Database
let site: string
let ticket: TestProduct
let tokens: ReturnType<typeof inMemory>

const start = () =>
  startServerProcess({
    dataDir,
    port,
    env: stripeEnvironment(stripe),
  })

before(async () => {
  stripe = await fakeStripe()
  dataDir = await mkdtemp(join(tmpdir(), 'vitrine-element-crash-'))
  port = await freePort()
  server = await start()
  postgres = await startEmbedded({ dataDir: join(dataDir, 'postgres'), log: () => {} })
  database = connect({ url: postgres.url, connections: 2 })
  const [row] = await database.query<{ site: string }>(sql`select site from site order by created_at limit 1`)
  site = row!.site
  ticket = await addProduct({ database } as Platform, { site, name: 'Ticket', price: 1500, stock: 100, itemType: 'DIGITAL' }, new Date())
  tokens = inMemory()
})
after(async () => {
  await server[Symbol.asyncDispose]()
  await database.close()
  await postgres.stop()
  await stripe[Symbol.asyncDispose]()
  await rm(dataDir, { recursive: true, force: true })
})

const buyer = (retries = 0) =>
  createClient({
    baseUrl: server.url,
    auth: visitor({ clientId: /Client id\s+(\S+)/.exec(server.output())![1]!, tokens }),
    retries,
    timeoutMs: 120_000,
  })

async function toPay(): Promise<string> {
  const { checkout } = await buyer().checkout.createCheckout({
    channelType: 'WEB',
    lineItems: [{ quantity: 1, catalogReference: ticket.reference() }],
    checkoutInfo: { buyerInfo: { email: 'ada@example.com' }, billingInfo: { address: { country: 'DE' } } },
  })
  return checkout.id!
}
const place = (id: string, idempotencyKey: string, retries = 0) =>
  buyer(retries).payments.placeOrder(
    { id, paymentMethodId: 'stripe', withElement: true, returnUrl: `${server.url}/back` },
    { idempotencyKey },
  )
const intentsOf = (orderId: string) => [...stripe.intents.values()].filter(({ metadata }) => metadata['orderId'] === orderId)
const paymentsOf = (orderId: string) =>
  database.query<{ status: string }>(sql`select status from payment where site = ${site} and order_id = ${orderId} order by created_at`)

async function reached(line: RegExp, from: number): Promise<void> {
  for (const until = Date.now() + 60_000; Date.now() < until; await sleep(10))
    if (stripe.requests.slice(from).some((request) => line.test(request.line))) return
  throw new Error(`nobody asked ${line}`)
}

async function killAt(line: RegExp, call: () => Promise<unknown>): Promise<void> {
  stripe.fail({ on: line, as: { delayMs: 3000 } })
  const from = stripe.requests.length
  const lost = call().catch(() => undefined)
  await reached(line, from)
  await server.kill()
  await lost
  server = await start()
}

test('killed while the intent is created: a retry under the same key has one order, one payment and one intent', async () => {
  const id = await toPay()
  const key = crypto.randomUUID()
  await killAt(/^POST \/v1\/payment_intents$/, () => place(id, key))
  // The marker of the first call expires shortly after the provider's timeout.
  await sleep(13_000)
  const placed = await place(id, key, 5)
  assert.equal(placed.status, 'REQUIRES_ACTION')
  const intents = intentsOf(placed.orderId)
  assert.equal(intents.length, 1)
  assert.equal((await paymentsOf(placed.orderId)).length, 1)
  const { clientSecret, returnUrl } = placed.confirmation!
  stripe.confirm(clientSecret.split('_secret_')[0]!, { type: 'card' }, returnUrl)
  const confirmed = await buyer().payments.confirmPayment({ id: placed.orderId, resultToken: tokenIn(returnUrl) })
  assert.equal(confirmed.status, 'APPROVED')
})

test('killed between the confirmation and the order: the buyer’s return pays it once, and takes the money once', async () => {
  const id = await toPay()
  const placed = await place(id, crypto.randomUUID())
  const { clientSecret, returnUrl } = placed.confirmation!
  const intentId = clientSecret.split('_secret_')[0]!
  stripe.confirm(intentId, { type: 'card' }, returnUrl)
  const confirm = () => buyer().payments.confirmPayment({ id: placed.orderId, resultToken: tokenIn(returnUrl) })
  await killAt(/^GET \/v1\/payment_intents\//, confirm)
  assert.equal((await confirm()).status, 'APPROVED')
  assert.deepEqual(
    (await paymentsOf(placed.orderId)).map(({ status }) => status),
    ['APPROVED'],
  )
  assert.deepEqual(
    intentsOf(placed.orderId).map(({ status, amount_received }) => [status, amount_received]),
    [['succeeded', 1500]],
  )
})
