import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import type { Line } from './lines.ts'
import { type Minor, minor, zero } from './money.ts'
import { quote } from './quote.ts'
import {
  type Basket,
  basketOf,
  type Condition,
  type ConditionalRate,
  freeOver,
  type Operator,
  type ShippingRule,
  type ShippingZone,
  shippingOptions,
} from './shipping.ts'
import { taxAt } from './tax.ts'

const rule = (code: string, rates: readonly ConditionalRate[], more: Partial<ShippingRule> = {}): ShippingRule => ({
  code,
  title: code,
  rates,
  ...more,
})
const rate = (amount: number, ...conditions: Condition[]): ConditionalRate => ({ amount: minor(amount), conditions })
const weight = (operator: Operator, value: number): Condition => ({ type: 'BY_TOTAL_WEIGHT', operator, value })
const value = (operator: Operator, amount: number): Condition => ({ type: 'BY_TOTAL_PRICE', operator, value: minor(amount) })
const units = (operator: Operator, count: number): Condition => ({ type: 'BY_TOTAL_QUANTITY', operator, value: count })
const basket = (of: Partial<{ quantity: number; value: number; kilos: number }> = {}): Basket => ({
  quantity: of.quantity ?? 1,
  value: minor(of.value ?? 2600),
  weight: Math.round((of.kilos ?? 1) * 1e6),
})
const everywhere = (...options: ShippingRule[]): ShippingZone[] => [
  { id: 'all', name: 'Everywhere', destinations: [{ country: '*' }], options },
]
const germany = { country: 'DE' }
const pricesOf = (of: Basket, ...options: ShippingRule[]) =>
  shippingOptions(of, everywhere(...options), germany).options.map((one) => [one.code, one.price] as const)
const line = (id: string, price: number, more: Partial<Line> = {}): Line => ({
  id,
  quantity: 1,
  price: minor(price),
  shippable: true,
  ...more,
})

describe('rates', () => {
  test('flat: one price for every basket', () => {
    assert.deepEqual(pricesOf(basket({ kilos: 0 }), rule('flat', [rate(490)])), [['flat', 490]])
    assert.deepEqual(pricesOf(basket({ kilos: 900, quantity: 99 }), rule('flat', [rate(490)])), [['flat', 490]])
  })
  test('by weight: the tier it falls into, bounds included as they say', () => {
    const shipment = rule('parcel', [
      rate(490, weight('LTE', 2)),
      rate(690, weight('GT', 2), weight('LTE', 10)),
      rate(1690, weight('GT', 10), weight('LT', 31.5)),
    ])
    const at = (kilos: number) => pricesOf(basket({ kilos }), shipment)[0]?.[1]
    assert.deepEqual([0, 2, 2.000001, 10, 10.5, 31.499999, 31.5, 99].map(at), [490, 490, 690, 690, 1690, 1690, undefined, undefined])
  })
  test('by price: the value of the goods, after discounts', () => {
    const tiers = rule('tiers', [
      rate(690, value('LT', 5000)),
      rate(390, value('GTE', 5000), value('LT', 8000)),
      rate(0, value('GTE', 8000)),
    ])
    const at = (amount: number) => pricesOf(basket({ value: amount }), tiers)[0]?.[1]
    assert.deepEqual([0, 4999, 5000, 7999, 8000, 99_999].map(at), [690, 690, 390, 390, 0, 0])
  })
  test('by quantity: a tier, or so much for each unit', () => {
    const box = rule('box', [rate(500, units('LTE', 6)), { ...rate(90, units('GT', 6)), multiplyByQuantity: true }])
    const at = (quantity: number) => pricesOf(basket({ quantity }), box)[0]?.[1]
    assert.deepEqual([1, 6, 7, 10].map(at), [500, 500, 630, 900])
    assert.deepEqual(pricesOf(basket({ quantity: 3 }), rule('three', [rate(1, units('EQ', 3))])), [['three', 1]])
  })
  test('of several that hold, the lowest', () => {
    assert.deepEqual(pricesOf(basket({ value: 9000 }), rule('any', [rate(490), rate(0, value('GTE', 8000)), rate(890)])), [['any', 0]])
  })
  test('a negative price or one beyond the safe integers is refused', () => {
    assert.throws(() => pricesOf(basket(), rule('x', [{ amount: -1 as Minor, conditions: [] }])), RangeError)
    const dear = { ...rate(Number.MAX_SAFE_INTEGER), multiplyByQuantity: true }
    assert.throws(() => pricesOf(basket({ quantity: 2 }), rule('x', [dear])), RangeError)
  })
})

