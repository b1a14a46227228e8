import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { askedOf, type Case, caseIn, instantIn, paramsOf, turned, wallText, withItem } from './case.ts'

const mug = { productId: '0199d0e5-7c1e-7b33-8f5e-2b1c7a8d9e10', choices: { Glaze: 'Sage', Size: 'Regular, 280 ml' }, quantity: 2 }
const plain: Case = {
  items: [mug],
  country: 'DE',
  region: '',
  postcode: '',
  delivery: '',
  coupon: '',
  card: '',
  member: '',
  email: '',
  exempt: '',
  at: '',
}

test('law: an address holds all of a case', () => {
  const text = fc.string({ unit: 'grapheme', maxLength: 12 })
  const asked = fc.record(
    {
      items: fc.array(
        fc.record(
          {
            productId: fc.uuid(),
            choices: fc.dictionary(text, text, { noNullPrototype: true }),
            quantity: fc.integer({ min: 1, max: 99 }),
          },
          { noNullPrototype: true },
        ),
      ),
      country: fc.constantFrom('DE', 'US'),
      region: text,
      postcode: text,
      delivery: text,
      coupon: text,
      card: text,
      member: text,
      email: text,
      exempt: text,
      at: text,
    },
    { noNullPrototype: true },
  )
  fc.assert(fc.property(asked, (one) => assert.deepEqual(caseIn(new URLSearchParams(paramsOf(one).toString()), 'FR'), one)))
})

test('what is no item is left out, and where nobody says a country it is that of the shop', () => {
  const params = new URLSearchParams([
    ['item', 'nothing'],
    ['item', `0.${mug.productId}.`],
  ])
  assert.deepEqual(caseIn(params, 'FR'), { ...plain, items: [], country: 'FR' })
})

test('the platform is asked for what was said, and for nothing about an empty cart', () => {
  assert.equal(askedOf({ ...plain, items: [] }), undefined)
  assert.deepEqual(askedOf({ ...plain, delivery: 'own express', coupon: 'TENTH', region: 'DE-BE' }), {
    lineItems: [
      {
        quantity: 2,
        catalogReference: {
          appId: '215238eb-22a5-4c36-9e7b-e7c08025e04e',
          catalogItemId: mug.productId,
          options: { options: mug.choices },
        },
      },
    ],
    shippingAddress: { country: 'DE', subdivision: 'DE-BE' },
    selectedCarrierServiceOption: { code: 'express', carrierId: 'own' },
    couponCode: 'TENTH',
  })
  assert.equal(askedOf({ ...plain, delivery: 'none' })?.selectedCarrierServiceOption, null)
})

test('the same thing again raises its quantity', () => {
  assert.deepEqual(withItem([mug], { ...mug, quantity: 3 }), [{ ...mug, quantity: 5 }])
  assert.equal(withItem([mug], { ...mug, choices: { Glaze: 'Oat' } }).length, 2)
})

test('what was turned is named', () => {
  assert.deepEqual(turned(plain, plain), [])
  assert.deepEqual(turned(plain, { ...plain, items: [], postcode: '10115' }), ['Cart', 'Postcode'])
})

test('moments are those of the wall in the shop, on either side of a change of its clocks', () => {
  assert.equal(wallText('2026-11-21T10:43:00.000Z', 'Europe/Berlin'), '2026-11-21T11:43')
  assert.equal(instantIn('2026-11-21T11:43', 'Europe/Berlin'), '2026-11-21T10:43:00.000Z')
  assert.equal(instantIn('2026-07-01T00:15', 'Europe/Berlin'), '2026-06-30T22:15:00.000Z')
  assert.equal(instantIn('no time', 'Europe/Berlin'), '')
})
