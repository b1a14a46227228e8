import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { readProductSearch } from './product-search.ts'

suite('what is written into the field that finds products', () => {
  for (const [text, words, quantity] of [
    ['teapot', 'teapot', 1],
    ['teapot 3', 'teapot', 3],
    ['3 teapot ink', 'teapot ink', 3],
    ['  12  morning mug ', 'morning mug', 12],
    ['280', '280', 1],
    ['0 mug', 'mug', 1],
    ['', '', 1],
  ] as const)
    test(`“${text}” is ${quantity} of “${words}”`, () => assert.deepEqual(readProductSearch(text), { words, quantity }))
})
