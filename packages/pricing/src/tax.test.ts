import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type ManualRate, type TaxRegion, taxAt } from './tax.ts'

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
