import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { ShippingZoneSettings } from '../../kernel/settings/shipping-settings.ts'
import { destinationsOf } from './destinations.ts'

const courier = { code: 'courier', title: 'Courier' }
const pickup = { code: 'pickup', title: 'Pickup', pickup: { address: { country: 'DE' } } }
const areaOf = (...codes: string[]) => ({ code: 'bike', title: 'Bike', area: { kind: 'zip', codes } })

const zone = (destinations: readonly object[], options: readonly object[] = [courier], more: object = {}): ShippingZoneSettings =>
  ({ id: 'z', name: 'Zone', destinations, options, ...more }) as unknown as ShippingZoneSettings
const shown = (...zones: ShippingZoneSettings[]) => destinationsOf({ zones })
const free = { postalCodeRequired: false, pickupOnly: false }

describe('where a shop delivers', () => {
  test('is to whole countries, or to some of their subdivisions, once each', () => {
    const { countries, restOfWorld } = shown(
      zone([{ country: 'DE' }, { country: 'US', subdivisions: ['US-NY', 'CA'] }]),
      zone([{ country: 'US', subdivisions: ['TX'] }]),
    )
    assert.deepEqual(countries, [
      { country: 'DE', subdivisions: [], deliveryDestinationProperties: free },
      {
        country: 'US',
        subdivisions: ['NY', 'CA', 'TX'].map((subdivision) => ({ subdivision, deliveryDestinationProperties: free })),
      },
    ])
    assert.equal(restOfWorld, undefined)
  })

  test('is also to the rest of the world, where a region is for it; the first region that says so decides', () => {
    assert.deepEqual(shown(zone([{ country: '*' }], [pickup]), zone([{ country: '*' }])), {
      restOfWorld: { postalCodeRequired: false, pickupOnly: true },
      countries: [],
    })
    assert.equal(
      shown(zone([{ country: 'DE' }], [pickup]), zone([{ country: 'DE' }])).countries[0]!.deliveryDestinationProperties?.pickupOnly,
      true,
    )
  })

  test('a country as a whole and some of its subdivisions stand together', () => {
    const [us] = shown(zone([{ country: 'US', subdivisions: ['NY'] }], [pickup]), zone([{ country: 'US' }])).countries
    assert.deepEqual(us, {
      country: 'US',
      subdivisions: [{ subdivision: 'NY', deliveryDestinationProperties: { postalCodeRequired: false, pickupOnly: true } }],
      deliveryDestinationProperties: free,
    })
  })

  test('is not where a region is switched off, or has no way of delivery', () => {
    assert.deepEqual(shown(zone([{ country: 'DE' }], [courier], { active: false }), zone([{ country: 'FR' }], [])).countries, [])
    assert.equal(shown(zone([{ country: 'FR' }], [], { carriers: [] })).countries.length, 0)
    assert.equal(shown(zone([{ country: 'FR' }], [], { carriers: [{ id: 'c' }] })).countries.length, 1)
  })
})

describe('an address form', () => {
  const of = (options: readonly object[], more: object = {}) =>
    shown(zone([{ country: 'DE' }], options, more)).countries[0]!.deliveryDestinationProperties

  test('needs a postal code where a carrier or an area goes by it', () => {
    assert.equal(of([courier, areaOf('10115')])?.postalCodeRequired, true)
    assert.equal(of([areaOf('10115', '*')])?.postalCodeRequired, false, 'everywhere')
    assert.equal(of([{ ...courier, area: { kind: 'radius' } }])?.postalCodeRequired, false)
    assert.equal(of([courier], { carriers: [{ id: 'c' }] })?.postalCodeRequired, true)
  })

  test('is for pickup only where nothing is sent', () => {
    assert.equal(of([pickup])?.pickupOnly, true)
    assert.equal(of([pickup, courier])?.pickupOnly, false)
    assert.equal(of([pickup], { carriers: [{ id: 'c' }] })?.pickupOnly, false)
  })
})
