import { freshCheckoutPage } from '@vitrine/platform/kernel/settings/checkout-page'
import type { CheckoutPageSettings } from '@vitrine/platform/kernel/settings/checkout-page-settings'
import type { PaymentSettings } from '@vitrine/platform/kernel/settings/sections'
import type { TaxSettings } from '@vitrine/platform/kernel/settings/tax-settings'
import { type ManualRate, minor, type ShippingRule, type ShippingZone, type TaxRegion } from '@vitrine/pricing'
import { taxGroups, uuidOf } from './ids.ts'

/** Standard rate, and the rate for coffee beans, in percent. As of 2026; a demo, no advice. */
const europe: readonly (readonly [country: string, name: string, standard: number, food: number])[] = [
  ['DE', 'Germany', 19, 7],
  ['AT', 'Austria', 20, 10],
  ['BE', 'Belgium', 21, 6],
  ['BG', 'Bulgaria', 20, 20],
  ['HR', 'Croatia', 25, 25],
  ['CY', 'Cyprus', 19, 5],
  ['CZ', 'Czechia', 21, 12],
  ['DK', 'Denmark', 25, 25],
  ['EE', 'Estonia', 24, 24],
  ['ES', 'Spain', 21, 10],
  ['FI', 'Finland', 25.5, 13.5],
  ['FR', 'France', 20, 5.5],
  ['GR', 'Greece', 24, 24],
  ['HU', 'Hungary', 27, 27],
  ['IE', 'Ireland', 23, 0],
  ['IT', 'Italy', 22, 22],
  ['LT', 'Lithuania', 21, 21],
  ['LU', 'Luxembourg', 17, 3],
  ['LV', 'Latvia', 21, 21],
  ['MT', 'Malta', 18, 0],
  ['NL', 'Netherlands', 21, 9],
  ['PL', 'Poland', 23, 23],
  ['PT', 'Portugal', 23, 23],
  ['RO', 'Romania', 21, 11],
  ['SE', 'Sweden', 25, 6],
  ['SI', 'Slovenia', 22, 9.5],
  ['SK', 'Slovakia', 23, 19],
]

const share = (percent: number): string =>
  String(percent * 10)
    .padStart(4, '0')
    .replace(/^(\d+)(\d{3})$/, '$1.$2')

/** Prices contain the value added tax of where the goods go; beyond the Union none is collected. */
export const taxes: TaxSettings = {
  defaultGroupId: taxGroups.standard,
  groups: [
    { id: taxGroups.standard, name: 'Standard' },
    { id: taxGroups.food, name: 'Food' },
    // Taxed when they are spent, and not when they are sold.
    { id: taxGroups.vouchers, name: 'Gift cards' },
  ],
  regions: europe.map(([country, name, standard, food]): TaxRegion => {
    const rate = (taxGroupId: string, percent: number): ManualRate => ({
      taxGroupId,
      name: 'VAT',
      rate: share(percent),
      taxType: 'Value Added Tax',
      jurisdiction: name,
      jurisdictionType: 'COUNTRY',
    })
    return {
      id: uuidOf(`tax region ${country}`),
      name,
      country,
      taxIncludedInPrice: true,
      shippingTaxed: true,
      rates: [rate(taxGroups.standard, standard), ...(food === 0 ? [] : [rate(taxGroups.food, food)])],
    }
  }),
}

const freeFrom = minor(8000)
const upTo = (kilograms: number) => ({ type: 'BY_TOTAL_WEIGHT', operator: 'LTE', value: kilograms }) as const
const worth = { type: 'BY_TOTAL_PRICE', operator: 'GTE', value: freeFrom } as const

