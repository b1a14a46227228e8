import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { OrderSales } from '../selling/follow-sales.ts'
import { gains, weightAt } from './best-selling.ts'

const day = 24 * 3_600_000
const at = new Date('2026-11-21T07:30:00.000Z')
const order = (orderId: string, units: Record<string, number>, createdAt = at): OrderSales => ({
  orderId,
  createdAt,
  updatedAt: createdAt,
  units: new Map(Object.entries(units)),
})
const counted = (orders: Record<string, Record<string, number>>) =>
  new Map(Object.entries(orders).map(([id, units]) => [id, new Map(Object.entries(units))]))

test('a unit counts twice as much as one that was sold thirty days before', () => {
  const earlier = new Date(at.getTime() - 30 * day)
  assert.ok(Math.abs(weightAt(at) / weightAt(earlier) - 2) < 1e-9)
  const { scores } = gains([order('a', { mug: 1 }), order('b', { jug: 1 }, earlier)], new Map())
  assert.ok(scores.get('mug')! > scores.get('jug')!)
})

test('what is counted already changes nothing; what came or went is added or taken off by the moment of the order', () => {
  const changed = order('a', { mug: 3, jug: 1 })
  assert.deepEqual(gains([changed], counted({ a: { mug: 3, jug: 1 } })), { scores: new Map(), changes: [] })
  const { scores, changes } = gains([changed], counted({ a: { mug: 1, bowl: 2 } }))
  assert.deepEqual(changes, [
    { orderId: 'a', productId: 'mug', units: 3 },
    { orderId: 'a', productId: 'jug', units: 1 },
    { orderId: 'a', productId: 'bowl', units: 0 },
  ])
  assert.deepEqual(
    ['mug', 'jug', 'bowl'].map((id) => scores.get(id)! / weightAt(at)),
    [2, 1, -2],
  )
})
