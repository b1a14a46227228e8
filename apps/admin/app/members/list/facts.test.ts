import assert from 'node:assert/strict'
import { test } from 'node:test'
import { factsText, monthOf } from './facts.ts'

test('a month begins by the clock of the shop', () => {
  const { begins, name } = monthOf(new Date('2026-10-31T23:30:00Z'), 'Europe/Berlin')
  assert.equal(begins.toISOString(), '2026-10-31T23:00:00.000Z')
  assert.equal(name, 'November')
})

test('members are counted exactly as far as the shop counts', () => {
  assert.equal(factsText(1842, 12, 'November'), '1,842, 12 new in November')
  assert.equal(factsText(32, 0, 'November'), '32, nobody new in November')
  assert.equal(factsText(10_000, 10_000, 'May'), '10,000+, 10,000+ new in May')
})
