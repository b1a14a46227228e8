import assert from 'node:assert/strict'
import { test } from 'node:test'
import { blankedActivity, chosenLines, referenceWithoutTexts, withoutBuyer } from './blanked.ts'

const line = (name: string) => ({ name: { original: name }, plainText: { original: `${name}!` } })
const somebody = {
  address: { country: 'DE', subdivision: 'DE-BE', city: 'Berlin', addressLine: 'Testweg 2' },
  contactDetails: { firstName: 'Ada', phone: '+49 30 1' },
}

test('an order without its buyer keeps what was sold and to which country', () => {
  const { lineItems, ...rest } = withoutBuyer({
    lineItems: [],
    customFields: [{ title: 'Wish', value: 'soon' }],
    buyerInfo: { email: 'ada@example.com' },
    buyerNote: 'Ring twice',
    billingInfo: somebody,
    createdBy: { visitorId: 'v', userId: 'u' },
    shippingInfo: { title: 'Standard', logistics: { deliveryTime: 'Tomorrow', instructions: 'Ring twice', shippingDestination: somebody } },
    number: '1',
  })
  const nowhere = { contactDetails: {}, address: { country: 'DE', subdivision: 'DE-BE' } }
  assert.deepEqual(lineItems, [])
  assert.deepEqual(rest, {
    number: '1',
    buyerInfo: {},
    customFields: [],
    createdBy: { userId: 'u' },
    billingInfo: nowhere,
    shippingInfo: { title: 'Standard', logistics: { deliveryTime: 'Tomorrow', shippingDestination: nowhere } },
  })
})

test("of a line's description only the catalogue's part stays: no engraving, no name of who gets a gift, nothing without a product", () => {
  const engraved = { options: { variantId: 'v', options: { Glaze: 'Sage' }, customTextFields: { Engraving: 'Ada' } } }
  assert.deepEqual(chosenLines([line('Glaze'), line('Engraving')], engraved), [line('Glaze')])
  assert.deepEqual(chosenLines([line('For'), line('On')], { options: { giftingInfo: {} } }), [])
  assert.deepEqual(chosenLines([line('Note')], undefined), [])
  assert.deepEqual(referenceWithoutTexts(engraved), { options: { variantId: 'v', options: { Glaze: 'Sage' } } })
  assert.deepEqual(referenceWithoutTexts({}), {})
})

test('activities keep what happened, and lose comments, authors and reasons', () => {
  const told = { id: 'a', type: 'MERCHANT_COMMENT' as const, merchantComment: { message: 'Ada called' } }
  assert.equal(blankedActivity(told), undefined)
  assert.deepEqual(blankedActivity({ id: 'b', type: 'ORDER_PAID', authorEmail: 'ada@example.com' }), { id: 'b', type: 'ORDER_PAID' })
  assert.deepEqual(
    blankedActivity({
      id: 'c',
      type: 'CUSTOM_ACTIVITY',
      customActivity: { appId: 'x', type: 'EMAIL_SENT_AGAIN', additionalData: { sentTo: 'ada@example.com' } },
    }),
    { id: 'c', type: 'CUSTOM_ACTIVITY', customActivity: { appId: 'x', type: 'EMAIL_SENT_AGAIN' } },
  )
  assert.deepEqual(blankedActivity({ id: 'd', type: 'ORDER_REFUNDED', orderRefunded: { manual: false, reason: 'Ada moved' } }), {
    id: 'd',
    type: 'ORDER_REFUNDED',
    orderRefunded: { manual: false, reason: '' },
  })
})
