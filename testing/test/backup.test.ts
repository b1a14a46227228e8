// The shop sells while it is backed up; what was backed up is restored into an empty folder and an empty database, and compared.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, truncate } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { createClient, visitor } from '@vitrine/client'
import type { Platform } from '@vitrine/platform'
import { type BackupMade, backUp } from '@vitrine/platform/kernel/backup/backup'
import { startEmbedded } from '@vitrine/platform/kernel/db/embedded'
import { connect } from '@vitrine/platform/kernel/db/pool'
import { pendingJobs } from '@vitrine/platform/kernel/jobs/pending-jobs'
import { localOriginals } from '@vitrine/platform/shop/media/originals'
import pg from 'pg'
import { bucketEnvironment, testBucket } from '../src/bucket.ts'
import { card } from '../src/buyer.ts'
import { bareDatabase } from '../src/database.ts'
import { addProduct, type TestProduct } from '../src/products.ts'
import { type ServerProcess, startServerProcess } from '../src/server-process.ts'

const stock = 10_000

let folder: string
let server: ServerProcess
let stopPostgres: () => Promise<void>
let url: string
let ticket: TestProduct
let backup: string
let made: BackupMade
/** What the tables held at the instant of the backup, by the database's own digests. */
let frozen: Readonly<Record<string, string>>
const env = { VITRINE_SEED: 'catalogue', PAYMENT_SANDBOX: 'on' }

async function on<T>(at: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: at })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

