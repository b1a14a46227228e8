import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Order } from '@vitrine/contract'
import { captureSays, fulfilSays } from './before.ts'

const amount = (text: string) => ({ amount: text, formattedAmount: text })
const order = (paymentStatus: Order['paymentStatus'], total: string, authorized = '0'): Order =>
  ({
    currency: 'EUR',
    status: 'APPROVED',
    fulfillmentStatus: 'NOT_FULFILLED',
    paymentStatus,
    buyerInfo: { email: 'ada@example.com' },
    priceSummary: { total: amount(total) },
    balanceSummary: { authorized: amount(authorized) },
  }) as unknown as Order

test('before orders are sent: how many, what they come to, what is not paid and who gets an email', () => {
  assert.deepEqual(fulfilSays([order('PAID', '20.00'), order('NOT_PAID', '118.90'), order('NOT_PAID', '10.00', '10.00')]), [
    '3 orders worth €148.90, everything that has not been sent yet.',
    'One of them is not paid: €118.90.',
    '3 buyers get an email that it is on its way. It cannot be undone.',
  ])
})

test('before money is captured: how much, and for how many nothing is authorised', () => {
  assert.deepEqual(captureSays([order('NOT_PAID', '10.00', '10.00'), order('PAID', '20.00')]), [
    '€10.00 for 1 order. It cannot be undone, only refunded.',
    'Nothing is authorised for 1 other order: left as it is.',
  ])
})
