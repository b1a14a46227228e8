import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mostInStock } from '@vitrine/contract'
import type { Places } from './allocation.ts'
import { counted, received, repeated } from './counting.ts'
import type { StockRow } from './rules.ts'

const places: Places = {
  first: 'first',
  inOrder: ['first', 'north'].map((id) => ({ id, isDefault: id === 'north', active: true, pickupCodes: [] })),
}
const one: Places = { first: 'first', inOrder: [] }
const row = (given: Partial<StockRow> = {}): StockRow => ({
  productId: 'p',
  variantId: 'v',
  tracked: true,
  inStock: true,
  quantity: 9,
  backorderLimit: 0,
  elsewhere: { north: 3 },
  ...given,
})
const outcome = (change: ReturnType<typeof counted>) =>
  change && [change.after.tracked, change.after.quantity, change.elsewhere && { ...change.elsewhere }]

test('a variant is counted in all, at one location, or at several at once', () => {
  assert.deepEqual(outcome(counted(row(), [{ at: undefined, quantity: 12 }], places)), [true, 12, { north: 3 }])
  assert.deepEqual(outcome(counted(row(), [{ at: 'first', quantity: 2 }], places)), [true, 5, {}])
  const both = [
    { at: 'north', quantity: 8 },
    { at: 'first', quantity: 2 },
  ]
  assert.deepEqual(outcome(counted(row(), both, places)), [true, 10, { north: 5 }])
  assert.deepEqual(outcome(counted(row({ tracked: false }), both, places)), [true, 10, { north: 5 }])
  assert.deepEqual(outcome(counted(row({ elsewhere: null }), [{ at: 'first', quantity: 4 }], one)), [true, 4, null])
  assert.deepEqual(outcome(counted(row(), [{ at: 'north', quantity: null }], places)), [false, 9, null])
  assert.equal(counted(row(), [{ at: 'first', quantity: mostInStock }], places), undefined)
})

test('what comes in is added where it came in, else at the default location', () => {
  assert.deepEqual(outcome(received(row(), [{ at: undefined, quantity: 4 }], places)), [true, 13, { north: 4 }])
  const both = [
    { at: 'north', quantity: 1 },
    { at: 'first', quantity: 2 },
    { at: 'north', quantity: 1 },
  ]
  assert.deepEqual(outcome(received(row(), both, places)), [true, 13, { north: 2 }])
  assert.deepEqual(outcome(received(row({ tracked: false, elsewhere: null }), both, places)), [true, 4, { north: 2 }])
  assert.deepEqual(outcome(received(row({ elsewhere: null }), [{ at: undefined, quantity: 1 }], one)), [true, 10, null])
  assert.equal(received(row(), [{ at: 'first', quantity: mostInStock }], places), undefined)
})

test('a variant is counted once in all, or once at each location', () => {
  const [a, b] = [row(), row({ variantId: 'w' })]
  const at = (of: StockRow, where?: string, quantity: number | null = 1) => ({ of, at: where, quantity })
  assert.equal(repeated([at(a, 'first'), at(a, 'north'), at(b)]), -1)
  assert.equal(repeated([at(a, 'first'), at(b, 'first'), at(a, 'first')]), 2)
  assert.equal(repeated([at(a), at(a, 'first')]), 1)
  assert.equal(repeated([at(a, 'first'), at(a)]), 1)
  assert.equal(repeated([at(a, 'first'), at(a, 'north', null)]), 1)
})
