import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { consequences, productsOf } from './text.ts'

const follows = { id: '2', name: 'Cups', follows: true }
const stays = { id: '3', name: 'Sale', follows: false }

describe('what a change of a brand says', () => {
  test('how many products change, and which rules follow or stay', () => {
    assert.deepEqual(consequences(1, [], { isSaved: true, follow: true }), ['1 product changes.'])
    assert.deepEqual(consequences(3, [follows, stays], { isSaved: true, follow: true }), [
      '3 products change.',
      'Cups asks for the new name from then on.',
      'The rule of Sale stays as it is, so products may leave there.',
    ])
    assert.deepEqual(consequences(3, [follows, stays], { isSaved: true, follow: false }), [
      '3 products change.',
      'The rule of Cups and Sale stays as it is, so products may leave there.',
    ])
    assert.deepEqual(consequences(3, [follows], { isSaved: false, follow: true }), [
      '3 products change.',
      'The rule of Cups stays as it is, so products may leave there.',
    ])
  })

  test('its products are found by its exact name', () => {
    assert.equal(productsOf('brand', 'A & B'), '/products?brandIs=A+%26+B')
  })
})
