import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { apiKey, attempt, createClient, inMemory, visitor } from '@vitrine/client'
import * as backOffice from '@vitrine/client/back-office'
import { writeSettings } from '@vitrine/platform/kernel/settings/settings'
import { startTestPlatform, type TestPlatform } from '../src/platform.ts'
import { testSections } from '../src/shop.ts'

const german = '55555555-5555-4555-8555-555555555555'
const newYork = '66666666-6666-4666-8666-666666666666'
const ownRates = '0b9c4a7e-3d52-4f86-9a1b-6e7f25c8d013'
const nobody = '99999999-9999-4999-8999-999999999999'
const avalanche = {
  id: '77777777-7777-4777-8777-777777777777',
  name: 'Avalanche',
  unsupportedCountries: ['DE'],
  ratesFor: async () => ({ taxIncludedInPrice: false, shippingTaxed: true, rates: {} }),
}

let shop: TestPlatform
const made = () => createClient({ baseUrl: shop.url, auth: apiKey(shop.apiKey), modules: backOffice })
let app: ReturnType<typeof made>

before(async () => {
  shop = await startTestPlatform({ taxProviders: [avalanche] })
  app = made()
})
after(async () => {
  await shop[Symbol.asyncDispose]()
  assert.deepEqual(shop.faults, [])
})
beforeEach(() => writeSettings(shop.platform.database, shop.site, 'taxes', testSections.taxes, shop.clock.now()))

const codeOf = async (call: Promise<unknown>) => (await attempt(call as Promise<never>))[0]?.code ?? 'none'

describe('tax settings', () => {
  test('200: before anybody said anything they are those of the shop’s own country', async () => {
    assert.equal((await app.taxSettings.getTaxSettings()).taxSettings.taxIncludedInItemPrices, true)
  })
  test('200: what is said holds in every region, and in those to come', async () => {
    const { taxSettings } = await app.taxSettings.upsertTaxSettings({ taxSettings: { taxIncludedInItemPrices: false } })
    assert.equal(taxSettings.taxIncludedInItemPrices, false)
    const { taxRegions } = await app.taxRegions.queryTaxRegions()
    assert.deepEqual(
      taxRegions.map(({ taxIncludedInPrice }) => taxIncludedInPrice),
      [false, false],
    )
    const { taxRegion } = await app.taxRegions.createTaxRegion({ taxRegion: { country: 'FR', appId: ownRates } })
    assert.equal(taxRegion.taxIncludedInPrice, false)
  })
  test('403 PERMISSION_DENIED to buyers', async () => {
    const auth = visitor({ clientId: shop.clientId, tokens: inMemory() })
    const shopper = createClient({ baseUrl: shop.url, auth, modules: backOffice })
    assert.equal(await codeOf(shopper.taxSettings.getTaxSettings()), 'PERMISSION_DENIED')
    assert.equal(await codeOf(shopper.taxGroups.createTaxGroup({ taxGroup: { name: 'Mine' } })), 'PERMISSION_DENIED')
  })
})

