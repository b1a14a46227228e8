import assert from 'node:assert/strict'
import { test } from 'node:test'
import { tellingOf } from './common-words.ts'

test('what stands in every sentence tells nothing; names of goods and glazes do', () => {
  assert.deepEqual(tellingOf(['a', 'mug', 'with', 'the', 'handle']), ['mug', 'handle'])
  assert.deepEqual(tellingOf(['der', 'die', 'das', 'und']), ['die'])
  const goods = ['tee', 'tea', 'mug', 'oat', 'ink', 'sage', 'lamp', 'set', 'two', 'art', 'bed', 'tin', 'men', 'kit']
  assert.deepEqual(tellingOf(goods), goods)
})
