import assert from 'node:assert/strict'
import { test } from 'node:test'
import { evened, merged, picked } from './merge.ts'

test('what several things agree on comes first; what is asked about does not come', () => {
  const lists = [
    [
      { id: 'a', score: 9 },
      { id: 'b', score: 5 },
    ],
    [
      { id: 'b', score: 6 },
      { id: 'x', score: 20 },
    ],
  ]
  assert.deepEqual(merged(lists, new Set(['x'])), ['b', 'a'])
  assert.deepEqual(merged([], new Set()), [])
})

test('lists of several measures are made comparable', () => {
  const list = [
    { id: 'a', score: 200 },
    { id: 'b', score: 50 },
  ]
  assert.deepEqual(evened(list, 0.6), [
    { id: 'a', score: 0.6 },
    { id: 'b', score: 0.15 },
  ])
  assert.deepEqual(evened([], 1), [])
})

test('what is pinned comes first, once, and an exclusion beats a pin', () => {
  const picks = { pinned: ['c', 'a', 'out'], excluded: new Set(['out', 'b']) }
  assert.deepEqual(picked(['a', 'b', 'd'], picks, new Set(['d'])), ['c', 'a'])
})
