import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { booksOf, chargedBack, refundable, refundsOf, takenOf } from './books.ts'
import { manual, newPayment, type StoredAction, type StoredPayment } from './store.ts'

const now = new Date('2026-03-10T09:00:00.000Z')

const payment = (more: Partial<StoredPayment> = {}): StoredPayment => ({
  ...newPayment({ id: 'p1', orderId: 'o1', provider: 'sandbox', status: 'APPROVED', amount: 5000, currency: 'EUR' }, now),
  ...more,
})

const action = (kind: 'CAPTURE' | 'VOID' | 'REFUND', amount: number, more: Partial<StoredAction> = {}): StoredAction => ({
  id: 'a1',
  paymentId: 'p1',
  orderId: 'o1',
  attempt: 't1',
  amount,
  state: 'SUCCEEDED',
  reference: null,
  createdAt: now,
  updatedAt: now,
  ...(kind === 'REFUND'
    ? { kind, document: { details: { shippingIncluded: false }, external: false } }
    : { kind, document: { by: 'MANUAL' } }),
  ...(more as { amount?: number }),
})

const chargeback = (amount: number, reversed: number) =>
  ({ id: 'c1', amount, reversed, status: 'APPROVED', createdAt: now.toISOString(), updatedAt: now.toISOString() }) as const

describe('how much of a payment was taken', () => {
  test('is nothing before the payment is approved', () => {
    for (const status of ['PENDING', 'ACTION_REQUIRED', 'AUTHORIZED', 'DECLINED', 'CANCELED', 'VOIDED'] as const)
      assert.equal(takenOf(payment({ status }), []), 0, status)
  })

  test('is all of it, or what was captured of an authorization', () => {
    assert.equal(takenOf(payment(), []), 5000)
    assert.equal(takenOf(payment(), [action('CAPTURE', 3000)]), 3000)
  })

  test('does not depend on a capture that failed, that is open, or that was of another payment', () => {
    for (const more of [{ state: 'FAILED' }, { state: 'PENDING' }, { paymentId: 'p2' }] as const)
      assert.equal(takenOf(payment(), [action('CAPTURE', 3000, more)]), 5000, JSON.stringify(more))
    assert.equal(takenOf(payment(), [action('REFUND', 3000)]), 5000, 'a refund is no capture')
  })
})

describe('how much can still be refunded', () => {
  test('is what was taken, less refunds that succeeded, refunds that are pending and open chargebacks', () => {
    const actions = [action('REFUND', 1000), action('REFUND', 500, { state: 'PENDING' })]
    assert.equal(refundable(payment(), actions), 3500)
    assert.equal(refundable(payment({ document: { chargebacks: [chargeback(2000, 600)] } }), actions), 2100)
  })

  test('a refund that failed, and one of another payment, takes nothing away', () => {
    const actions = [action('REFUND', 1000, { state: 'FAILED' }), action('REFUND', 700, { paymentId: 'p2' })]
    assert.equal(refundable(payment(), actions), 5000)
    assert.equal(refundsOf(payment(), actions, 'SUCCEEDED'), 0)
    assert.equal(refundsOf(payment(), actions, 'FAILED'), 1000)
  })

  test('is never below nothing, also where the bank takes back what was refunded before', () => {
    assert.equal(refundable(payment({ document: { chargebacks: [chargeback(5000, 0)] } }), [action('REFUND', 4000)]), 0)
  })

  test('a captured part is the ceiling, not what was authorized', () => {
    assert.equal(refundable(payment(), [action('CAPTURE', 1200)]), 1200)
  })
})

test('a chargeback counts for what the bank has not given again', () => {
  assert.equal(chargedBack(payment()), 0)
  assert.equal(chargedBack(payment({ document: { chargebacks: [chargeback(2000, 2000), chargeback(900, 400)] } })), 500)
})

describe('the books of an order', () => {
  test('add up paid, authorized, pending and refunded money, each for itself', () => {
    const payments = [
      payment({ id: 'p1', amount: 5000 }),
      payment({ id: 'p2', amount: 700, status: 'AUTHORIZED' }),
      payment({ id: 'p3', amount: 40, status: 'PENDING' }),
      payment({ id: 'p4', amount: 3, status: 'ACTION_REQUIRED' }),
      payment({ id: 'p5', amount: 999, status: 'CANCELED' }),
      payment({ id: 'p6', amount: 600, document: { chargebacks: [chargeback(500, 200)] } }),
    ]
    const actions = [
      action('REFUND', 1000),
      action('REFUND', 250, { id: 'a2', state: 'PENDING' }),
      action('REFUND', 9, { id: 'a3', state: 'FAILED' }),
    ]
    assert.deepEqual(booksOf(payments, actions), {
      paid: 5600,
      authorized: 700,
      pending: 43,
      refunded: 1000,
      pendingRefund: 250,
      chargeback: 500,
      chargebackReversal: 200,
      waitsForMerchant: false,
      declined: false,
    })
  })

  test('a promise to pay by hand is not pending money, and counts as paid once it came', () => {
    const promise = payment({ provider: manual, status: 'PENDING', amount: 800 })
    assert.deepEqual([booksOf([promise], []).pending, booksOf([promise], []).paid], [0, 0])
    assert.equal(booksOf([{ ...promise, status: 'APPROVED' }], []).paid, 800)
  })

  test('the merchant has to confirm a recorded payment only while it is pending', () => {
    const recorded = payment({ status: 'PENDING', document: { waitsForMerchant: true } })
    assert.equal(booksOf([recorded], []).waitsForMerchant, true)
    assert.equal(booksOf([payment(), recorded], []).waitsForMerchant, true)
    assert.equal(booksOf([{ ...recorded, status: 'APPROVED' }], []).waitsForMerchant, false)
    assert.equal(booksOf([payment({ status: 'PENDING' })], []).waitsForMerchant, false)
  })

  test('an order counts as declined by its last payment only', () => {
    const declined = payment({ status: 'DECLINED' })
    assert.equal(booksOf([payment(), declined], []).declined, true)
    assert.equal(booksOf([declined, declined, payment()], []).declined, false)
    assert.equal(booksOf([declined], []).declined, true)
    assert.equal(booksOf([], []).declined, false)
  })

  test('never refund more than was paid, and what is left plus what went back is what was paid', () => {
    const refunds = fc.array(fc.record({ amount: fc.integer({ min: 0, max: 5000 }), pending: fc.boolean() }), { maxLength: 6 })
    fc.assert(
      fc.property(refunds, (wanted) => {
        const actions: StoredAction[] = []
        for (const { amount, pending } of wanted)
          if (amount <= refundable(payment(), actions))
            actions.push(action('REFUND', amount, { id: `a${actions.length}`, state: pending ? 'PENDING' : 'SUCCEEDED' }))
        const { paid, refunded, pendingRefund } = booksOf([payment()], actions)
        assert.equal(refunded + pendingRefund + refundable(payment(), actions), paid)
      }),
    )
  })
})
