import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { Refusal } from '../../kernel/refusal.ts'
import { capture, letGo, refund, refundability } from './collect-rules.ts'
import { manual, newPayment, type PaymentDocument, type PaymentState, type StoredAction, type StoredPayment } from './store.ts'

const now = new Date('2026-03-10T09:00:00.000Z')

const payment = (status: PaymentState, document: PaymentDocument = {}, more: Partial<StoredPayment> = {}): StoredPayment => ({
  ...newPayment({ id: 'p1', orderId: 'o1', provider: 'sandbox', status, amount: 5000, currency: 'EUR', document }, now),
  ...more,
})

const action = (kind: 'CAPTURE' | 'VOID' | 'REFUND', state: StoredAction['state'], amount = 5000, paymentId = 'p1'): StoredAction => ({
  id: `${kind}-${state}`,
  paymentId,
  orderId: 'o1',
  attempt: 't1',
  amount,
  state,
  reference: null,
  createdAt: now,
  updatedAt: now,
  ...(kind === 'REFUND'
    ? { kind, document: { details: { shippingIncluded: false }, external: false } }
    : { kind, document: { by: 'MANUAL' } }),
})

/** Every refusal but that of an amount names the payment. */
function codeOf(answer: unknown) {
  if (!(answer instanceof Refusal)) return answer
  if (answer.code !== 'INVALID_AMOUNT') assert.equal((answer.data as { readonly paymentId?: string }).paymentId, 'p1', answer.code)
  return answer.code
}

const disputed = {
  id: 'c1',
  amount: 5000,
  reversed: 0,
  status: 'APPROVED',
  createdAt: now.toISOString(),
  updatedAt: now.toISOString(),
} as const

describe('capturing an authorized payment', () => {
  const held = payment('AUTHORIZED')

  test('takes all of it where no amount is named, or the part that is named', () => {
    assert.equal(capture(held, [], undefined), 5000)
    assert.equal(capture(held, [], 1200), 1200)
    assert.equal(capture(held, [], 5000), 5000)
  })

  test('400 INVALID_AMOUNT for more than is held, for nothing and for less than nothing', () => {
    for (const wanted of [5001, 0, -1]) assert.equal(codeOf(capture(held, [], wanted)), 'INVALID_AMOUNT', String(wanted))
  })

  test('is refused by what the payment is now', () => {
    assert.equal(codeOf(capture(payment('VOIDED'), [], undefined)), 'PAYMENT_ALREADY_VOIDED')
    assert.equal(codeOf(capture(payment('APPROVED'), [], undefined)), 'PAYMENT_ALREADY_CAPTURED')
    for (const status of ['PENDING', 'ACTION_REQUIRED', 'DECLINED', 'CANCELED'] as const)
      assert.equal(codeOf(capture(payment(status), [], undefined)), 'PAYMENT_NOT_AUTHORIZED', status)
  })

  test('is refused for money that comes by hand; what is held elsewhere is taken there, and here written down', () => {
    for (const status of ['PENDING', 'APPROVED', 'DECLINED', 'CANCELED'] as const)
      assert.equal(codeOf(capture(payment(status, {}, { provider: manual }), [], undefined)), 'NOT_REGULAR_ONLINE_PAYMENT', status)
    assert.equal(capture(payment('AUTHORIZED', {}, { provider: manual }), [], 4000), 4000)
  })

  test('waits for nothing that ended: only a capture or void under way stands against it', () => {
    assert.equal(codeOf(capture(held, [action('CAPTURE', 'PENDING')], undefined)), 'PAYMENT_HAS_PENDING_CAPTURE')
    assert.equal(codeOf(capture(held, [action('VOID', 'PENDING')], undefined)), 'PAYMENT_ALREADY_VOIDED')
    assert.equal(capture(held, [action('CAPTURE', 'FAILED'), action('VOID', 'FAILED')], undefined), 5000)
    assert.equal(capture(held, [action('CAPTURE', 'PENDING', 5000, 'p2')], undefined), 5000, "another payment's capture")
  })
})

describe('voiding an authorized payment', () => {
  test('is allowed only while it is authorized', () => {
    assert.equal(letGo(payment('AUTHORIZED'), []), undefined)
    for (const status of ['PENDING', 'ACTION_REQUIRED', 'DECLINED', 'CANCELED'] as const)
      assert.equal(codeOf(letGo(payment(status), [])), 'PAYMENT_NOT_AUTHORIZED', status)
    assert.equal(codeOf(letGo(payment('VOIDED'), [])), 'PAYMENT_ALREADY_VOIDED')
    assert.equal(codeOf(letGo(payment('APPROVED'), [])), 'PAYMENT_ALREADY_CAPTURED')
  })

  test('what came by hand was never captured: it is not authorized', () => {
    assert.equal(codeOf(letGo(payment('APPROVED', {}, { provider: manual }), [])), 'PAYMENT_NOT_AUTHORIZED')
  })

  test('is refused while a capture or another void is under way', () => {
    assert.equal(codeOf(letGo(payment('AUTHORIZED'), [action('CAPTURE', 'PENDING')])), 'PAYMENT_ALREADY_CAPTURED')
    assert.equal(codeOf(letGo(payment('AUTHORIZED'), [action('VOID', 'PENDING')])), 'PAYMENT_ALREADY_VOIDED')
    assert.equal(letGo(payment('AUTHORIZED'), [action('CAPTURE', 'FAILED')]), undefined)
  })
})

