import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Delivery } from '../delivery/delivery.ts'
import { placesOf, wrongInEntry } from './delivery-zones.ts'

type Zone = { readonly id: string; readonly name: string; readonly active: boolean; readonly codes: readonly string[] }

/** As much of how a shop delivers as the rules look at. */
const deliveryOf = (zones: readonly Zone[], ratesIn: readonly { readonly zoneId: string; readonly active: boolean }[] = []) =>
  ({
    deliveryProfile: {
      deliveryRegions: zones.map(({ codes, ...zone }) => ({
        ...zone,
        destinations: codes.map((countryCode) => ({ countryCode, subdivisions: [] })),
      })),
    },
    shippingOptions: ratesIn.map(({ zoneId, active }, i) => ({
      id: `rate-${i}`,
      title: 'DHL',
      active,
      rates: [],
      deliveryRegionIds: [zoneId],
      revision: '1',
    })),
    pickupLocations: [],
    localDeliveryOptions: [],
    arrangement: ratesIn.map(({ zoneId }, i) => ({ deliveryRegionId: zoneId, deliveryOptionIds: [`rate-${i}`] })),
  }) as unknown as Delivery

const namesOf = (delivery: Delivery, country = 'DE') => placesOf(delivery, country).map(({ name }) => name)
const germany: Zone = { id: 'de', name: 'At home', active: true, codes: ['DE'] }

describe('where a first delivery may go', () => {
  test('is the own country, the EU and the world where there is no zone', () => {
    assert.deepEqual(namesOf(deliveryOf([])), ['Germany', 'Rest of the EU', 'Rest of the world'])
    assert.deepEqual(namesOf(deliveryOf([]), 'CH'), ['Switzerland', 'European Union', 'Rest of the world'])
    const [, union, world] = placesOf(deliveryOf([]), 'DE')
    assert.equal(union!.destinations.length, 26)
    assert.ok(!union!.destinations.some(({ countryCode }) => countryCode === 'DE'))
    assert.deepEqual(world!.destinations, [])
  })

  test('keeps its key when the zone is made', () => {
    const [suggested] = placesOf(deliveryOf([]), 'DE')
    const [made] = placesOf(deliveryOf([germany]), 'DE')
    assert.deepEqual([suggested!.key, suggested!.zoneId], [made!.key, undefined])
    assert.equal(made!.zoneId, 'de')
  })

  test('suggests no place that a zone has already, and no zone that is off or has a rate', () => {
    assert.deepEqual(namesOf(deliveryOf([germany])), ['At home', 'Rest of the EU', 'Rest of the world'])
    assert.deepEqual(namesOf(deliveryOf([{ ...germany, active: false }])), ['Rest of the EU', 'Rest of the world'])
    assert.deepEqual(namesOf(deliveryOf([germany], [{ zoneId: 'de', active: true }])), ['Rest of the EU', 'Rest of the world'])
    assert.deepEqual(namesOf(deliveryOf([germany], [{ zoneId: 'de', active: false }])), ['At home', 'Rest of the EU', 'Rest of the world'])
    assert.deepEqual(namesOf(deliveryOf([{ id: 'all', name: 'Everywhere', active: true, codes: [] }])), [
      'Everywhere',
      'Germany',
      'Rest of the EU',
    ])
    assert.deepEqual(namesOf(deliveryOf([{ id: 'at', name: 'Austria', active: true, codes: ['AT'] }])), [
      'Austria',
      'Germany',
      'Rest of the world',
    ])
  })
})

test('what is wrong with a first delivery is said by its field', () => {
  const entry = { on: true, days: '', price: '5,90', freeFrom: '' }
  const wrong = (change: Partial<typeof entry>) => Object.keys(wrongInEntry({ ...entry, ...change }, 'EUR'))
  assert.deepEqual(wrong({}), [])
  assert.deepEqual(wrong({ price: '0', freeFrom: '80', days: '1–2' }), [])
  assert.deepEqual(wrong({ price: '' }), ['price'])
  assert.deepEqual(wrong({ price: '-1' }), ['price'])
  assert.deepEqual(wrong({ price: '5.999' }), ['price'])
  assert.deepEqual(wrong({ days: 'soon', price: 'five', freeFrom: 'never' }), ['days', 'price', 'freeFrom'])
  assert.deepEqual(wrong({ on: false, days: 'soon', price: '', freeFrom: 'never' }), [])
})
