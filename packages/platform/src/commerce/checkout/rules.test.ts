import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Refusal } from '../../kernel/refusal.ts'
import { freshCheckoutForm } from '../../kernel/settings/checkout-form.ts'
import { freshCheckoutPage } from '../../kernel/settings/checkout-page.ts'
import { locksOf, settledFor } from '../selling/custom-settings.ts'
import { changesSettled, mayUse, opens, refusedOption, writeInfo } from './rules.ts'
import type { CheckoutDocument } from './store.ts'
import type { Totals } from './totals.ts'

const site = 's1'
const visitor = (visitorId: string) => ({ caller: { kind: 'visitor', site, visitorId, clientId: 'c' }, merchant: false }) as const
const member = (memberId: string) =>
  ({ caller: { kind: 'member', site, memberId, visitorId: 'v1', clientId: 'c' }, merchant: false }) as const
const shop = { caller: { kind: 'app', site, appId: 'a1' }, merchant: true } as const

const document: CheckoutDocument = {
  lines: [{ id: 'l1', quantity: 1, same: 'mug' }],
  channelType: 'WEB',
  email: 'ada@example.com',
  shippingDestination: { address: { country: 'DE', countryFullname: 'Germany' }, contactDetails: { firstName: 'Ada' } },
  billingInfo: { contactDetails: { firstName: 'Ada' } },
  selectedOption: { code: 'standard', carrierId: 'dhl' },
  buyerNote: 'Ring twice.',
  businessLocationId: 'b1',
  taxExemptGroupId: 'g1',
  customFields: [{ title: 'Engraving', value: 'A' }],
}

describe('who may see and change a checkout', () => {
  const checkout = { owner: 'visitor:v1', guests: ['member:m2'] }

  test('its owner, who opened its link, and the shop; nobody else', () => {
    assert.equal(mayUse(visitor('v1'), checkout), true)
    assert.equal(mayUse(member('m2'), checkout), true)
    assert.equal(mayUse(shop, checkout), true)
    assert.equal(mayUse(visitor('v2'), checkout), false)
    assert.equal(mayUse(member('m1'), checkout), false, 'a member is not the visitor of the same id')
    assert.equal(mayUse({ ...shop, merchant: false }, checkout), false, 'a program without the right to')
  })
})

describe('the secret of a checkout link', () => {
  const checkout = { secret: 'aB3-xyz' }

  test('opens it letter by letter only', () => {
    assert.equal(opens(checkout, 'aB3-xyz'), true)
    assert.equal(opens(checkout, 'aB3-xyZ'), false, 'of the same length')
    assert.equal(opens(checkout, 'bB3-xyz'), false)
  })

  test('a secret of another length, or of other bytes in as many letters, does not open it and is no fault', () => {
    for (const key of ['', 'aB3-xy', 'aB3-xyzz', 'aB3-xyé']) assert.equal(opens(checkout, key), false, key)
  })
})

describe('the codes that cannot be changed', () => {
  const settings = { checkout: freshCheckoutPage, checkoutForm: freshCheckoutForm }
  const lockedBy = (lockCouponCode: boolean, lockGiftCard: boolean) => ({
    customSettings: { lockCouponCode, lockGiftCard, disabledPolicyAgreementCheckbox: false, disabledManualPayment: false },
  })

  test('are none where the shop takes both and nothing was settled, also before the shop set anything', () => {
    assert.deepEqual(locksOf(visitor('v1'), settings, {}), { coupon: false, giftCard: false })
    assert.deepEqual(locksOf(visitor('v1'), {}, {}), { coupon: false, giftCard: false })
  })

  test('are those that were locked when the checkout was made, for buyers only', () => {
    assert.deepEqual(locksOf(visitor('v1'), settings, lockedBy(true, false)), { coupon: true, giftCard: false })
    assert.deepEqual(locksOf(visitor('v1'), settings, lockedBy(false, true)), { coupon: false, giftCard: true })
    assert.deepEqual(locksOf(shop, settings, lockedBy(true, true)), { coupon: false, giftCard: false })
  })

  test('are those that the shop does not take, for the shop itself as well', () => {
    const noCoupons = { ...settings, checkoutForm: { ...freshCheckoutForm, couponsAccepted: false } }
    assert.deepEqual(locksOf(shop, noCoupons, {}), { coupon: true, giftCard: false })
    const fields = { ...freshCheckoutPage.checkoutFields, giftCardRedeemEnabled: false }
    const noCards = { ...settings, checkout: { ...freshCheckoutPage, checkoutFields: fields } }
    assert.deepEqual(locksOf(shop, noCards, {}), { coupon: false, giftCard: true })
  })

  test('what was settled binds buyers, not the shop', () => {
    const settled = lockedBy(true, true)
    assert.equal(settledFor(visitor('v1'), settled), settled.customSettings)
    assert.equal(settledFor(shop, settled), undefined)
  })
})

