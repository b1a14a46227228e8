import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Order } from '@vitrine/contract'
import { boughtBy } from './bought-by.ts'

const price = (amount: string) => ({ amount, formattedAmount: `€${amount}` })
const order = (status: Order['status'], total: string, refunded = '0.00') => ({
  status,
  currency: 'EUR',
  priceSummary: { total: price(total) },
  balanceSummary: { refunded: price(refunded) },
})

test('cancelled orders do not count in the sum of a customer, nor does what was refunded', () => {
  assert.deepEqual(boughtBy([order('APPROVED', '200.00', '74.00'), order('CANCELED', '121.00'), order('REJECTED', '10.00')]), {
    count: 1,
    cancelled: 2,
    spent: '€126.00',
  })
  assert.deepEqual(boughtBy([order('CANCELED', '121.00')]), { count: 0, cancelled: 1, spent: '' })
})
