import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { minor } from './money.ts'
import { quote } from './quote.ts'
import { type ManualRate, type TaxRegion, type TaxRules, taxAt, taxFrom, taxRegionAt } from './tax.ts'

const rate = (taxGroupId: string, name: string, text: string): ManualRate => ({ taxGroupId, name, rate: text, jurisdictionType: 'STATE' })
const region = (id: string, country: string, subdivision: string | null, rates: readonly ManualRate[] = []): TaxRegion => ({
  id,
  name: id,
  country,
  subdivision,
  taxIncludedInPrice: id === 'de',
  shippingTaxed: id !== 'ny',
  rates,
})
const rules = {
  defaultGroupId: 'goods',
  regions: [
    region('us', 'US', '*'),
    region('ny', 'US', 'NY', [rate('goods', 'State', '0.04'), rate('books', 'State', '0.02'), rate('goods', 'City', '0.045')]),
    region('de', 'DE', null, [rate('goods', 'VAT', '0.19')]),
    region('de again', 'DE', ''),
    region('by', 'DE', 'DE-BY'),
  ],
}
const at = (country: string, subdivision?: string | null) =>
  taxAt(rules, { country, ...(subdivision === undefined ? {} : { subdivision }) })

describe('the region of a place', () => {
  test('is its subdivision’s, however that is written', () => {
    for (const code of ['NY', 'US-NY', 'us-ny', ' ny ']) assert.equal(at('us', code).region?.id, 'ny', code)
    for (const code of ['BY', 'DE-BY']) assert.equal(at('DE', code).region?.id, 'by', code)
  })
  test('else its country’s, of equals the first', () => {
    for (const code of [undefined, null, '', '*', 'BE', 'DE-BE']) assert.equal(at('DE', code).region?.id, 'de', String(code))
    assert.equal(at('US', 'CA').region?.id, 'us')
    assert.equal(at('US').region?.id, 'us')
  })
  test('is not that of another country with the same subdivision code', () => {
    assert.equal(at('DE', 'NY').region?.id, 'de')
    assert.equal(at('FR', 'NY').region, null)
  })
  test('is none where only another subdivision has one', () => {
    const onlyNewYork = { ...rules, regions: rules.regions.filter((one) => one.id === 'ny') }
    assert.equal(taxAt(onlyNewYork, { country: 'US', subdivision: 'CA' }).rateType, 'NO_TAX_COLLECTED')
    assert.equal(taxAt(onlyNewYork, { country: 'US' }).rateType, 'NO_TAX_COLLECTED')
  })
})

describe('the choice', () => {
  test('stacks the rates of a tax group in their order, and keeps tax groups apart', () => {
    const { rates } = at('US', 'NY')
    assert.deepEqual(Object.fromEntries(Object.entries(rates).map(([group, all]) => [group, all.map((one) => [one.name, one.rate])])), {
      goods: [
        ['State', '0.04'],
        ['City', '0.045'],
      ],
      books: [['State', '0.02']],
    })
  })
  test('carries what the region says of prices and of delivery', () => {
    assert.deepEqual([at('DE').taxIncludedInPrice, at('DE').shippingTaxed], [true, true])
    assert.deepEqual([at('US', 'NY').taxIncludedInPrice, at('US', 'NY').shippingTaxed], [false, false])
  })
  test('is no tax where there is no region, and where no place is known', () => {
    const none = {
      rateType: 'NO_TAX_COLLECTED',
      region: null,
      taxIncludedInPrice: false,
      shippingTaxed: false,
      defaultGroupId: 'goods',
      rates: {},
    }
    assert.deepEqual(at('CH'), none)
    assert.deepEqual(taxAt(rules, null), none)
  })
})

describe('where prices come from', () => {
  const auto: TaxRules = {
    ...rules,
    regions: rules.regions.map((one) => (one.id === 'ny' ? { ...one, providerId: 'avalanche' } : one)),
  }
  test('manual everywhere, or manual here', () => {
    assert.equal(at('DE').reason, 'GLOBAL_SETTING_TO_MANUAL')
    assert.equal(taxAt(auto, { country: 'DE' }).reason, 'REGION_SETTING_TO_MANUAL')
    assert.equal(taxRegionAt(auto, { country: 'US', subdivision: 'NY' })?.providerId, 'avalanche')
  })
  test('a provider’s rates take the place of the merchant’s, and its region stays', () => {
    const manual = taxAt(auto, { country: 'US', subdivision: 'NY' })
    const rates = { goods: [{ name: 'Sales tax', rate: '0.08875', jurisdictionType: 'CITY' as const }] }
    assert.deepEqual(taxFrom(manual, { taxIncludedInPrice: false, shippingTaxed: true, rates }), {
      rateType: 'AUTO_RATE',
      region: { id: 'ny', name: 'ny' },
      taxIncludedInPrice: false,
      shippingTaxed: true,
      defaultGroupId: 'goods',
      rates,
    })
  })
  test('where it fails or is switched off the merchant’s hold, and the reason is kept', () => {
    const manual = taxAt(auto, { country: 'US', subdivision: 'NY' })
    for (const reason of ['AUTO_TAX_FAILED', 'AUTO_TAX_DEACTIVATED'] as const)
      assert.deepEqual(taxFrom(manual, reason), { ...manual, rateType: 'FALLBACK_RATE', reason })
  })
})

describe('exemptions', () => {
  const embassies: TaxRules = {
    defaultGroupId: 'goods',
    regions: [
      region('de', 'DE', null, [
        { ...rate('goods', 'VAT', '0.19'), exemptRates: { embassies: '0', farmers: '0.055' } },
        rate('books', 'VAT', '0.07'),
      ]),
    ],
  }
  const lines = [
    { id: 'mug', quantity: 1, price: minor(11900), shippable: true },
    { id: 'novel', quantity: 1, price: minor(1070), shippable: true, taxGroupId: 'books' },
  ]
  const bill = (group?: string) => quote(lines, { currency: 'EUR', tax: taxAt(embassies, { country: 'DE' }, group), shipping: null })

  test('an exempt group pays its own rate, nothing where that is nothing, and elsewhere what all pay', () => {
    assert.deepEqual(
      bill().lines.map(({ tax }) => tax.tax),
      [1900, 70],
    )
    assert.deepEqual(
      bill('embassies').lines.map(({ tax }) => tax.tax),
      [0, 70],
    )
    assert.deepEqual(
      bill('farmers').lines.map(({ tax }) => [tax.rate, tax.tax]),
      [
        ['0.055', 620],
        ['0.07', 70],
      ],
    )
    assert.deepEqual(bill('nobody').tax, 1970)
  })
  test('and the reasons say so', () => {
    assert.deepEqual(
      bill('embassies').reasons.filter(({ step }) => step === 'NO_TAX'),
      [{ step: 'NO_TAX', because: 'BUYER_EXEMPT', of: 11900, lineIds: ['mug'], shipping: false }],
    )
  })
})

test('goods of a tax group that is gone are taxed as those of the default group', () => {
  const line = { id: 'mug', quantity: 1, price: minor(11900), shippable: true, taxGroupId: 'pottery' }
  const bill = (more: Partial<TaxRules>) =>
    quote([line], { currency: 'EUR', tax: taxAt({ ...rules, ...more }, { country: 'DE' }), shipping: null }).tax
  assert.equal(bill({}), 0)
  assert.equal(bill({ groups: [{ id: 'goods' }, { id: 'pottery' }] }), 0)
  assert.equal(bill({ groups: [{ id: 'goods' }] }), 1900)
})