describe('whether a payment can be refunded', () => {
  const reason = (...of: Parameters<typeof refundability>) => {
    const { refundabilityStatus, nonRefundableReason, manuallyRefundableReason } = refundability(...of)
    return nonRefundableReason ?? manuallyRefundableReason ?? refundabilityStatus
  }
  const paid = payment('APPROVED')

  test('yes, where it was paid online and something of it is left', () => {
    assert.deepEqual(refundability(paid, [], 'APPROVED'), { paymentId: 'p1', refundabilityStatus: 'REFUNDABLE' })
    assert.equal(reason(paid, [action('REFUND', 'SUCCEEDED', 4999)], 'APPROVED'), 'REFUNDABLE')
    assert.equal(reason(paid, [], 'CANCELED'), 'REFUNDABLE', 'a canceled order is paid back')
  })

  test('no, while its order is pending or was rejected', () => {
    assert.equal(reason(paid, [], 'PENDING'), 'ORDER_IS_PENDING')
    assert.equal(reason(paid, [], 'REJECTED'), 'ORDER_IS_REJECTED')
  })

  test('no, where nothing was to pay, nothing was paid, or the app forbade it', () => {
    assert.equal(reason({ ...paid, amount: 0 }, [], 'APPROVED'), 'ZERO_PRICE')
    assert.equal(reason(payment('AUTHORIZED'), [], 'APPROVED'), 'NOT_PAID')
    assert.equal(reason(payment('APPROVED', { refundDisabled: true }), [], 'APPROVED'), 'FORBIDDEN')
  })

  test('no, where all of it went back, is on its way back, or was taken back by the bank', () => {
    assert.equal(reason(paid, [action('REFUND', 'SUCCEEDED')], 'APPROVED'), 'ALREADY_REFUNDED')
    assert.equal(reason(paid, [action('REFUND', 'PENDING')], 'APPROVED'), 'PENDING_REFUND')
    assert.equal(reason(payment('APPROVED', { chargebacks: [disputed] }), [], 'APPROVED'), 'AMOUNT_OFFSET_BY_CHARGEBACK')
    assert.equal(reason(payment('APPROVED', { chargebacks: [{ ...disputed, amount: 100 }] }), [], 'APPROVED'), 'REFUNDABLE')
    assert.equal(
      reason(payment('APPROVED', { chargebacks: [{ ...disputed, reversed: 5000 }] }), [action('REFUND', 'SUCCEEDED')], 'APPROVED'),
      'ALREADY_REFUNDED',
      'a chargeback that was reversed is no reason',
    )
  })

  test('by hand only, where the money came by hand; an online payment that was only recorded says so', () => {
    const byHand = (document: PaymentDocument) => reason(payment('APPROVED', document, { provider: manual }), [], 'APPROVED')
    assert.equal(byHand({}), 'OFFLINE')
    assert.equal(byHand({ elsewhere: { regular: { offline: true } } }), 'OFFLINE')
    assert.equal(byHand({ elsewhere: { regular: { offline: false } } }), 'NOT_SUPPORTED')
    assert.equal(byHand({ elsewhere: {} }), 'NOT_SUPPORTED')
    assert.equal(refundability(payment('APPROVED', {}, { provider: manual }), [], 'APPROVED').refundabilityStatus, 'MANUAL')
  })
})

describe('refunding', () => {
  const paid = payment('APPROVED')

  test('gives back all that is left where no amount is named, or what is named', () => {
    assert.equal(refund(paid, [], 'APPROVED', undefined, false), 5000)
    assert.equal(refund(paid, [action('REFUND', 'SUCCEEDED', 2000)], 'APPROVED', undefined, false), 3000)
    assert.equal(refund(paid, [action('REFUND', 'SUCCEEDED', 2000)], 'APPROVED', 3000, false), 3000)
  })

  test('400 INVALID_AMOUNT for more than is left, also while other refunds are only pending', () => {
    assert.equal(codeOf(refund(paid, [], 'APPROVED', 5001, false)), 'INVALID_AMOUNT')
    for (const state of ['SUCCEEDED', 'PENDING'] as const)
      assert.equal(codeOf(refund(paid, [action('REFUND', state, 2000)], 'APPROVED', 3001, false)), 'INVALID_AMOUNT', state)
    for (const wanted of [0, -1]) assert.equal(codeOf(refund(paid, [], 'APPROVED', wanted, false)), 'INVALID_AMOUNT')
  })

  test('REFUND_NOT_AVAILABLE says why', () => {
    const refused = refund(payment('AUTHORIZED'), [], 'APPROVED', 100, false)
    assert.ok(refused instanceof Refusal)
    assert.deepEqual([refused.code, refused.data], ['REFUND_NOT_AVAILABLE', { paymentId: 'p1', reason: 'NOT_PAID' }])
  })

  test('what came by hand is given back by hand: only a refund that was made outside is written down', () => {
    const byHand = payment('APPROVED', {}, { provider: manual })
    const refused = refund(byHand, [], 'APPROVED', 100, false)
    assert.ok(refused instanceof Refusal)
    assert.deepEqual([refused.code, refused.data], ['REFUND_NOT_AVAILABLE', { paymentId: 'p1', reason: 'OFFLINE' }])
    assert.equal(refund(byHand, [], 'APPROVED', 100, true), 100)
  })

  test('in whatever portions it is asked for, no more goes back than was taken', () => {
    fc.assert(
      fc.property(fc.array(fc.option(fc.integer({ min: -10, max: 6000 }), { nil: undefined }), { maxLength: 8 }), (portions) => {
        let back = 0
        const actions: StoredAction[] = []
        for (const wanted of portions) {
          const amount = refund(paid, actions, 'APPROVED', wanted, false)
          if (typeof amount !== 'number') continue
          assert.ok(amount > 0)
          back += amount
          actions.push(action('REFUND', actions.length % 2 === 0 ? 'SUCCEEDED' : 'PENDING', amount))
        }
        assert.ok(back <= 5000, `${back} went back`)
      }),
    )
  })
})
