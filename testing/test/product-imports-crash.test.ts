import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { apiKey, createClient } from '@vitrine/client'
import { productImports } from '@vitrine/client/back-office'
import type { ProductImport, ProductImportState } from '@vitrine/contract'
import { connect, type Database } from '@vitrine/platform/kernel/db/pool'
import { sql } from '@vitrine/platform/kernel/db/sql'
import { type TestDatabase, testDatabase } from '../src/database.ts'
import { type ServerProcess, startServerProcess } from '../src/server-process.ts'

const rows = 600
const key = 'the-key-of-the-import-that-is-killed'

let dataDir: string
let made: TestDatabase
let database: Database
let server: ServerProcess

const start = () => startServerProcess({ databaseUrl: made.url, dataDir, env: { VITRINE_ADMIN_API_KEY: key } })
/** Of the server that runs just then. */
const imports = () => createClient({ baseUrl: server.url, auth: apiKey(key), modules: { productImports } }).productImports

before(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'vitrine-import-'))
  made = await testDatabase()
  database = connect({ url: made.url, connections: 2 })
  server = await start()
})
after(async () => {
  await server?.[Symbol.asyncDispose]()
  await database?.close()
  await made?.[Symbol.asyncDispose]()
  await rm(dataDir, { recursive: true, force: true })
})

async function until(id: string, isSo: (one: ProductImport) => boolean): Promise<ProductImport> {
  for (const giveUpAt = Date.now() + 240_000; ; await sleep(10)) {
    const { productImport } = await imports().getProductImport({ id })
    if (isSo(productImport)) return productImport
    if (Date.now() > giveUpAt) throw new Error(`${productImport.state}\n${server.output().slice(-2000)}`)
  }
}

/** Kills the server, without a word of goodbye, when an import has done some of what it does in a state; answers how it ends after the next start. */
async function killedWhile(id: string, state: ProductImportState, over: ProductImportState): Promise<ProductImport> {
  const seen = await until(id, (one) => one.state !== state || one.counts.processed > 0)
  await server.kill()
  const [{ now }] = (await database.query<{ now: string }>(sql`select state as now from product_import where id = ${id}`)) as [
    { now: string },
  ]
  assert.equal(now, state, `it was killed in the middle: ${seen.counts.processed} were done`)
  server = await start()
  return until(id, (one) => one.state === over)
}

const counted = async () =>
  (
    await database.query<{ products: number; listed: number; stock: number; movements: number; moved: number }>(sql`
      select (select count(*)::integer from product) as products, (select count(distinct slug)::integer from product) as listed,
        (select coalesce(sum(quantity), 0)::integer from stock) as stock,
        (select count(*)::integer from stock_movement where reason = 'IMPORT') as movements,
        (select coalesce(sum(quantity), 0)::integer from stock_movement) as moved`)
  )[0]!

test('kill -9 of the server while it tries a file, imports it and undoes it: the next one goes on, and nothing is doubled or lost', async () => {
  const file = Buffer.from(
    `sku,name,price,stock\n${Array.from({ length: rows }, (_, i) => `KILL-${i},Killed ${i},${(i % 90) + 1},${(i % 9) + 1}`).join('\n')}\n`,
  )
  const stock = Array.from({ length: rows }, (_, i) => (i % 9) + 1).reduce((sum, one) => sum + one, 0)
  const { productImport } = await imports().createProductImport({ fileName: 'killed.csv', bytes: file.length })
  const { id } = productImport
  const sent = await imports().uploadProductImportPart({ id, number: 0, data: file.toString('base64') })

  await imports().checkProductImport({ id, settings: sent.productImport.settings! })
  const checked = await killedWhile(id, 'CHECKING', 'CHECKED')
  assert.deepEqual([checked.counts.rows, checked.counts.new, checked.counts.processed], [rows, rows, rows])

  await imports().startProductImport({ id })
  const done = await killedWhile(id, 'RUNNING', 'DONE')
  assert.deepEqual([done.counts.done, done.counts.failed, done.counts.processed], [rows, 0, rows])
  assert.deepEqual(await counted(), { products: rows, listed: rows, stock, movements: rows, moved: stock })

  await imports().undoProductImport({ id })
  const undone = await killedWhile(id, 'UNDOING', 'UNDONE')
  assert.deepEqual([undone.counts.processed, undone.counts.conflicts], [rows, 0])
  const after = await counted()
  assert.deepEqual([after.products, after.stock], [0, 0])
})
