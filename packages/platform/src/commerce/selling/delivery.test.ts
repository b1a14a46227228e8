import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { minor, type Place, type Quote } from '@vitrine/pricing'
import { amounts } from './amounts.ts'
import type { ProvidedRate } from './carriers.ts'
import {
  type Delivery,
  type DeliveryChoice,
  deliveryChoiceOf,
  deliveryErrors,
  deliveryFor,
  ownCarrierId,
  showDelivery,
} from './delivery.ts'
import type { CarrierAnswer, DeliveryFacts } from './delivery-facts.ts'
import type { KnownLine } from './line.ts'
import { NoAnswer } from './outside-calls.ts'
import type { PricingContext } from './pricing-context.ts'
import type { Sellable } from './sellable.ts'

const item: Sellable = {
  productId: 'mug',
  stock: { productId: 'mug', variantId: 'sage' },
  sku: 'MUG',
  name: 'Morning Mug',
  price: minor(2600),
  fullPrice: minor(2600),
  descriptionLines: [],
  shippable: true,
  itemType: 'PHYSICAL',
  available: 5,
  state: '1.5',
}
const line = (more: Partial<Sellable> = {}) => ({ id: 'l1', same: 'mug', quantity: 1, item: { ...item, ...more } }) as unknown as KnownLine
const germany = {
  id: 'z',
  name: 'Germany',
  destinations: [{ country: 'DE' }],
  options: [
    { code: 'standard', title: 'Standard', rates: [{ amount: minor(490), conditions: [] }] },
    { code: 'express', title: 'Express', rates: [{ amount: minor(1290), conditions: [] }] },
  ],
}
const context = { settings: { commerce: { currency: 'EUR' }, shipping: { zones: [germany] } } } as unknown as PricingContext
const place = (country: string): Place => ({ country, subdivision: null })
const rate = (more: Partial<ProvidedRate> = {}): ProvidedRate => ({ code: 'parcel', title: 'Parcel', price: '5.90', ...more })
const carrier = (rates: CarrierAnswer['rates'], more: Partial<CarrierAnswer['carrier']> = {}): CarrierAnswer => ({
  carrier: { appId: 'a', ...more },
  name: 'Parcels',
  rates,
})
const delivery = (
  carriers: readonly CarrierAnswer[] = [],
  choice?: DeliveryChoice,
  to: Place | null = place('DE'),
  lines = [line()],
): Delivery =>
  deliveryFor(
    lines,
    to,
    choice,
    context,
    [],
    carriers.length > 0 ? ({ calendar: undefined, carriers } as unknown as DeliveryFacts) : undefined,
  )
const offered = ({ options }: Delivery) =>
  options.map(({ carrierId, code, price }) => [carrierId === ownCarrierId ? 'own' : carrierId, code, price])
const late = new NoAnswer('Parcels did not answer in time.', { code: 'TIMEOUT' })

describe('ways of delivery', () => {
  test('are the shop’s own, and then those of the providers', () => {
    assert.deepEqual(offered(delivery([carrier([rate()])])), [
      ['own', 'standard', 490],
      ['own', 'express', 1290],
      ['a', 'parcel', 590],
    ])
  })

  test('are those of the providers alone where the shop has none to that place, and then nothing is wrong', () => {
    const abroad = delivery([carrier([rate()])], undefined, place('FR'))
    assert.deepEqual([offered(abroad), abroad.error], [[['a', 'parcel', 590]], undefined])
  })

  test('there are none to a place that nobody delivers to, and the buyer is told so', () => {
    const nowhere = delivery([], undefined, place('FR'))
    assert.deepEqual([nowhere.options, nowhere.needed, nowhere.error?.code], [[], true, 'NO_ZONE'])
    assert.equal(deliveryErrors(nowhere).generalShippingCalculationError?.applicationError?.code, 'NO_ZONE')
  })

  test('are not asked for before there is an address, nor for what is not sent', () => {
    const before = delivery([], { code: 'standard' }, null)
    assert.deepEqual([before.options, before.error, before.choiceRefused, before.needed], [[], undefined, false, true])
    const files = delivery([], { code: 'standard' }, place('DE'), [line({ shippable: false, itemType: 'DIGITAL' })])
    assert.deepEqual([files.options, files.error, files.choiceRefused, files.needed], [[], undefined, false, false])
    assert.deepEqual(deliveryErrors(files), {})
  })
})

describe('the way that is chosen', () => {
  test('is the one of its code; a code that is not offered is refused, and none is chosen in its place', () => {
    assert.equal(delivery([], { code: 'express' }).chosen?.price, 1290)
    assert.deepEqual([delivery().chosen, delivery().choiceRefused], [null, false])
    const gone = delivery([], { code: 'drone' })
    assert.deepEqual([gone.chosen, gone.choiceRefused], [null, true])
    assert.equal(deliveryErrors(gone).selectedShippingOptionError?.applicationError?.code, 'SELECTED_CARRIER_SERVICE_OPTION_NOT_FOUND')
  })

  test('is that of the carrier that was named, where several have ways of one code', () => {
    const two = [carrier([rate()]), carrier([rate({ price: '7' })], { appId: 'b' })]
    assert.equal(delivery(two, { code: 'parcel', carrierId: 'b' }).chosen?.price, 700)
    assert.equal(delivery(two, { code: 'parcel' }).chosen?.price, 590)
  })

  test('is refused where the carrier that was named has it no more, though another has one of that code at another price', () => {
    for (const rates of [[], [rate({ code: 'other' })], late]) {
      const gone = delivery([carrier([rate()]), carrier(rates, { appId: 'b' })], { code: 'parcel', carrierId: 'b' })
      assert.deepEqual([gone.chosen, gone.choiceRefused], [null, true])
    }
  })

  test('keeps a carrier only where one is said', () => {
    assert.deepEqual(deliveryChoiceOf({ code: 'x', carrierId: 'a' }), { code: 'x', carrierId: 'a' })
    for (const carrierId of [null, undefined, '']) assert.deepEqual(deliveryChoiceOf({ code: 'x', carrierId }), { code: 'x' })
  })
})