describe('zones', () => {
  const zone = (id: string, ...destinations: ShippingZone['destinations'][number][]) => ({
    id,
    name: id,
    destinations,
    options: [rule(id, [rate(1)])],
  })
  const zones = [
    zone('world', { country: '*' }),
    zone('us', { country: 'US', subdivisions: [] }),
    zone('far states', { country: 'US', subdivisions: ['US-AK', 'HI'] }),
    zone('eu', { country: 'FR' }, { country: 'DE' }),
    zone('eu again', { country: 'DE' }),
  ]
  const at = (country: string, subdivision?: string) =>
    shippingOptions(basket(), zones, { country, subdivision: subdivision ?? null }).zone?.id
  test('the subdivision goes before the country, and the country before the rest of the world', () => {
    assert.deepEqual([at('US', 'AK'), at('US', 'US-HI'), at('us', 'us-ak')], ['far states', 'far states', 'far states'])
    assert.deepEqual([at('US'), at('US', 'CA'), at('DE'), at('FR', 'IDF'), at('JP')], ['us', 'us', 'eu', 'eu', 'world'])
  })
  test('a zone of some subdivisions does not serve the rest of their country', () => {
    const some = zones.filter((one) => one.id === 'far states')
    assert.equal(shippingOptions(basket(), some, { country: 'US', subdivision: 'CA' }).none, 'NO_ZONE')
    assert.equal(shippingOptions(basket(), some, { country: 'US' }).none, 'NO_ZONE')
  })
})

describe('what is offered', () => {
  const studio = { method: 'STORE_PICKUP', address: { country: 'DE', city: 'Berlin', addressLine: 'Kastanienallee 77' } } as const
  const zones = everywhere(
    rule('standard', [rate(490), rate(0, value('GTE', 8000))], {
      title: 'Standard',
      deliveryTime: '2–3 working days',
      days: { min: 2, max: 3 },
      taxGroupId: 'post',
    }),
    rule('bike', [rate(590, weight('LTE', 20))]),
    rule('studio', [rate(0)], { pickup: studio, instructions: 'Ring twice' }),
  )
  test('all that can be taken, in the merchant’s order, with what people need to know', () => {
    const { options, zone, none } = shippingOptions(basket({ value: 5200 }), zones, germany)
    assert.deepEqual([zone, none], [{ id: 'all', name: 'Everywhere' }, null])
    const rest = { taxGroupId: null, deliveryTime: null, instructions: null, days: null, pickup: null, arrives: null, capacity: null }
    assert.deepEqual(options, [
      {
        ruleCode: 'standard',
        code: 'standard',
        title: 'Standard',
        price: 490,
        regularPrice: 490,
        freeFrom: 8000,
        ...rest,
        taxGroupId: 'post',
        deliveryTime: '2–3 working days',
        days: { min: 2, max: 3 },
      },
      { ...rest, ruleCode: 'bike', code: 'bike', title: 'bike', price: 590, regularPrice: 590, freeFrom: null },
      {
        ...rest,
        ruleCode: 'studio',
        code: 'studio',
        title: 'studio',
        price: 0,
        regularPrice: 0,
        freeFrom: 0,
        instructions: 'Ring twice',
        pickup: studio,
      },
    ])
  })
  test('an option can be put into a quote as it is', () => {
    const lines = [line('mug', 4500, { quantity: 2, weight: 0.38 })]
    const [option] = shippingOptions(basketOf(lines), zones, germany).options
    const answer = quote(lines, { currency: 'EUR', tax: taxAt({ defaultGroupId: 'x', regions: [] }, null), shipping: option ?? null })
    assert.deepEqual(
      answer.reasons.find((one) => one.step === 'SHIPPING'),
      {
        step: 'SHIPPING',
        code: 'standard',
        title: 'Standard',
        regularPrice: 490,
        amount: 0,
        freeFrom: 8000,
        goods: 9000,
      },
    )
  })
  test('nothing, and why', () => {
    const [onlyLight] = everywhere(
      rule('letter', [rate(100, weight('LTE', 0.5))]),
      rule('box', [rate(100, weight('GT', 0.5), weight('LTE', 2), value('GT', 1))]),
    )
    const why = (of: Basket, zone: ShippingZone | undefined, place: { country: string } | null = germany) =>
      shippingOptions(of, zone ? [zone] : [], place).none
    assert.equal(why(basket({ quantity: 0 }), onlyLight), 'NOTHING_SHIPPABLE')
    assert.equal(why(basket(), onlyLight, null), 'NO_DESTINATION')
    assert.equal(why(basket(), undefined), 'NO_ZONE')
    assert.equal(why(basket({ kilos: 3 }), onlyLight), 'TOO_HEAVY')
    assert.equal(why(basket({ kilos: 1, value: 1 }), onlyLight), 'TOO_HEAVY')
    assert.equal(
      why(basket({ kilos: 0.2, value: 1 }), { ...(onlyLight as ShippingZone), options: onlyLight?.options.slice(1) ?? [] }),
      'NO_RATE',
    )
    assert.equal(why(basket({ kilos: 1 }), { ...(onlyLight as ShippingZone), options: [] }), 'NO_RATE')
  })
})

