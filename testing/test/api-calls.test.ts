/** Calls to the API, counted by quarters of an hour: of programs and buyers, of one shop alone. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { apiKey, createClient } from '@vitrine/client'
import * as backOffice from '@vitrine/client/back-office'
import { sql } from '@vitrine/platform/kernel/db/sql'
import { newBuyer } from '../src/buyer.ts'
import { colleague } from '../src/colleague.ts'
import { testClock } from '../src/platform.ts'
import { startPlatformForFile } from '../src/platform-for-file.ts'
import { codeOf } from '../src/refused.ts'

const shop = await startPlatformForFile({ clock: testClock(new Date().toISOString()) })
const office = createClient({ baseUrl: shop.url, auth: apiKey(shop.apiKey), modules: backOffice })
const staff = createClient({ baseUrl: shop.url, auth: await colleague(shop, 'DEVELOPER'), modules: backOffice })

/** As somebody of the staff, whose own requests do not count. */
async function read() {
  await shop.platform.jobs.settle()
  return (await staff.requestLog.getApiCalls({})).calls
}
const get = (path: string) => fetch(shop.url + path, { headers: { authorization: shop.apiKey } })

test('what programs and buyers call counts, with what was refused; the staff does not', async () => {
  const buyer = newBuyer(shop)
  await buyer.products.queryProducts({})
  const before = await read()
  assert.equal(before.quarters.length, 96)
  for (const path of ['/stores/v1/products/x', '/nowhere', '/vitrine/v1/webhooks']) await get(path)
  await buyer.products.queryProducts({})
  const after = await read()
  assert.deepEqual([after.requests - before.requests, after.errors - before.errors, after.limited], [4, 2, before.limited])
  assert.equal(
    after.quarters.reduce((sum, count) => sum + count, 0),
    after.requests,
  )
  assert.ok(after.p99Milliseconds! >= 1)
})

test('what two processes count of the same quarter is added', async () => {
  const { requests, p99Milliseconds } = await read()
  await shop.platform.database.query(sql`
    update api_calls set requests = requests + 1000, durations[41] = durations[41] + 1000 where site = ${shop.site}`)
  await get('/vitrine/v1/webhooks')
  const calls = await read()
  assert.equal(calls.requests, requests + 1001)
  assert.equal(calls.p99Milliseconds, Math.max(1024, p99Milliseconds!))
})

test('after a week nothing of it is stored, and who may not see developers does not see it', async () => {
  await shop.platform.database.query(sql`update api_calls set quarter = quarter - interval '25 hours' where site = ${shop.site}`)
  assert.equal((await read()).requests, 0)
  const warehouse = createClient({ baseUrl: shop.url, auth: await colleague(shop, 'WAREHOUSE'), modules: backOffice })
  assert.equal(await codeOf(warehouse.requestLog.getApiCalls({})), 'PERMISSION_DENIED')
  assert.equal(typeof (await office.requestLog.getApiCalls({})).calls.requests, 'number')
})