describe('tax groups', () => {
  test('200: those that rates name are there; one more is found, renamed and deleted', async () => {
    const { taxGroups } = await app.taxGroups.listDefaultTaxGroups()
    assert.deepEqual(
      taxGroups.map(({ id, name }) => [id, name]),
      [['standard', 'Standard']],
    )
    const { taxGroup } = await app.taxGroups.createTaxGroup({ taxGroup: { name: 'Books' } })
    assert.deepEqual((await app.taxGroups.getTaxGroup({ taxGroupId: taxGroup.id })).taxGroup, taxGroup)
    const sorted = { sort: [{ fieldName: 'name', order: 'ASC' as const }] }
    const names = async (query: object) => (await app.taxGroups.queryTaxGroups({ query })).taxGroups.map(({ name }) => name)
    assert.deepEqual(await names(sorted), ['Books', 'Standard', 'reduced'])
    assert.deepEqual(await names({ filter: { name: { $in: ['Books'] } } }), ['Books'])
    assert.deepEqual(await names({ filter: { id: taxGroup.id } }), ['Books'])
    const renamed = await app.taxGroups.updateTaxGroup({
      taxGroup: { id: taxGroup.id, revision: taxGroup.revision, name: 'Books and maps' },
    })
    assert.deepEqual([renamed.taxGroup.name, renamed.taxGroup.revision], ['Books and maps', '2'])
    await app.taxGroups.deleteTaxGroup({ taxGroupId: taxGroup.id })
    assert.deepEqual(await names(sorted), ['Standard', 'reduced'])
  })
  test('200: page by page, forwards and back', async () => {
    for (const name of ['A', 'B', 'C']) await app.taxGroups.createTaxGroup({ taxGroup: { name } })
    const page = (cursorPaging: object) =>
      app.taxGroups.queryTaxGroups({ query: { filter: { name: { $in: ['A', 'B', 'C'] } }, sort: [{ fieldName: 'name' }], cursorPaging } })
    const first = await page({ limit: 2 })
    const second = await page({ cursor: first.pagingMetadata.cursors.next })
    assert.deepEqual(
      [first, second].map(({ taxGroups }) => taxGroups.map(({ name }) => name)),
      [['A', 'B'], ['C']],
    )
    assert.deepEqual([first.pagingMetadata.hasNext, second.pagingMetadata.hasNext], [true, false])
    const back = await page({ cursor: second.pagingMetadata.cursors.prev, limit: 2 })
    assert.deepEqual(
      back.taxGroups.map(({ name }) => name),
      ['A', 'B'],
    )
  })
  test('200: what the shop began with has the date that it shows, also where it is sought and sorted by', async () => {
    const opened = shop.clock.now().toISOString()
    shop.clock.advance(24 * 3600_000)
    await app.taxGroups.createTaxGroup({ taxGroup: { name: 'Books' } })
    await app.taxRegions.createTaxRegion({ taxRegion: { country: 'FR', appId: ownRates } })
    const newest = { sort: [{ fieldName: 'createdDate', order: 'DESC' as const }] }
    const first = { filter: { createdDate: { $lte: opened } } }
    const groups = async (query: object) => (await app.taxGroups.queryTaxGroups({ query })).taxGroups
    assert.deepEqual((await groups(first)).map(({ name, createdDate }) => [name, createdDate]).sort(), [
      ['Standard', opened],
      ['reduced', opened],
    ])
    assert.equal((await groups(newest))[0]!.name, 'Books')
    const regions = async (query: object) => (await app.taxRegions.queryTaxRegions({ query })).taxRegions
    assert.deepEqual((await regions(first)).map(({ country }) => country).sort(), ['DE', 'US'])
    assert.equal((await regions({ filter: { updatedDate: { $gt: opened } } }))[0]!.country, 'FR')
    assert.equal((await regions(newest))[0]!.country, 'FR')
    const { manualTaxMappings } = await app.manualTaxMappings.queryManualTaxMappings({ query: first })
    assert.deepEqual(
      manualTaxMappings,
      (await app.manualTaxMappings.listManualTaxMappings()).manualTaxMappings.toSorted((a, b) => (a.id < b.id ? -1 : 1)),
    )
  })
  test('404 TAX_GROUP_NOT_FOUND', async () => {
    assert.equal(await codeOf(app.taxGroups.getTaxGroup({ taxGroupId: nobody })), 'TAX_GROUP_NOT_FOUND')
    assert.equal(await codeOf(app.taxGroups.updateTaxGroup({ taxGroup: { id: nobody, revision: '1' } })), 'TAX_GROUP_NOT_FOUND')
    assert.equal(await codeOf(app.taxGroups.deleteTaxGroup({ taxGroupId: nobody })), 'TAX_GROUP_NOT_FOUND')
  })
  test('409 ILLEGAL_UPDATE_ON_SYSTEM_DEFINED_TAX_GROUP: the default group stays as it is', async () => {
    const illegal = 'ILLEGAL_UPDATE_ON_SYSTEM_DEFINED_TAX_GROUP'
    assert.equal(await codeOf(app.taxGroups.updateTaxGroup({ taxGroup: { id: 'standard', revision: '1', name: 'Mine' } })), illegal)
    assert.equal(await codeOf(app.taxGroups.deleteTaxGroup({ taxGroupId: 'standard' })), illegal)
  })
  test('409 STALE_REVISION to whoever saw an older state', async () => {
    const { taxGroup } = await app.taxGroups.createTaxGroup({ taxGroup: { name: 'Books' } })
    const rename = (name: string) => app.taxGroups.updateTaxGroup({ taxGroup: { id: taxGroup.id, revision: taxGroup.revision, name } })
    await rename('Maps')
    assert.equal(await codeOf(rename('Globes')), 'STALE_REVISION')
  })
  test('400 INVALID_ARGUMENT to a filter of a field that is none', async () => {
    const [refused] = await attempt(app.taxGroups.queryTaxGroups({ query: { filter: { colour: 'red' } } }))
    assert.equal(refused?.code, 'INVALID_ARGUMENT')
  })
  test('many at once are all made', async () => {
    await Promise.all(Array.from({ length: 12 }, (_, i) => app.taxGroups.createTaxGroup({ taxGroup: { name: `Group ${i}` } })))
    const { taxGroups } = await app.taxGroups.queryTaxGroups({ query: { filter: { name: { $startsWith: 'Group ' } } } })
    assert.equal(taxGroups.length, 12)
  })
})

