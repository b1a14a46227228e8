import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { writeInfo } from './rules.ts'
import type { CartDocument } from './store.ts'

const before: CartDocument = {
  lines: [{ id: 'l1', quantity: 2, same: 'mug' }],
  buyerNote: 'Ring twice.',
  email: 'ada@example.com',
  contactId: 'c1',
  contactInfo: {
    address: { country: 'DE', city: 'Berlin', countryFullname: 'Germany' },
    contactDetails: { firstName: 'Ada', phone: '+49 30 1' },
  },
  checkoutPage: 'https://shop.example/checkout',
  businessLocationId: 'b1',
  selectedShippingOption: { code: 'standard', carrierId: 'dhl' },
  couponCode: 'SPRING',
}
const after = (info: Parameters<typeof writeInfo>[1]) => writeInfo(before, info, 'en')

describe('updating a cart', () => {
  test('with nothing keeps everything', () => {
    assert.deepEqual(after({}), before)
    assert.deepEqual(after({ buyerInfo: {} }), before)
  })

  test('writes what was sent, and only that', () => {
    assert.deepEqual(after({ buyerNote: 'By the back door.' }), { ...before, buyerNote: 'By the back door.' })
    assert.deepEqual(after({ buyerInfo: { email: 'eve@example.com' } }), { ...before, email: 'eve@example.com' })
    assert.deepEqual(after({ overrideCheckoutUrl: 'https://shop.example/buy' }), { ...before, checkoutPage: 'https://shop.example/buy' })
    assert.deepEqual(after({ businessLocationId: 'b2' }), { ...before, businessLocationId: 'b2' })
  })

  test('null clears a field; null for the buyer clears email and contact', () => {
    assert.deepEqual(after({ buyerNote: null, overrideCheckoutUrl: null, businessLocationId: null, contactInfo: null }), {
      ...before,
      buyerNote: undefined,
      checkoutPage: undefined,
      businessLocationId: undefined,
      contactInfo: undefined,
    })
    assert.deepEqual(after({ buyerInfo: { email: null } }), { ...before, email: undefined })
    assert.deepEqual(after({ buyerInfo: null }), { ...before, email: undefined, contactId: undefined })
  })

  test('a shipping option is replaced as a whole or cleared; one without a carrier keeps none of the old one', () => {
    assert.deepEqual(after({ selectedShippingOption: { code: 'express' } }).selectedShippingOption, { code: 'express' })
    assert.deepEqual(after({ selectedShippingOption: { code: 'express', carrierId: 'ups' } }).selectedShippingOption, {
      code: 'express',
      carrierId: 'ups',
    })
    assert.deepEqual(after({ selectedShippingOption: { code: 'express', carrierId: '' } }).selectedShippingOption, { code: 'express' })
    assert.equal(after({ selectedShippingOption: null }).selectedShippingOption, undefined)
  })

  test('of the contact, an address is replaced as a whole and contact details field by field', () => {
    const contact = after({
      contactInfo: { address: { country: 'FR' }, contactDetails: { phone: null, lastName: 'Lovelace' } },
    }).contactInfo
    assert.deepEqual(contact, {
      address: { country: 'FR', countryFullname: 'France' },
      contactDetails: { firstName: 'Ada', lastName: 'Lovelace' },
    })
    assert.deepEqual(after({ contactInfo: { address: null } }).contactInfo, { contactDetails: before.contactInfo!.contactDetails })
  })

  test('never touches the lines or the coupon, nor the document that it was given', () => {
    const copy = structuredClone(before)
    const { lines, couponCode } = after({ buyerNote: null, buyerInfo: null, contactInfo: null, selectedShippingOption: null })
    assert.deepEqual([lines, couponCode], [before.lines, 'SPRING'])
    assert.deepEqual(before, copy)
  })
})
