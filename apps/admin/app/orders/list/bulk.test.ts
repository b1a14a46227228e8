import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Order } from '@vitrine/contract'
import { bulk } from './bulk.ts'

const orderWith = (authorized: string): Order =>
  ({ currency: 'EUR', paymentStatus: 'PENDING', balanceSummary: { authorized: { amount: authorized } } }) as unknown as Order

test('capturing asks first with the sum, and says afterwards what was captured', () => {
  const capture = bulk.find(({ name }) => name === 'Capture')!
  const orders = [orderWith('26.00'), orderWith('14.50')]
  assert.deepEqual(capture.confirms?.(orders), ['€40.50 for 2 orders. It cannot be undone, only refunded.'])
  assert.equal(capture.said('2 orders', '', orders), '€40.50 captured for 2 orders.')
  assert.equal(capture.said('1 order', '', [orderWith('14.50')]), '€14.50 captured for 1 order.')
})
