import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type AgainLine, difference, OUT, stateOf, takenOf, times, together } from './again.ts'

const mug: AgainLine = {
  id: 'mug',
  name: 'Morning Mug',
  chosen: ['Sage'],
  quantity: 2,
  state: 'same',
  before: '30.00',
  price: '30.00',
  instead: [],
}
const oat = { variantId: 'oat', name: 'oat', price: '28.10' }
const bowl: AgainLine = { ...mug, id: 'bowl', state: 'out', quantity: 1, before: '28.00', price: '28.00', instead: [oat] }

test('what a line is now: gone, sold out, short, at another price, or the same', () => {
  const now = { known: true, some: true, left: undefined, quantity: 2, same: true }
  assert.equal(stateOf(now), 'same')
  assert.equal(stateOf({ ...now, same: false }), 'changed')
  assert.equal(stateOf({ ...now, left: 1 }), 'fewer')
  assert.equal(stateOf({ ...now, left: 2 }), 'same')
  for (const none of [{ some: false }, { left: 0 }]) assert.equal(stateOf({ ...now, ...none }), 'out')
  assert.equal(stateOf({ ...now, known: false }), 'gone')
})

test('what is sold out counts only once something else is taken for it', () => {
  assert.deepEqual(together([mug, bowl], {}, 'EUR'), { units: 2, sum: '60.00' })
  assert.deepEqual(together([mug, bowl], { bowl: 'oat' }, 'EUR'), { units: 3, sum: '88.10' })
  assert.deepEqual(together([mug, bowl], { bowl: OUT, mug: OUT }, 'EUR'), { units: 0, sum: '0.00' })
  assert.deepEqual(takenOf(bowl, { bowl: 'oat' }), { units: 1, price: '28.10', variantId: 'oat' })
  assert.equal(takenOf(bowl, { bowl: 'none of them' }), undefined)
})

test('of what is short as many count as there are; of what is gone none', () => {
  assert.deepEqual(takenOf({ ...mug, state: 'fewer', left: 1 }, {}), { units: 1, price: '30.00' })
  const { price: _price, ...unpriced } = mug
  assert.equal(takenOf({ ...unpriced, state: 'gone' }, {}), undefined)
})

test('sums are exact, in every currency', () => {
  assert.equal(times('0.10', 3, 'EUR'), '0.30')
  assert.equal(times('1200', 3, 'JPY'), '3600')
  assert.equal(difference({ ...mug, price: '29.90' }, 'EUR'), '-0.10')
})
