import assert from 'node:assert/strict'
import { test } from 'node:test'
import { minor } from './money.ts'
import { deliveryPromise, pickupPromise } from './promise.ts'
import type { ShippingRule, ShippingZone } from './shipping.ts'

const standard: ShippingRule = {
  code: 'standard',
  title: 'Standard',
  days: { min: 2, max: 3 },
  cutOff: { hours: 14, minutes: 0 },
  rates: [
    { amount: minor(490), conditions: [] },
    { amount: minor(0), conditions: [{ type: 'BY_TOTAL_PRICE', operator: 'GTE', value: minor(8000) }] },
  ],
}
const zone = (...options: ShippingRule[]): ShippingZone[] => [{ id: 'de', name: 'Germany', destinations: [{ country: 'DE' }], options }]
const at = (now: string, closedOn: string[] = []) => ({ now: new Date(now), timeZone: 'Europe/Berlin', closedOn })
const promised = (now: string, closedOn?: string[]) => {
  const { arrives, orderBefore } = deliveryPromise(zone(standard), 'DE', at(now, closedOn))!
  return [arrives!.from.slice(0, 10), arrives!.to.slice(0, 10), orderBefore]
}

test('what is ordered before the cut-off of a working day arrives so many working days later, and that is said until the cut-off', () => {
  assert.deepEqual(promised('2026-11-23T09:00:00Z'), ['2026-11-25', '2026-11-26', '2026-11-23T13:00:00.000Z'])
  assert.deepEqual(promised('2026-11-23T12:59:59Z'), ['2026-11-25', '2026-11-26', '2026-11-23T13:00:00.000Z'])
  assert.deepEqual(promised('2026-11-23T13:00:00Z'), ['2026-11-26', '2026-11-27', null])
})

test('no hour is named at the weekend, on a day without work, or after the last working hour before one', () => {
  assert.deepEqual(promised('2026-11-21T09:00:00Z'), ['2026-11-25', '2026-11-26', null])
  assert.deepEqual(promised('2026-11-23T09:00:00Z', ['2026-11-23']), ['2026-11-26', '2026-11-27', null])
  assert.deepEqual(promised('2026-11-27T14:00:00Z'), ['2026-12-02', '2026-12-03', null])
  assert.deepEqual(promised('2026-11-23T09:00:00Z', ['2026-11-25', '2026-11-26']), ['2026-11-27', '2026-11-30', '2026-11-23T13:00:00.000Z'])
})

test('the cut-off is one of the wall, on either side of a change of the clocks', () => {
  assert.equal(promised('2026-10-23T09:00:00Z')[2], '2026-10-23T12:00:00.000Z')
  assert.equal(promised('2026-10-26T09:00:00Z')[2], '2026-10-26T13:00:00.000Z')
})

test('price and the value from which it is free are those of a small parcel', () => {
  const { price, freeFrom } = deliveryPromise(zone(standard), 'DE', at('2026-11-23T09:00:00Z'))!
  assert.deepEqual([price, freeFrom], [490, 8000])
})

test('ways that are fetched, go to a part of the country, have times to choose or are laid by are not promised', () => {
  const others: ShippingRule[] = [
    { ...standard, code: 'studio', pickup: { method: 'STORE_PICKUP', address: { country: 'DE' } } },
    { ...standard, code: 'bike', slots: { windows: [{ day: 'MON', start: { hours: 17, minutes: 0 }, end: { hours: 19, minutes: 0 } }] } },
    { ...standard, code: 'old', active: false },
  ]
  assert.equal(deliveryPromise(zone(...others), 'DE', at('2026-11-23T09:00:00Z')), undefined)
  assert.equal(deliveryPromise(zone(...others, standard), 'DE', at('2026-11-23T09:00:00Z'))?.price, 490)
  assert.equal(deliveryPromise(zone(standard), 'FR', at('2026-11-23T09:00:00Z')), undefined)
})

test('a way without days promises its price and no day', () => {
  const { arrives, orderBefore } = deliveryPromise(zone({ ...standard, days: null }), 'DE', at('2026-11-23T09:00:00Z'))!
  assert.deepEqual([arrives, orderBefore], [null, null])
})

const open = (day: 'MON' | 'TUE' | 'FRI', hours: number) => ({ day, start: { hours, minutes: 0 }, end: { hours: hours + 3, minutes: 0 } })
const studio: ShippingRule = {
  code: 'studio',
  title: 'Collect at the studio',
  days: { min: 0, max: 0 },
  cutOff: { hours: 0, minutes: 0 },
  rates: [{ amount: minor(0), conditions: [] }],
  pickup: { method: 'STORE_PICKUP', address: { country: 'DE', city: 'Berlin' } },
  hours: [open('MON', 15), open('MON', 10), open('TUE', 9)],
}

test('an order can be collected on the day that the checkout says, from when the place opens then', () => {
  const { address, price, ready, opens, places } = pickupPromise(zone(standard, studio), 'DE', at('2026-11-20T09:00:00Z'))!
  assert.deepEqual([address.city, price, places], ['Berlin', 0, 1])
  assert.deepEqual([ready?.to.slice(0, 10), opens], ['2026-11-23', '2026-11-23T09:00:00.000Z'], 'the earlier of two hours')
  const on = (now: string, closedOn?: string[]) => pickupPromise(zone(studio), 'DE', at(now, closedOn))
  assert.equal(on('2026-11-20T09:00:00Z', ['2026-11-23'])?.opens, '2026-11-24T08:00:00.000Z')
  assert.equal(on('2026-11-24T09:00:00Z')?.opens, null, 'no hour of a day on which it is closed')
})

test('of several places the first without a time to choose is named; a place that serves a part of the country is not', () => {
  const chosen: ShippingRule = { ...studio, code: 'kiosk', slots: { windows: [open('FRI', 10)] } }
  const friday = at('2026-11-19T09:00:00Z')
  const both = pickupPromise(zone(chosen, { ...studio, title: 'Second' }), 'DE', friday)
  assert.deepEqual([both?.title, both?.places], ['Second', 2])
  const alone = pickupPromise(zone(chosen), 'DE', friday)
  assert.deepEqual([alone?.ready, alone?.opens, alone?.places], [null, null, 1])
  const partly: ShippingRule = { ...studio, area: { kind: 'zip', codes: ['10*'] } }
  for (const rules of [[standard], [partly], [{ ...studio, active: false }]])
    assert.equal(pickupPromise(zone(...rules), 'DE', friday), undefined)
})