describe('what only the shop writes', () => {
  test('is not changed when it is sent back as it stands', () => {
    assert.equal(changesSettled(document, structuredClone(document)), false)
    assert.equal(changesSettled(document, { ...document, email: 'eve@example.com' }), false)
  })

  test('is changed by another tax exemption, also by taking one away', () => {
    assert.equal(changesSettled(document, { ...document, taxExemptGroupId: 'g2' }), true)
    assert.equal(changesSettled(document, { ...document, taxExemptGroupId: undefined }), true)
  })
})

describe('updating a checkout', () => {
  const after = (info: Parameters<typeof writeInfo>[1]) => writeInfo(document, info, 'en')

  test('with nothing keeps everything', () => {
    for (const info of [{}, { buyerInfo: {} }, { shippingInfo: {} }]) assert.deepEqual(after(info), document)
  })

  test('writes what was sent, and only that', () => {
    assert.deepEqual(after({ buyerInfo: { email: 'eve@example.com' } }), { ...document, email: 'eve@example.com' })
    assert.deepEqual(after({ buyerNote: 'Back door.', businessLocationId: 'b2', taxExemptGroupId: 'g2' }), {
      ...document,
      buyerNote: 'Back door.',
      businessLocationId: 'b2',
      taxExemptGroupId: 'g2',
    })
  })

  test('null clears a field', () => {
    assert.deepEqual(after({ buyerNote: null, businessLocationId: null, taxExemptGroupId: null, billingInfo: null, buyerInfo: null }), {
      ...document,
      buyerNote: undefined,
      businessLocationId: undefined,
      taxExemptGroupId: undefined,
      billingInfo: undefined,
      email: undefined,
    })
  })

  test('null for shipping clears the destination and the selected option; null for one of them leaves the other', () => {
    assert.deepEqual(after({ shippingInfo: null }), { ...document, shippingDestination: undefined, selectedOption: undefined })
    assert.deepEqual(after({ shippingInfo: { shippingDestination: null } }), { ...document, shippingDestination: undefined })
    assert.deepEqual(after({ shippingInfo: { selectedCarrierServiceOption: null } }), { ...document, selectedOption: undefined })
  })

  test('a selected option is replaced as a whole', () => {
    const selected = (option: { code: string; carrierId?: string }) =>
      after({ shippingInfo: { selectedCarrierServiceOption: option } }).selectedOption
    assert.deepEqual(selected({ code: 'express' }), { code: 'express' })
    assert.deepEqual(selected({ code: 'express', carrierId: 'ups' }), { code: 'express', carrierId: 'ups' })
  })

  test('the billing address and the destination are two', () => {
    const billed = after({ billingInfo: { address: { country: 'FR' } } })
    assert.deepEqual(billed.billingInfo, {
      address: { country: 'FR', countryFullname: 'France' },
      contactDetails: { firstName: 'Ada' },
    })
    assert.equal(billed.shippingDestination, document.shippingDestination)
  })

  test('custom fields are replaced by those that were sent, with nothing else in them; null clears them', () => {
    assert.deepEqual(after({ customFields: [{ title: 'Size', value: 4, translatedTitle: 'Größe' }] }).customFields, [
      { title: 'Size', value: 4, translatedTitle: 'Größe' },
    ])
    assert.deepEqual(after({ customFields: [{ title: 'Size', value: 4, translatedTitle: '' }] }).customFields, [
      { title: 'Size', value: 4 },
    ])
    assert.deepEqual(after({ customFields: null }).customFields, [])
  })
})

describe('SELECTED_CARRIER_SERVICE_OPTION_NOT_FOUND', () => {
  const answer = (before: string | undefined, wanted: string | undefined, choiceRefused: boolean) => {
    const selected = (code: string | undefined): CheckoutDocument => ({
      ...document,
      selectedOption: code === undefined ? undefined : { code },
    })
    return refusedOption(selected(before), selected(wanted), { delivery: { choiceRefused } } as Totals)
  }

  test('is for an option that was asked for and that the address does not have', () => {
    for (const before of [undefined, 'standard']) {
      const refused = answer(before, 'express', true)
      assert.ok(refused instanceof Refusal)
      assert.equal(refused.code, 'SELECTED_CARRIER_SERVICE_OPTION_NOT_FOUND')
    }
  })

  test('is not for one that the address has, that was selected before, or that was taken away', () => {
    assert.equal(answer('standard', 'express', false), undefined)
    assert.equal(answer('express', 'express', true), undefined)
    assert.equal(answer('standard', undefined, true), undefined)
  })
})
