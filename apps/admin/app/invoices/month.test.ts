import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sinceMonthBegan } from './month.ts'

test('the month begins at midnight of the shop, not of UTC', () => {
  assert.equal(sinceMonthBegan(new Date('2026-11-24T11:00:00Z'), 'Europe/Berlin'), '2026-10-31T23:00:00.000Z')
  // It is December already where the shop is.
  assert.equal(sinceMonthBegan(new Date('2026-11-30T23:30:00Z'), 'Europe/Berlin'), '2026-11-30T23:00:00.000Z')
  assert.equal(sinceMonthBegan(new Date('2026-12-01T03:00:00Z'), 'America/New_York'), '2026-11-01T04:00:00.000Z')
})
