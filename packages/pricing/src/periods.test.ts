import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { periodsAfter } from './periods.ts'

const berlin = 'Europe/Berlin'
const after = (start: string, frequency: 'DAY' | 'WEEK' | 'MONTH' | 'YEAR', times: number, interval = 1, timeZone = berlin) =>
  periodsAfter(new Date(start), { frequency, interval }, times, timeZone).toISOString()

test('a month that is too short ends early, and the next is whole again', () => {
  assert.equal(after('2026-01-31T09:00:00.000Z', 'MONTH', 1), '2026-02-28T09:00:00.000Z')
  assert.equal(after('2026-01-31T09:00:00.000Z', 'MONTH', 2), '2026-03-31T08:00:00.000Z')
  assert.equal(after('2024-02-29T09:00:00.000Z', 'YEAR', 1), '2025-02-28T09:00:00.000Z')
  assert.equal(after('2024-02-29T09:00:00.000Z', 'YEAR', 4), '2028-02-29T09:00:00.000Z')
})

test('the time of the day is that of the wall, on either side of a change of the clocks', () => {
  assert.equal(after('2026-10-20T06:30:15.250Z', 'WEEK', 1), '2026-10-27T07:30:15.250Z')
  assert.equal(after('2026-03-28T08:00:00.000Z', 'DAY', 1), '2026-03-29T07:00:00.000Z')
  // A quarter past eleven at night in Berlin on the 31st is still the 31st there, though the day has no such hour in UTC.
  assert.equal(after('2026-05-31T22:15:00.000Z', 'MONTH', 1), '2026-06-30T22:15:00.000Z')
})

test('several at once, none, and one after the other', () => {
  assert.equal(after('2026-11-21T09:00:00.000Z', 'MONTH', 2, 3), '2027-05-21T08:00:00.000Z')
  assert.equal(after('2026-11-21T09:00:00.000Z', 'DAY', 0), '2026-11-21T09:00:00.000Z')
  const frequency = fc.constantFrom('DAY' as const, 'WEEK' as const, 'MONTH' as const, 'YEAR' as const)
  const zone = fc.constantFrom('Europe/Berlin', 'America/New_York', 'Asia/Kolkata', 'UTC')
  const start = fc.date({ min: new Date('2020-01-01T00:00:00Z'), max: new Date('2040-01-01T00:00:00Z'), noInvalidDate: true })
  fc.assert(
    fc.property(
      start,
      frequency,
      fc.integer({ min: 1, max: 12 }),
      fc.integer({ min: 0, max: 40 }),
      zone,
      (from, every, interval, times, timeZone) => {
        const at = (n: number) => periodsAfter(from, { frequency: every, interval }, n, timeZone).getTime()
        assert.ok(at(times) < at(times + 1))
        if (every === 'WEEK')
          assert.equal(at(times), periodsAfter(from, { frequency: 'DAY', interval: 7 * interval }, times, timeZone).getTime())
        if (every === 'YEAR')
          assert.equal(at(times), periodsAfter(from, { frequency: 'MONTH', interval: 12 * interval }, times, timeZone).getTime())
      },
    ),
  )
})
