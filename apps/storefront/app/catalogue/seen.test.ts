import assert from 'node:assert/strict'
import { test } from 'node:test'
import { slugsIn, withSeen } from './seen.ts'

test('what is looked at comes first, once, and twelve are kept', () => {
  assert.deepEqual(withSeen(['a', 'b', 'c'], 'b'), ['b', 'a', 'c'])
  const many = Array.from({ length: 12 }, (_, at) => `p${at}`)
  const after = withSeen(many, 'new')
  assert.deepEqual([after.length, after[0], after.at(-1)], [12, 'new', 'p10'])
})

test('what is no list of slugs is read as nothing', () => {
  assert.deepEqual(slugsIn('["mug",3,null,"jug"]'), ['mug', 'jug'])
  for (const text of ['', '{', '"mug"', '{"a":1}']) assert.deepEqual(slugsIn(text), [])
})
