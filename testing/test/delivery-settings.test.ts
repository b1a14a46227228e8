import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { apiKey, attempt, createClient, inMemory, visitor } from '@vitrine/client'
import * as backOffice from '@vitrine/client/back-office'
import { writeSettings } from '@vitrine/platform/kernel/settings/settings'
import { startTestPlatform, type TestPlatform } from '../src/platform.ts'
import { testSections } from '../src/shop.ts'

const germany = '33333333-3333-4333-8333-333333333333'
const states = '44444444-4444-4444-8444-444444444444'
const nobody = '99999999-9999-4999-8999-999999999999'
const shipments = {
  id: '77777777-7777-4777-8777-777777777777',
  name: 'Parcels',
  needsBackupRate: true,
  ratesFor: async () => ({ rates: [] }),
}
const envelopes = { ...shipments, id: '88888888-8888-4888-8888-888888888888', name: 'Letters', needsBackupRate: false }

let shop: TestPlatform
const made = () => createClient({ baseUrl: shop.url, auth: apiKey(shop.apiKey), modules: backOffice })
let app: ReturnType<typeof made>

before(async () => {
  shop = await startTestPlatform({ shippingRateProviders: [shipments, envelopes] })
  app = made()
})
after(async () => {
  await shop[Symbol.asyncDispose]()
  assert.deepEqual(shop.faults, [])
})
beforeEach(() => writeSettings(shop.platform.database, shop.site, 'shipping', testSections.shipping, shop.clock.now()))

const codeOf = async (call: Promise<unknown>) => (await attempt(call as Promise<never>))[0]?.code ?? 'none'
const profile = async () => (await app.deliveryProfile.queryDeliveryProfiles()).deliveryProfiles[0]!