describe('in time', () => {
  const monday = { now: new Date('2026-11-23T09:00:00Z'), timeZone: 'Europe/Berlin' }
  const evening = { day: 'TUE', start: { hours: 17, minutes: 0 }, end: { hours: 20, minutes: 0 } } as const
  const bike = rule('bike', [rate(590, weight('LTE', 20))], { slots: { windows: [{ ...evening, capacity: 2 }], daysAhead: 8 } })
  const codes = (taken: Readonly<Record<string, number>>, ...rules: ShippingRule[]) =>
    shippingOptions(basket(), everywhere(...rules), germany, { ...monday, taken: new Map(Object.entries(taken)) }).options.map(
      ({ code }) => code,
    )

  test('a way with slots is offered once for each, under a code of its own and with its span', () => {
    const { options } = shippingOptions(basket(), everywhere(bike), germany, monday)
    assert.deepEqual(
      options.map(({ code, ruleCode, price, arrives, capacity }) => ({ code, ruleCode, price, arrives, capacity })),
      [
        {
          code: 'bike@20261124T1600Z',
          ruleCode: 'bike',
          price: 590,
          arrives: { from: '2026-11-24T16:00:00.000Z', to: '2026-11-24T19:00:00.000Z' },
          capacity: 2,
        },
        {
          code: 'bike@20261201T1600Z',
          ruleCode: 'bike',
          price: 590,
          arrives: { from: '2026-12-01T16:00:00.000Z', to: '2026-12-01T19:00:00.000Z' },
          capacity: 2,
        },
      ],
    )
  })
  test('a slot that is full is not, and one without a capacity never is', () => {
    assert.deepEqual(codes({ 'bike@20261124T1600Z': 1 }, bike), ['bike@20261124T1600Z', 'bike@20261201T1600Z'])
    assert.deepEqual(codes({ 'bike@20261124T1600Z': 2 }, bike), ['bike@20261201T1600Z'])
    const any = { ...bike, slots: { windows: [evening] } }
    assert.deepEqual(codes({ 'bike@20261124T1600Z': 999 }, any), ['bike@20261124T1600Z'])
  })
  test('where every slot is full there is none, and that is said', () => {
    const full = { 'bike@20261124T1600Z': 2, 'bike@20261201T1600Z': 9 }
    assert.equal(shippingOptions(basket(), everywhere(bike), germany, { ...monday, taken: new Map(Object.entries(full)) }).none, 'NO_SLOT')
    assert.equal(shippingOptions(basket(), everywhere(bike), germany).none, 'NO_SLOT')
    assert.equal(shippingOptions(basket({ kilos: 21 }), everywhere(bike), germany, monday).none, 'TOO_HEAVY')
  })
  test('a way with days says from when to when it comes', () => {
    const post = rule('post', [rate(490)], { days: { min: 2, max: 3 } })
    const [option] = shippingOptions(basket(), everywhere(post), germany, monday).options
    assert.deepEqual(option?.arrives, { from: '2026-11-25T07:00:00.000Z', to: '2026-11-26T19:00:00.000Z' })
    assert.equal(option?.code, 'post')
  })
  test('a way says until when an order leaves: its day of dispatch, the beginning of its slot, or when it is ready to be collected', () => {
    const shipBy = (one: ShippingRule) => shippingOptions(basket(), everywhere(one), germany, monday).options[0]?.shipBy
    const pickup = { method: 'STORE_PICKUP' as const, address: { country: 'DE' } }
    assert.equal(shipBy(rule('post', [rate(490)], { days: { min: 2, max: 3 } })), '2026-11-23T19:00:00.000Z')
    assert.equal(shipBy(rule('shop', [rate(0)], { days: { min: 1, max: 1 }, pickup })), '2026-11-24T07:00:00.000Z')
    assert.equal(shipBy(bike), '2026-11-24T16:00:00.000Z')
    assert.equal(shipBy(rule('post', [rate(490)])), undefined)
  })
  test('what is laid by is not offered, and neither is what serves another area', () => {
    const berlin = rule('berlin', [rate(0)], { area: { kind: 'zip', codes: ['10*', '12*'] } })
    const zones = everywhere(berlin, rule('old', [rate(1)], { active: false }), rule('post', [rate(490)]))
    const at = (postalCode?: string) =>
      shippingOptions(basket(), zones, { country: 'DE', ...(postalCode && { postalCode }) }).options.map(({ code }) => code)
    assert.deepEqual([at('10435'), at('04109'), at()], [['berlin', 'post'], ['post'], ['post']])
    const closed = everywhere(rule('post', [rate(490)])).map((zone) => ({ ...zone, active: false }))
    assert.equal(shippingOptions(basket(), closed, germany).none, 'NO_ZONE')
  })
})

