/** Lists of offers, drafts, subscriptions, abandoned checkouts and settings are held to an evaluator in memory. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Route } from '@vitrine/contract'
import { startTestPlatform, type TestPlatform } from '../src/platform.ts'
import { holds } from '../src/query-law.ts'
import { fillWithOffers, sellingLaws } from '../src/query-laws-selling.ts'

let shop: TestPlatform
let filled: Awaited<ReturnType<typeof fillWithOffers>>
before(async () => {
  shop = await startTestPlatform()
  filled = await fillWithOffers(shop)
})
after(async () => {
  await shop[Symbol.asyncDispose]()
  assert.deepEqual(shop.faults, [])
})

for (const line of Object.keys(sellingLaws({ giftCardId: '' })) as Route[])
  test(`law: ${line}`, () => holds(shop, line, sellingLaws(filled)[line]!))
