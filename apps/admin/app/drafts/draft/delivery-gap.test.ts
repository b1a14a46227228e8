import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deliveryGap, gapText, missingOf } from './delivery-gap.ts'

const address = { country: 'DE', city: 'Berlin', postalCode: '10435', addressLine: 'Kastanienallee 24' }
const contactDetails = { firstName: 'Luise', lastName: 'Brandt' }
const whole = { address, contactDetails }
const option = { code: 'dhl', title: 'DHL' }

interface Drafted {
  readonly shippable?: boolean
  readonly to?: object
  readonly delivery?: object
  readonly options?: readonly object[]
  readonly error?: string
}
const drafted = ({ shippable = true, to, delivery, options = [], error }: Drafted) =>
  deliveryGap({
    draftOrder: {
      lineItems: [{ lineItem: { physicalProperties: { shippable } } }],
      ...(to && { recipientInfo: { recipientInfo: to } }),
      ...(delivery && { shippingInfo: { shippingInfo: delivery } }),
    },
    shippingOptions: options,
    ...(error && { calculationErrors: { generalShippingCalculationError: { applicationError: { description: error } } } }),
  } as never)

test('an address lacks what a carrier needs', () => {
  assert.deepEqual(missingOf(whole), [])
  assert.deepEqual(missingOf({ address: { country: 'DE' } }), ['name', 'street', 'postcode', 'city'])
  assert.deepEqual(missingOf({}), ['name', 'street', 'postcode', 'city', 'country'])
  assert.deepEqual(missingOf({ address: { ...address, postalCode: '' }, contactDetails: { company: 'Café Luise' } }), ['postcode'])
  assert.deepEqual(
    missingOf({ ...whole, address: { country: 'HK', city: 'Hong Kong', streetAddress: { name: 'Tai Street', number: '4' } } }),
    [],
  )
})

test('what has to be delivered needs an address, even where a delivery is offered for its country', () => {
  const gap = drafted({ to: { address: { country: 'DE' } }, delivery: option, options: [option] })
  assert.deepEqual(gap, { is: 'ADDRESS', missing: ['name', 'street', 'postcode', 'city'] })
  assert.equal(gapText(gap), 'The delivery address lacks name, street, postcode and city: the items cannot be delivered.')
  assert.equal(gapText(drafted({})!), 'There is no delivery address yet: the items cannot be delivered.')
  assert.equal(drafted({ to: whole, delivery: option, options: [option] }), undefined)
})

test('an address to which the shop does not deliver is told apart from a delivery that nobody wants', () => {
  assert.deepEqual(drafted({ to: whole, error: 'The shop does not deliver to this address.' }), {
    is: 'NOWHERE',
    says: 'The shop does not deliver to this address.',
  })
  assert.deepEqual(drafted({ to: whole, options: [option] }), { is: 'NOT_WANTED' })
})

test('services and what is picked up need no address', () => {
  assert.equal(drafted({ shippable: false }), undefined)
  assert.equal(drafted({ delivery: { ...option, logistics: { pickupDetails: { pickupMethod: 'STORE_PICKUP' } } } }), undefined)
})
