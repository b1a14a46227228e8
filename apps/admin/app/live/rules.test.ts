import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { LiveEvent } from '@vitrine/contract'
import { backoffMs, isNewOrder, isOfOrders, restAfter, unheard } from './rules.ts'

const event = (id: string, type: LiveEvent['type'] = 'wix.ecom.v1.order_updated'): LiveEvent => ({ id, type, entityId: 'o1' })

test('what was told is not told again, and what is remembered does not grow without end', () => {
  const known = new Set<string>()
  assert.deepEqual(
    unheard([event('a'), event('b'), event('a')], known).map(({ id }) => id),
    ['a', 'b'],
  )
  assert.deepEqual(
    unheard([event('b'), event('c')], known).map(({ id }) => id),
    ['c'],
  )
  for (let i = 0; i < 100; i++)
    unheard(
      Array.from({ length: 100 }, (_, j) => event(`${i} ${j}`)),
      known,
    )
  assert.equal(known.size, 4000)
  assert.equal(unheard([event('99 99')], known).length, 0, 'the latest are remembered')
})

test('a connection that is refused waits longer each time, at most half a minute, and not as long as others', () => {
  assert.deepEqual(
    [0, 1, 2, 3, 9].map((failures) => backoffMs(failures, 1)),
    [1000, 2000, 4000, 8000, 30_000],
  )
  assert.equal(backoffMs(0, 0), 500)
})

test('a slow shop is asked more rarely', () => {
  assert.equal(restAfter(20), 1500)
  assert.equal(restAfter(1000), 2000)
  assert.equal(restAfter(60_000), 5000)
})

test('orders are told by their events, and new ones from when they stand', () => {
  const types = ['wix.ecom.v1.order_created', 'wix.ecom.v1.fulfillments_updated', 'wix.ecom.v1.order_transactions_updated'] as const
  for (const type of types) assert.ok(isOfOrders(event('a', type)))
  assert.ok(!isOfOrders(event('a', 'com.wix.ecommerce.catalog.api.v1.ProductChanged')))
  assert.ok(isNewOrder(event('a', 'wix.ecom.v1.order_approved')))
  assert.ok(!isNewOrder(event('a', 'wix.ecom.v1.order_created')))
})