describe('the basket', () => {
  test('counts only what is to be delivered, at its price after discounts', () => {
    const lines = [line('mug', 5000, { quantity: 2, weight: 0.4 }), line('card', 7500, { shippable: false, weight: 9 })]
    const tenth = [{ id: 'd', name: 'D', off: { percent: '10' } }]
    assert.deepEqual(basketOf(lines, tenth), { quantity: 2, value: 9000, weight: 800_000 })
    assert.deepEqual(basketOf([]), { quantity: 0, value: 0, weight: 0 })
  })
  test('adds weights up exactly: fifty times a tenth is five', () => {
    const letters = Array.from({ length: 50 }, (_, i) => line(`l${i}`, 1, { weight: 0.1 }))
    assert.deepEqual(pricesOf(basketOf(letters), rule('five', [rate(1, weight('EQ', 5))])), [['five', 1]])
  })
  test('a weight that is none is refused', () => {
    for (const wrong of [-1, Number.NaN, Number.POSITIVE_INFINITY, 1e10])
      assert.throws(() => basketOf([line('mug', 1, { weight: wrong })]), RangeError)
    assert.throws(() => basketOf([line('mug', 1, { weight: 1e9, quantity: 1000 })]), RangeError)
  })
})

// --- laws over random rules ------------------------------------------------------------------------------------------------------

const operator = fc.constantFrom<Operator>('EQ', 'GT', 'GTE', 'LT', 'LTE')
const bounds = fc.nat({ max: 12 })
const condition = fc.oneof(
  fc.record({ operator, bounds }).map(({ operator, bounds }) => weight(operator, bounds)),
  fc.record({ operator, bounds }).map(({ operator, bounds }) => value(operator, bounds)),
  fc.record({ operator, bounds }).map(({ operator, bounds }) => value(operator, bounds)),
  fc.record({ operator, bounds }).map(({ operator, bounds }) => units(operator, bounds)),
)
const someRate: fc.Arbitrary<ConditionalRate> = fc.oneof(
  fc.record({
    amount: fc.constantFrom(0, 490, 890).map(minor),
    conditions: fc.array(condition, { maxLength: 3 }),
    multiplyByQuantity: fc.boolean(),
  }),
  bounds.map((from) => rate(0, value('GTE', from))),
  fc.constant(rate(490)),
)
const rules = fc
  .array(fc.array(someRate, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 4 })
  .map((all) => all.map((rates, i) => rule(`r${i}`, rates)))
const someBasket = fc
  .record({
    quantity: fc.integer({ min: 1, max: 12 }),
    value: fc.nat({ max: 14 }),
    kilos: fc.integer({ min: 0, max: 24 }).map((half) => half / 2),
  })
  .map(basket)

const compare: Record<Operator, (a: number, b: number) => boolean> = {
  EQ: (a, b) => a === b,
  GT: (a, b) => a > b,
  GTE: (a, b) => a >= b,
  LT: (a, b) => a < b,
  LTE: (a, b) => a <= b,
}
const measure = {
  BY_TOTAL_WEIGHT: (of: Basket) => of.weight / 1e6,
  BY_TOTAL_PRICE: (of: Basket) => of.value,
  BY_TOTAL_QUANTITY: (of: Basket) => of.quantity,
}
const expected = ({ rates }: ShippingRule, of: Basket): number | undefined => {
  const prices = rates
    .filter(({ conditions }) => conditions.every((one) => compare[one.operator](measure[one.type](of), one.value)))
    .map((one) => (one.multiplyByQuantity ? one.amount * of.quantity : one.amount))
  return prices.length ? Math.min(...prices) : undefined
}

