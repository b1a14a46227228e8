import assert from 'node:assert/strict'
import { test } from 'node:test'
import { difference, type HoldingOrder, reasonOf, sameItems, unitsOf } from './rules.ts'
import type { StoredChange } from './store.ts'

const reference = (catalogItemId: string, options?: Record<string, unknown>) => ({ appId: 'a', catalogItemId, ...(options && { options }) })
const own = { appId: '215238eb-22a5-4c36-9e7b-e7c08025e04e', catalogItemId: 'mug' }
const order = (more: Partial<HoldingOrder> = {}): HoldingOrder => ({
  status: 'APPROVED',
  paymentStatus: 'PAID',
  lineItems: [
    { catalogReference: reference('wheel'), quantity: 3 },
    { catalogReference: own, quantity: 7 },
  ],
  ...more,
})
const change = (
  kind: StoredChange['kind'],
  state: StoredChange['state'],
  quantity: number,
  item = 'wheel',
  pluginId = 'p',
): StoredChange => ({
  id: 'c',
  pluginId,
  checkoutId: null,
  orderId: 'o',
  kind,
  reason: 'ORDER_PLACED',
  items: [{ reference: reference(item), quantity }],
  state,
  usedAt: null,
  createdAt: new Date(0),
  updatedAt: new Date(0),
})
const wheels = (quantity: number) => [{ reference: reference('wheel'), quantity }]

test('an order holds what it sold of other apps, but what is back in stock, and nothing once it is given up', () => {
  assert.deepEqual(unitsOf(order()), wheels(3))
  const lineItems = [{ catalogReference: reference('wheel'), quantity: 3, restockQuantity: 2 }]
  assert.deepEqual(unitsOf(order({ lineItems })), wheels(1))
  assert.deepEqual(unitsOf(order({ status: 'CANCELED' })), wheels(3))
  assert.deepEqual(unitsOf(order({ status: 'CANCELED', paymentStatus: 'CANCELED' })), [])
  assert.deepEqual(unitsOf(order({ status: 'REJECTED' })), [])
  assert.deepEqual([order({ status: 'REJECTED' }), order({ status: 'CANCELED' }), order({ lineItems }), order()].map(reasonOf), [
    'ORDER_REJECTED',
    'ORDER_CANCELED',
    'ORDER_REFUNDED',
    'ORDER_EDITED',
  ])
})

test('what is missing is asked for, what is too much goes back to the service that took it', () => {
  const taken = change('DECREMENT', 'USED', 3)
  assert.deepEqual(difference(wheels(3), []), { missing: wheels(3), excess: [] })
  assert.deepEqual(difference(wheels(3), [taken]), { missing: [], excess: [] })
  assert.deepEqual(difference(wheels(5), [taken]), { missing: wheels(2), excess: [] })
  assert.deepEqual(difference([], [taken]), { missing: [], excess: [{ ...wheels(3)[0], pluginId: 'p' }] })
  for (const state of ['WANTED', 'DONE', 'LOST'] as const)
    assert.deepEqual(difference([], [taken, change('INCREMENT', state, 3)]), { missing: [], excess: [] })
  assert.deepEqual(difference(wheels(3), [change('DECREMENT', 'UNDONE', 3), change('INCREMENT', 'WANTED', 3)]), {
    missing: wheels(3),
    excess: [],
  })
})

test('what was refused or is not known is not held; what was lost is not asked for again', () => {
  for (const state of ['REFUSED', 'UNKNOWN', 'ASKED'] as const)
    assert.deepEqual(difference(wheels(3), [change('DECREMENT', state, 3)]).missing, wheels(3))
  assert.deepEqual(difference(wheels(3), [change('DECREMENT', 'LOST', 3)]), { missing: [], excess: [] })
  assert.deepEqual(difference([], [change('DECREMENT', 'LOST', 3)]), { missing: [], excess: [] })
})

test('options tell things apart, in whichever order they are', () => {
  const dated = (date: string, seat: string) => [{ reference: reference('wheel', { date, seat }), quantity: 1 }]
  const turned = [{ reference: reference('wheel', { seat: 'A', date: '1' }), quantity: 1 }]
  assert.equal(sameItems(dated('1', 'A'), turned), true)
  assert.equal(sameItems(dated('1', 'A'), dated('2', 'A')), false)
})
