import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fewestInStock, mostInStock } from '@vitrine/contract'
import {
  backorderLimitOf,
  changesIn,
  decremented,
  incremented,
  noPreorder,
  putBackTo,
  type StockRow,
  sellable,
  shownPreorder,
  shownStock,
  updated,
  updatedPreorder,
} from './rules.ts'

const row = (given: Partial<StockRow> = {}): StockRow => ({
  productId: '11111111-1111-4111-8111-111111111111',
  variantId: '00000000-0000-0000-0000-000000000000',
  tracked: true,
  inStock: true,
  quantity: 5,
  backorderLimit: 0,
  elsewhere: null,
  ...given,
})
const untracked = (inStock: boolean) => row({ tracked: false, inStock })

test('what is tracked is sold as far as its quantity and its preorders go, the rest as the merchant says', () => {
  assert.deepEqual(
    [row(), row({ quantity: 0 }), row({ quantity: -2 }), row({ quantity: -2, backorderLimit: 3 }), untracked(true), untracked(false)].map(
      sellable,
    ),
    [5, 0, 0, 1, null, 0],
  )
})

test('a variant is shown with a quantity where it is tracked, and as available for preorder once it is out of stock', () => {
  assert.deepEqual(shownStock(row({ backorderLimit: 3 })), { inStock: true, quantity: 5, availableForPreorder: false })
  assert.deepEqual(shownStock(row({ quantity: 0 })), { inStock: false, quantity: 0, availableForPreorder: false })
  assert.deepEqual(shownStock(row({ quantity: -2, backorderLimit: 3 })), { inStock: false, quantity: -2, availableForPreorder: true })
  assert.deepEqual(shownStock(row({ quantity: -3, backorderLimit: 3 })), { inStock: false, quantity: -3, availableForPreorder: false })
  assert.deepEqual(shownStock(untracked(true)), { inStock: true, availableForPreorder: false })
  assert.deepEqual(shownStock(untracked(false)), { inStock: false, availableForPreorder: false })
})

test('a quantity goes with tracking, a yes or no with none; what stops being tracked stays as it was', () => {
  assert.equal(updated(row(), { tracked: true, quantity: 9, inStock: false }).quantity, 9)
  assert.equal(updated(row(), { tracked: true }).quantity, 5)
  assert.deepEqual(updated(row(), { tracked: false }), untracked(true))
  assert.deepEqual(updated(row({ quantity: 0 }), { tracked: false }), row({ quantity: 0, tracked: false, inStock: false }))
  assert.deepEqual(updated(row(), { tracked: false, inStock: false, quantity: 9 }), untracked(false))
  assert.deepEqual(updated(untracked(false), { tracked: true, quantity: 0 }), row({ quantity: 0, inStock: false }))
})

test('adds to what is tracked, up to the most there can be', () => {
  assert.equal(incremented(row(), 3)?.quantity, 8)
  assert.equal(incremented(row({ quantity: mostInStock - 1 }), 1)?.quantity, mostInStock)
  assert.equal(incremented(row({ quantity: mostInStock }), 1), undefined)
  assert.deepEqual(incremented(untracked(false), 3), untracked(false))
})

test('takes from what is tracked as much as there is, preorders where they are asked for, and more where that is allowed', () => {
  const plain = { preorders: false, beyond: false }
  assert.deepEqual(decremented(row(), { ...plain, by: 5 }), row({ quantity: 0 }))
  assert.deepEqual(decremented(row(), { ...plain, by: 6 }), { available: 5 })
  assert.deepEqual(decremented(row({ backorderLimit: 3 }), { ...plain, by: 6 }), { available: 5 })
  assert.deepEqual(
    decremented(row({ backorderLimit: 3 }), { by: 8, preorders: true, beyond: false }),
    row({ backorderLimit: 3, quantity: -3 }),
  )
  assert.deepEqual(decremented(row({ backorderLimit: 3 }), { by: 9, preorders: true, beyond: false }), { available: 8 })
  assert.deepEqual(decremented(row(), { by: 6, preorders: false, beyond: true }), row({ quantity: -1 }))
  assert.deepEqual(decremented(row({ quantity: fewestInStock }), { by: 1, preorders: false, beyond: true }), { available: 0 })
  assert.deepEqual(decremented(untracked(true), { ...plain, by: 6 }), untracked(true))
  assert.deepEqual(decremented(untracked(false), { ...plain, by: 6 }), { available: 0 })
})