describe('tax regions', () => {
  test('200: made, found, changed, and collected in no more', async () => {
    const { taxRegion } = await app.taxRegions.createTaxRegion({
      taxRegion: { country: 'US', subdivision: 'us-ca', appId: avalanche.id, shippingTaxed: false },
    })
    assert.deepEqual(
      [taxRegion.country, taxRegion.subdivision, taxRegion.appId, taxRegion.taxIncludedInPrice, taxRegion.shippingTaxed],
      ['US', 'CA', avalanche.id, false, false],
    )
    const found = await app.taxRegions.queryTaxRegions({ query: { filter: { country: 'US' }, sort: [{ fieldName: 'subdivision' }] } })
    assert.deepEqual(
      found.taxRegions.map(({ subdivision }) => subdivision),
      ['CA', 'NY'],
    )
    const { id, revision } = taxRegion
    const changed = await app.taxRegions.updateTaxRegion({ taxRegion: { id, revision, appId: ownRates, taxIncludedInPrice: true } })
    assert.deepEqual(
      [changed.taxRegion.appId, changed.taxRegion.taxIncludedInPrice, changed.taxRegion.subdivision, changed.taxRegion.shippingTaxed],
      [ownRates, true, 'CA', false],
    )
    assert.deepEqual((await app.taxRegions.getTaxRegion({ taxRegionId: id })).taxRegion, changed.taxRegion)
    await app.taxRegions.deleteTaxRegion({ taxRegionId: id })
    assert.equal(await codeOf(app.taxRegions.getTaxRegion({ taxRegionId: id })), 'TAX_REGION_NOT_FOUND')
  })
  test('200: of several each is made or refused by itself', async () => {
    const { results, bulkActionMetadata } = await app.taxRegions.bulkCreateTaxRegion({
      taxRegions: [
        { country: 'FR', appId: ownRates },
        { country: 'DE', subdivision: '*', appId: ownRates },
        { country: 'FR', appId: ownRates },
        { country: 'IT', appId: nobody },
        { country: 'AT', appId: ownRates },
      ],
    })
    assert.deepEqual(bulkActionMetadata, { totalSuccesses: 2, totalFailures: 3, undetailedFailures: 0 })
    assert.deepEqual(
      results.map(({ itemMetadata: { originalIndex, success, error }, item }) => [originalIndex, success, error?.code ?? item?.country]),
      [
        [0, true, 'FR'],
        [1, false, 'ALREADY_EXISTS'],
        [2, false, 'ALREADY_EXISTS'],
        [3, false, 'CALCULATOR_ID_NOT_FOUND'],
        [4, true, 'AT'],
      ],
    )
  })
  test('404 TAX_REGION_NOT_FOUND', async () => {
    assert.equal(await codeOf(app.taxRegions.updateTaxRegion({ taxRegion: { id: nobody, revision: '1' } })), 'TAX_REGION_NOT_FOUND')
    assert.equal(await codeOf(app.taxRegions.deleteTaxRegion({ taxRegionId: nobody })), 'TAX_REGION_NOT_FOUND')
  })
  test('409 ALREADY_EXISTS names the region, also where another is moved there', async () => {
    const [refused] = await attempt(app.taxRegions.createTaxRegion({ taxRegion: { country: 'US', subdivision: 'NY', appId: ownRates } }))
    assert.deepEqual([refused?.code, refused?.data], ['ALREADY_EXISTS', { taxRegionId: newYork }])
    assert.equal(
      await codeOf(app.taxRegions.updateTaxRegion({ taxRegion: { id: german, revision: '1', country: 'US', subdivision: 'NY' } })),
      'ALREADY_EXISTS',
    )
  })
  test('400 CALCULATOR_ID_NOT_FOUND, CALCULATOR_IS_NOT_SUPPORTED_FOR_THIS_TAX_REGION, INVALID_SUBDIVISION_FORMAT', async () => {
    const create = (taxRegion: { country: string; appId: string; subdivision?: string }) =>
      codeOf(app.taxRegions.createTaxRegion({ taxRegion }))
    assert.equal(await create({ country: 'FR', appId: nobody }), 'CALCULATOR_ID_NOT_FOUND')
    assert.equal(
      await codeOf(app.taxRegions.updateTaxRegion({ taxRegion: { id: german, revision: '1', appId: avalanche.id } })),
      'CALCULATOR_IS_NOT_SUPPORTED_FOR_THIS_TAX_REGION',
    )
    assert.equal(await create({ country: 'FR', appId: ownRates, subdivision: 'Provence' }), 'INVALID_SUBDIVISION_FORMAT')
  })
  test('409 STALE_REVISION', async () => {
    await app.taxRegions.updateTaxRegion({ taxRegion: { id: german, revision: '1', shippingTaxed: false } })
    assert.equal(
      await codeOf(app.taxRegions.updateTaxRegion({ taxRegion: { id: german, revision: '1', shippingTaxed: true } })),
      'STALE_REVISION',
    )
  })
})

