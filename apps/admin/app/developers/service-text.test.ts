import assert from 'node:assert/strict'
import { test } from 'node:test'
import { failureText, withoutAnswer } from './service-text.ts'

test('what happens without an answer goes by the kind and by what the merchant chose', () => {
  const of = (type: Parameters<typeof withoutAnswer>[0]['type'], answerRequired = true, requires3dSecureFallback = false) =>
    withoutAnswer({ type, answerRequired, requires3dSecureFallback })
  assert.deepEqual(
    [of('VALIDATIONS'), of('VALIDATIONS', false), of('ADDITIONAL_FEES')],
    ['No order is made.', 'Orders are made without it.', 'Nothing is charged.'],
  )
  assert.deepEqual([of('PAYMENT_SETTINGS'), of('PAYMENT_SETTINGS', true, true)], ['The buyer’s bank decides.', '3-D Secure is demanded.'])
  assert.equal(
    withoutAnswer({
      type: 'ADDITIONAL_FEES',
      answerRequired: true,
      requires3dSecureFallback: false,
      fallbackFee: { name: 'Packing', amount: '2.00' },
    }),
    'Packing of 2.00 is charged.',
  )
})

test('a failure is said in words, and the code of the service itself where it has one', () => {
  assert.equal(failureText({ code: 'TIMEOUT', description: 'x' }), 'It did not answer in time.')
  assert.equal(
    failureText({ code: 'INVALID_POSTAL_CODE', description: 'Parcels says no.' }),
    'It says no: INVALID_POSTAL_CODE. Parcels says no.',
  )
})
