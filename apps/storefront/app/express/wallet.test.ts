import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hasWallet } from './wallet.ts'

const brands = (...names: string[]) => ({ userAgentData: { brands: names.map((brand) => ({ brand })) } })

test('a browser has a wallet if Apple Pay says so, or if it is Google Chrome', () => {
  assert.equal(hasWallet({}), false)
  assert.equal(hasWallet({ ApplePaySession: { canMakePayments: () => true } }), true)
  assert.equal(hasWallet({ ApplePaySession: { canMakePayments: () => false } }), false)
  assert.equal(hasWallet({ PaymentRequest: class {}, navigator: brands('Chromium', 'Google Chrome') }), true)
  assert.equal(hasWallet({ PaymentRequest: class {}, navigator: brands('Chromium') }), false)
  assert.equal(hasWallet({ navigator: brands('Google Chrome') }), false)
})

test('a browser in which Apple Pay throws has none', () => {
  const fail = () => {
    throw new Error('not in an insecure page')
  }
  assert.equal(hasWallet({ ApplePaySession: { canMakePayments: fail } }), false)
})