describe('rates', () => {
  const mapping = { taxGroupId: 'standard', taxRegionId: newYork, taxRate: '0.045', taxName: 'New York City sales tax' }

  test('200: those of the shop are there, under ids that stay', async () => {
    const first = await app.manualTaxMappings.listManualTaxMappings()
    const again = await app.manualTaxMappings.listManualTaxMappings()
    assert.deepEqual(first, again)
    assert.deepEqual(
      first.manualTaxMappings.map(({ taxRegionId, taxGroupId, taxRate, taxName, jurisdictionType }) => [
        taxRegionId === german,
        taxGroupId,
        taxRate,
        taxName,
        jurisdictionType,
      ]),
      [
        [true, 'standard', '0.19', 'VAT', 'COUNTRY'],
        [true, 'reduced', '0.07', 'VAT', 'COUNTRY'],
        [false, 'standard', '0.04', 'NY State Sales Tax', 'STATE'],
      ],
    )
  })
  test('200: a city’s stacks on the state’s, and can be changed and deleted', async () => {
    const { manualTaxMapping } = await app.manualTaxMappings.createManualTaxMapping({
      manualTaxMapping: { ...mapping, jurisdiction: 'New York City', jurisdictionType: 'CITY', description: 'Five boroughs' },
    })
    const tax = async () => {
      const { taxSummary } = await app.taxSettings.calculateTax({
        addresses: [{ country: 'US', subdivision: 'NY' }],
        lineItems: [{ id: 'mug', price: '100', addressIndex: { singleAddress: 0 } }],
      })
      return [taxSummary.totalTax, taxSummary.aggregatedTaxBreakdown.map(({ jurisdictionType, rate }) => `${jurisdictionType} ${rate}`)]
    }
    assert.deepEqual(await tax(), ['8.50', ['STATE 0.04', 'CITY 0.045']])
    const { id, revision } = manualTaxMapping
    const { manualTaxMapping: changed } = await app.manualTaxMappings.updateManualTaxMapping({
      manualTaxMapping: { id, revision, taxRate: '0.050000', description: null },
    })
    assert.deepEqual([changed.taxRate, changed.taxName, changed.description, changed.revision], ['0.05', mapping.taxName, undefined, '2'])
    assert.deepEqual((await app.manualTaxMappings.getManualTaxMapping({ manualTaxMappingId: id })).manualTaxMapping, changed)
    assert.equal((await tax())[0], '9.00')
    const found = await app.manualTaxMappings.queryManualTaxMappings({ query: { filter: { taxRegionId: newYork } } })
    assert.deepEqual(found.manualTaxMappings.map(({ jurisdictionType }) => jurisdictionType).sort(), ['CITY', 'STATE'])
    await app.manualTaxMappings.deleteManualTaxMapping({ manualTaxMappingId: id })
    assert.equal((await tax())[0], '4.00')
  })
  test('200: one that was there from the beginning can be changed, too, and moved to another group', async () => {
    const { manualTaxMappings } = await app.manualTaxMappings.listManualTaxMappings()
    const { id, revision } = manualTaxMappings[1]!
    const moved = await app.manualTaxMappings.updateManualTaxMapping({ manualTaxMapping: { id, revision, jurisdiction: 'All of it' } })
    assert.deepEqual([moved.manualTaxMapping.id, moved.manualTaxMapping.jurisdiction], [id, 'All of it'])
  })
  test('200: of several each is made or refused by itself', async () => {
    const { results } = await app.manualTaxMappings.bulkCreateManualTaxMappings({
      manualTaxMappings: [
        { ...mapping, jurisdiction: 'New York City', jurisdictionType: 'CITY' },
        { ...mapping, jurisdiction: 'New York', jurisdictionType: 'STATE' },
        { ...mapping, taxRegionId: nobody },
        { ...mapping, taxGroupId: nobody },
      ],
    })
    assert.deepEqual(
      results.map(({ itemMetadata, item }) => itemMetadata.error?.code ?? item?.jurisdictionType),
      ['CITY', 'MANUAL_TAX_MAPPING_ALREADY_EXISTS', 'TAX_REGION_ID_NOT_FOUND', 'TAX_GROUP_ID_NOT_FOUND'],
    )
  })
  test('409 MANUAL_TAX_MAPPING_ALREADY_EXISTS, 400 TAX_REGION_ID_NOT_FOUND, 400 TAX_GROUP_ID_NOT_FOUND', async () => {
    const create = (more: object) => codeOf(app.manualTaxMappings.createManualTaxMapping({ manualTaxMapping: { ...mapping, ...more } }))
    assert.equal(await create({}), 'MANUAL_TAX_MAPPING_ALREADY_EXISTS')
    assert.equal(await create({ taxRegionId: nobody }), 'TAX_REGION_ID_NOT_FOUND')
    assert.equal(await create({ taxGroupId: nobody }), 'TAX_GROUP_ID_NOT_FOUND')
  })
  test('404 MANUAL_TAX_MAPPING_NOT_FOUND, 409 STALE_REVISION', async () => {
    const missing = 'MANUAL_TAX_MAPPING_NOT_FOUND'
    assert.equal(await codeOf(app.manualTaxMappings.getManualTaxMapping({ manualTaxMappingId: nobody })), missing)
    assert.equal(await codeOf(app.manualTaxMappings.updateManualTaxMapping({ manualTaxMapping: { id: nobody, revision: '1' } })), missing)
    assert.equal(await codeOf(app.manualTaxMappings.deleteManualTaxMapping({ manualTaxMappingId: nobody })), missing)
    const { manualTaxMappings } = await app.manualTaxMappings.listManualTaxMappings()
    const { id } = manualTaxMappings[0]!
    assert.equal(await codeOf(app.manualTaxMappings.updateManualTaxMapping({ manualTaxMapping: { id, revision: '7' } })), 'STALE_REVISION')
  })
  test('400 INVALID_ARGUMENT to what is no share, or is more than the whole', async () => {
    for (const taxRate of ['19 %', '-0.1', '0.1234567', '', '2.5', '1.000001', '10', '19'])
      assert.equal(
        await codeOf(app.manualTaxMappings.createManualTaxMapping({ manualTaxMapping: { ...mapping, taxRate } })),
        'INVALID_ARGUMENT',
        taxRate,
      )
  })
})

