import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { arrivedAt, dueAt, remainingProducts } from './rules.ts'

const now = new Date('2026-03-20T09:00:00.000Z')
const sent = '2026-03-10T09:00:00.000Z'
const delivered = '2026-03-12T09:00:00.000Z'

describe('when a buyer is asked', () => {
  test('counts from the last delivery, or from when the last shipment left', () => {
    const there = { completed: true, stage: 'DELIVERED', reached: { SENT: sent, DELIVERED: delivered } }
    const onItsWay = { completed: true, stage: 'SENT', reached: { SENT: '2026-03-15T09:00:00.000Z' } }
    const packed = { completed: false, stage: 'PACKED', reached: { PACKED: '2026-03-18T09:00:00.000Z' } }
    assert.equal(arrivedAt([there], now).toISOString(), delivered)
    assert.equal(arrivedAt([there, onItsWay, packed], now).toISOString(), '2026-03-15T09:00:00.000Z')
    assert.equal(arrivedAt([{ ...there, stage: 'PREPARING', reached: {} }], now), now)
  })

  test('is never in the past', () => {
    assert.equal(dueAt(new Date(delivered), 14, now).toISOString(), '2026-03-26T09:00:00.000Z')
    assert.equal(dueAt(new Date(delivered), 1, now).toISOString(), now.toISOString())
  })
})

test('a product is asked about once, and not where all of it was refunded', () => {
  const line = (productId: string | undefined, quantity: number, refunded = 0) => ({ productId, quantity, refunded })
  const lines = [line('mug', 2, 2), line('plate', 1), line(undefined, 1), line('plate', 3, 1), line('lamp', 2, 1)]
  assert.deepEqual(remainingProducts(lines), ['plate', 'lamp'])
})
