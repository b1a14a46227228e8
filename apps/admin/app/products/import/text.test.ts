import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changeText, fieldsText, resultOf, shareOf, sizeText } from './text.ts'

test('a change is told by its field, and by its variant where it is one', () => {
  assert.equal(changeText({ field: 'Stock', before: '42', after: '60' }), 'stock 42 → 60')
  assert.equal(changeText({ field: 'Price', variant: 'Sage', before: '32', after: '34' }), 'Sage: price 32 → 34')
  assert.equal(changeText({ field: 'Brand', before: '', after: 'Morrow' }), 'brand Morrow')
  assert.equal(changeText({ field: 'Ribbon', before: 'New', after: '' }), 'ribbon taken away')
})

test('what becomes of a product: trouble first, then a guess, then what it is', () => {
  const guess = [{ row: 2, message: '26,00 read as 26' }]
  assert.equal(resultOf({ outcome: 'ERROR', state: 'PENDING', guesses: guess }).says, 'Stops')
  assert.equal(resultOf({ outcome: 'CHANGED', state: 'PENDING', guesses: guess }).says, 'Guessed')
  assert.equal(resultOf({ outcome: 'NEW', state: 'DONE', guesses: [] }).says, 'New')
  assert.equal(resultOf({ outcome: 'CHANGED', state: 'FAILED', guesses: [] }).says, 'Failed')
})

test('how far it is goes by what it is at', () => {
  const counts = {
    rows: 9,
    products: 8,
    new: 1,
    changed: 3,
    unchanged: 4,
    skipped: 0,
    errors: 0,
    guessed: 0,
    pictures: 0,
    newHidden: 0,
    fields: [],
    processed: 2,
    done: 2,
    failed: 0,
    conflicts: 0,
  }
  assert.equal(shareOf({ state: 'CHECKING', counts }), 0.25)
  assert.equal(shareOf({ state: 'RUNNING', counts }), 0.5)
  assert.equal(shareOf({ state: 'UNDOING', counts }), 1)
  assert.equal(shareOf({ state: 'RUNNING', counts: { ...counts, new: 0, changed: 0 } }), undefined)
})

test('sizes of files', () => {
  assert.equal(sizeText(900), '900 bytes')
  assert.equal(sizeText(61_234), '61 KB')
  assert.equal(sizeText(2_345_678), '2.3 MB')
})

test('in what products change is said in a few words', () => {
  const fields = ['Stock', 'Price', 'SEO title', 'Brand'].map((field, i) => ({ field, products: 400 - i * 100 }))
  assert.equal(fieldsText(fields.slice(0, 2)), 'stock 400, price 300')
  assert.equal(fieldsText(fields), 'stock 400, price 300, SEO title 200 and 1 more')
  assert.equal(fieldsText([]), undefined)
})