describe('the delivery profile', () => {
  test('200: one, with the regions of the shop, by its id and by theirs', async () => {
    const found = await profile()
    assert.deepEqual(
      [found.default, found.deliveryRegions.map(({ name, active, destinations }) => [name, active, destinations])],
      [
        true,
        [
          ['Germany', true, [{ countryCode: 'DE', subdivisions: [] }]],
          ['United States', true, [{ countryCode: 'US', subdivisions: [] }]],
        ],
      ],
    )
    assert.deepEqual((await app.deliveryProfile.getDeliveryProfile({ deliveryProfileId: found.id })).deliveryProfile, found)
    assert.deepEqual((await app.deliveryProfile.getDeliveryProfileByDeliveryRegionId({ deliveryRegionId: states })).deliveryProfile, found)
    const renamed = await app.deliveryProfile.updateDeliveryProfile({
      deliveryProfile: { id: found.id, revision: found.revision, name: 'All goods' },
    })
    assert.deepEqual([renamed.deliveryProfile.name, renamed.deliveryProfile.revision], ['All goods', '2'])
  })
  test('200: a region is added, changed and removed; what served it alone is kept and offered nowhere', async () => {
    const { id } = await profile()
    const { deliveryProfile } = await app.deliveryProfile.addDeliveryRegion({
      deliveryProfileId: id,
      deliveryRegion: { name: 'France', destinations: [{ countryCode: 'FR', subdivisions: ['FR-75', 'IDF'] }] },
    })
    const france = deliveryProfile.deliveryRegions.at(-1)!
    assert.deepEqual(france.destinations, [{ countryCode: 'FR', subdivisions: ['FR-75', 'IDF'] }])
    const { shippingOption } = await app.shippingOptions.createShippingOption({
      shippingOption: { title: 'Colissimo', deliveryRegionIds: [france.id], rates: [{ amount: '6.50' }] },
    })
    const changed = await app.deliveryProfile.updateDeliveryRegion({
      deliveryProfileId: id,
      deliveryRegion: { id: france.id, name: 'All of France', active: false, destinations: [{ countryCode: 'FR' }] },
    })
    assert.deepEqual(changed.deliveryProfile.deliveryRegions.at(-1), {
      ...france,
      name: 'All of France',
      active: false,
      destinations: [{ countryCode: 'FR', subdivisions: [] }],
    })
    const removed = await app.deliveryProfile.removeDeliveryRegion({ deliveryProfileId: id, deliveryRegionId: france.id })
    assert.deepEqual(
      removed.deliveryProfile.deliveryRegions.map(({ name }) => name),
      ['Germany', 'United States'],
    )
    const saved = await app.shippingOptions.getShippingOption({ shippingOptionId: shippingOption.id })
    assert.deepEqual(saved.shippingOption.deliveryRegionIds, [])
  })
  test('409 DESTINATIONS_COLLISION names the region; a state may be taken out of its country, and the rest of the world is one', async () => {
    const { id } = await profile()
    const add = (name: string, destinations: { countryCode: string; subdivisions?: string[] }[]) =>
      attempt(app.deliveryProfile.addDeliveryRegion({ deliveryProfileId: id, deliveryRegion: { name, destinations } }))
    const [refused] = await add('Again', [{ countryCode: 'FR' }, { countryCode: 'DE' }])
    assert.deepEqual([refused?.code, refused?.data], ['DESTINATIONS_COLLISION', { deliveryRegionId: germany, countryCode: 'DE' }])
    assert.equal((await add('Berlin', [{ countryCode: 'DE', subdivisions: ['DE-BE'] }]))[0], undefined)
    assert.equal((await add('Berlin again', [{ countryCode: 'DE', subdivisions: ['BY', 'BE'] }]))[0]?.code, 'DESTINATIONS_COLLISION')
    assert.equal((await add('World', []))[0], undefined)
    assert.equal((await add('Another world', []))[0]?.code, 'DESTINATIONS_COLLISION')
  })
  test('400 INVALID_ARGUMENT to a name that another region has', async () => {
    const { id } = await profile()
    const [refused] = await attempt(
      app.deliveryProfile.addDeliveryRegion({
        deliveryProfileId: id,
        deliveryRegion: { name: 'Germany', destinations: [{ countryCode: 'FR' }] },
      }),
    )
    assert.equal(refused?.code, 'INVALID_ARGUMENT')
    assert.match(JSON.stringify(refused?.data), /DELIVERY_REGION_NAME_ALREADY_EXISTS/)
  })
  test('404 DELIVERY_PROFILE_NOT_FOUND, 404 DELIVERY_REGION_NOT_FOUND, 409 STALE_REVISION', async () => {
    const { deliveryProfile: calls } = app
    const { id } = await profile()
    const region = { name: 'France', destinations: [{ countryCode: 'FR' }] }
    assert.equal(await codeOf(calls.getDeliveryProfile({ deliveryProfileId: nobody })), 'DELIVERY_PROFILE_NOT_FOUND')
    assert.equal(
      await codeOf(calls.updateDeliveryProfile({ deliveryProfile: { id: nobody, revision: '1' } })),
      'DELIVERY_PROFILE_NOT_FOUND',
    )
    assert.equal(await codeOf(calls.addDeliveryRegion({ deliveryProfileId: nobody, deliveryRegion: region })), 'DELIVERY_PROFILE_NOT_FOUND')
    assert.equal(await codeOf(calls.getDeliveryProfileByDeliveryRegionId({ deliveryRegionId: nobody })), 'DELIVERY_REGION_NOT_FOUND')
    assert.equal(
      await codeOf(calls.updateDeliveryRegion({ deliveryProfileId: id, deliveryRegion: { id: nobody } })),
      'DELIVERY_REGION_NOT_FOUND',
    )
    assert.equal(await codeOf(calls.removeDeliveryRegion({ deliveryProfileId: id, deliveryRegionId: nobody })), 'DELIVERY_REGION_NOT_FOUND')
    assert.equal(await codeOf(calls.addDeliveryRegion({ deliveryProfileId: id, deliveryRegion: region, revision: '9' })), 'STALE_REVISION')
  })
  test('200: where the shop delivers, for everybody', async () => {
    const buyer = createClient({
      baseUrl: shop.url,
      auth: visitor({ clientId: shop.clientId, tokens: inMemory() }),
      modules: { deliveryProfile: backOffice.deliveryProfile },
    })
    const { countries, restOfWorld } = await buyer.deliveryProfile.getDeliveryDestinationProperties()
    assert.deepEqual([countries.map(({ country }) => country), restOfWorld], [['DE', 'US'], undefined])
    assert.deepEqual(countries[0]?.deliveryDestinationProperties, { postalCodeRequired: false, pickupOnly: false })
  })
})

