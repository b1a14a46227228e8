import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Embedded, startEmbedded } from '@vitrine/platform/kernel/db/embedded'
import { migrate } from '@vitrine/platform/kernel/db/migrate'
import pg from 'pg'

export interface TestDatabase extends AsyncDisposable {
  readonly url: string
}

/**
 * An empty database with the newest schema, of its own, on the server of `DATABASE_URL` or else on an embedded one that all test files share:
 * the first to come starts it, the last to leave stops it. `await using database = await testDatabase()`.
 */
export async function testDatabase(filled?: Filling): Promise<TestDatabase> {
  const server = await testServer()
  const name = newName()
  await onServer(server, async (client) => {
    const template = await migratedTemplate(client, server)
    const source = filled ? await templateOf(client, server, `${template}_${filled.name}`, filled.fill, template) : template
    await client.query(`create database ${name} template ${source} ${copied}`)
  })
  return {
    url: databaseOn(server, name),
    [Symbol.asyncDispose]: () => onServer(server, (client) => drop(client, name)),
  }
}

/** A database with nothing in it, not even the schema. */
export async function bareDatabase(): Promise<TestDatabase> {
  const server = await testServer()
  const name = newName()
  await onServer(server, (client) => client.query(`create database ${name}`))
  return { url: databaseOn(server, name), [Symbol.asyncDispose]: () => onServer(server, (client) => drop(client, name)) }
}

/** As files, not page by page through the log. */
const copied = 'strategy file_copy'

const newName = (): string => `vitrine_test_${Date.now().toString(36)}_${randomBytes(4).toString('hex')}`

/** What is in a database from its first moment on. It is made once, and copied for whoever asks for the same name. */
export interface Filling {
  readonly name: string
  readonly fill: (url: string) => Promise<unknown>
}

let embedded: Promise<Embedded> | undefined

/** The server that tests make their databases on. Its role may create databases. */
export async function testServer(): Promise<string> {
  if (process.env.DATABASE_URL) return process.env.DATABASE_URL
  embedded ??= startShared()
  return (await embedded).url
}

async function startShared(): Promise<Embedded> {
  const server = await startEmbedded({ dataDir: sharedFolder(), durable: false, log: console.error })
  process.once('beforeExit', () => server.stop())
  return server
}

/** What test files share. `npm test` names a fresh folder; a file that is run by hand uses the checkout's own, which stays for the next time. */
export function sharedFolder(): string {
  const checkout = createHash('sha256')
    .update(import.meta.dirname)
    .digest('hex')
    .slice(0, 8)
  return process.env.VITRINE_TEST_DATA ?? join(tmpdir(), `vitrine-test-${process.getuid?.() ?? 0}-${checkout}`)
}

/** Made again when the migrations are others. With what a first start adds to the schema, so that it is not paid for by each test. */
const migratedTemplate = async (client: pg.Client, server: string): Promise<string> =>
  templateOf(client, server, `vitrine_template_${await migrationsHash()}`, async (url) => {
    await migrate(url)
    await startOnce(url)
  })

async function startOnce(databaseUrl: string): Promise<void> {
  const { startPlatform } = await import('@vitrine/platform')
  const report = (fault: unknown) => {
    throw fault
  }
  const dataDir = await mkdtemp(join(tmpdir(), 'vitrine-'))
  const platform = await startPlatform({
    databaseUrl,
    origin: 'http://127.0.0.1',
    dataDir,
    inbox: false,
    sandbox: false,
    schedules: false,
    tell() {},
    report,
  })
  await platform[Symbol.asyncDispose]()
  await rm(dataDir, { recursive: true, force: true })
}

/** Made by whoever comes first. */
async function templateOf(
  client: pg.Client,
  server: string,
  name: string,
  fill: (url: string) => Promise<unknown>,
  source?: string,
): Promise<string> {
  if (await exists(client, name)) return name
  await client.query('select pg_advisory_lock(hashtextextended($1, 0))', [name])
  try {
    if (await exists(client, name)) return name
    if (!source) await dropForgotten(client)
    const half = `${name}_half`
    await drop(client, half)
    await client.query(`create database ${half}${source ? ` template ${source} ${copied}` : ''}`)
    await fill(databaseOn(server, half))
    await client.query(`alter database ${half} rename to ${name}`)
    return name
  } finally {
    await client.query('select pg_advisory_unlock(hashtextextended($1, 0))', [name])
  }
}

async function exists(client: pg.Client, name: string): Promise<boolean> {
  const { rowCount } = await client.query('select from pg_database where datname = $1', [name])
  return rowCount === 1
}

async function migrationsHash(): Promise<string> {
  const folder = new URL('./migrations/', import.meta.resolve('@vitrine/platform/kernel/db/migrate'))
  const hash = createHash('sha256')
  for (const file of (await readdir(folder)).sort()) hash.update(file).update(await readFile(new URL(file, folder)))
  return hash.digest('hex').slice(0, 12)
}

/** Databases of runs that were killed, and templates of earlier migrations. */
async function dropForgotten(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select datname as name from pg_database where datname like 'vitrine\\_test\\_%' or datname like 'vitrine\\_template\\_%'`,
  )
  for (const { name } of rows) {
    const madeAt = Number.parseInt(name.split('_')[2] ?? '', 36)
    if (name.startsWith('vitrine_template_') || madeAt < Date.now() - 3_600_000)
      await client.query(`drop database if exists ${name}`).catch(() => {}) // in use
  }
}

/** Before PostgreSQL 17 nobody but a superuser may end an autovacuum that is at work there just then; it is soon done. */
async function drop(client: pg.Client, name: string): Promise<void> {
  for (let left = 100; ; left--) {
    try {
      await client.query(`drop database if exists ${name} with (force)`)
      return
    } catch (error) {
      if ((error as { code?: unknown }).code !== '42501' || left === 0) throw error
      await sleep(100)
    }
  }
}

async function onServer<T>(server: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

function databaseOn(server: string, name: string): string {
  const url = new URL(server)
  url.pathname = `/${name}`
  return url.href
}
