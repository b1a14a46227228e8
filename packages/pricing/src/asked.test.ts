import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { askRule, askWays } from './asked.ts'
import type { Line } from './lines.ts'
import { minor } from './money.ts'
import { type DiscountRule, promotions, type Trigger } from './promotions.ts'
import { basketOf, type ShippingZone, shippingOptions } from './shipping.ts'

const mug = (quantity: number): Line => ({
  id: 'l',
  quantity,
  price: minor(2600),
  shippable: true,
  weight: 0.4,
  item: { appId: 'stores', id: 'mug', collectionIds: ['kitchen'] },
})
const rule: DiscountRule = { id: 'r', name: 'Ten off', active: true, scopes: [{ collectionIds: ['kitchen'] }], off: { percent: '10' } }
const guest = { at: 1500, memberId: null }
const fromThree: Trigger = { type: 'ITEM_QUANTITY_RANGE', scopes: [], from: 3 }

describe('what a rule says to a cart', () => {
  test('given, and each reason why not', () => {
    assert.deepEqual(askRule(rule, [mug(1)], guest), { given: true })
    assert.deepEqual(askRule({ ...rule, active: false }, [mug(1)], guest), { given: false, because: 'SWITCHED_OFF' })
    assert.deepEqual(askRule({ ...rule, startsAt: 1501 }, [mug(1)], guest), { given: false, because: 'NOT_YET' })
    assert.deepEqual(askRule({ ...rule, endsAt: 1500 }, [mug(1)], guest), { given: false, because: 'OVER' })
    assert.deepEqual(askRule({ ...rule, scopes: [{ collectionIds: ['garden'] }] }, [mug(1)], guest), {
      given: false,
      because: 'NO_SUCH_GOODS',
    })
    assert.deepEqual(askRule({ ...rule, trigger: { type: 'CUSTOM', appId: 'a', id: 'rain' } }, [mug(1)], guest), {
      given: false,
      because: 'UNMET',
      unmet: { type: 'CUSTOM', id: 'rain' },
    })
  })

  test('of several triggers the one that is missed', () => {
    const members: Trigger = { type: 'CUSTOMER_ELIGIBILITY', memberIds: ['m'] }
    const ofBoth = (type: 'AND' | 'OR') => ({ ...rule, trigger: { type, triggers: [fromThree, members] } })
    assert.deepEqual(askRule(ofBoth('AND'), [mug(3)], guest), { given: false, because: 'UNMET', unmet: { type: 'CUSTOMER_ELIGIBILITY' } })
    assert.deepEqual(askRule(ofBoth('OR'), [mug(2)], guest), {
      given: false,
      because: 'UNMET',
      unmet: { type: 'ITEM_QUANTITY_RANGE', has: 2, from: 3, to: null },
    })
    assert.deepEqual(askRule(ofBoth('OR'), [mug(2)], { at: 1500, memberId: 'm' }), { given: true })
  })

  const scopes = fc.constantFrom([{ collectionIds: ['kitchen'] }], [{ collectionIds: ['garden'] }], [])
  const trigger: fc.Arbitrary<Trigger> = fc.oneof(
    fc.record({
      type: fc.constant('SUBTOTAL_RANGE' as const),
      scopes,
      from: fc.constantFrom(null, minor(5000)),
      to: fc.constantFrom(null, minor(9000)),
    }),
    fc.record({ type: fc.constant('ITEM_QUANTITY_RANGE' as const), scopes, from: fc.nat(4), to: fc.constantFrom(null, 3) }),
    fc.constant({ type: 'CUSTOMER_ELIGIBILITY' as const, memberIds: ['m'] }),
  )
  test('law: given says it, if and only if promotions give it', () => {
    fc.assert(
      fc.property(
        fc.record({
          active: fc.boolean(),
          startsAt: fc.constantFrom(null, 1000, 2000),
          endsAt: fc.constantFrom(null, 1200, 3000),
          trigger: fc.oneof(
            trigger,
            fc.record({ type: fc.constantFrom('AND', 'OR'), triggers: fc.array(trigger, { minLength: 1, maxLength: 3 }) }),
          ),
          scopes,
        }),
        fc.integer({ min: 1, max: 5 }),
        fc.constantFrom(null, 'm'),
        (some, quantity, memberId) => {
          const asked = { ...rule, ...some } as DiscountRule
          const situation = { at: 1500, memberId }
          const given = promotions([mug(quantity)], { rules: [asked] }, situation).discounts.length > 0
          assert.equal(askRule(asked, [mug(quantity)], situation).given, given)
        },
      ),
    )
  })
})

