import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countText } from './count-text.ts'

test('a count is exact until it is as many as were counted', () => {
  assert.deepEqual([countText(999, 1000), countText(1000, 1000), countText(1001, 1000)], ['999', '1,000+', '1,000+'])
  assert.deepEqual([countText(1000, 10_001), countText(10_000, 10_001), countText(10_001, 10_001)], ['1,000', '10,000', '10,000+'])
})
