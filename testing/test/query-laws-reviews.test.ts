/** Lists of reviews are held to an evaluator in memory. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Route } from '@vitrine/contract'
import { startTestPlatform, type TestPlatform } from '../src/platform.ts'
import { holds } from '../src/query-law.ts'
import { fillWithReviews, reviewLaws } from '../src/query-laws-reviews.ts'

let shop: TestPlatform
before(async () => {
  shop = await startTestPlatform()
  await fillWithReviews(shop)
})
after(async () => {
  await shop[Symbol.asyncDispose]()
  assert.deepEqual(shop.faults, [])
})

for (const line of Object.keys(reviewLaws) as Route[]) test(`law: ${line}`, () => holds(shop, line, reviewLaws[line]!))
