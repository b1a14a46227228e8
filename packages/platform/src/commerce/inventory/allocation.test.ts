import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changedAt, changedBy, leaving, moved, type Places, returning, spreadOver, startedAt, takenBack, unitsAt } from './allocation.ts'

const places = (
  more: Partial<Record<'first' | 'north' | 'south', { isDefault?: boolean; active?: boolean; pickupCodes?: string[] }>> = {},
): Places => ({
  first: 'first',
  inOrder: (['south', 'first', 'north'] as const).map((id) => ({
    id,
    isDefault: id === 'first',
    active: true,
    pickupCodes: [],
    ...more[id],
  })),
})
const held = { quantity: 9, elsewhere: { north: 3, south: 4 } }
const never = { quantity: 9, elsewhere: null }

test('the first location has what the others do not', () => {
  assert.deepEqual(
    ['first', 'north', 'south', 'west'].map((id) => unitsAt(held, id, 'first')),
    [2, 3, 4, 0],
  )
  assert.equal(unitsAt(never, 'first', 'first'), 9)
})

test('units leave from each location in order, the place of pickup first; below zero they are owed by the default', () => {
  assert.deepEqual(leaving(held, 5, places()), { south: -4 })
  assert.deepEqual(leaving(held, 7, places()), { south: -4, north: -1 })
  assert.deepEqual(leaving(held, 4, places({ north: { pickupCodes: ['n'] } }), 'n'), { north: -3, south: -1 })
  assert.deepEqual(leaving(held, 11, places()), { south: -4, north: -3 })
  assert.deepEqual(leaving(held, 11, places({ first: { isDefault: false }, north: { isDefault: true } })), { south: -4, north: -5 })
  assert.equal(leaving(never, 5, places()), null)
})

test('what arrives without a location is at the default one', () => {
  assert.deepEqual(changedBy(held, 2, places()), {})
  assert.deepEqual(changedBy(held, 2, places({ first: { isDefault: false }, north: { isDefault: true } })), { north: 2 })
  assert.deepEqual(changedBy(held, -5, places()), { south: -4 })
  assert.equal(changedBy(never, 2, places()), null)
  assert.equal(changedBy(never, 2, { first: 'first', inOrder: [] }), null)
  assert.deepEqual(changedAt(never, 2, 'north', places()), { north: 2 })
})

test('what starts to be tracked is at one location alone', () => {
  assert.deepEqual(startedAt(held, 5, 'north', places()), { north: 2, south: -4 })
  assert.deepEqual(startedAt(held, 5, 'first', places()), { north: -3, south: -4 })
  assert.equal(startedAt(never, 5, 'first', places()), null)
})

test('what comes back goes where it left, the last that was taken first; what is closed gives to the default', () => {
  const owed = { quantity: 6, elsewhere: { south: 3, north: 1 } }
  assert.deepEqual(returning(owed, 6, places()), { north: 1, south: 3 })
  assert.deepEqual(returning(owed, 2, places()), { north: 1 })
  assert.deepEqual(returning(owed, 6, places({ south: { active: false } })), { north: 1 })
  // What an edit of the order has let go of is written off at the first location.
  assert.deepEqual(returning({ quantity: 1, elsewhere: { south: 2 } }, 1, places()), { south: 1 })
})

test('changes add up, and what comes to nothing is left out', () => {
  assert.deepEqual(moved({ north: 3 }, { north: -3, south: 1 }), { south: 1 })
  assert.deepEqual(moved(null, { north: 2 }), { north: 2 })
  assert.equal(moved(null, null), null)
})

test('each location has what is said of it, and the others nothing', () => {
  assert.deepEqual(spreadOver(held, { north: 5 }, places()), { north: 2, south: -4 })
  assert.deepEqual(spreadOver(held, { first: 9, south: 4 }, places()), { north: -3 })
  assert.deepEqual(spreadOver(never, { first: 2, north: 1 }, places()), { north: 1 })
  assert.equal(spreadOver(never, { first: 2 }, places()), null)
})

test('what is taken back leaves where it arrived, and arrives where it left; what is no longer there leaves as a sale does', () => {
  assert.deepEqual(takenBack(held, -3, { north: 3 }, places()), { north: -3 })
  assert.deepEqual(takenBack(held, -5, { north: 5 }, places()), { north: -3, south: -2 })
  assert.deepEqual(takenBack(held, 2, { south: -2 }, places()), { south: 2 })
  assert.deepEqual(takenBack(held, 2, { south: -2 }, places({ south: { active: false } })), {})
  assert.deepEqual(takenBack(held, 0, { north: 2, first: -2 }, places()), { north: -2 })
  assert.deepEqual(takenBack(held, -9, { first: 9 }, places()), { south: -4, north: -3 })
  assert.equal(takenBack(never, -4, { first: 4 }, places()), null)
  assert.deepEqual(takenBack(never, 2, { north: -2 }, places()), { north: 2 })
})
