import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { agreedVersions, fieldValues } from './page-fields.ts'
import type { PublishedPageEntry } from './page-settings.ts'

const option = (title: string, active?: boolean) => ({ title, ...(active !== undefined && { active }) })
const settings = (more: object = {}) =>
  ({
    shop: { name: 'Morrow', language: 'en', contact: { email: 'shop@morrow.example', address: ['Testweg 1', '10115 Berlin'] } },
    commerce: { country: 'DE' },
    shipping: {
      zones: [
        { destinations: [{ country: 'DE' }, { country: 'AT' }], options: [option('Standard'), option('Express', false)] },
        { destinations: [{ country: 'DE' }], options: [option('Standard'), option('Courier', true)] },
        { active: false, destinations: [{ country: 'US' }], options: [option('Air mail')] },
      ],
    },
    payments: { off: ['sandbox'], offline: [{ name: 'Bank transfer' }, { name: 'Cash', active: false }] },
    ...more,
  }) as unknown as Parameters<typeof fieldValues>[0]
const providers = [
  { id: 'stripe', name: 'Card' },
  { id: 'sandbox', name: 'Test card' },
]
const page = (more: Partial<PublishedPageEntry> = {}): PublishedPageEntry => ({
  id: 'p',
  kind: 'TERMS',
  slug: 'terms',
  title: 'Terms',
  version: 3,
  inFooter: true,
  inCheckout: true,
  inRegistration: false,
  ...more,
})

describe('what a page says in the places of its fields', () => {
  const values = fieldValues(settings(), providers)

  test('is what the shop is called, where it is and how it is written to', () => {
    assert.deepEqual(
      [values.SHOP_NAME, values.EMAIL, values.PHONE, values.ADDRESS, values.COUNTRY],
      ['Morrow', 'shop@morrow.example', '', 'Testweg 1, 10115 Berlin', 'Germany'],
    )
  })

  test('are the ways of payment and delivery that are offered, each once, and not those that are switched off', () => {
    assert.equal(values.PAYMENT_METHODS, 'Card and Bank transfer')
    assert.equal(values.SHIPPING_METHODS, 'Standard and Courier')
    assert.equal(values.DELIVERY_COUNTRIES, 'Germany and Austria')
  })

  test('is nothing where the settings say nothing', () => {
    const bare = fieldValues(settings({ payments: undefined, shipping: { zones: [] } }), [])
    assert.deepEqual([bare.PAYMENT_METHODS, bare.SHIPPING_METHODS, bare.DELIVERY_COUNTRIES, bare.TAX_IDS], ['', '', '', ''])
  })

  test('is in the language of the shop', () => {
    const german = fieldValues(settings({ shop: { name: 'Morrow', language: 'de', contact: { address: [] } } }), providers)
    assert.deepEqual([german.COUNTRY, german.DELIVERY_COUNTRIES, german.EMAIL], ['Deutschland', 'Deutschland und Österreich', ''])
  })

  test('has every tax number, and the rest of the world where the shop delivers there', () => {
    const everywhere = [{ destinations: [{ country: 'DE' }, { country: '*' }], options: [] }]
    const taxIds = [
      { name: 'VAT', value: 'DE1' },
      { name: 'EORI', value: 'DE2' },
    ]
    const all = fieldValues(settings({ shipping: { zones: everywhere }, invoices: { taxIds } }), providers)
    assert.deepEqual([all.DELIVERY_COUNTRIES, all.TAX_IDS], ['Germany and all other countries', 'VAT DE1, EORI DE2'])
  })
})

describe('what a buyer agrees to', () => {
  const agreed = (more: Partial<PublishedPageEntry>) => agreedVersions([page(more)], settings(), providers)[0]!

  test('is the version of a page, with what stood in the fields that its text names', () => {
    assert.deepEqual(agreed({ fields: ['EMAIL', 'COUNTRY'] }), {
      id: 'p',
      title: 'Terms',
      version: 3,
      fields: [
        { field: 'EMAIL', value: 'shop@morrow.example' },
        { field: 'COUNTRY', value: 'Germany' },
      ],
    })
  })

  test('is without fields where its text names none, or only empty ones', () => {
    assert.equal('fields' in agreed({ fields: [] }), false)
    assert.equal('fields' in agreed({ fields: ['PHONE'] }), false)
  })

  test('is with all that say something where it was published before its fields were written down', () => {
    const names = agreed({}).fields?.map(({ field }) => field)
    assert.ok(names?.includes('SHOP_NAME') && names.includes('DELIVERY_COUNTRIES'))
    assert.equal(names?.includes('PHONE'), false)
  })
})
