import assert from 'node:assert/strict'
import { test } from 'node:test'
import { canonical, isSame } from './canonical.ts'

test('a value has one text, in whichever order its fields are, also deep within; the order of a list counts', () => {
  assert.equal(canonical({ b: 1, a: [{ d: 2, c: 3 }] }), '{"a":[{"c":3,"d":2}],"b":1}')
  assert.ok(isSame({ b: 1, a: [{ d: 2, c: 3 }] }, { a: [{ c: 3, d: 2 }], b: 1 }))
  assert.ok(!isSame([1, 2], [2, 1]))
  assert.ok(!isSame({ a: 1 }, { a: '1' }))
})

test('a field without a value is none, and nothing at all is the same as nothing', () => {
  assert.ok(isSame({ a: 1, b: undefined }, { a: 1 }))
  assert.ok(isSame(undefined, undefined))
  assert.ok(!isSame({}, undefined))
  assert.ok(!isSame({ a: null }, {}))
})
