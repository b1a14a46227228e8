import assert from 'node:assert/strict'
import { test } from 'node:test'
import type Stripe from 'stripe'
import { elementFor, endedElement, resultOfElement } from './element.ts'

const intent = (status: Stripe.PaymentIntent.Status, more: object = {}) =>
  ({
    id: 'pi_1',
    client_secret: 'pi_1_secret',
    status,
    currency: 'eur',
    amount_received: 0,
    last_payment_error: null,
    latest_charge: null,
    metadata: { by: 'element' },
    ...more,
  }) as unknown as Stripe.PaymentIntent

const waiting = { state: 'ACTION_REQUIRED', reference: 'pi_1', clientSecret: 'pi_1_secret' }
const refusedCard = { code: 'card_declined', decline_code: 'insufficient_funds', message: 'No.' }

test('the form has the amount in Stripe’s units, and is not offered for an amount that Stripe cannot take', () => {
  const of = (amount: number, currency: string) =>
    elementFor({ publishableKey: 'pk_test_1' }, 'https://js.example/stripe.js', { amount, currency, delayCapture: false, keeps: false })
  assert.deepEqual([of(2600, 'EUR')?.amount, of(2600, 'EUR')?.currency], [2600, 'eur'])
  assert.equal(of(2600, 'JPY')?.amount, 2600)
  assert.deepEqual([of(26, 'ISK')?.amount, of(26, 'ISK')?.decimals], [2600, 2])
  assert.equal(of(1005, 'KWD'), undefined)
  const held = { amount: 100, currency: 'EUR', delayCapture: true, keeps: true }
  const form = elementFor({ publishableKey: 'pk_test_1', configuration: 'pmc_1' }, 'https://js.example/stripe.js', held)
  assert.deepEqual([form?.captureMethod, form?.keeps, form?.configuration], ['manual', true, 'pmc_1'])
})

test('an intent waits for its buyer, also after a refused card', () => {
  for (const status of ['requires_payment_method', 'requires_confirmation', 'requires_action'] as const)
    assert.deepEqual(resultOfElement(intent(status)), waiting)
  assert.deepEqual(resultOfElement(intent('requires_payment_method', { last_payment_error: refusedCard })), waiting)
  assert.equal(resultOfElement(intent('processing')).state, 'PENDING')
  assert.equal(resultOfElement(intent('succeeded')).state, 'APPROVED')
  assert.equal(resultOfElement(intent('canceled')).state, 'DECLINED')
})

test('a payment by voucher is pending while its buyer has days to pay it', () => {
  for (const type of ['multibanco_display_details', 'display_bank_transfer_instructions', 'verify_with_microdeposits'])
    assert.deepEqual(resultOfElement(intent('requires_action', { next_action: { type } })), { state: 'PENDING', reference: 'pi_1' }, type)
  for (const type of ['use_stripe_sdk', 'redirect_to_url', 'pix_display_qr_code'])
    assert.deepEqual(resultOfElement(intent('requires_action', { next_action: { type } })), waiting, type)
})

test('a debit that fails days later is declined', () => {
  const late = { last_payment_error: { code: 'payment_intent_payment_attempt_failed', message: 'No.' } }
  assert.equal(resultOfElement(intent('requires_payment_method', late)).state, 'DECLINED')
  const debited = {
    last_payment_error: { code: 'debit_not_authorized' },
    latest_charge: { payment_method_details: { type: 'sepa_debit' } },
  }
  assert.equal(resultOfElement(intent('requires_payment_method', debited)).state, 'DECLINED')
})

test('an intent that a bank refused is canceled at Stripe, unless it is confirmed at the same time', async () => {
  const refused = intent('requires_payment_method', { last_payment_error: { code: 'payment_intent_authentication_failure' } })
  const closed: string[] = []
  const stripe = (cancel: () => void, now = refused) =>
    ({
      paymentIntents: {
        cancel: async (id: string) => {
          closed.push(id)
          cancel()
        },
        retrieve: async () => now,
      },
    }) as unknown as Stripe
  assert.equal(
    (
      await endedElement(
        stripe(() => {}),
        refused,
      )
    ).state,
    'DECLINED',
  )
  assert.deepEqual(closed, ['pi_1'])
  const fail = () => {
    throw new Error('payment_intent_unexpected_state')
  }
  assert.equal((await endedElement(stripe(fail, intent('succeeded')), refused)).state, 'APPROVED')
  assert.deepEqual(await endedElement(stripe(fail), refused), waiting, 'it can still be paid')
  assert.deepEqual(await endedElement(stripe(fail), intent('requires_payment_method')), waiting)
})
