import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changesOf, isSame } from './changes.ts'

test('names what is not as it is kept, with what it was and is', () => {
  assert.deepEqual(
    changesOf(
      { title: 'Mug', price: '26', on: false },
      { title: 'Cup', price: '26', on: true },
      { title: 'Title', price: 'Price', on: 'Shown' },
    ),
    [
      { name: 'Title', was: 'Mug', now: 'Cup' },
      { name: 'Shown', was: 'off', now: 'on' },
    ],
  )
})

test('what no words can say is only named, and what has no name is not told', () => {
  const before = { zones: [{ rate: 5 }], hidden: 1 }
  assert.deepEqual(changesOf(before, { zones: [{ rate: 6 }], hidden: 2 }, { zones: 'Zones' }), [{ name: 'Zones' }])
})

test('the order of fields says nothing, that of a list does; what is absent is as what is undefined', () => {
  assert.ok(isSame({ a: 1, b: [1, 2] }, { b: [1, 2], a: 1 }))
  assert.ok(isSame({ a: 1 }, { a: 1, b: undefined }))
  assert.ok(!isSame([1, 2], [2, 1]))
  assert.ok(!isSame([], {}))
  assert.ok(!isSame(null, {}))
})
