import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type Stripe from 'stripe'
import { resultOfIntent, resultOfRefund, resultOfSession, takenBack } from './results.ts'

const charge = (more: object = {}) => ({
  refunded: false,
  payment_method_details: { card: { brand: 'visa', last4: '4242', exp_month: 3, exp_year: 2030 } },
  ...more,
})
const intent = (status: Stripe.PaymentIntent.Status, more: object = {}) =>
  ({ id: 'pi_1', status, currency: 'eur', amount_received: 2600, latest_charge: charge(), ...more }) as unknown as Stripe.PaymentIntent
const session = (status: string, more: object = {}) =>
  ({
    id: 'cs_1',
    status,
    url: 'https://pay.example/cs_1',
    payment_intent: null,
    setup_intent: null,
    ...more,
  }) as unknown as Stripe.Checkout.Session

const card = { brand: 'VISA', last4: '4242', goodUntil: '2030-03' }
const codes = (result: ReturnType<typeof resultOfIntent>) =>
  result.state === 'DECLINED' ? [result.reason, result.retryable] : result.state

describe('a payment at Stripe', () => {
  test('that succeeded is approved with what was really taken, in our minor units', () => {
    assert.deepEqual(resultOfIntent(intent('succeeded')), { state: 'APPROVED', reference: 'pi_1', taken: 2600, card })
    const taken = (currency: string, amount: number) => {
      const result = resultOfIntent(intent('succeeded', { currency, amount_received: amount }))
      return result.state === 'APPROVED' && result.taken
    }
    assert.deepEqual([taken('jpy', 2600), taken('isk', 260_000)], [2600, 2600], 'Stripe counts krónur in hundredths')
  })

  test('that was given back is declined for good', () => {
    assert.deepEqual(codes(resultOfIntent(intent('succeeded', { latest_charge: charge({ refunded: true }) }))), ['VOIDED', false])
    assert.deepEqual(codes(resultOfIntent(intent('canceled'))), ['VOIDED', false])
  })

  test('that is only held is authorized', () => {
    assert.deepEqual(resultOfIntent(intent('requires_capture')), { state: 'AUTHORIZED', reference: 'pi_1', card })
  })

  test('waits for its buyer where the bank has a page for that, and is on its way otherwise', () => {
    const asks = (next_action: object | null) => resultOfIntent(intent('requires_action', { next_action }))
    assert.deepEqual(asks({ redirect_to_url: { url: 'https://bank.example' } }), {
      state: 'ACTION_REQUIRED',
      reference: 'pi_1',
      actionUrl: 'https://bank.example',
    })
    for (const next of [null, {}, { redirect_to_url: { url: null } }]) assert.equal(asks(next).state, 'PENDING')
    assert.equal(resultOfIntent(intent('processing')).state, 'PENDING')
  })

  test('that the bank declined says why, and can be tried again', () => {
    const said = (last_payment_error: object | null) => codes(resultOfIntent(intent('requires_payment_method', { last_payment_error })))
    assert.deepEqual(said({ decline_code: 'insufficient_funds', code: 'card_declined' }), ['INSUFFICIENT_FUNDS', true])
    assert.deepEqual(said({ code: 'expired_card' }), ['EXPIRED_CARD', true])
    assert.deepEqual(said(null), ['CARD_DECLINED', true])
    assert.deepEqual(said({ code: 'payment_intent_authentication_failure', decline_code: 'x' }), ['AUTHENTICATION_FAILED', true])
  })

  test('names its card only where Stripe does, and brands that it does not know as other', () => {
    const faceOf = (latest_charge: unknown) => {
      const result = resultOfIntent(intent('requires_capture', { latest_charge }))
      return result.state === 'AUTHORIZED' ? result.card : undefined
    }
    assert.equal(faceOf('ch_1'), undefined)
    assert.equal(faceOf(null), undefined)
    assert.equal(faceOf(charge({ payment_method_details: { card: { brand: 'visa', last4: null } } })), undefined)
    assert.deepEqual(faceOf(charge({ payment_method_details: { card: { brand: 'jcb', last4: '0505' } } })), {
      brand: 'OTHER',
      last4: '0505',
    })
    const december = charge({ payment_method_details: { card: { brand: 'amex', last4: '1', exp_month: 12, exp_year: 2031 } } })
    assert.deepEqual(faceOf(december), { brand: 'AMEX', last4: '1', goodUntil: '2031-12' })
  })

  test('keeps the card only where that was agreed, and both its owner and its own id are known', () => {
    const kept = (more: object) => {
      const result = resultOfIntent(intent('succeeded', more))
      return result.state === 'APPROVED' ? result.kept : 'not approved'
    }
    const both = { customer: 'cus_1', payment_method: { id: 'pm_1' } }
    assert.equal(kept({ setup_future_usage: 'off_session', ...both }), 'cus_1/pm_1')
    assert.equal(kept(both), undefined)
    assert.equal(kept({ setup_future_usage: 'on_session', ...both }), undefined)
    assert.equal(kept({ setup_future_usage: 'off_session', customer: null, payment_method: 'pm_1' }), undefined)
    assert.equal(kept({ setup_future_usage: 'off_session', customer: { id: 'cus_1' }, payment_method: null }), undefined)
    const byIdeal = charge({ payment_method_details: { ideal: { generated_sepa_debit: 'pm_debit' } } })
    assert.equal(kept({ setup_future_usage: 'off_session', ...both, latest_charge: byIdeal }), 'cus_1/pm_debit')
  })
})