describe('providers of rates', () => {
  const backupRate = { title: 'Standard', amount: '6.90', active: true }
  test('200: one is asked in a region, with another backup rate, and no more', async () => {
    const { installedDeliveryCarriers } = await app.deliveryProfile.listInstalledDeliveryCarriers()
    assert.deepEqual(
      installedDeliveryCarriers.map(({ displayName, fallbackDefinitionMandatory }) => [displayName, fallbackDefinitionMandatory]),
      [
        ['Parcels', true],
        ['Letters', false],
      ],
    )
    const carriers = async (call: Promise<{ deliveryProfile: { deliveryRegions: { deliveryCarriers: object[] }[] } }>) =>
      (await call).deliveryProfile.deliveryRegions.map(({ deliveryCarriers }) => deliveryCarriers)
    const added = app.deliveryProfile.addDeliveryCarrier({
      deliveryRegionId: germany,
      deliveryCarrier: { appId: shipments.id, backupRate },
    })
    assert.deepEqual(await carriers(added), [[{ appId: shipments.id, backupRate, additionalCharges: [] }], []])
    const charged = app.deliveryProfile.updateDeliveryCarrier({
      deliveryRegionId: germany,
      deliveryCarrier: { appId: shipments.id, additionalCharges: [{ description: 'Packing', amount: '1.50' }] },
    })
    assert.deepEqual(await carriers(charged), [
      [{ appId: shipments.id, backupRate, additionalCharges: [{ description: 'Packing', amount: '1.50' }] }],
      [],
    ])
    assert.deepEqual(await carriers(app.deliveryProfile.removeDeliveryCarrier({ deliveryRegionId: germany, appId: shipments.id })), [
      [],
      [],
    ])
  })
  test('each refusal by its name', async () => {
    const { addDeliveryCarrier: add, updateDeliveryCarrier: update, removeDeliveryCarrier: remove } = app.deliveryProfile
    const carrier = (appId: string, more = {}) => ({ deliveryRegionId: germany, deliveryCarrier: { appId, ...more } })
    assert.equal(await codeOf(add(carrier(nobody))), 'UNKNOWN_DELIVERY_CARRIER')
    assert.equal(await codeOf(add(carrier(shipments.id))), 'DELIVERY_CARRIER_MISSING_BACKUP_RATE')
    assert.equal(await codeOf(add({ ...carrier(envelopes.id), deliveryRegionId: nobody })), 'DELIVERY_REGION_NOT_FOUND')
    assert.equal(await codeOf(add(carrier(envelopes.id))), 'none')
    assert.equal(await codeOf(add(carrier(envelopes.id))), 'CARRIER_ALREADY_EXISTS_IN_REGION')
    assert.equal(await codeOf(update(carrier(shipments.id))), 'DELIVERY_CARRIER_NOT_FOUND')
    assert.equal(await codeOf(update({ ...carrier(envelopes.id), deliveryRegionId: nobody })), 'DELIVERY_REGION_NOT_FOUND')
    assert.equal(await codeOf(add(carrier(shipments.id, { backupRate }))), 'none')
    assert.equal(await codeOf(update(carrier(shipments.id, { backupRate: null }))), 'DELIVERY_CARRIER_MISSING_BACKUP_RATE')
    assert.equal(await codeOf(remove({ deliveryRegionId: states, appId: envelopes.id })), 'DELIVERY_CARRIER_NOT_FOUND')
    assert.equal(await codeOf(remove({ deliveryRegionId: nobody, appId: envelopes.id })), 'DELIVERY_REGION_NOT_FOUND')
  })
})