describe('exempt buyers', () => {
  const taxOf = async (taxExemptGroupId?: string) => {
    const { taxSummary } = await app.taxSettings.calculateTax({
      addresses: [{ country: 'DE' }],
      lineItems: [{ id: 'mug', price: '119', addressIndex: { singleAddress: 0 } }],
      ...(taxExemptGroupId && { taxExemptGroupId }),
    })
    return taxSummary.totalTax
  }
  test('200: a group pays what the rates say of it, as long as it is there', async () => {
    const { taxExemptGroup } = await app.taxExemptGroups.createTaxExemptGroup({ taxExemptGroup: { name: 'Embassies' } })
    const { id } = taxExemptGroup
    const { manualTaxMappings } = await app.manualTaxMappings.listManualTaxMappings()
    const { id: vat, revision } = manualTaxMappings[0]!
    await app.manualTaxMappings.updateManualTaxMapping({
      manualTaxMapping: { id: vat, revision, exemptRates: [{ taxExemptGroupId: id, taxRate: '0' }] },
    })
    assert.deepEqual([await taxOf(), await taxOf(id), await taxOf(nobody)], ['19.00', '0.00', '19.00'])
    const renamed = await app.taxExemptGroups.updateTaxExemptGroup({ taxExemptGroup: { id, revision: '1', name: 'Consulates' } })
    assert.equal(renamed.taxExemptGroup.name, 'Consulates')
    assert.deepEqual((await app.taxExemptGroups.getTaxExemptGroup({ taxExemptGroupId: id })).taxExemptGroup, renamed.taxExemptGroup)
    const { taxExemptGroups } = await app.taxExemptGroups.queryTaxExemptGroups({ query: { filter: { name: 'Consulates' } } })
    assert.deepEqual(
      taxExemptGroups.map((one) => one.id),
      [id],
    )
    await app.taxExemptGroups.deleteTaxExemptGroup({ taxExemptGroupId: id })
    assert.equal(await taxOf(id), '19.00')
  })
  test('404 TAX_EXEMPT_GROUP_NOT_FOUND, 409 STALE_REVISION', async () => {
    const missing = 'TAX_EXEMPT_GROUP_NOT_FOUND'
    assert.equal(await codeOf(app.taxExemptGroups.getTaxExemptGroup({ taxExemptGroupId: nobody })), missing)
    assert.equal(await codeOf(app.taxExemptGroups.deleteTaxExemptGroup({ taxExemptGroupId: nobody })), missing)
    assert.equal(await codeOf(app.taxExemptGroups.updateTaxExemptGroup({ taxExemptGroup: { id: nobody, revision: '1' } })), missing)
    const { taxExemptGroup } = await app.taxExemptGroups.createTaxExemptGroup({ taxExemptGroup: { name: 'Embassies' } })
    const update = { id: taxExemptGroup.id, revision: '2', name: 'x' }
    assert.equal(await codeOf(app.taxExemptGroups.updateTaxExemptGroup({ taxExemptGroup: update })), 'STALE_REVISION')
  })
})

