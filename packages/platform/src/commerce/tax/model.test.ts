import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { TaxRateSettings, TaxRegionSettings, TaxSettings } from '../../kernel/settings/tax-settings.ts'
import { groupsOf, manualCalculatorId, ratesOf, sameTax, showGroup, showRate, showRegion, showSettings } from './model.ts'

const since = new Date('2026-01-01T00:00:00.000Z')
const rate = (more: Partial<TaxRateSettings> = {}): TaxRateSettings => ({
  taxGroupId: 'standard',
  rate: '0.19',
  name: 'VAT',
  jurisdictionType: 'COUNTRY',
  ...more,
})
const region = (more: Partial<TaxRegionSettings> = {}): TaxRegionSettings =>
  ({ id: 'de', country: 'DE', taxIncludedInPrice: true, shippingTaxed: true, rates: [rate()], ...more }) as TaxRegionSettings
const taxes = (more: Partial<TaxSettings> = {}): TaxSettings => ({ defaultGroupId: 'standard', regions: [region()], ...more })

describe('the tax groups of a shop', () => {
  test('are those that were made, also where none is left', () => {
    const groups = [{ id: 'books', name: 'Books' }]
    assert.equal(groupsOf(taxes({ groups })), groups)
    assert.deepEqual(groupsOf(taxes({ groups: [] })), [])
  })

  test('are those that rates name where none was ever made, the default first and each once', () => {
    const regions = [region({ rates: [rate({ taxGroupId: 'reduced' }), rate()] }), region({ rates: [rate({ taxGroupId: 'reduced' })] })]
    assert.deepEqual(groupsOf(taxes({ regions })), [
      { id: 'standard', name: 'Standard' },
      { id: 'reduced', name: 'reduced' },
    ])
  })
})

test('a tax group is shown with its revision and dates, those of its section where it has none', () => {
  assert.deepEqual(showGroup({ id: 'books', name: 'Books', revision: 2, createdAt: '2026-02-01T00:00:00.000Z' }, since), {
    id: 'books',
    name: 'Books',
    revision: '2',
    createdDate: '2026-02-01T00:00:00.000Z',
    updatedDate: '2026-02-01T00:00:00.000Z',
  })
  assert.equal(showGroup({ id: 'standard', name: 'Standard' }, since).createdDate, since.toISOString())
})

describe('rates', () => {
  test('have an id of their own, or one that stays the same and is nobody else’s', () => {
    const settings = taxes({ regions: [region({ rates: [rate(), rate(), rate({ id: 'mine' })] }), region({ id: 'fr', rates: [rate()] })] })
    const ids = ratesOf(settings).map(({ id }) => id)
    assert.equal(new Set(ids).size, 4)
    assert.equal(ids[2], 'mine')
    assert.deepEqual(
      ratesOf(settings).map(({ id }) => id),
      ids,
    )
  })

  test('are of the same tax by group and jurisdiction, whatever they come to', () => {
    assert.equal(sameTax(rate(), rate({ rate: '0.07', name: 'Other' })), true)
    assert.equal(sameTax(rate({ jurisdiction: '' }), rate()), true)
    assert.equal(sameTax(rate(), rate({ taxGroupId: 'reduced' })), false)
    assert.equal(sameTax(rate(), rate({ jurisdictionType: 'STATE' })), false)
    assert.equal(sameTax(rate({ jurisdiction: 'Berlin' }), rate()), false)
  })

  test('are shown with what other rates exempt buyers pay', () => {
    const shown = showRate({ region: region(), rate: rate({ exemptRates: { resellers: '0' }, description: 'On goods' }), id: 'r' }, since)
    assert.deepEqual([shown.id, shown.taxRegionId, shown.taxRate, shown.description], ['r', 'de', '0.19', 'On goods'])
    assert.deepEqual(shown.exemptRates, [{ taxExemptGroupId: 'resellers', taxRate: '0' }])
    const plain = showRate({ region: region(), rate: rate(), id: 'r' }, since)
    assert.deepEqual([plain.exemptRates, plain.taxType, plain.jurisdiction, 'description' in plain], [[], '', '', false])
  })
})

test('a region is calculated by its provider, or by the merchant’s own rates; its subdivision is shown without its country', () => {
  const us = region({ country: 'US', subdivision: 'US-NY', providerId: 'avalara' })
  assert.deepEqual([showRegion(us, since).appId, showRegion(us, since).subdivision], ['avalara', 'NY'])
  assert.deepEqual([showRegion(region(), since).appId, showRegion(region(), since).subdivision], [manualCalculatorId, ''])
})

test('prices include tax as the shop said for all regions, or as in its own country, or as in its first region', () => {
  const includes = (more: Partial<TaxSettings>) => showSettings(taxes(more), 'DE', { since, updatedAt: since }).taxIncludedInItemPrices
  const us = region({ id: 'us', country: 'US', taxIncludedInPrice: false })
  assert.equal(includes({ regions: [us, region()] }), true)
  assert.equal(includes({ regions: [us] }), false)
  assert.equal(includes({ regions: [us, region()], includedInPrices: false }), false)
  assert.equal(includes({ regions: [] }), false)
})