describe('ways of delivery', () => {
  const rates = [
    { amount: '4.90', conditions: [{ type: 'BY_TOTAL_WEIGHT' as const, operator: 'LTE' as const, value: '2.5' }], carrierCost: '4.10' },
    { amount: '0.00', conditions: [{ type: 'BY_TOTAL_PRICE' as const, operator: 'GTE' as const, value: '80.00' }] },
    { amount: '1.20', conditions: [{ type: 'BY_TOTAL_QUANTITY' as const, operator: 'GT' as const, value: '3' }], multiplyByQuantity: true },
  ]
  const all = async () => (await app.shippingOptions.queryShippingOptions()).shippingOptions
  const byTitle = async (title: string) => (await all()).find((one) => one.title === title)!

  test('200: those of the shop are there, under ids that stay', async () => {
    const options = await all()
    assert.deepEqual(options.map(({ title }) => title).sort(), ['Air mail', 'Express', 'Standard'])
    assert.deepEqual(await all(), options)
    const standard = await byTitle('Standard')
    assert.deepEqual(
      [standard.estimatedDeliveryTime, standard.deliveryDays, standard.deliveryRegionIds, standard.deliveryRegionId],
      ['2 to 3 working days', { min: 2, max: 3 }, [germany], germany],
    )
    assert.deepEqual(standard.rates, [
      { amount: '4.90', conditions: [], multiplyByQuantity: false },
      { amount: '0.00', conditions: [{ type: 'BY_TOTAL_PRICE', operator: 'GTE', value: '80.00' }], multiplyByQuantity: false },
    ])
  })
  test('200: what the shop began with has the date that it shows, also where it is sought and sorted by', async () => {
    const opened = shop.clock.now().toISOString()
    shop.clock.advance(24 * 3600_000)
    await app.shippingOptions.createShippingOption({ shippingOption: { title: 'Bicycle', deliveryRegionId: germany, rates } })
    const titles = async (query: object) =>
      (await app.shippingOptions.queryShippingOptions({ query })).shippingOptions.map(({ title }) => title)
    assert.deepEqual((await titles({ filter: { createdDate: opened } })).sort(), ['Air mail', 'Express', 'Standard'])
    assert.deepEqual(await titles({ filter: { createdDate: { $gt: opened } } }), ['Bicycle'])
    assert.equal((await titles({ sort: [{ fieldName: 'createdDate', order: 'DESC' }] }))[0], 'Bicycle')
  })
  test('200: one is made, found, changed and deleted; the shop’s own keep their places and codes', async () => {
    const { shippingOption } = await app.shippingOptions.createShippingOption({
      shippingOption: { title: 'Bicycle', deliveryRegionId: germany, deliveryDays: { min: 1, max: 1 }, cutOffTime: { hours: 14 }, rates },
    })
    assert.deepEqual(
      shippingOption.rates,
      rates.map((rate) => ({ multiplyByQuantity: false, ...rate })),
    )
    assert.deepEqual(shippingOption.cutOffTime, { hours: 14, minutes: 0 })
    const { id, revision } = shippingOption
    const { shippingOption: changed } = await app.shippingOptions.updateShippingOption({
      shippingOption: { id, revision, title: 'Cargo bike', deliveryDays: null, deliveryRegionIds: [germany, states] },
    })
    assert.deepEqual(
      [changed.title, changed.deliveryDays, changed.cutOffTime, changed.deliveryRegionIds, changed.rates.length, changed.revision],
      ['Cargo bike', undefined, { hours: 14, minutes: 0 }, [germany, states], 3, '2'],
    )
    const withRates = async (sent: readonly object[]) => {
      const { revision } = (await app.shippingOptions.getShippingOption({ shippingOptionId: id })).shippingOption
      const updated = await app.shippingOptions.updateShippingOption({ shippingOption: { id, revision, rates: sent as typeof rates } })
      return updated.shippingOption.rates.map(({ amount, carrierCost }) => [amount, carrierCost])
    }
    const [{ carrierCost: _, ...light } = assert.fail(), ...others] = rates
    const dearer = { ...light, amount: '5.40' }
    assert.deepEqual(
      await withRates([...others, dearer]),
      [
        ['0.00', undefined],
        ['1.20', undefined],
        ['5.40', '4.10'],
      ],
      'a client that does not know what a carrier takes does not lose it',
    )
    assert.deepEqual(await withRates([{ ...dearer, carrierCost: null }]), [['5.40', undefined]])
    const { shippingOptions } = await app.shippingOptions.queryShippingOptions({
      query: { filter: { deliveryRegionIds: { $hasSome: [states] } }, sort: [{ fieldName: 'title', order: 'ASC' }] },
    })
    assert.deepEqual(
      shippingOptions.map(({ title }) => title),
      ['Air mail', 'Cargo bike'],
    )
    await app.shippingOptions.deleteShippingOption({ shippingOptionId: id })
    const { zones } = (
      await shop.platform.database.query<{ document: typeof testSections.shipping }>({
        strings: ["select document from site_setting where section = 'shipping'"],
        values: [],
      })
    )[0]!.document
    assert.deepEqual(
      zones.map(({ options }) => options.map(({ code }) => code)),
      testSections.shipping.zones.map(({ options }) => options.map(({ code }) => code)),
    )
  })
  test('200: it joins a region and leaves it', async () => {
    const { id } = await byTitle('Express')
    const join = await app.shippingOptions.addDeliveryRegion({ shippingOptionId: id, deliveryRegionId: states, revision: '1' })
    assert.deepEqual(join.shippingOption.deliveryRegionIds, [germany, states])
    const leave = await app.shippingOptions.removeDeliveryRegion({ shippingOptionId: id, deliveryRegionId: germany })
    assert.deepEqual(leave.shippingOption.deliveryRegionIds, [states])
  })
  test('each refusal by its name', async () => {
    const { shippingOptions: calls } = app
    const create = (more: object) =>
      codeOf(calls.createShippingOption({ shippingOption: { title: 'x', rates: [{ amount: '1' }], ...more } }))
    const { id } = await byTitle('Express')
    const half = [{ amount: '1', conditions: [{ type: 'BY_TOTAL_QUANTITY' as const, operator: 'EQ' as const, value: '1.5' }] }]
    assert.equal(await create({ deliveryRegionIds: [nobody] }), 'DELIVERY_REGION_NOT_FOUND')
    assert.equal(await create({ rates: half }), 'INVALID_QUANTITY_VALUE')
    assert.equal(await create({ rates: [] }), 'INVALID_ARGUMENT')
    assert.equal(await codeOf(calls.getShippingOption({ shippingOptionId: nobody })), 'SHIPPING_OPTION_NOT_FOUND')
    assert.equal(await codeOf(calls.deleteShippingOption({ shippingOptionId: nobody })), 'SHIPPING_OPTION_NOT_FOUND')
    const update = (more: object) => codeOf(calls.updateShippingOption({ shippingOption: { id, revision: '1', ...more } }))
    assert.equal(await update({ id: nobody }), 'SHIPPING_OPTION_NOT_FOUND')
    assert.equal(await update({ rates: half }), 'INVALID_QUANTITY_VALUE')
    assert.equal(await update({ deliveryRegionIds: [nobody] }), 'DELIVERY_REGION_NOT_FOUND')
    assert.equal(await update({ revision: '8' }), 'STALE_REVISION')
    const add = (more: object) => codeOf(calls.addDeliveryRegion({ shippingOptionId: id, deliveryRegionId: states, ...more }))
    assert.equal(await add({ shippingOptionId: nobody }), 'SHIPPING_OPTION_NOT_FOUND')
    assert.equal(await add({ deliveryRegionId: nobody }), 'DELIVERY_REGION_NOT_FOUND')
    assert.equal(await add({ revision: '8' }), 'STALE_REVISION')
    const leave = (more: object) => codeOf(calls.removeDeliveryRegion({ shippingOptionId: id, deliveryRegionId: states, ...more }))
    assert.equal(await leave({}), 'DELIVERY_REGION_NOT_FOUND')
    assert.equal(await leave({ shippingOptionId: nobody }), 'SHIPPING_OPTION_NOT_FOUND')
    assert.equal(await leave({ revision: '8' }), 'STALE_REVISION')
    const { pickupLocations } = await app.pickupLocations.queryPickupLocation()
    assert.equal(await codeOf(calls.getShippingOption({ shippingOptionId: pickupLocations[0]!.id })), 'SHIPPING_OPTION_NOT_FOUND')
  })
  test('409 LIMIT_OF_OPTIONS_PER_DELIVERY_REGION_EXCEEDED', async () => {
    const [zone] = testSections.shipping.zones
    const options = Array.from({ length: 100 }, (_, i) => ({ ...zone!.options[0]!, code: `way-${i}` }))
    await writeSettings(shop.platform.database, shop.site, 'shipping', { zones: [{ ...zone!, options }] }, shop.clock.now())
    const [refused] = await attempt(
      app.shippingOptions.createShippingOption({ shippingOption: { title: 'x', deliveryRegionIds: [germany], rates: [{ amount: '1' }] } }),
    )
    assert.deepEqual([refused?.code, refused?.data], ['LIMIT_OF_OPTIONS_PER_DELIVERY_REGION_EXCEEDED', { limit: 100 }])
  })
  test('many at once are all made', async () => {
    const option = (i: number) => ({ title: `Way ${i}`, deliveryRegionIds: [states], rates: [{ amount: '1' }] })
    await Promise.all(Array.from({ length: 10 }, (_, i) => app.shippingOptions.createShippingOption({ shippingOption: option(i) })))
    assert.equal((await all()).length, 13)
  })
})

