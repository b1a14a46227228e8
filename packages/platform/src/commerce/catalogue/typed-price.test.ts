import assert from 'node:assert/strict'
import { test } from 'node:test'
import { typedPrice } from './typed-price.ts'

test('a price is read with its sign before or behind, with or without cents, and what is left is looked for', () => {
  assert.deepEqual(typedPrice('€26'), { words: '', whole: '26', cents: undefined })
  assert.deepEqual(typedPrice('mug 26,50 €'), { words: 'mug', whole: '26', cents: '50' })
  assert.deepEqual(typedPrice('vase 94 euro'), { words: 'vase', whole: '94', cents: undefined })
  for (const none of ['', '26', '260 ml', 'europe 26', '€', '€26 €30', '€1.000.000']) assert.equal(typedPrice(none), undefined, none)
})
