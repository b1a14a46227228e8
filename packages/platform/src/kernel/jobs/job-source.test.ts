import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newestFirst } from './job-source.ts'

test('jobs stand from the newest to the oldest, and those of one moment by their ids', () => {
  const places = [
    { at: '1795251600000001', id: 'b' },
    { at: '1795251600000002', id: 'a' },
    { at: '1795251600000001', id: 'c' },
  ]
  assert.deepEqual(
    places.toSorted(newestFirst).map(({ id }) => id),
    ['a', 'c', 'b'],
  )
})
