/** Lists of products, collections and stock are held to an evaluator in memory: what a filter finds, in which order, how many. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Route } from '@vitrine/contract'
import { startTestPlatform, type TestPlatform } from '../src/platform.ts'
import { holds } from '../src/query-law.ts'
import { fillWithGoods, goodsLaws } from '../src/query-laws-goods.ts'

let shop: TestPlatform
before(async () => {
  shop = await startTestPlatform()
  await fillWithGoods(shop)
})
after(async () => {
  await shop[Symbol.asyncDispose]()
  assert.deepEqual(shop.faults, [])
})

for (const [line, law] of Object.entries(goodsLaws)) test(`law: ${line}`, () => holds(shop, line as Route, law))
