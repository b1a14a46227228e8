import assert from 'node:assert/strict'
import { test } from 'node:test'
import { moved } from './moved.ts'

test('one item comes into another place, and the others keep their order', () => {
  const all = ['a', 'b', 'c', 'd']
  assert.deepEqual(moved(all, 0, 2), ['b', 'c', 'a', 'd'])
  assert.deepEqual(moved(all, 3, 0), ['d', 'a', 'b', 'c'])
  assert.deepEqual(moved(all, 2, 3), ['a', 'b', 'd', 'c'])
  for (const [from, to] of [
    [1, 1],
    [0, -1],
    [3, 4],
    [-1, 0],
    [4, 0],
  ] as const)
    assert.equal(moved(all, from, to), all, `from ${from} to ${to}`)
})