describe('what ways of delivery say to a basket', () => {
  const zone = (options: ShippingZone['options']): ShippingZone[] => [
    { id: 'de', name: 'Germany', destinations: [{ country: 'DE' }], options },
  ]
  const post = { code: 'post', title: 'Post', rates: [{ amount: minor(490), conditions: [] }] }
  const freiburg = { country: 'DE', postalCode: '79102' }
  const basket = basketOf([mug(2)])

  test('each reason why not', () => {
    const answers = askWays(
      basket,
      zone([
        post,
        { ...post, active: false },
        { ...post, area: { kind: 'zip', codes: ['104*'] } },
        { ...post, slots: { windows: [] } },
        { ...post, rates: [] },
        { ...post, rates: [{ amount: minor(0), conditions: [{ type: 'BY_TOTAL_PRICE', operator: 'GTE', value: minor(8000) }] }] },
        { ...post, rates: [{ amount: minor(0), conditions: [{ type: 'BY_TOTAL_WEIGHT', operator: 'LT', value: 0.8 }] }] },
        { ...post, rates: [{ amount: minor(0), conditions: [{ type: 'BY_TOTAL_QUANTITY', operator: 'EQ', value: 1 }] }] },
      ]),
      freiburg,
      { now: new Date(0), timeZone: 'Europe/Berlin' },
    )
    assert.deepEqual(
      answers.map(({ code: _code, title: _title, ...answer }) => answer),
      [
        { offered: true },
        { offered: false, because: 'SWITCHED_OFF' },
        { offered: false, because: 'OUTSIDE_ITS_AREA' },
        { offered: false, because: 'NO_SLOT' },
        { offered: false, because: 'NO_RATE' },
        { offered: false, because: 'UNMET', condition: { type: 'BY_TOTAL_PRICE', operator: 'GTE', value: 8000 }, has: 5200 },
        { offered: false, because: 'UNMET', condition: { type: 'BY_TOTAL_WEIGHT', operator: 'LT', value: 0.8 }, has: 0.8 },
        { offered: false, because: 'UNMET', condition: { type: 'BY_TOTAL_QUANTITY', operator: 'EQ', value: 1 }, has: 2 },
      ],
    )
    assert.deepEqual(askWays(basket, zone([post]), { country: 'US' }), [])
    assert.deepEqual(askWays(basket, zone([post]), null), [])
  })

  test('law: offered says it, if and only if it is among the options', () => {
    const operator = fc.constantFrom('EQ', 'GT', 'GTE', 'LT', 'LTE')
    const condition = fc.oneof(
      fc.record({ type: fc.constant('BY_TOTAL_QUANTITY'), operator, value: fc.nat(4) }),
      fc.record({ type: fc.constant('BY_TOTAL_PRICE'), operator, value: fc.constantFrom(2600, 5200, 6000) }),
      fc.record({ type: fc.constant('BY_TOTAL_WEIGHT'), operator, value: fc.constantFrom(0.4, 0.8, 1) }),
    )
    const way = fc.record({
      active: fc.boolean(),
      area: fc.constantFrom(null, { kind: 'zip', codes: ['79*'] }, { kind: 'zip', codes: ['104*'] }),
      rates: fc.array(fc.record({ amount: fc.nat(900), conditions: fc.array(condition, { maxLength: 3 }) }), { maxLength: 3 }),
    })
    fc.assert(
      fc.property(fc.array(way, { maxLength: 4 }), fc.integer({ min: 1, max: 4 }), (ways, quantity) => {
        const zones = zone(ways.map((one, i) => ({ ...one, code: `w${i}`, title: `Way ${i}` })) as unknown as ShippingZone['options'])
        const some = basketOf([mug(quantity)])
        assert.deepEqual(
          askWays(some, zones, freiburg).flatMap(({ code, offered }) => (offered ? [code] : [])),
          shippingOptions(some, zones, freiburg).options.map(({ code }) => code),
        )
      }),
    )
  })
})
