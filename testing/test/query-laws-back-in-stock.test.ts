/** Lists of those who wait are held to an evaluator in memory. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Route } from '@vitrine/contract'
import { startTestPlatform, type TestPlatform } from '../src/platform.ts'
import { holds } from '../src/query-law.ts'
import { backInStockLaws, fillWithRequests } from '../src/query-laws-back-in-stock.ts'

let shop: TestPlatform
before(async () => {
  shop = await startTestPlatform()
  await fillWithRequests(shop)
})
after(async () => {
  await shop[Symbol.asyncDispose]()
  assert.deepEqual(shop.faults, [])
})

for (const line of Object.keys(backInStockLaws) as Route[]) test(`law: ${line}`, () => holds(shop, line, backInStockLaws[line]!))
