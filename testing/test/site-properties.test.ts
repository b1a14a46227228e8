import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { apiKey, createClient, inMemory, visitor } from '@vitrine/client'
import * as backOffice from '@vitrine/client/back-office'
import { startTestPlatform, type TestPlatform } from '../src/platform.ts'
import { codeOf } from '../src/refused.ts'

let shop: TestPlatform
const made = () => createClient({ baseUrl: shop.url, auth: apiKey(shop.apiKey), modules: backOffice })
let admin: ReturnType<typeof made>
let shopper: ReturnType<typeof made>
before(async () => {
  shop = await startTestPlatform()
  admin = made()
  shopper = createClient({ baseUrl: shop.url, auth: visitor({ clientId: shop.clientId, tokens: inMemory() }), modules: backOffice })
})
after(async () => {
  await shop[Symbol.asyncDispose]()
  assert.deepEqual(shop.faults, [])
})

describe('properties of the business', () => {
  test('200: what the pages say, for everybody, under a version that grows', async () => {
    const { version, properties } = await shopper.shopSettings.getSiteProperties({})
    const pages = createClient({ baseUrl: shop.url, auth: visitor({ clientId: shop.clientId, tokens: inMemory() }) })
    const { shop: said } = await pages.shop.getShop()
    assert.deepEqual(
      [properties.businessName, properties.paymentCurrency, properties.timeZone, properties.email, properties.phone],
      [said.name, said.currency, said.timeZone, said.contact.email, said.contact.phone],
    )
    assert.equal(properties.address?.googleFormattedAddress, said.contact.address.length > 0 ? said.contact.address.join(', ') : undefined)
    assert.deepEqual(
      properties.multilingual?.supportedLanguages.map(({ languageCode, isPrimary }) => [languageCode, isPrimary]),
      [[properties.language, true]],
    )
    const { generalSettings } = await admin.generalSettings.getGeneralSettings()
    await admin.generalSettings.updateGeneralSettings({
      generalSettings: { revision: generalSettings.revision, name: 'Renamed & Sons', timeZone: 'Europe/Lisbon' },
    })
    const after = await shopper.shopSettings.getSiteProperties({})
    assert.deepEqual(
      [after.properties.businessName, after.properties.siteDisplayName, after.properties.timeZone],
      ['Renamed & Sons', 'Renamed & Sons', 'Europe/Lisbon'],
    )
    assert.ok(Number(after.version) > Number(version))
  })
  test('200: only the fields that are named', async () => {
    const { properties } = await shopper.shopSettings.getSiteProperties({ fields: 'language, locale.country' })
    assert.deepEqual(Object.keys(properties).toSorted(), ['language', 'locale'])
  })
})

describe('currencies', () => {
  test('200: a currency is worth itself, and amounts stay as they are', async () => {
    const pair = { from: 'EUR', to: 'EUR' }
    assert.deepEqual(await shopper.shopSettings.getConversionRate(pair), { rate: { value: '1', decimalPlaces: 0 } })
    assert.deepEqual(
      await shopper.shopSettings.convertCurrency({ ...pair, amounts: [{ value: '1050', decimalPlaces: 2 }, { value: '7' }] }),
      {
        amounts: [
          { value: '1050', decimalPlaces: 2 },
          { value: '7', decimalPlaces: 0 },
        ],
      },
    )
  })
  test('404 CONVERSION_RATE_NOT_FOUND: the shop keeps no rates', async () => {
    const pair = { from: 'EUR', to: 'JPY' }
    assert.equal(await codeOf(shopper.shopSettings.getConversionRate(pair)), 'CONVERSION_RATE_NOT_FOUND')
    assert.equal(await codeOf(shopper.shopSettings.convertCurrency({ ...pair, amounts: [{ value: '1' }] })), 'CONVERSION_RATE_NOT_FOUND')
  })
})

test('200: an order takes its stock when it is placed', async () => {
  assert.deepEqual(await admin.shopSettings.getOrdersSettings({}), { ordersSettings: { inventoryUpdateTrigger: 'ON_ORDER_PLACED' } })
})

describe('locations of the business', () => {
  test('200: those that hold stock, page by page, with the default among them', async () => {
    const { location: added } = await admin.stockLocations.createLocation({
      location: { name: 'Annexe', address: { country: 'PT', city: 'Porto' } },
    })
    const { locations, pagingMetadata } = await admin.shopSettings.listLocations({ sort: { fieldName: 'name', order: 'ASC' } })
    assert.deepEqual(
      locations.map(({ name, default: first, status }) => [name, first, status]).find(([name]) => name === 'Annexe'),
      ['Annexe', false, 'ACTIVE'],
    )
    assert.equal(locations.filter((one) => one.default).length, 1)
    assert.deepEqual(pagingMetadata, { count: 2, offset: 0, hasNext: false })
    const one = await admin.shopSettings.listLocations({ paging: { limit: 1, offset: 0 } })
    assert.deepEqual([one.locations.length, one.pagingMetadata.hasNext], [1, true])
    const { location } = await admin.shopSettings.getLocation({ id: added.id })
    const { properties } = await shopper.shopSettings.getSiteProperties({ fields: 'timeZone' })
    assert.deepEqual([location.name, location.address?.city, location.timeZone], ['Annexe', 'Porto', properties.timeZone])
  })
  test('404 LOCATION_NOT_FOUND', async () => {
    assert.equal(await codeOf(admin.shopSettings.getLocation({ id: '33333333-3333-4333-8333-333333333333' })), 'LOCATION_NOT_FOUND')
  })
})
