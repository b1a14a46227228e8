/** Every function of the published modules of reviews, recommendations, back in stock and wish lists is run by the test of its module. */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { backInStockNotifications, backInStockSettings, recommendations, wishlists } from '@wix/ecom'
import { reviews } from '@wix/reviews'
import { wishlist } from '@wix/stores'

const files: Readonly<Record<string, readonly object[]>> = {
  'published-client.reviews.test.ts': [reviews],
  'published-client.recommendations.test.ts': [recommendations],
  'published-client.back-in-stock.test.ts': [backInStockNotifications, backInStockSettings],
  'published-client.wishlists.test.ts': [wishlists, wishlist],
}

/** What is called, and not what subscribes to an event. */
const callsOf = (module: object): string[] =>
  Object.entries(module).flatMap(([name, one]) => (typeof one === 'function' && !/^on[A-Z]/.test(name) ? [name] : []))

for (const [file, modules] of Object.entries(files))
  test(`${file} runs every call of its modules`, async () => {
    const source = await readFile(new URL(file, import.meta.url), 'utf8')
    const calls = modules.flatMap(callsOf)
    assert.ok(calls.length > 0)
    assert.deepEqual(
      calls.filter((name) => !new RegExp(`\\.${name}\\(`).test(source)),
      [],
    )
  })
