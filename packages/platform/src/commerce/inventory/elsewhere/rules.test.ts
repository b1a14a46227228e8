import assert from 'node:assert/strict'
import { test } from 'node:test'
import { giftCardsApp } from '../../selling/apps.ts'
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

test('an order holds nothing of the shop’s own catalogue, of its gift cards, or of lines without a product', () => {
  const giftCard = { appId: giftCardsApp, catalogItemId: 'card' }
  const lineItems = [{ quantity: 1 }, { catalogReference: own, quantity: 1 }, { catalogReference: giftCard, quantity: 1 }]
  assert.deepEqual(unitsOf(order({ lineItems })), [])
})

test('units keep the options that they were bought with, and whether they are a subscription', () => {
  const dated = reference('wheel', { date: '1' })
  const lineItems = [
    { catalogReference: dated, quantity: 2 },
    { catalogReference: reference('clay'), quantity: 1, subscriptionInfo: { id: 's' } as never },
  ]
  assert.deepEqual(unitsOf(order({ lineItems })), [
    { reference: dated, quantity: 2 },
    { reference: reference('clay'), quantity: 1, subscription: true },
  ])
})

test('lines of the same thing are held as one, however the id of its app is written; a line that is all back in stock counts nothing', () => {
  const lines = (other: Partial<HoldingOrder['lineItems'][number]>) => [
    { catalogReference: reference('wheel'), quantity: 3 },
    { catalogReference: { ...reference('wheel'), appId: 'A' }, quantity: 2, ...other },
  ]
  assert.deepEqual(
    unitsOf(order({ lineItems: lines({}) })).map(({ quantity }) => quantity),
    [5],
  )
  assert.deepEqual(unitsOf(order({ lineItems: lines({ restockQuantity: 2 }) })), wheels(3))
  const all = [{ catalogReference: reference('wheel'), quantity: 3, restockQuantity: 3 }]
  assert.deepEqual(unitsOf(order({ lineItems: all })), [])
})

test('units come back for a refund where a part of the order is back in stock', () => {
  const lineItems = [
    { catalogReference: reference('wheel'), quantity: 3, restockQuantity: 1 },
    { catalogReference: reference('clay'), quantity: 2 },
  ]
  assert.equal(reasonOf(order({ lineItems })), 'ORDER_REFUNDED')
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

test('every state in which a service counts units as gone is held, and what is too much goes to the last service that took it', () => {
  for (const state of ['TAKEN', 'UNANSWERED', 'USED', 'OWED', 'UNDONE'] as const)
    assert.deepEqual(difference(wheels(3), [change('DECREMENT', state, 3)]), { missing: [], excess: [] }, state)
  const moved = [change('DECREMENT', 'USED', 1, 'wheel', 'first'), change('DECREMENT', 'USED', 2, 'wheel', 'second')]
  assert.deepEqual(difference(wheels(1), moved).excess, [{ ...wheels(2)[0], pluginId: 'second' }])
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

test('two changes ask for the same in whichever order their items are, and with the same quantities', () => {
  const [wheel, clay] = [wheels(1)[0]!, { reference: reference('clay'), quantity: 1 }]
  assert.equal(sameItems([wheel, clay], [clay, wheel]), true)
  assert.equal(sameItems([wheel], [{ ...wheel, quantity: 2 }]), false)
  assert.equal(sameItems([wheel, clay], [wheel]), false)
})
