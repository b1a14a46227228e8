import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { apiKey, createClient, inMemory, visitor } from '@vitrine/client'
import * as backOffice from '@vitrine/client/back-office'
import { startTestPlatform, type TestPlatform } from '../src/platform.ts'
import { addProduct } from '../src/products.ts'
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

describe('the business says how it is reached and what it is called', () => {
  const { updateBusinessContact, updateBusinessProfile } = {
    updateBusinessContact: (input: Parameters<typeof admin.shopSettings.updateBusinessContact>[0]) =>
      admin.shopSettings.updateBusinessContact(input),
    updateBusinessProfile: (input: Parameters<typeof admin.shopSettings.updateBusinessProfile>[0]) =>
      admin.shopSettings.updateBusinessProfile(input),
  }
  const read = async () => (await shopper.shopSettings.getSiteProperties({})).properties

  test('200: what is sent is changed, the rest stays, and pages say it at once', async () => {
    const before = await read()
    await updateBusinessContact({
      businessContact: {
        email: 'harbour@example.com',
        address: { street: 'Hafenstraße', streetNumber: '7', zip: '20359', city: 'Hamburg', country: 'DE' },
      },
    })
    const after = await read()
    assert.deepEqual(
      [after.email, after.phone, after.address?.googleFormattedAddress],
      ['harbour@example.com', before.phone, 'Hafenstraße 7, 20359 Hamburg'],
    )
    await updateBusinessProfile({ businessProfile: { businessName: 'Harbour & Sons', description: 'By the water' } })
    const { businessName, siteDisplayName, description } = await read()
    assert.deepEqual([businessName, siteDisplayName, description], ['Harbour & Sons', 'Harbour & Sons', 'By the water'])
    const { generalSettings } = await admin.generalSettings.getGeneralSettings()
    assert.deepEqual([generalSettings.name, generalSettings.email], ['Harbour & Sons', 'harbour@example.com'])
  })

  test('200: null takes away, and a mask names what is read', async () => {
    await updateBusinessContact({ businessContact: { email: 'a@example.com', phone: '+49 40 1' } })
    await updateBusinessContact({ businessContact: { email: null, phone: null }, fields: 'phone' })
    const after = await read()
    assert.deepEqual([after.email, after.phone], ['a@example.com', undefined])
    await updateBusinessContact({ businessContact: { address: { googleFormattedAddress: 'Rua do Sol 3, Porto' } } })
    assert.equal((await read()).address?.googleFormattedAddress, 'Rua do Sol 3, Porto')
  })

  test('400 INVALID_ARGUMENT for what the shop does not have, for two names and for a country that is none; nothing changes', async () => {
    const before = await read()
    assert.equal(await codeOf(updateBusinessContact({ businessContact: { fax: '1' as never } })), 'INVALID_ARGUMENT')
    assert.equal(await codeOf(updateBusinessContact({ businessContact: { phone: '2', address: { country: 'XX' } } })), 'INVALID_ARGUMENT')
    const profile = (businessProfile: object) => codeOf(updateBusinessProfile({ businessProfile }))
    assert.equal(await profile({ businessName: 'One', siteDisplayName: 'Two' }), 'INVALID_ARGUMENT')
    assert.equal(await profile({ businessName: 'One', logo: 'https://elsewhere.example/logo.png' }), 'INVALID_ARGUMENT')
    assert.equal(await profile({ businessName: '<b>' }), 'INVALID_ARGUMENT')
    assert.equal(
      await codeOf(shopper.shopSettings.updateBusinessProfile({ businessProfile: { businessName: 'Mine' } })),
      'PERMISSION_DENIED',
    )
    assert.deepEqual(await read(), before)
  })
})