test('preorders keep what is not said and lose what is null; without a limit there is still an end', () => {
  const some = updatedPreorder(noPreorder, { enabled: true, message: 'Ships in May', limit: 20 })
  assert.deepEqual(shownPreorder(some), { enabled: true, message: 'Ships in May', limit: 20 })
  assert.equal(backorderLimitOf(some), 20)
  assert.equal(backorderLimitOf(updatedPreorder(some, { enabled: false })), 0)
  const unlimited = updatedPreorder(some, { limit: null, message: null })
  assert.deepEqual(shownPreorder(unlimited), { enabled: true })
  assert.equal(backorderLimitOf(unlimited), 100_000)
})

test('a preorder has its message, limit and day until each is written anew or taken away, and stays on or off meanwhile', () => {
  const some = updatedPreorder(noPreorder, { enabled: true, message: 'Ships in May', limit: 20, expectedDate: '2027-05-14' })
  assert.deepEqual(updatedPreorder(some, {}), some)
  assert.deepEqual(updatedPreorder(some, { enabled: null }), some)
  assert.deepEqual(updatedPreorder(some, { enabled: false }), { ...some, enabled: false })
  assert.deepEqual(updatedPreorder(some, { expectedDate: '2027-06-01' }), { ...some, expectedDate: '2027-06-01' })
  assert.deepEqual(updatedPreorder(some, { message: null, limit: null, expectedDate: null }), { ...noPreorder, enabled: true })
  assert.equal(updatedPreorder(some, { message: 'Ships\ufdd0 in June' }).message, 'Ships in June')
  assert.deepEqual(shownPreorder(some), { enabled: true, message: 'Ships in May', limit: 20, expectedDate: '2027-05-14' })
  assert.deepEqual(shownPreorder(noPreorder), { enabled: false })
})

test('what has just sold out can be preordered, down to its limit', () => {
  const shown = (quantity: number) => shownStock(row({ quantity, backorderLimit: 2 })).availableForPreorder
  assert.deepEqual([1, 0, -1, -2].map(shown), [false, true, true, false])
})

test('a change is one that changes something', () => {
  const changes = [
    { before: row(), after: row() },
    { before: row(), after: row({ quantity: 6 }) },
    { before: row(), after: row({ backorderLimit: 1 }) },
    { before: row(), after: untracked(true) },
    { before: untracked(true), after: untracked(false) },
  ]
  assert.deepEqual(changesIn(changes), changes.slice(1))
})

test('a change is taken back as far as stock may fall, and the rest is told', () => {
  const back = (quantity: number, before: number, after: number, backorderLimit = 0) => {
    const { quantity: now, missing } = putBackTo({ quantity, backorderLimit }, before, after)
    return [now, missing]
  }
  assert.deepEqual(back(48, 5, 50), [3, 0])
  assert.deepEqual(back(49, 0, 50), [0, 1])
  assert.deepEqual(back(45, 0, 50, 3), [-3, 2])
  // It was sold below zero before, and may be no more: it goes back to where it was, and no further.
  assert.deepEqual(back(50, -4, 50), [-4, 0])
  assert.deepEqual(back(49, -4, 50), [-4, 1])
  // It was oversold since.
  assert.deepEqual(back(-2, 0, 50), [-2, 50])
  assert.deepEqual(back(3, 20, 5), [18, 0])
  assert.deepEqual(back(mostInStock, 20, 5), [mostInStock, 0])
})
