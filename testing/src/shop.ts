import type { Sections } from '@vitrine/platform/kernel/settings/sections'
import { minor } from '@vitrine/pricing'

/** The settings of a small shop in Berlin: euros, German and American tax, two ways of delivery and a pickup. */
export const testSections: Omit<Sections, 'revisions'> = {
  shop: {
    name: 'Test shop',
    tagline: 'Things for tests',
    about: 'A shop that exists as long as a test.',
    wordmark: { text: 'Test shop' },
    language: 'en',
    theme: { light: {}, dark: {}, mark: 'dial', swatch: 'plain', fonts: [] },
    heroes: [],
    collections: [],
    menu: [],
    promises: [],
    footer: { groups: [], legal: [] },
    contact: { email: 'shop@test.example', address: ['Testweg 1', '10115 Berlin'] },
  },
  commerce: {
    currency: 'EUR',
    locale: 'en-IE',
    country: 'DE',
    timeZone: 'Europe/Berlin',
    weightUnit: 'KG',
    unpaidOrderMinutes: 30,
    firstOrderNumber: 10_001,
  },
  shipping: {
    zones: [
      {
        id: '33333333-3333-4333-8333-333333333333',
        name: 'Germany',
        destinations: [{ country: 'DE' }],
        options: [
          {
            code: 'standard',
            title: 'Standard',
            deliveryTime: '2 to 3 working days',
            days: { min: 2, max: 3 },
            rates: [
              { amount: minor(490), conditions: [] },
              { amount: minor(0), conditions: [{ type: 'BY_TOTAL_PRICE', operator: 'GTE', value: minor(8000) }] },
            ],
          },
          { code: 'express', title: 'Express', deliveryTime: 'Tomorrow', rates: [{ amount: minor(1290), conditions: [] }] },
          {
            code: 'pickup',
            title: 'Collect it in Berlin',
            rates: [{ amount: minor(0), conditions: [] }],
            pickup: { method: 'STORE_PICKUP', address: { country: 'DE', city: 'Berlin', postalCode: '10115', addressLine: 'Testweg 1' } },
          },
        ],
      },
      {
        id: '44444444-4444-4444-8444-444444444444',
        name: 'United States',
        destinations: [{ country: 'US' }],
        options: [{ code: 'air', title: 'Air mail', rates: [{ amount: minor(2400), conditions: [] }] }],
      },
    ],
  },
  taxes: {
    defaultGroupId: 'standard',
    regions: [
      {
        id: '55555555-5555-4555-8555-555555555555',
        name: 'Germany',
        country: 'DE',
        taxIncludedInPrice: true,
        shippingTaxed: true,
        rates: [
          { taxGroupId: 'standard', name: 'VAT', rate: '0.19', jurisdiction: 'Germany', jurisdictionType: 'COUNTRY' },
          { taxGroupId: 'reduced', name: 'VAT', rate: '0.07', jurisdiction: 'Germany', jurisdictionType: 'COUNTRY' },
        ],
      },
      {
        id: '66666666-6666-4666-8666-666666666666',
        name: 'New York',
        country: 'US',
        subdivision: 'US-NY',
        taxIncludedInPrice: false,
        shippingTaxed: false,
        rates: [{ taxGroupId: 'standard', name: 'NY State Sales Tax', rate: '0.04', jurisdiction: 'New York', jurisdictionType: 'STATE' }],
      },
    ],
  },
  mail: { from: 'Test shop <shop@test.example>', replyTo: 'hello@test.example' },
}