async function digests(client: pg.Client): Promise<Readonly<Record<string, string>>> {
  await client.query(`set statement_timeout = 0; set timezone = 'UTC'`)
  const { rows: tables } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition order by 1`,
  )
  const found: Record<string, string> = {}
  for (const { name } of tables) {
    const { rows } = await client.query<{ digest: string }>(
      `select count(*) || ' ' || coalesce(md5(string_agg(line, '' order by line)), '') as digest from (select md5(t::text) collate "C" as line from ${name} t) as lines`,
    )
    found[name] = rows[0]!.digest
  }
  return found
}

/** Orders that were answered. */
const answered: string[] = []

async function buyOne(at: ServerProcess): Promise<string> {
  const clientId = /Client id\s+(\S+)/.exec(at.output())![1]!
  const buyer = createClient({ baseUrl: at.url, auth: visitor({ clientId }), retries: 20, timeoutMs: 50_000 })
  const { checkout } = await buyer.checkout.createCheckout({
    channelType: 'WEB',
    lineItems: [{ quantity: 1, catalogReference: ticket.reference() }],
    checkoutInfo: {
      buyerInfo: { email: 'ada@example.com' },
      billingInfo: { contactDetails: { firstName: 'Ada' }, address: { country: 'DE' } },
    },
  })
  const { orderId } = await buyer.payments.placeOrder({
    id: checkout.id!,
    paymentToken: await card(buyer),
    returnUrl: 'http://localhost/back',
  })
  return orderId
}

const sold = async (more: number) => {
  for (const wanted = answered.length + more; answered.length < wanted; ) await sleep(20)
}

async function command(name: 'backup' | 'restore', argv: readonly string[], more: Readonly<Record<string, string>> = {}) {
  const child = spawn(process.execPath, [join(import.meta.dirname, `../../apps/server/src/${name}.ts`), ...argv], {
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, ...more },
  })
  const [out, err, [status]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
  return { status: status as number, out, err }
}

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vitrine-selling-'))
  const dataDir = join(folder, 'shop')
  server = await startServerProcess({ dataDir, env })
  const embedded = await startEmbedded({ dataDir: join(dataDir, 'postgres'), log: () => {} })
  stopPostgres = () => embedded.stop()
  url = embedded.url
  const database = connect({ url, connections: 1 })
  const [row] = await database.query<{ site: string }>({ strings: ['select site from site order by created_at limit 1'], values: [] })
  // Nothing to deliver.
  ticket = await addProduct(
    { database } as Platform,
    { site: row!.site, name: 'Ticket', price: 1500, stock, itemType: 'DIGITAL' },
    new Date(),
  )
  await database.close()

  const enough = new AbortController()
  const buying = Array.from({ length: 3 }, async () => {
    while (!enough.signal.aborted) answered.push(await buyOne(server))
  })
  try {
    await sold(3)
    backup = join(folder, 'backup')
    made = await backUp({
      url,
      originals: localOriginals(join(dataDir, 'media')),
      to: backup,
      withMedia: true,
      now: new Date(),
      version: '0.1.0',
      pendingJobs,
      tell: (line) => assert.fail(line),
      async onSnapshot(snapshot) {
        frozen = await on(url, async (client) => {
          await client.query(`begin isolation level repeatable read; set transaction snapshot '${snapshot}'`)
          return digests(client)
        })
        await sold(3)
      },
    })
  } finally {
    enough.abort()
    await Promise.all(buying)
  }
})
after(async () => {
  await server?.[Symbol.asyncDispose]()
  await stopPostgres?.()
  await rm(folder, { recursive: true, force: true })
})

/** What a restored shop holds, table by table, is what the shop held at that instant; newer migrations aside there is nothing else. */
const isAsFrozen = async (at: string) => assert.deepEqual(await on(at, digests), frozen)

const stockAgrees = (at: string) =>
  on(at, async (client) => {
    const { rows } = await client.query<{ orders: number; left: number }>(
      `select (select count(*)::int from orders where document::text like '%' || $1 || '%') as orders,
        (select sum(quantity)::int from stock where product_id = $2) as left`,
      [ticket.id, ticket.id],
    )
    assert.equal(rows[0]!.orders + rows[0]!.left, stock)
    return rows[0]!.orders
  })

test('the shop sold while it was backed up, and the backup knows every order up to its instant and none after it', async () => {
  const { rows } = made.manifest.tables.find(({ name }) => name === 'orders')!
  assert.ok(rows >= 3)
  assert.ok(answered.length >= rows + 3, 'orders went on')
  assert.ok(made.manifest.media.files > 10, 'the pictures of the catalogue')
})

test('restored into an empty folder it holds the same rows and originals, opens, knows the orders, and sells on', async () => {
  const restored = join(folder, 'restored')
  const { status, out, err } = await command('restore', ['--from', backup, '--to', restored])
  assert.equal(status, 0, err)
  assert.match(out, /is restored to .* and was compared: \d+ tables, \d+ rows, \d+ originals\.\n$/)
  const files = async (at: string) =>
    (await readdir(join(at, 'media'), { recursive: true })).filter((name) => /[0-9a-f]{64}$/.test(name)).toSorted()
  assert.deepEqual(await files(restored), await files(join(folder, 'shop')))
  const embedded = await startEmbedded({ dataDir: join(restored, 'postgres'), log: () => {} })
  try {
    await isAsFrozen(embedded.url)
    const orders = await stockAgrees(embedded.url)
    await using again = await startServerProcess({ dataDir: restored, env })
    assert.equal((await fetch(`${again.url}/`)).status, 200)
    const known = await on(embedded.url, (client) => client.query<{ id: string }>('select id from orders where id = $1', [answered[0]]))
    assert.equal(known.rows.length, 1)
    await buyOne(again)
    assert.equal(await stockAgrees(embedded.url), orders + 1)
    assert.equal(await again.leave(), 0)
  } finally {
    await embedded.stop()
  }
})

test('restored into the database of DATABASE_URL it holds the same rows, and a backup of that is the same', async () => {
  await using target = await bareDatabase()
  const dataDir = join(folder, 'beside a database')
  const { status, err } = await command('restore', ['--from', backup, '--to', dataDir], { DATABASE_URL: target.url })
  assert.equal(status, 0, err)
  await isAsFrozen(target.url)
  const again = await command('backup', [], { DATABASE_URL: target.url, DATA_DIR: dataDir })
  assert.equal(again.status, 0, again.err)
  const last = JSON.parse(await readFile(join(dataDir, 'backups/last.json'), 'utf8')) as { at: string; path: string; bytes: number }
  assert.match(again.out, new RegExp(`^${last.path}: ${made.manifest.tables.length} tables`))
  assert.ok(last.bytes > 0 && !Number.isNaN(Date.parse(last.at)))
  const { tables, media, jobs } = JSON.parse(await readFile(join(last.path, 'manifest.json'), 'utf8')) as BackupMade['manifest']
  assert.deepEqual([tables, media, jobs.rows], [made.manifest.tables, made.manifest.media, made.manifest.jobs.rows])
})

test('restored into a bucket it holds the same originals there, and a backup of that bucket is the same', async () => {
  await using bucket = await testBucket({ signatures: false })
  const [database, again] = [await bareDatabase(), await bareDatabase()]
  await using _database = database
  await using _again = again
  const s3 = bucketEnvironment(bucket.settings)
  const dataDir = join(folder, 'beside a bucket')
  const restored = await command('restore', ['--from', backup, '--to', dataDir], { DATABASE_URL: database.url, ...s3 })
  assert.equal(restored.status, 0, restored.err)
  const to = join(folder, 'of the bucket')
  const backedUp = await command('backup', ['--to', to], { DATABASE_URL: database.url, DATA_DIR: dataDir, ...s3 })
  assert.deepEqual([backedUp.status, backedUp.err], [0, ''])
  const { tables, media } = JSON.parse(await readFile(join(to, 'manifest.json'), 'utf8')) as BackupMade['manifest']
  assert.deepEqual(
    [tables, media.copied, media.files, media.bytes],
    [made.manifest.tables, true, made.manifest.media.files, made.manifest.media.bytes],
  )
  const names = async (at: string) => (await readdir(join(at, 'media'), { recursive: true })).toSorted()
  assert.deepEqual(await names(to), await names(backup))

  await bucket.stop()
  const away = await command('restore', ['--from', backup, '--to', join(folder, 'no bucket')], { DATABASE_URL: again.url, ...s3 })
  assert.equal(away.status, 1)
  assert.match(away.err, /^[^\n]+\n$/, 'a bucket that does not answer is told with one sentence')
})

test('the command backs up the shop that runs, and one that does not', async () => {
  const to = join(folder, 'by the command')
  const { status, out, err } = await command('backup', ['--to', to, '--without-media'], { DATA_DIR: join(folder, 'shop') })
  assert.equal(status, 0, err)
  assert.match(out, /originals listed, not copied/)
  assert.match((await command('restore', ['--from', to, '--check'])).out, /is whole: \d+ tables/)
  const asleep = await command('backup', [], { DATA_DIR: join(folder, 'restored') })
  assert.equal(asleep.status, 0, asleep.err)
})

test('a folder that is not empty, and a backup that is cut off, are refused with one sentence, and nothing changes', async () => {
  const dataDir = join(folder, 'shop')
  const before = await readdir(dataDir)
  assert.deepEqual(await command('restore', ['--from', backup, '--to', dataDir]), {
    status: 1,
    out: '',
    err: `${dataDir} is not empty: a backup is restored into an empty folder\n`,
  })
  assert.deepEqual(await readdir(dataDir), before)
  await truncate(join(backup, 'tables/orders.ndjson'), 10)
  const empty = join(folder, 'empty')
  const { status, err } = await command('restore', ['--from', backup, '--to', empty])
  assert.equal(status, 1)
  assert.match(err, /^The backup is damaged: tables\/orders\.ndjson has 10 bytes, and had \d+\n$/)
  assert.deepEqual(await readdir(empty), [])
})
