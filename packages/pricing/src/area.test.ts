import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { type Area, inArea } from './area.ts'
import type { Place } from './place.ts'

const zip = (...codes: string[]): Area => ({ kind: 'zip', codes })
const at = (postalCode: string): Place => ({ country: 'DE', postalCode })

describe('postal codes', () => {
  test('as they are written, with or without spaces and dashes, in any case', () => {
    assert.ok(inArea(zip('10435'), at('10435')))
    assert.ok(inArea(zip('SW1A 1AA'), at('sw1a1aa')))
    assert.ok(inArea(zip('1234-567'), at('1234 567')))
    assert.ok(!inArea(zip('10435'), at('10436')))
    assert.ok(!inArea(zip('10435'), at('1043')))
  })
  test('a star stands for anything, at any place and any number of times', () => {
    assert.ok(inArea(zip('104*'), at('10437')))
    assert.ok(inArea(zip('104*'), at('104')))
    assert.ok(inArea(zip('*7'), at('10437')))
    assert.ok(inArea(zip('1*4*7'), at('10437')))
    assert.ok(inArea(zip('*'), at('1')))
    assert.ok(!inArea(zip('104*'), at('10037')))
    assert.ok(!inArea(zip('12*21'), at('121')))
    assert.ok(!inArea(zip('1*3*3'), at('13')))
  })
  test('a place without one is nowhere', () => {
    for (const place of [at(''), at(' - '), { country: 'DE' }, { country: 'DE', postalCode: null }]) assert.ok(!inArea(zip('*'), place))
  })
  test('a pattern fits what it is made of', () => {
    const letters = fc.stringMatching(/^[0-9A-Z]{0,4}$/)
    fc.assert(
      fc.property(fc.array(letters, { minLength: 2, maxLength: 5 }), fc.array(letters, { minLength: 4, maxLength: 4 }), (parts, fill) => {
        const code = parts.reduce((all, part, i) => all + (fill[i - 1] ?? '') + part)
        fc.pre(code !== '')
        assert.ok(inArea(zip(parts.join('*')), at(code)), `${parts.join('*')} ${code}`)
      }),
    )
  })
})

test('cities by their name in their country, and in a subdivision where one is said', () => {
  const area: Area = {
    kind: 'cities',
    cities: [
      { name: 'Zürich', country: 'CH' },
      { name: 'Springfield', country: 'US', subdivision: 'US-IL' },
    ],
  }
  assert.ok(inArea(area, { country: 'ch', city: ' zurich ' }))
  assert.ok(!inArea(area, { country: 'DE', city: 'Zürich' }))
  assert.ok(inArea(area, { country: 'US', city: 'springfield', subdivision: 'IL' }))
  assert.ok(!inArea(area, { country: 'US', city: 'springfield', subdivision: 'MA' }))
  assert.ok(!inArea(area, { country: 'US', city: 'springfield' }))
  assert.ok(!inArea(area, { country: 'CH' }))
})

describe('on the map', () => {
  const alexanderplatz = { latitude: 52.5219, longitude: 13.4132 }
  const potsdam = { latitude: 52.3906, longitude: 13.0645 }
  const place = (geocode: typeof potsdam): Place => ({ country: 'DE', geocode })

  test('within a radius: Potsdam is 27.7 kilometres from Alexanderplatz', () => {
    assert.ok(inArea({ kind: 'radius', centre: alexanderplatz, kilometres: 28 }, place(potsdam)))
    assert.ok(!inArea({ kind: 'radius', centre: alexanderplatz, kilometres: 27 }, place(potsdam)))
    assert.ok(inArea({ kind: 'radius', centre: alexanderplatz, kilometres: 0.1 }, place(alexanderplatz)))
  })
  test('within a shape, also one with a dent', () => {
    const corners = [
      { latitude: 0, longitude: 0 },
      { latitude: 10, longitude: 0 },
      { latitude: 5, longitude: 5 },
      { latitude: 10, longitude: 10 },
      { latitude: 0, longitude: 10 },
    ]
    const inside = (latitude: number, longitude: number) => inArea({ kind: 'polygon', corners }, place({ latitude, longitude }))
    assert.ok(inside(1, 5))
    assert.ok(inside(7, 1))
    assert.ok(!inside(8, 5))
    assert.ok(!inside(1, 11))
    assert.ok(!inside(-1, 5))
  })
  test('a place that nobody looked up is in neither', () => {
    assert.ok(!inArea({ kind: 'radius', centre: alexanderplatz, kilometres: 50 }, { country: 'DE' }))
    assert.ok(!inArea({ kind: 'polygon', corners: [alexanderplatz, potsdam, { latitude: 52, longitude: 14 }] }, { country: 'DE' }))
  })
})
