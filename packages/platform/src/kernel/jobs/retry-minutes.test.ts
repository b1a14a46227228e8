import assert from 'node:assert/strict'
import { test } from 'node:test'
import { retryMinutes } from './retry-minutes.ts'

test('an email that fails is tried again ever later, five times', () => {
  assert.deepEqual([1, 2, 3, 4, 5, 6].map(retryMinutes), [1, 5, 15, 60, 240, undefined])
})
