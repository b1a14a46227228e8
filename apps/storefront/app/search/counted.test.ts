import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countText, rounded } from './counted.ts'

test('an estimate has two figures', () => {
  assert.deepEqual([0, 7, 64, 1536, 20_480, 98_765].map(rounded), [0, 7, 64, 1500, 20_000, 99_000])
})

test('what is estimated is said to be; what was counted is said as it is', () => {
  assert.deepEqual(
    [countText({ count: 20_480, estimated: true }), countText({ count: 2712, estimated: true }), countText({ count: 2712 })],
    ['about 20,000', '2712', '2712'],
  )
})
