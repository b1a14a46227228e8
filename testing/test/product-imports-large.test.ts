import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { apiKey, createClient } from '@vitrine/client'
import { merchantProducts, productImports } from '@vitrine/client/back-office'
import { importPartBytes } from '@vitrine/contract'
import { sql } from '@vitrine/platform/kernel/db/sql'
import { startBeside, startTestPlatform, type TestPlatform } from '../src/platform.ts'

let shop: TestPlatform
const officeAt = (baseUrl: string, key: string) =>
  createClient({ baseUrl, auth: apiKey(key), modules: { merchantProducts, productImports } })
let office: ReturnType<typeof officeAt>

before(async () => {
  shop = await startTestPlatform()
  office = officeAt(shop.url, shop.apiKey)
})
after(async () => {
  await shop[Symbol.asyncDispose]()
  assert.deepEqual(shop.faults, [])
})

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

const fileOf = (rows: number, named: string): Buffer =>
  Buffer.from(
    `sku,name,price,stock\n${Array.from({ length: rows }, (_, i) => `${named}${i},${named} ${i},${(i % 90) + 1},${i % 9}`).join('\n')}\n`,
  )

async function check(bytes: Buffer): Promise<string> {
  const { productImport } = await office.productImports.createProductImport({ fileName: 'large.csv', bytes: bytes.length })
  const { id } = productImport
  let { settings } = productImport
  for (let number = 0; number * importPartBytes < bytes.length; number++) {
    const data = bytes.subarray(number * importPartBytes, (number + 1) * importPartBytes).toString('base64')
    settings = (await office.productImports.uploadProductImportPart({ id, number, data })).productImport.settings
  }
  await office.productImports.checkProductImport({ id, settings: settings! })
  return id
}

/** How much is in memory at the most while a file of so many rows is read and tried. */
async function peakOf(rows: number): Promise<number> {
  const id = await check(fileOf(rows, `R${rows}-`))
  let most = 0
  const look = () => {
    collect()
    most = Math.max(most, process.memoryUsage().heapUsed)
  }
  look()
  const timer = setInterval(look, 2000)
  await shop.platform.jobs.settle()
  clearInterval(timer)
  look()
  const { productImport } = await office.productImports.getProductImport({ id })
  assert.deepEqual([productImport.state, productImport.counts.rows, productImport.counts.new], ['CHECKED', rows, rows])
  return most
}

test('50,000 rows are read and tried in the memory of 5,000', async () => {
  const small = await peakOf(5000)
  const large = await peakOf(50_000)
  assert.ok(large - small < 40_000_000, `${Math.round((large - small) / 1e6)} MB more`)
})

test('where the database ends every connection in the middle, and another process goes on, each product goes in once', async () => {
  const rows = 400
  const id = await check(fileOf(rows, 'C'))
  await shop.platform.jobs.settle()
  const second = await startBeside(shop)
  await office.productImports.startProductImport({ id })
  const work = Promise.allSettled([shop.platform.jobs.settle(), second.jobs.settle()])
  for (;;) {
    const { productImport } = await office.productImports.getProductImport({ id })
    if (productImport.counts.done > 0) break
  }
  await shop.platform.database
    .query(sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`)
    .catch(() => {})
  await work
  await second[Symbol.asyncDispose]()
  await shop.platform.jobs.settle()
  const { productImport } = await office.productImports.getProductImport({ id })
  assert.deepEqual([productImport.state, productImport.counts.done, productImport.counts.failed], ['DONE', rows, 0])
  const [counted] = await shop.platform.database.query<{ products: number; movements: number }>(sql`
    select (select count(*) from product where site = ${shop.site} and name like 'C %') as products,
      (select count(*) from stock_movement where site = ${shop.site} and reason = 'IMPORT') as movements`)
  // Those of no units moved nothing.
  assert.deepEqual(counted, {
    products: rows,
    movements: Array.from({ length: rows }, (_, i) => i % 9).filter((stock) => stock > 0).length,
  })
})