describe('a visit to Stripe’s page', () => {
  test('that is open sends the buyer there, and one that is over comes to nothing', () => {
    assert.deepEqual(resultOfSession(session('open')), {
      state: 'ACTION_REQUIRED',
      reference: 'cs_1',
      actionUrl: 'https://pay.example/cs_1',
    })
    assert.deepEqual(codes(resultOfSession(session('expired', { payment_intent: intent('succeeded') }))), ['EXPIRED', true])
  })

  test('that is complete is what its payment is', () => {
    assert.equal(resultOfSession(session('complete', { payment_intent: intent('requires_capture') })).state, 'AUTHORIZED')
    assert.equal(resultOfSession(session('complete', { payment_intent: 'pi_1' })).state, 'ACTION_REQUIRED', 'it was not sent along')
    assert.equal(resultOfSession(session('open', { payment_intent: intent('succeeded') })).state, 'ACTION_REQUIRED')
  })

  test('that only left a card takes no money, and goes by its own id', () => {
    const setup = (status: string, more: object = {}) =>
      resultOfSession(
        session('complete', {
          setup_intent: { status, customer: 'cus_1', payment_method: { id: 'pm_1', card: charge().payment_method_details.card }, ...more },
        }),
      )
    assert.deepEqual(setup('succeeded'), { state: 'APPROVED', reference: 'cs_1', taken: 0, card, kept: 'cus_1/pm_1' })
    assert.equal(setup('processing').state, 'PENDING')
    assert.deepEqual(setup('succeeded', { payment_method: 'pm_1', customer: null }), { state: 'APPROVED', reference: 'cs_1', taken: 0 })
  })
})

test('a refund is done, failed, or still on its way', () => {
  const of = (status: string, failure_reason?: string) => codes(resultOfRefund({ id: 're_1', status, failure_reason } as Stripe.Refund))
  assert.equal(of('succeeded'), 'APPROVED')
  assert.deepEqual(of('failed', 'lost_or_stolen_card'), ['LOST_OR_STOLEN_CARD', true])
  assert.deepEqual(of('canceled'), ['CANCELED', true])
  for (const status of ['pending', 'requires_action']) assert.equal(of(status), 'PENDING', status)
})

test('a chargeback takes the money, a bank that only asks does not, and one that was won comes back whole', () => {
  const of = (status: string) => takenBack({ status, amount: 2600 } as Stripe.Dispute)
  for (const status of ['warning_needs_response', 'warning_under_review', 'warning_closed', 'prevented'])
    assert.equal(of(status), undefined, status)
  for (const status of ['needs_response', 'under_review', 'lost']) assert.deepEqual(of(status), { amount: 2600, reversed: 0 }, status)
  assert.deepEqual(of('won'), { amount: 2600, reversed: 2600 })
})