describe('laws of delivery', () => {
  test('each way is offered exactly when a rate holds, at the lowest of those', () => {
    fc.assert(
      fc.property(rules, someBasket, (all, of) => {
        const wanted = all.flatMap((one) => expected(one, of) ?? []).length
        const answer = shippingOptions(of, everywhere(...all), germany)
        assert.equal(answer.options.length, wanted)
        assert.equal(answer.none === null, wanted > 0)
        for (const option of answer.options)
          assert.equal(option.price, expected(all.find((one) => one.code === option.code) as ShippingRule, of))
      }),
      { numRuns: 5000 },
    )
  })
  test('free from is where freedom began, or else where it begins next; the regular price is that just below', () => {
    fc.assert(
      fc.property(rules, someBasket, (all, of) => {
        for (const option of shippingOptions(of, everywhere(...all), germany).options) {
          const at = (amount: number) =>
            expected(all.find((one) => one.code === option.code) as ShippingRule, { ...of, value: minor(amount) })
          let from: number | null = of.value
          if (option.price === 0) while (from > 0 && at(from - 1) === 0) from--
          else while (from !== null && at(from) !== 0) from = from < 40 ? from + 1 : null
          assert.equal(option.freeFrom, from)
          assert.equal(option.regularPrice, option.price === 0 && from ? (at(from - 1) ?? 0) : option.price)
        }
      }),
      { numRuns: 5000 },
    )
  })
  test('whoever adds what is missing gets it free, and a unit less does not', () => {
    let nudged = 0
    fc.assert(
      fc.property(rules, someBasket, (all, of) => {
        const { options } = shippingOptions(of, everywhere(...all), germany)
        const nearest = freeOver(of, options)
        if (!nearest) return assert.ok(options.every((one) => one.price > 0))
        const found = all.find((one) => one.code === nearest.code) as ShippingRule
        assert.equal(expected(found, { ...of, value: minor(of.value + nearest.missing) }), 0)
        if (nearest.missing === 0) return
        nudged++
        assert.equal(nearest.missing, nearest.from - nearest.at)
        for (let less = 0; less < nearest.missing; less++)
          for (const one of options)
            assert.notEqual(expected(all.find((r) => r.code === one.code) as ShippingRule, { ...of, value: minor(of.value + less) }), 0)
      }),
      { numRuns: 5000 },
    )
    assert.ok(nudged > 100, `only ${nudged} nudges`)
  })

  test('more units never make a way cheaper where no condition is in the way', () => {
    const unconditional = fc.array(fc.record({ amount: fc.nat({ max: 5000 }).map(minor), multiplyByQuantity: fc.boolean() }), {
      minLength: 1,
      maxLength: 5,
    })
    fc.assert(
      fc.property(unconditional, fc.integer({ min: 1, max: 500 }), fc.integer({ min: 1, max: 500 }), (rates, fewer, more) => {
        const way = rule(
          'way',
          rates.map((one) => ({ ...one, conditions: [] })),
        )
        const price = (quantity: number) => pricesOf(basket({ quantity }), way)[0]?.[1] ?? -1
        assert.ok(price(fewer) <= price(fewer + more))
      }),
    )
  })
})

describe('how far to free delivery', () => {
  const standard = rule('standard', [rate(490), rate(0, value('GTE', 8000))])
  const express = rule('express', [rate(890), rate(0, value('GTE', 20_000))])
  const studio = rule('studio', [rate(0)], { pickup: { method: 'STORE_PICKUP', address: { country: 'DE' } } })
  const nearest = (amount: number, ...all: ShippingRule[]) => {
    const of = basket({ value: amount })
    return freeOver(of, shippingOptions(of, everywhere(...all), germany).options)
  }
  test('from €80, at €52, €28 are missing; collecting does not count', () => {
    assert.deepEqual(nearest(5200, studio, express, standard), { code: 'standard', from: 8000, at: 5200, missing: 2800 })
  })
  test('from €80, at €186.50, it is free', () => {
    assert.deepEqual(nearest(18_650, express, standard), { code: 'standard', from: 8000, at: 18_650, missing: 0 })
  })
  test('where nothing gets free there is nothing to say', () => {
    assert.equal(nearest(5200, studio, rule('flat', [rate(490)])), null)
  })
  test('where it always is, nothing is missing', () => {
    assert.deepEqual(nearest(100, rule('free', [rate(0)])), { code: 'free', from: zero, at: 100, missing: 0 })
  })
})
