import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dayOf, endOfDay } from './until.ts'

test('days are those on the shop’s wall', () => {
  assert.equal(dayOf(new Date('2026-11-21T23:30:00Z'), 'Europe/Berlin'), '2026-11-22')
  assert.equal(dayOf(new Date('2026-11-21T23:30:00Z'), 'Europe/Berlin', 7), '2026-11-29')
  assert.equal(dayOf(new Date('2026-11-21T02:30:00Z'), 'America/New_York'), '2026-11-20')
})

test('a day ends a minute before midnight, in summer and in winter', () => {
  assert.equal(endOfDay('2026-11-24', 'Europe/Berlin')?.toISOString(), '2026-11-24T22:59:00.000Z')
  assert.equal(endOfDay('2026-07-24', 'Europe/Berlin')?.toISOString(), '2026-07-24T21:59:00.000Z')
  assert.equal(endOfDay('', 'Europe/Berlin'), undefined)
})
