import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ageText, counted, sizeText } from './figures.ts'

test('sizes have two digits at least, and the unit that fits', () => {
  for (const [bytes, text] of [
    [900, '0.9 kB'],
    [12_345, '12 kB'],
    [2_000_000, '2 MB'],
    [1_100_000_000, '1.1 GB'],
    [64_000_000_000, '64 GB'],
    [3_200_000_000_000, '3.2 TB'],
  ] as const)
    assert.equal(sizeText(bytes), text)
})

test('ages are in the largest unit that fits twice', () => {
  const now = new Date('2026-11-21T09:00:00Z')
  for (const [minutes, text] of [
    [-5, 'less than a minute'],
    [0.5, 'less than a minute'],
    [1, '1 minute'],
    [119, '119 minutes'],
    [120, '2 hours'],
    [47 * 60, '47 hours'],
    [49 * 60, '2 days'],
  ] as const)
    assert.equal(ageText(new Date(now.getTime() - minutes * 60_000), now), text)
})

test('a count has its noun', () => {
  assert.deepEqual([counted(1, 'email'), counted(1204, 'email')], ['1 email', '1,204 emails'])
})
