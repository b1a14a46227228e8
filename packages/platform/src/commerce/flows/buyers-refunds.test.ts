import assert from 'node:assert/strict'
import { test } from 'node:test'
import { byGiftCard, manual, newPayment, type StoredAction, type StoredPayment } from '../payments/store.ts'
import { paidWith } from './buyers-refunds.ts'

const now = new Date('2026-03-10T09:00:00.000Z')
const payment = (more: Partial<StoredPayment>): StoredPayment => ({
  ...newPayment({ id: 'p1', orderId: 'o1', provider: 'sandbox', status: 'APPROVED', amount: 5000, currency: 'EUR' }, now),
  ...more,
})
const refund = (amount: number): StoredAction => ({
  id: 'a1',
  paymentId: 'p1',
  orderId: 'o1',
  attempt: 't1',
  amount,
  state: 'SUCCEEDED',
  reference: null,
  createdAt: now,
  updatedAt: now,
  kind: 'REFUND',
  document: { details: { shippingIncluded: false }, external: false },
})
const visa = { card: { brand: 'VISA', last4: '4242' } } as const

test('what was refunded of a payment does not go back again', () => {
  assert.deepEqual(paidWith([payment({ document: visa })], [refund(1200)]), [{ method: 'CARD', amount: '38.00', card: visa.card }])
  assert.deepEqual(paidWith([payment({ document: visa })], [refund(5000)]), [])
})

test('a held card, a gift card and money by hand each say which', () => {
  const offline = { name: 'Bank transfer', onCollection: false }
  assert.deepEqual(
    paidWith(
      [
        payment({ status: 'AUTHORIZED', document: visa }),
        payment({ provider: byGiftCard, amount: 1000, document: { giftCard: { cardId: 'c1', suffix: '7K2P' } } }),
        payment({ provider: manual, amount: 250, document: { offline } }),
      ],
      [],
    ),
    [
      { method: 'HELD', amount: '50.00', card: visa.card },
      { method: 'GIFT_CARD', amount: '10.00', giftCardSuffix: '7K2P' },
      { method: 'MANUAL', amount: '2.50', name: 'Bank transfer' },
    ],
  )
})

test('what was declined, voided, or only promised by hand paid for nothing', () => {
  for (const status of ['DECLINED', 'VOIDED', 'CANCELED', 'PENDING', 'ACTION_REQUIRED'] as const)
    assert.deepEqual(paidWith([payment({ status })], []), [], status)
})
