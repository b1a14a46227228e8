import assert from 'node:assert/strict'
import { test } from 'node:test'
import { priceBars } from './price-bars.ts'

const prices = { least: 10, most: 50, steps: [4, 0, 8, 2] }

test('the highest bar of prices is whole, the others in proportion', () => {
  assert.deepEqual(
    priceBars(prices, {}).map(({ height }) => height),
    [0.5, 0, 1, 0.25],
  )
})

test('bars stand out as far as the prices that are asked for reach', () => {
  const on = (from?: number, upTo?: number) => priceBars(prices, { from, upTo }).map(({ on: is }) => is)
  assert.deepEqual(on(), [true, true, true, true])
  assert.deepEqual(on(undefined, 25), [true, true, false, false])
  assert.deepEqual(on(35), [false, false, true, true])
  assert.deepEqual(on(60, 70), [false, false, false, false])
})