describe('a provider of rates', () => {
  const backupRate = { title: 'Parcel, as a rule', amount: '7', active: true }
  const packing = { description: 'Packing', amount: '0.5' }

  test('that does not answer is replaced by the shop’s backup rate, and the reason is told', () => {
    const silent = delivery([carrier(late, { backupRate })])
    assert.deepEqual(offered(silent).at(-1), ['a', 'backup', 700])
    const told = deliveryErrors(silent).carrierErrors?.errors.map(({ carrierId, error }) => [carrierId, error?.applicationError?.code])
    assert.deepEqual(told, [['a', 'TIMEOUT']])
  })

  test('that does not answer offers nothing where there is no backup rate, or it is off', () => {
    for (const one of [carrier(late), carrier(late, { backupRate: { ...backupRate, active: false } })])
      assert.deepEqual(offered(delivery([one])).length, 2)
  })

  test('that answers has no use for the backup rate; one that offers nothing offers nothing', () => {
    assert.deepEqual(offered(delivery([carrier([rate()], { backupRate })])).at(-1), ['a', 'parcel', 590])
    const nothing = delivery([carrier([], { backupRate })])
    assert.deepEqual([offered(nothing).length, deliveryErrors(nothing)], [2, {}])
  })

  test('a backup rate without a title has the name of the service', () => {
    const { title: _, ...untitled } = backupRate
    assert.equal(delivery([carrier(late, { backupRate: untitled })]).options.at(-1)?.title, 'Parcels')
    assert.equal(delivery([{ ...carrier(late, { backupRate: untitled }), name: '' }]).options.at(-1)?.title, 'Delivery')
  })

  test('its own charges and those of the shop are part of the price, also of a backup rate', () => {
    const insured = rate({ charges: [{ type: 'INSURANCE', price: '0.80' }] })
    const whole = delivery([carrier([insured], { additionalCharges: [packing] })]).options.at(-1)
    assert.equal(whole?.price, 720)
    assert.deepEqual(
      whole?.charges?.map(({ type, price, details }) => [type, price, details]),
      [
        ['INSURANCE', 80, undefined],
        ['HANDLING_FEE', 50, 'Packing'],
      ],
    )
    assert.equal(delivery([carrier(late, { backupRate, additionalCharges: [packing] })]).options.at(-1)?.price, 750)
    assert.equal('charges' in delivery([carrier([rate()])]).options.at(-1)!, false)
  })

  test('that would pay the buyer is refused', () => {
    assert.throws(() => delivery([carrier([rate({ price: '-1' })])]))
    assert.equal(delivery([carrier([rate({ price: '0' })])]).options.at(-1)?.price, 0)
  })
})

describe('what a buyer reads of it', () => {
  const money = amounts('EUR', 'en')
  const charges = [
    { type: 'INSURANCE' as const, price: '0.80' },
    { type: 'HANDLING_FEE' as const, price: '1.30', details: 'Fragile' },
  ]
  const of = (price: string, quoted: { discount: number; totalBeforeTax: number; totalAfterTax: number }) => {
    const chosen = delivery([carrier([rate({ price, charges: price === '0' ? [{ type: 'INSURANCE', price: '0' }] : charges })])], {
      code: 'parcel',
    })
    const tax = { rate: '0', breakdown: [], shares: [], total: 0 }
    return showDelivery(chosen, { shippingLine: { ...quoted, tax } } as unknown as Quote, money).selectedCarrierServiceOption
  }

  test('carriage and charges stand apart, and add up to what is paid, to the last cent', () => {
    const shown = of('5.90', { discount: 100, totalBeforeTax: 588, totalAfterTax: 700 })
    assert.deepEqual([shown?.cost?.price?.amount, shown?.otherCharges.map(({ cost }) => cost?.price?.amount)], ['5.90', ['0.80', '1.30']])
    const cents = (text: string | undefined) => Math.round(Number(text) * 100)
    const parts = [shown?.cost, ...shown!.otherCharges.map(({ cost }) => cost)]
    const sum = (field: 'totalDiscount' | 'totalPriceBeforeTax' | 'totalPriceAfterTax') =>
      parts.reduce((all, part) => all + cents(part?.[field]?.amount), 0)
    assert.deepEqual([sum('totalDiscount'), sum('totalPriceBeforeTax'), sum('totalPriceAfterTax')], [100, 588, 700])
    assert.equal(shown?.otherCharges[1]?.details, 'Fragile')
  })

  test('a delivery for nothing has charges of nothing', () => {
    const shown = of('0', { discount: 0, totalBeforeTax: 0, totalAfterTax: 0 })
    assert.deepEqual([shown?.cost?.totalPriceAfterTax?.amount, shown?.otherCharges[0]?.cost?.totalPriceAfterTax?.amount], ['0.00', '0.00'])
  })
})