describe('collecting', () => {
  const address = { country: 'DE', city: 'Leipzig', postalCode: '04109', addressLine: 'Nikolaistraße 12' }
  const schedule = {
    handlingDays: 1,
    cutOffTime: { hours: 14, minutes: 30 },
    daysAhead: 10,
    timeWindows: [
      { day: 'TUE' as const, start: { hours: 10 }, end: { hours: 12 }, capacity: 4 },
      { day: 'SAT' as const, start: { hours: 10 }, end: { hours: 12 }, enabled: false },
    ],
  }
  test('200: a place is made, found, changed, joined to a region, left and deleted', async () => {
    const { pickupLocation } = await app.pickupLocations.createPickupLocation({
      pickupLocation: {
        name: 'Kiosk',
        address,
        pickupMethod: 'PICKUP_POINT',
        instructions: 'Show your passport.',
        scheduledDeliveryConfig: schedule,
        deliveryRegionIds: [germany],
      },
    })
    assert.deepEqual(
      [pickupLocation.pickupMethod, pickupLocation.address, pickupLocation.rates, pickupLocation.active],
      ['PICKUP_POINT', address, [{ amount: '0.00', conditions: [], multiplyByQuantity: false }], true],
    )
    assert.deepEqual(pickupLocation.scheduledDeliveryConfig, {
      ...schedule,
      timeWindows: [
        { day: 'TUE', start: { hours: 10, minutes: 0 }, end: { hours: 12, minutes: 0 }, enabled: true, capacity: 4 },
        { day: 'SAT', start: { hours: 10, minutes: 0 }, end: { hours: 12, minutes: 0 }, enabled: false },
      ],
    })
    const { id, revision } = pickupLocation
    const { pickupLocation: changed } = await app.pickupLocations.updatePickupLocation({
      pickupLocation: { id, revision, name: 'Kiosk at the corner', instructions: null, active: false, scheduledDeliveryConfig: null },
    })
    assert.deepEqual(
      [changed.name, changed.instructions, changed.active, changed.scheduledDeliveryConfig, changed.address, changed.pickupMethod],
      ['Kiosk at the corner', undefined, false, undefined, address, 'PICKUP_POINT'],
    )
    assert.deepEqual((await app.pickupLocations.getPickupLocation({ pickupLocationId: id })).pickupLocation, changed)
    const found = await app.pickupLocations.queryPickupLocation({ query: { filter: { 'address.city': 'Leipzig' } } })
    assert.deepEqual(found.pickupLocations, [changed])
    const joined = await app.pickupLocations.addDeliveryRegion({ pickupLocationId: id, deliveryRegionId: states, revision: '2' })
    assert.deepEqual(joined.pickupLocation.deliveryRegionIds, [germany, states])
    const left = await app.pickupLocations.removeDeliveryRegion({ pickupLocationId: id, deliveryRegionId: germany, revision: '3' })
    assert.deepEqual(left.pickupLocation.deliveryRegionIds, [states])
    await app.pickupLocations.deletePickupLocation({ pickupLocationId: id })
    assert.equal(await codeOf(app.pickupLocations.getPickupLocation({ pickupLocationId: id })), 'PICKUP_LOCATION_NOT_FOUND')
  })
  test('each refusal by its name', async () => {
    const { pickupLocations: calls } = app
    const half = [{ amount: '1', conditions: [{ type: 'BY_TOTAL_QUANTITY' as const, operator: 'EQ' as const, value: '1.5' }] }]
    const create = (more: object) => codeOf(calls.createPickupLocation({ pickupLocation: { name: 'x', address, ...more } }))
    assert.equal(await create({ deliveryRegionIds: [nobody] }), 'DELIVERY_REGION_NOT_FOUND')
    assert.equal(await create({ rates: half }), 'INVALID_QUANTITY_VALUE')
    const { id } = (await calls.queryPickupLocation()).pickupLocations[0]!
    const update = (more: object) => codeOf(calls.updatePickupLocation({ pickupLocation: { id, revision: '1', ...more } }))
    assert.equal(await update({ id: nobody }), 'PICKUP_LOCATION_NOT_FOUND')
    assert.equal(await update({ rates: half }), 'INVALID_QUANTITY_VALUE')
    assert.equal(await update({ deliveryRegionIds: [nobody] }), 'DELIVERY_REGION_NOT_FOUND')
    assert.equal(await update({ revision: '8' }), 'STALE_REVISION')
    assert.equal(await codeOf(calls.deletePickupLocation({ pickupLocationId: nobody })), 'PICKUP_LOCATION_NOT_FOUND')
    const add = (more: object) => codeOf(calls.addDeliveryRegion({ pickupLocationId: id, deliveryRegionId: states, ...more }))
    assert.equal(await add({ pickupLocationId: nobody }), 'PICKUP_LOCATION_NOT_FOUND')
    assert.equal(await add({ deliveryRegionId: nobody }), 'DELIVERY_REGION_NOT_FOUND')
    assert.equal(await add({ revision: '8' }), 'STALE_REVISION')
    const leave = (more: object) => codeOf(calls.removeDeliveryRegion({ pickupLocationId: id, deliveryRegionId: states, ...more }))
    assert.equal(await leave({ pickupLocationId: nobody }), 'PICKUP_LOCATION_NOT_FOUND')
    assert.equal(await leave({}), 'DELIVERY_REGION_NOT_FOUND')
    assert.equal(await leave({ revision: '8' }), 'STALE_REVISION')
  })
})