describe('when the business is open, and what a site may keep of its visitors', () => {
  const read = async () => (await shopper.shopSettings.getSiteProperties({ fields: 'businessSchedule,consentPolicy' })).properties
  const week = [{ openDay: 'MONDAY' as const, openTime: '09:00', closeDay: 'MONDAY' as const, closeTime: '17:30' }]

  test('200: the schedule is replaced as a whole, and taken away', async () => {
    assert.equal((await read()).businessSchedule, undefined)
    const christmas = { startDate: '2026-12-24', endDate: '2026-12-26', isClosed: true, comment: 'Christmas' }
    await admin.shopSettings.updateBusinessSchedule({ businessSchedule: { periods: week, specialHourPeriod: [christmas] } })
    assert.deepEqual((await read()).businessSchedule, { periods: week, specialHourPeriod: [christmas] })
    await admin.shopSettings.updateBusinessSchedule({ businessSchedule: { periods: week } })
    assert.deepEqual((await read()).businessSchedule, { periods: week, specialHourPeriod: [] })
    await admin.shopSettings.updateBusinessSchedule({ businessSchedule: {} })
    assert.equal((await read()).businessSchedule, undefined)
  })

  test('200: all is allowed until something else is said; what is not sent stays', async () => {
    const all = { essential: true, functional: true, analytics: true, advertising: true, dataToThirdParty: true }
    assert.deepEqual((await read()).consentPolicy, all)
    await admin.shopSettings.updateConsentPolicy({ consentPolicy: { advertising: false } })
    await admin.shopSettings.updateConsentPolicy({ consentPolicy: { analytics: false, advertising: null } })
    assert.deepEqual((await read()).consentPolicy, { ...all, analytics: false, advertising: false })
  })

  test('400 and 403: hours that are none, a site without what it needs, and nobody but the merchant', async () => {
    const before = await read()
    const hours = (period: object) =>
      codeOf(admin.shopSettings.updateBusinessSchedule({ businessSchedule: { periods: [{ ...week[0]!, ...period }] } }))
    assert.equal(await hours({ openTime: '9 am' }), 'INVALID_ARGUMENT')
    assert.equal(await hours({ closeTime: '08:00' }), 'INVALID_ARGUMENT')
    assert.equal(await codeOf(admin.shopSettings.updateConsentPolicy({ consentPolicy: { essential: false as true } })), 'INVALID_ARGUMENT')
    assert.equal(await codeOf(shopper.shopSettings.updateBusinessSchedule({ businessSchedule: {} })), 'PERMISSION_DENIED')
    assert.equal(await codeOf(shopper.shopSettings.updateConsentPolicy({ consentPolicy: {} })), 'PERMISSION_DENIED')
    assert.deepEqual(await read(), before)
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
  const quay = {
    name: 'Quay',
    description: 'Behind the red door',
    timeZone: 'Europe/Lisbon',
    email: 'quay@example.com',
    phone: '+351 22 1',
    locationTypes: ['BRANCH' as const, 'INVENTORY' as const],
    address: { country: 'PT', city: 'Porto' },
  }

  test('200: one is added, replaced, made the default and archived; the list holds archived ones only where they are asked for', async () => {
    const { shopSettings } = admin
    const { location } = await shopSettings.createLocation({ location: quay })
    const { revision, ...made } = location
    assert.deepEqual(made, {
      ...quay,
      id: location.id,
      default: false,
      status: 'ACTIVE',
      locationType: 'BRANCH',
      archived: false,
    })
    const stock = (await admin.stockLocations.listLocations({})).locations.find(({ id }) => id === location.id)
    assert.deepEqual([stock?.name, stock?.active], ['Quay', true])
    const { location: replaced } = await shopSettings.updateLocation({
      location: { id: location.id, revision, name: 'Old quay', address: { country: 'PT' } },
    })
    assert.deepEqual(
      [replaced.name, replaced.description, replaced.email, replaced.locationType],
      ['Old quay', undefined, undefined, 'INVENTORY'],
    )
    const first = (await shopSettings.listLocations({})).locations.find((one) => one.default)!
    assert.equal((await shopSettings.setDefaultLocation({ id: location.id })).location.default, true)
    assert.equal((await shopSettings.getLocation({ id: first.id })).location.default, false)
    await shopSettings.setDefaultLocation({ id: first.id })
    const { location: archived } = await shopSettings.archiveLocation({ id: location.id })
    assert.deepEqual([archived.archived, archived.status], [true, 'INACTIVE'])
    const street = { number: null, name: 'Kai', apt: null }
    const { location: halfSaid } = await shopSettings.createLocation({ location: { name: 'Kai', address: { streetAddress: street } } })
    assert.deepEqual(halfSaid.address, { streetAddress: { number: '', name: 'Kai' } })
    const ids = async (input: object) => (await shopSettings.listLocations(input)).locations.map(({ id }) => id)
    assert.equal((await ids({})).includes(location.id), false)
    assert.equal((await ids({ includeArchived: true })).includes(location.id), true)
  })

  test('200: a query filters, sorts and pages', async () => {
    const { shopSettings } = admin
    await shopSettings.createLocation({ location: { ...quay, name: 'Mole' } })
    const { locations } = await shopSettings.queryLocations({
      query: { filter: { $and: [{ archived: false }, { name: { $startsWith: 'Mo' } }] } },
    })
    assert.deepEqual(
      locations.map(({ name }) => name),
      ['Mole'],
    )
    const all = await shopSettings.queryLocations({
      query: { sort: [{ fieldName: 'name', order: 'DESC' }], paging: { limit: 1, offset: 1 } },
    })
    assert.deepEqual([all.pagingMetadata.count, all.pagingMetadata.offset, all.pagingMetadata.hasNext], [1, 1, true])
    assert.equal(await codeOf(shopSettings.queryLocations({ query: { filter: { fax: '1' } } })), 'INVALID_ARGUMENT')
  })

  test('404 LOCATION_NOT_FOUND, 409 for archived ones, the default, an older revision and one that holds stock; nothing changes', async () => {
    const { shopSettings } = admin
    const nobody = '33333333-3333-4333-8333-333333333333'
    assert.equal(await codeOf(shopSettings.getLocation({ id: nobody })), 'LOCATION_NOT_FOUND')
    assert.equal(await codeOf(shopSettings.updateLocation({ location: { ...quay, id: nobody } })), 'LOCATION_NOT_FOUND')
    assert.equal(await codeOf(shopSettings.archiveLocation({ id: nobody })), 'LOCATION_NOT_FOUND')
    assert.equal(await codeOf(shopSettings.setDefaultLocation({ id: nobody })), 'LOCATION_NOT_FOUND')
    const first = (await shopSettings.listLocations({})).locations.find((one) => one.default)!
    assert.equal(await codeOf(shopSettings.archiveLocation({ id: first.id })), 'CANNOT_ARCHIVE_DEFAULT')
    const { location } = await shopSettings.createLocation({ location: { ...quay, name: 'Jetty' } })
    const update = (more: object) => codeOf(shopSettings.updateLocation({ location: { ...quay, id: location.id, ...more } }))
    assert.equal(await update({ revision: '9' }), 'STALE_REVISION')
    assert.equal(await update({ timeZone: 'Mars/Olympus' }), 'INVALID_ARGUMENT')
    assert.deepEqual((await shopSettings.getLocation({ id: location.id })).location, location)
    const bowl = await addProduct(shop.platform, { site: shop.site, name: 'Bowl', price: 900, stock: 0 }, shop.clock.now())
    const count = (quantity: number) =>
      admin.merchantInventory.countStock({ counts: [{ productId: bowl.id, quantity }], locationId: location.id })
    await count(2)
    assert.equal(await codeOf(shopSettings.archiveLocation({ id: location.id })), 'LOCATION_NOT_EMPTY')
    await count(0)
    await shopSettings.archiveLocation({ id: location.id })
    assert.equal(await update({}), 'CANNOT_PERFORM_ACTION_ON_ARCHIVED_LOCATION')
    assert.equal(await codeOf(shopSettings.setDefaultLocation({ id: location.id })), 'CANNOT_PERFORM_ACTION_ON_ARCHIVED_LOCATION')
  })

  test('200: uses are added and taken away; without any a location holds stock', async () => {
    const { shopSettings } = admin
    const { location } = await shopSettings.createLocation({ location: { name: 'Pier', address: {} } })
    const at = { id: location.id }
    const add = async (locationType: 'OFFICES' | 'INVENTORY') =>
      (await shopSettings.addTypeToLocation({ ...at, locationType })).location.locationTypes
    const remove = async (locationType: 'OFFICES' | 'INVENTORY') =>
      (await shopSettings.removeTypeFromLocation({ ...at, locationType })).location.locationTypes
    assert.deepEqual(await add('OFFICES'), ['INVENTORY', 'OFFICES'])
    assert.deepEqual(await add('OFFICES'), ['INVENTORY', 'OFFICES'])
    assert.deepEqual(await remove('INVENTORY'), ['OFFICES'])
    assert.deepEqual(await remove('OFFICES'), ['INVENTORY'])
    const nobody = { id: '33333333-3333-4333-8333-333333333333', locationType: 'BRANCH' as const }
    assert.equal(await codeOf(shopSettings.addTypeToLocation(nobody)), 'LOCATION_NOT_FOUND')
    assert.equal(await codeOf(shopSettings.removeTypeFromLocation(nobody)), 'LOCATION_NOT_FOUND')
    await shopSettings.archiveLocation(at)
    const branch = { ...at, locationType: 'BRANCH' as const }
    assert.equal(await codeOf(shopSettings.addTypeToLocation(branch)), 'CANNOT_PERFORM_ACTION_ON_ARCHIVED_LOCATION')
    assert.equal(await codeOf(shopSettings.removeTypeFromLocation(branch)), 'CANNOT_PERFORM_ACTION_ON_ARCHIVED_LOCATION')
  })

  test('409 TOO_MANY_LOCATIONS', async () => {
    const { shopSettings } = admin
    const add = () => codeOf(shopSettings.createLocation({ location: quay }))
    const had = (await shopSettings.queryLocations({})).pagingMetadata.count
    for (let n = had; n < 50; n++) assert.equal(await add(), 'done')
    assert.equal(await add(), 'TOO_MANY_LOCATIONS')
  })
})
