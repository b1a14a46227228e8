import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { freshCheckoutForm } from '../../kernel/settings/checkout-form.ts'
import type { CheckoutFormSettings, Question } from '../../kernel/settings/checkout-form-settings.ts'
import { unanswered } from './required-fields.ts'
import type { CheckoutDocument } from './store.ts'

const all: CheckoutFormSettings['fields'] = { company: 'REQUIRED', vatId: 'REQUIRED', addressLine2: 'REQUIRED', phone: 'REQUIRED' }
const missing = (document: Partial<CheckoutDocument>, form: Partial<CheckoutFormSettings>, collected = false) =>
  unanswered(document as CheckoutDocument, { checkoutForm: { ...freshCheckoutForm, ...form } }, { collected }).map(
    ({ field, violatedRule }) => [field, violatedRule],
  )
const required = (field: string) => [`checkout.shippingInfo.shippingDestination.${field}`, 'REQUIRED_FIELD']
const nobody = { firstName: 'Ada', lastName: 'Lovelace' }

describe('fields of the address', () => {
  test('a shop that says nothing misses none', () => {
    assert.deepEqual(unanswered({} as CheckoutDocument, {}, { collected: false }), [])
    assert.deepEqual(missing({}, {}), [])
  })

  test('those that the shop requires are missed where nothing, or an empty text, stands in them', () => {
    const everything = ['contactDetails.company', 'contactDetails.vatId', 'address.addressLine2', 'contactDetails.phone'].map(required)
    assert.deepEqual(missing({}, { fields: all }), everything)
    const empty = { address: { addressLine2: '' }, contactDetails: { ...nobody, company: '', vatId: { id: '' }, phone: '' } }
    assert.deepEqual(missing({ shippingDestination: empty } as never, { fields: all }), everything)
    assert.deepEqual(missing({}, { fields: { ...all, company: 'OPTIONAL', vatId: 'HIDDEN', phone: 'OPTIONAL' } }), [
      required('address.addressLine2'),
    ])
  })

  test('an order has what it needs where they are filled in', () => {
    const contactDetails = { ...nobody, company: 'Analytical Engines', vatId: { id: 'DE1' }, phone: '+49 30 1' }
    assert.deepEqual(
      missing({ shippingDestination: { address: { addressLine2: 'Flat 2' }, contactDetails } } as never, { fields: all }),
      [],
    )
  })

  test('a company, its number and a phone may stand in the billing address alone', () => {
    const contactDetails = { ...nobody, company: 'Analytical Engines', vatId: { id: 'DE1' }, phone: '+49 30 1' }
    const document = { shippingDestination: { contactDetails: nobody }, billingInfo: { contactDetails } }
    assert.deepEqual(missing(document as never, { fields: { ...all, addressLine2: 'OPTIONAL' } }), [])
  })

  test('the second line is that of the delivery where there is one, and may be given as a flat', () => {
    const fields = { ...freshCheckoutForm.fields, addressLine2: 'REQUIRED' as const }
    const second = { address: { addressLine2: 'Flat 2' } }
    assert.deepEqual(missing({ billingInfo: second }, { fields }), [])
    assert.deepEqual(missing({ shippingDestination: { address: {} }, billingInfo: second }, { fields }), [required('address.addressLine2')])
    assert.deepEqual(missing({ shippingDestination: { address: { streetAddress: { apt: '2' } } } } as never, { fields }), [])
  })

  test('whoever collects the goods gives no address, and answers questions all the same', () => {
    const questions = [{ title: 'Occasion', type: 'TEXT' as const, required: true, choices: [] }]
    assert.deepEqual(missing({}, { fields: all, questions }, true), [['checkout.customFields[Occasion]', 'REQUIRED_FIELD']])
  })
})

describe('questions of the shop', () => {
  const asked = (question: Partial<Question>, value?: unknown) =>
    missing(value === undefined ? {} : { customFields: [{ title: 'Q', value }] }, {
      questions: [{ title: 'Q', type: 'TEXT', required: true, choices: [], ...question }],
    })
  const needed = [['checkout.customFields[Q]', 'REQUIRED_FIELD']]
  const wrong = [['checkout.customFields[Q]', 'VALIDATION']]

  test('one that is required needs an answer, and any other none', () => {
    for (const value of [undefined, null, '', false]) {
      assert.deepEqual(asked({}, value), needed, String(value))
      assert.deepEqual(asked({ required: false }, value), [], String(value))
    }
  })

  test('a text is no answer where it is only spaces, nor is anything but a text', () => {
    for (const type of ['TEXT', 'LONG_TEXT'] as const) {
      assert.deepEqual(asked({ type }, 'A birthday'), [])
      assert.deepEqual(asked({ type }, '  '), wrong)
      assert.deepEqual(asked({ type }, true), wrong)
    }
  })

  test('a choice is one of those that there are, also where nobody has to choose', () => {
    const choice = { type: 'CHOICE' as const, choices: ['Red', 'Blue'] }
    assert.deepEqual(asked(choice, 'Blue'), [])
    assert.deepEqual(asked(choice, 'Green'), wrong)
    assert.deepEqual(asked({ ...choice, required: false }, 'Green'), wrong)
  })

  test('a box is ticked or not', () => {
    assert.deepEqual(asked({ type: 'CHECKBOX' }, true), [])
    assert.deepEqual(asked({ type: 'CHECKBOX' }, 'true'), wrong)
  })

  test('an answer belongs to the question of its title', () => {
    const questions = ['A', 'B'].map((title) => ({ title, type: 'TEXT' as const, required: true, choices: [] }))
    const customFields = [
      { title: 'B', value: 'yes' },
      { title: 'C', value: 'no' },
    ]
    assert.deepEqual(missing({ customFields }, { questions }), [['checkout.customFields[A]', 'REQUIRED_FIELD']])
  })
})