describe('local deliveries', () => {
  const areas = {
    zipConfig: { zipCodes: ['104*', '10115'] },
    radiusConfig: { address: { geocode: { latitude: 52.5, longitude: 13.4 } }, radius: 5 },
    customAreaConfig: {
      geocodes: [
        { latitude: 52, longitude: 13 },
        { latitude: 53, longitude: 13 },
        { latitude: 53, longitude: 14 },
      ],
    },
    cityConfig: { cityItems: [{ cityName: 'Potsdam', country: 'DE', subdivision: 'DE-BB' }] },
  }
  test('200: in each kind of area, made, found, changed, joined, left and deleted', async () => {
    const ids: string[] = []
    for (const [kind, area] of Object.entries(areas)) {
      const { localDeliveryOption } = await app.localDeliveryOptions.createLocalDeliveryOption({
        localDeliveryOption: { areaName: kind, [kind]: area, rates: [{ amount: '5.90' }], deliveryRegionIds: [germany] },
      })
      ids.push(localDeliveryOption.id)
      assert.partialDeepStrictEqual(localDeliveryOption, { areaName: kind, [kind]: area, active: true })
    }
    const [id] = ids as [string]
    const { localDeliveryOption: changed } = await app.localDeliveryOptions.updateLocalDeliveryOption({
      localDeliveryOption: {
        id,
        revision: '1',
        areaName: 'By bike',
        active: false,
        estimatedDeliveryTime: 'In the evening',
        scheduledDeliveryConfig: { timeWindows: [{ day: 'MON', start: { hours: 17 }, end: { hours: 20 } }] },
      },
    })
    assert.partialDeepStrictEqual(changed, { areaName: 'By bike', active: false, zipConfig: areas.zipConfig, revision: '2' })
    assert.equal(changed.scheduledDeliveryConfig?.timeWindows.length, 1)
    assert.deepEqual((await app.localDeliveryOptions.getLocalDeliveryOption({ localDeliveryOptionId: id })).localDeliveryOption, changed)
    const found = await app.localDeliveryOptions.queryLocalDeliveryOptions({ query: { filter: { areaName: { $startsWith: 'By' } } } })
    assert.deepEqual(found.localDeliveryOptions, [changed])
    const joined = await app.localDeliveryOptions.addDeliveryRegion({ localDeliveryOptionId: id, deliveryRegionId: states })
    assert.deepEqual(joined.localDeliveryOption.deliveryRegionIds, [germany, states])
    const left = await app.localDeliveryOptions.removeDeliveryRegion({ localDeliveryOptionId: id, deliveryRegionId: states })
    assert.deepEqual(left.localDeliveryOption.deliveryRegionIds, [germany])
    for (const one of ids) await app.localDeliveryOptions.deleteLocalDeliveryOption({ localDeliveryOptionId: one })
    assert.deepEqual((await app.localDeliveryOptions.queryLocalDeliveryOptions()).localDeliveryOptions, [])
  })
  test('each refusal by its name', async () => {
    const { localDeliveryOptions: calls } = app
    const half = [{ amount: '1', conditions: [{ type: 'BY_TOTAL_QUANTITY' as const, operator: 'EQ' as const, value: '1.5' }] }]
    const create = (more: object) => codeOf(calls.createLocalDeliveryOption({ localDeliveryOption: { areaName: 'x', ...more } }))
    assert.equal(await create({ deliveryRegionIds: [nobody] }), 'DELIVERY_REGION_NOT_FOUND')
    assert.equal(await create({ rates: half }), 'INVALID_QUANTITY_VALUE')
    assert.equal(await create({ radiusConfig: { ...areas.radiusConfig, radius: 51 } }), 'INVALID_ARGUMENT')
    const { localDeliveryOption } = await calls.createLocalDeliveryOption({
      localDeliveryOption: { areaName: 'x', deliveryRegionIds: [germany] },
    })
    const { id } = localDeliveryOption
    const update = (more: object) => codeOf(calls.updateLocalDeliveryOption({ localDeliveryOption: { id, revision: '1', ...more } }))
    assert.equal(await update({ id: nobody }), 'LOCAL_DELIVERY_OPTION_NOT_FOUND')
    assert.equal(await update({ rates: half }), 'INVALID_QUANTITY_VALUE')
    assert.equal(await update({ deliveryRegionIds: [nobody] }), 'DELIVERY_REGION_NOT_FOUND')
    assert.equal(await update({ revision: '8' }), 'STALE_REVISION')
    assert.equal(await codeOf(calls.getLocalDeliveryOption({ localDeliveryOptionId: nobody })), 'LOCAL_DELIVERY_OPTION_NOT_FOUND')
    assert.equal(await codeOf(calls.deleteLocalDeliveryOption({ localDeliveryOptionId: nobody })), 'LOCAL_DELIVERY_OPTION_NOT_FOUND')
    const add = (more: object) => codeOf(calls.addDeliveryRegion({ localDeliveryOptionId: id, deliveryRegionId: states, ...more }))
    assert.equal(await add({ localDeliveryOptionId: nobody }), 'LOCAL_DELIVERY_OPTION_NOT_FOUND')
    assert.equal(await add({ deliveryRegionId: nobody }), 'DELIVERY_REGION_NOT_FOUND')
    assert.equal(await add({ revision: '8' }), 'STALE_REVISION')
    const leave = (more: object) => codeOf(calls.removeDeliveryRegion({ localDeliveryOptionId: id, deliveryRegionId: states, ...more }))
    assert.equal(await leave({ localDeliveryOptionId: nobody }), 'LOCAL_DELIVERY_OPTION_NOT_FOUND')
    assert.equal(await leave({}), 'DELIVERY_REGION_NOT_FOUND')
    assert.equal(await leave({ revision: '8' }), 'STALE_REVISION')
  })
  test('403 PERMISSION_DENIED to buyers', async () => {
    const shopper = createClient({
      baseUrl: shop.url,
      auth: visitor({ clientId: shop.clientId, tokens: inMemory() }),
      modules: backOffice,
    })
    assert.equal(await codeOf(shopper.shippingOptions.queryShippingOptions()), 'PERMISSION_DENIED')
    assert.equal(await codeOf(shopper.pickupLocations.deletePickupLocation({ pickupLocationId: nobody })), 'PERMISSION_DENIED')
  })
})
