import assert from 'node:assert/strict'
import { test } from 'node:test'
import { amountsBetween, daysBetween, rangeOf, rangeSays, rangeText, within } from './range.ts'

test('days begin and end where the shop is, and the last one counts wholly', () => {
  assert.deepEqual(daysBetween('2026-11-01..2026-11-02', 'Europe/Berlin'), {
    $gte: '2026-10-31T23:00:00.000Z',
    $lt: '2026-11-02T23:00:00.000Z',
  })
  assert.deepEqual(daysBetween('2026-11-01..', 'UTC'), { $gte: '2026-11-01T00:00:00.000Z' })
  assert.deepEqual(daysBetween('soon..2026-13-45', 'UTC'), {})
})

test('amounts are read with a point or a comma, and nonsense says nothing', () => {
  assert.deepEqual(amountsBetween('50..99,90'), { $gte: 50, $lte: 99.9 })
  assert.deepEqual(amountsBetween('..abc'), {})
  assert.deepEqual(within('total', amountsBetween('..abc')), {})
  assert.deepEqual(within('total', amountsBetween('5..')), { total: { $gte: 5 } })
})

test('a range in the address is the same once it is read', () => {
  assert.equal(rangeText(rangeOf('50..100')), '50..100')
  assert.equal(rangeText(rangeOf('')), '')
  assert.equal(rangeSays('50..'), 'from 50')
  assert.equal(rangeSays('50..100'), 'from 50 to 100')
})
