import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { fromStripe, toStripe } from './units.ts'

test('amounts are counted as Stripe counts them: two decimals, none, or three of which the last is nought', () => {
  assert.equal(toStripe(2490, 'EUR'), 2490)
  assert.equal(toStripe(500, 'JPY'), 500)
  assert.equal(toStripe(5120, 'KWD'), 5120)
  assert.equal(toStripe(5124, 'KWD'), undefined)
  // Crowns and shillings have no smaller coin, and yet Stripe counts them with two decimals.
  assert.equal(toStripe(500, 'ISK'), 50_000)
  assert.equal(toStripe(500, 'UGX'), 50_000)
})

test('what was counted there is the same here', () => {
  const currencies = fc.constantFrom('EUR', 'USD', 'JPY', 'KRW', 'ISK', 'UGX', 'KWD', 'TND', 'HUF', 'XOF')
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 99_999_999 }), currencies, (amount, currency) => {
      const counted = toStripe(amount, currency)
      return counted === undefined || fromStripe(counted, currency) === amount
    }),
  )
})
