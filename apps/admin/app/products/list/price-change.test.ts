import assert from 'node:assert/strict'
import { test } from 'node:test'
import { adjustmentIn } from './price-change.ts'

test('by how much prices change: a percentage or an amount, and nothing else', () => {
  for (const [text, means] of [
    ['5%', { percentage: { rate: 5 } }],
    [' -12 % ', { percentage: { rate: -12 } }],
    ['+1.50', { amount: 1.5 }],
    ['−2,25', { amount: -2.25 }],
    ['0%', undefined],
    ['2.5%', undefined],
    ['-101%', undefined],
    ['five', undefined],
    ['', undefined],
  ] as const)
    assert.deepEqual(adjustmentIn(text), means, text)
})