describe('calculating', () => {
  const line = (id: string, price: string, more: object = {}) => ({ id, price, addressIndex: { singleAddress: 0 }, ...more })

  test('200: each line by its address and group, within the price or on top; everything adds up', async () => {
    const answer = await app.taxSettings.calculateTax({
      currency: 'EUR',
      addresses: [{ country: 'DE' }, { country: 'US', subdivision: 'NY' }, { country: 'CH' }],
      lineItems: [
        line('mug', '119'),
        line('novel', '107', { taxGroupId: 'reduced' }),
        line('poster', '100', { addressIndex: { multipleAddresses: { origin: 0, destination: 1 } } }),
        line('card', '5.00', { addressIndex: { singleAddress: 2 } }),
        line('net', '100', { taxIncludedInPrice: false }),
      ],
    })
    assert.deepEqual(
      answer.lineItemTaxDetails.map(({ id, taxSummary, taxIncludedInPrice }) => [
        id,
        taxSummary.taxableAmount,
        taxSummary.taxAmount,
        taxIncludedInPrice,
      ]),
      [
        ['mug', '100.00', '19.00', true],
        ['novel', '100.00', '7.00', true],
        ['poster', '100.00', '4.00', false],
        ['card', '0.00', '0.00', false],
        ['net', '100.00', '19.00', false],
      ],
    )
    const { aggregatedTaxBreakdown, ...sums } = answer.taxSummary
    assert.deepEqual(sums, { totalAmount: '454.00', totalTax: '49.00', totalTaxableAmount: '400.00', totalTaxIncludedInPrice: '26.00' })
    const parts = aggregatedTaxBreakdown.map(({ aggregatedTaxAmount }) => Number(aggregatedTaxAmount) * 100)
    assert.equal(
      parts.reduce((all, one) => all + one),
      4900,
    )
    assert.deepEqual(answer.errors, [])
  })
  test('400 MISSING_TAXABLE_ADDRESS, INVALID_LINE_ITEM_ADDRESS_INDEX, MISSING_COUNTRY_IN_ADDRESS', async () => {
    const refusal = async (addresses: { country?: string }[], index = 0) => {
      const [refused] = await attempt(
        app.taxSettings.calculateTax({ addresses, lineItems: [line('mug', '1', { addressIndex: { singleAddress: index } })] }),
      )
      return [refused?.code, refused?.data]
    }
    assert.deepEqual((await refusal([]))[0], 'MISSING_TAXABLE_ADDRESS')
    assert.deepEqual(await refusal([{ country: 'DE' }], 1), ['INVALID_LINE_ITEM_ADDRESS_INDEX', { lineItemId: 'mug', index: 1 }])
    assert.deepEqual(await refusal([{}]), ['MISSING_COUNTRY_IN_ADDRESS', { index: 0 }])
  })
  test('200: calculators are the merchant and the providers', async () => {
    const { taxCalculatorDetails } = await app.taxSettings.listTaxCalculators()
    assert.deepEqual(
      taxCalculatorDetails.map(({ appId, unsupportedCountries }) => [appId, unsupportedCountries]),
      [
        [ownRates, []],
        [avalanche.id, ['DE']],
      ],
    )
  })
})
