import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mostSimilar, priceCloseness, type Traits } from './similar.ts'

const mug: Traits = { id: 'mug', collections: ['pour'], words: ['morning', 'mug'], choices: ['Glaze\u001fSage'], price: 2600 }

test('what shares the collection, the glaze, a word and the price comes first, and says so', () => {
  const others: Traits[] = [
    { id: 'lamp', collections: ['light'], words: ['dusk', 'lamp'], choices: [], price: 2600 },
    { id: 'cup', collections: ['pour'], words: ['espresso', 'cup'], choices: ['Glaze\u001fSage'], price: 2400 },
    { id: 'machine', collections: ['pour'], words: ['machine'], choices: [], price: 90_000 },
    { id: 'large', collections: ['pour'], words: ['large', 'mug'], choices: ['Glaze\u001fSage'], price: 3200 },
    mug,
  ]
  assert.deepEqual(
    mostSimilar(mug, others, 10).map(({ id, shared }) => [id, shared]),
    [
      ['large', ['COLLECTION', 'NAME', 'OPTIONS', 'PRICE']],
      ['cup', ['COLLECTION', 'OPTIONS', 'PRICE']],
      ['machine', ['COLLECTION']],
    ],
    'the same price alone is nothing in common, and nothing is similar to itself',
  )
  assert.equal(mostSimilar(mug, others, 1).length, 1)
})

test('prices are as close as their ratio, whichever is the higher', () => {
  assert.equal(priceCloseness(1000, 1000), 1)
  assert.equal(priceCloseness(1000, 2000), priceCloseness(2000, 1000))
  assert.ok(Math.abs(priceCloseness(1000, 2000) - 0.5) < 1e-9)
  assert.equal(priceCloseness(1000, 9000), 0)
  assert.equal(priceCloseness(0, 1000), 0)
  assert.equal(priceCloseness(0, 0), 1)
})
