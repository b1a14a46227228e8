import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { acceptedCodes, belowMinimum, freshCheckoutForm } from './checkout-form.ts'
import { freshCheckoutPage } from './checkout-page.ts'
import type { CommerceSettings } from './sections.ts'

describe('the minimum order value', () => {
  const commerce = { currency: 'EUR' } as CommerceSettings
  const below = (minimumSubtotal: string | undefined, subtotal: number) =>
    belowMinimum({ commerce, checkoutForm: { ...freshCheckoutForm, ...(minimumSubtotal !== undefined && { minimumSubtotal }) } }, subtotal)

  test('is reached by goods of that value, and not by a cent less', () => {
    assert.equal(below('20.00', 2000), undefined)
    assert.deepEqual(below('20.00', 1999), { minimum: '20.00' })
    assert.deepEqual(below('20', 0), { minimum: '20.00' })
  })

  test('is none where the merchant named none, or nothing was ever set', () => {
    assert.equal(below(undefined, 0), undefined)
    assert.equal(belowMinimum({ commerce, checkoutForm: undefined } as never, 0), undefined)
  })
})

describe('the codes that a shop takes', () => {
  const fields = (giftCardRedeemEnabled: boolean) => ({
    ...freshCheckoutPage,
    checkoutFields: { ...freshCheckoutPage.checkoutFields, giftCardRedeemEnabled },
  })

  test('are coupons and gift cards until the merchant says otherwise, each for itself', () => {
    assert.deepEqual(acceptedCodes({}), { coupons: true, giftCards: true })
    assert.deepEqual(acceptedCodes({ checkout: fields(false) }), { coupons: true, giftCards: false })
    assert.deepEqual(acceptedCodes({ checkoutForm: { ...freshCheckoutForm, couponsAccepted: false } }), { coupons: false, giftCards: true })
  })
})