const standard: ShippingRule = {
  code: 'standard',
  title: 'Standard, by DHL GoGreen',
  deliveryTime: '2–3 working days',
  days: { min: 2, max: 3 },
  cutOff: { hours: 14, minutes: 0 },
  rates: [
    { amount: minor(490), conditions: [upTo(10)] },
    { amount: minor(990), conditions: [upTo(31.5)] },
    { amount: minor(0), conditions: [worth, upTo(31.5)] },
  ],
}
const express: ShippingRule = {
  code: 'express',
  title: 'Express, by DHL',
  deliveryTime: 'The next working day, before 12:00',
  days: { min: 1, max: 1 },
  cutOff: { hours: 14, minutes: 0 },
  rates: [{ amount: minor(890), conditions: [upTo(20)] }],
}
const workdays = ['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'] as const
const evenings = workdays.flatMap((day) => [
  { day, start: { hours: 17, minutes: 0 }, end: { hours: 19, minutes: 0 }, capacity: 6 },
  { day, start: { hours: 19, minutes: 0 }, end: { hours: 21, minutes: 0 }, capacity: 6 },
])
/** The postal codes inside Berlin's ring line, as far as the bike goes. */
const insideTheRing = ['101*', '102*', '104*', '105*', '106*', '107*', '108*', '109*', '10115', '10117', '10119', '12043', '12045', '12047']
const bike: ShippingRule = {
  code: 'cargo-bike',
  title: 'Cargo bike, inside the Ring',
  area: { kind: 'zip', codes: insideTheRing },
  slots: { windows: evenings, handlingDays: 1, cutOff: { hours: 16, minutes: 0 }, daysAhead: 5 },
  rates: [{ amount: minor(590), conditions: [upTo(40)] }],
}
const pickup: ShippingRule = {
  code: 'studio',
  title: 'Collect at the studio',
  deliveryTime: 'Ready the next working day, from 10:00',
  instructions: 'We keep your parcel for ten days.',
  days: { min: 0, max: 0 },
  cutOff: { hours: 0, minutes: 0 },
  rates: [{ amount: minor(0), conditions: [] }],
  pickup: {
    method: 'STORE_PICKUP',
    address: { country: 'DE', subdivision: 'DE-BE', city: 'Berlin', postalCode: '10435', addressLine: 'Kastanienallee 77' },
  },
  hours: workdays.map((day) => ({ day, start: { hours: 10, minutes: 0 }, end: { hours: 19, minutes: 0 } })),
}

/** Beside cards: by transfer, for those in no hurry, and at the studio's counter. */
export const payments: PaymentSettings = {
  offline: [
    {
      id: 'transfer',
      name: 'Bank transfer',
      hint: 'We wrap as soon as it has come',
      instructions: 'Morrow, IBAN DE02 1203 0000 0000 2020 51\nSay the number of your order.',
      onlyFor: 'SHIPPING',
      predefined: 'BANK_TRANSFER',
    },
    { id: 'counter', name: 'At the studio', hint: 'Cash or card, when you collect it', onlyFor: 'PICKUP', predefined: 'CASH' },
  ],
}

/** Whoever wants the newsletter says so at the checkout too. */
export const checkout: CheckoutPageSettings = {
  ...freshCheckoutPage,
  checkoutFields: { ...freshCheckoutPage.checkoutFields, subscriptionCheckbox: { visible: true, checkedByDefault: false } },
}

/**
 * Where the shop delivers, and how: by weight, free from 80 euros in the Union, in Berlin by bike in the evening and by hand. Few in Germany write
 * their state, so the bike is asked for by postal code alone.
 */
export const zones: readonly ShippingZone[] = [
  {
    id: uuidOf('zone Berlin'),
    name: 'Berlin',
    destinations: [{ country: 'DE', subdivisions: ['DE-BE'] }],
    options: [standard, express, bike, pickup],
  },
  { id: uuidOf('zone Germany'), name: 'Germany', destinations: [{ country: 'DE' }], options: [standard, express, bike, pickup] },
  {
    id: uuidOf('zone European Union'),
    name: 'European Union',
    destinations: europe.flatMap(([country]) => (country === 'DE' ? [] : [{ country }])),
    options: [
      {
        code: 'standard-eu',
        title: 'Standard, by DHL GoGreen',
        deliveryTime: '3–6 working days',
        days: { min: 3, max: 6 },
        rates: [
          { amount: minor(890), conditions: [upTo(5)] },
          { amount: minor(1490), conditions: [upTo(31.5)] },
          { amount: minor(0), conditions: [worth, upTo(31.5)] },
        ],
      },
      {
        code: 'express-eu',
        title: 'Express, by DHL',
        deliveryTime: '1–2 working days',
        days: { min: 1, max: 2 },
        rates: [{ amount: minor(2490), conditions: [upTo(20)] }],
      },
    ],
  },
  {
    id: uuidOf('zone neighbours'),
    name: 'Switzerland, Norway, Liechtenstein and the United Kingdom',
    destinations: ['CH', 'GB', 'LI', 'NO'].map((country) => ({ country })),
    options: [
      {
        code: 'standard-neighbours',
        title: 'Standard, by DHL',
        deliveryTime: '4–8 working days',
        instructions: 'Duties and taxes of the country are paid on arrival.',
        days: { min: 4, max: 8 },
        rates: [
          { amount: minor(1490), conditions: [upTo(5)] },
          { amount: minor(2490), conditions: [upTo(20)] },
        ],
      },
    ],
  },
  {
    id: uuidOf('zone world'),
    name: 'Rest of the world',
    destinations: [{ country: '*' }],
    options: [
      {
        code: 'standard-world',
        title: 'International, by DHL',
        deliveryTime: '7–14 working days',
        instructions: 'Duties and taxes of the country are paid on arrival.',
        days: { min: 7, max: 14 },
        rates: [
          { amount: minor(2490), conditions: [upTo(2)] },
          { amount: minor(3990), conditions: [upTo(5)] },
          { amount: minor(5990), conditions: [upTo(10)] },
        ],
      },
    ],
  },
]
