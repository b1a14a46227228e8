import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { apiKey, createClient } from '@vitrine/client'
import * as backOffice from '@vitrine/client/back-office'
import { writeSettings } from '@vitrine/platform/kernel/settings/settings'
import { startTestPlatform } from '../src/platform.ts'
import { codeOf } from '../src/refused.ts'
import { nobody, startRefusingShop } from '../src/refusing-shop.ts'
import { testSections } from '../src/shop.ts'

const { shop, office } = await startRefusingShop()

describe('settings of taxes', () => {
  const german = '55555555-5555-4555-8555-555555555555'
  const onlyGermany = {
    id: '77777777-7777-4777-8777-777777777777',
    name: 'Knows Germany',
    unsupportedCountries: ['FR'],
    ratesFor: async () => ({ taxIncludedInPrice: false, shippingTaxed: true, rates: {} }),
  }

  test('CALCULATOR_ID_NOT_FOUND, CALCULATOR_IS_NOT_SUPPORTED_FOR_THIS_TAX_REGION and INVALID_SUBDIVISION_FORMAT when a region is made or changed', async () => {
    await using other = await startTestPlatform({ taxProviders: [onlyGermany] })
    const { taxRegions } = createClient({ baseUrl: other.url, auth: apiKey(other.apiKey), modules: backOffice })
    const create = (more: object) => codeOf(taxRegions.createTaxRegion({ taxRegion: { country: 'FR', appId: onlyGermany.id, ...more } }))
    assert.equal(await create({}), 'CALCULATOR_IS_NOT_SUPPORTED_FOR_THIS_TAX_REGION')
    const change = (more: object) => codeOf(taxRegions.updateTaxRegion({ taxRegion: { id: german, revision: '1', ...more } }))
    assert.equal(await change({ appId: nobody }), 'CALCULATOR_ID_NOT_FOUND')
    assert.equal(await change({ subdivision: 'Prussia' }), 'INVALID_SUBDIVISION_FORMAT')
    assert.equal((await taxRegions.getTaxRegion({ taxRegionId: german })).taxRegion.revision, '1')
  })

  test('TAX_REGION_ID_NOT_FOUND, TAX_GROUP_ID_NOT_FOUND and MANUAL_TAX_MAPPING_ALREADY_EXISTS when a rate is changed', async () => {
    const { manualTaxMappings, taxGroups } = office
    const { taxGroup } = await taxGroups.createTaxGroup({ taxGroup: { name: 'Books' } })
    const rate = {
      taxRegionId: german,
      taxName: 'VAT',
      taxRate: '0.07',
      taxType: 'VAT',
      jurisdiction: 'Germany',
      jurisdictionType: 'COUNTRY',
    }
    const { manualTaxMapping: made } = await manualTaxMappings.createManualTaxMapping({
      manualTaxMapping: { ...rate, jurisdictionType: 'COUNTRY', taxGroupId: taxGroup.id },
    })
    const change = (more: object) =>
      codeOf(manualTaxMappings.updateManualTaxMapping({ manualTaxMapping: { id: made.id, revision: made.revision, ...more } }))
    assert.equal(await change({ taxRegionId: nobody }), 'TAX_REGION_ID_NOT_FOUND')
    assert.equal(await change({ taxGroupId: nobody }), 'TAX_GROUP_ID_NOT_FOUND')
    assert.equal(await change({ taxGroupId: 'standard' }), 'MANUAL_TAX_MAPPING_ALREADY_EXISTS')
  })
})

describe('settings of delivery', () => {
  const [germany, states] = ['33333333-3333-4333-8333-333333333333', '44444444-4444-4444-8444-444444444444'] as const

  test('STALE_REVISION and DESTINATIONS_COLLISION when the profile and its regions are changed', async () => {
    const { deliveryProfile: calls } = office
    const [profile] = (await calls.queryDeliveryProfiles()).deliveryProfiles
    const { id } = profile!
    assert.equal(await codeOf(calls.updateDeliveryProfile({ deliveryProfile: { id, revision: '999', name: 'Mine' } })), 'STALE_REVISION')
    const change = (more: object, revision?: string) =>
      codeOf(
        calls.updateDeliveryRegion({
          deliveryProfileId: id,
          deliveryRegion: { id: states, ...more },
          ...(revision !== undefined && { revision }),
        }),
      )
    assert.equal(await change({ destinations: [{ countryCode: 'DE' }] }), 'DESTINATIONS_COLLISION')
    assert.equal(await change({ name: 'Overseas' }, '999'), 'STALE_REVISION')
    const remove = calls.removeDeliveryRegion({ deliveryProfileId: id, deliveryRegionId: states, revision: '999' })
    assert.equal(await codeOf(remove), 'STALE_REVISION')
    assert.deepEqual((await calls.queryDeliveryProfiles()).deliveryProfiles[0]?.deliveryRegions, profile!.deliveryRegions)
  })

  test('LIMIT_OF_OPTIONS_PER_DELIVERY_REGION_EXCEEDED by every way into a region that is full', async () => {
    const [zone, others] = testSections.shipping.zones
    const options = Array.from({ length: 100 }, (_, i) => ({ ...zone!.options[0]!, code: `way-${i}` }))
    const zones = [{ ...zone!, options }, others!]
    await writeSettings(shop.platform.database, shop.site, 'shipping', { ...testSections.shipping, zones }, shop.clock.now())
    const { shippingOptions: ways, pickupLocations: places, localDeliveryOptions: bikes } = office
    const [elsewhere, here] = [{ deliveryRegionIds: [states] }, { deliveryRegionIds: [germany] }]
    const full = { deliveryRegionId: germany }

    const way = { title: 'By ship', rates: [{ amount: '1' }] }
    const { id: shippingOptionId } = (await ways.createShippingOption({ shippingOption: { ...way, ...elsewhere } })).shippingOption
    const place = { name: 'Corner shop', address: { country: 'US', city: 'New York', postalCode: '10001', addressLine: '1 5th Av' } }
    const { id: pickupLocationId } = (await places.createPickupLocation({ pickupLocation: { ...place, ...elsewhere } })).pickupLocation
    const bike = { areaName: 'By bike', zipConfig: { zipCodes: ['100*'] } }
    const { localDeliveryOption } = await bikes.createLocalDeliveryOption({ localDeliveryOption: { ...bike, ...elsewhere } })
    const { id: localDeliveryOptionId } = localDeliveryOption
    const calls = [
      ways.createShippingOption({ shippingOption: { ...way, ...here } }),
      ways.updateShippingOption({ shippingOption: { id: shippingOptionId, revision: '1', ...here } }),
      ways.addDeliveryRegion({ shippingOptionId, ...full }),
      places.createPickupLocation({ pickupLocation: { ...place, ...here } }),
      places.updatePickupLocation({ pickupLocation: { id: pickupLocationId, revision: '1', ...here } }),
      places.addDeliveryRegion({ pickupLocationId, ...full }),
      bikes.createLocalDeliveryOption({ localDeliveryOption: { ...bike, ...here } }),
      bikes.updateLocalDeliveryOption({ localDeliveryOption: { id: localDeliveryOptionId, revision: '1', ...here } }),
      bikes.addDeliveryRegion({ localDeliveryOptionId, ...full }),
    ]
    const codes = await Promise.all(calls.map(codeOf))
    await writeSettings(shop.platform.database, shop.site, 'shipping', testSections.shipping, shop.clock.now())
    assert.deepEqual(
      codes,
      calls.map(() => 'LIMIT_OF_OPTIONS_PER_DELIVERY_REGION_EXCEEDED'),
    )
  })
})
