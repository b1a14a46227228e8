import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { type FeeRule, feesFor } from './fees.ts'
import type { Line } from './lines.ts'
import { type Minor, minor } from './money.ts'

const amount = fc.integer({ min: 0, max: 100_000 }).map(minor)
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value)
const country = fc.constantFrom('DE', 'US', 'CH')
const line = fc.record<Line>({
  id: fc.uuid(),
  quantity: fc.integer({ min: 1, max: 20 }),
  price: amount,
  shippable: fc.boolean(),
  item: fc.record({
    appId: fc.constant('shop'),
    id: fc.constantFrom('mug', 'print', 'vase'),
    collectionIds: fc.subarray(['table', 'wall']),
  }),
})
const rule = fc.record<FeeRule>(
  {
    code: fc.uuid(),
    name: fc.constant('Fee'),
    active: fc.boolean(),
    charge: fc.oneof(
      fc.record({ amount, perPiece: fc.boolean() }),
      fc.record({ percent: fc.integer({ min: 0, max: 1000 }).map((tenths) => String(tenths / 10)) }),
    ),
    least: maybe(amount),
    most: maybe(amount),
    goodsFrom: maybe(amount),
    goodsBelow: maybe(amount),
    shippedOnly: fc.boolean(),
    scopes: maybe(fc.constantFrom([{ appId: 'shop', itemIds: ['mug'] }], [{ collectionIds: ['table'] }])),
    destinations: maybe(fc.array(fc.record({ country }), { minLength: 1, maxLength: 2 })),
  },
  { requiredKeys: ['code', 'name', 'charge'] },
)

const covered = ({ shippedOnly, scopes }: FeeRule, { shippable, item }: Line) =>
  (!shippedOnly || shippable) &&
  (!scopes ||
    scopes.some((scope) =>
      'itemIds' in scope ? scope.itemIds.includes(item!.id) : scope.collectionIds.some((id) => item!.collectionIds.includes(id)),
    ))

test('a fee is charged exactly where all of its conditions hold, and lies within its bounds', () => {
  const lines = fc.uniqueArray(line, { selector: ({ id }) => id, maxLength: 6 })
  const rules = fc.uniqueArray(rule, { selector: ({ code }) => code, maxLength: 5 })
  fc.assert(
    fc.property(lines, rules, maybe(fc.record({ country })), (lines, rules, place) => {
      const fees = new Map(feesFor(lines, [], rules, place).map((fee) => [fee.code, fee]))
      for (const one of rules) {
        const goods = lines.filter((line) => covered(one, line))
        const value = goods.reduce((all, { price, quantity }) => all + price * quantity, 0)
        const units = goods.reduce((all, { quantity }) => all + quantity, 0)
        const base =
          'percent' in one.charge
            ? Math.round(value * Number(one.charge.percent) * 10) / 1000
            : one.charge.amount * (one.charge.perPiece ? units : 1)
        const price = Math.max(one.least ?? 0, Math.min(Math.round(base), one.most ?? Number.POSITIVE_INFINITY))
        const applies =
          one.active !== false &&
          (!one.destinations || (place !== null && one.destinations.some(({ country }) => country === place.country))) &&
          value > 0 &&
          value >= (one.goodsFrom ?? 0) &&
          value < (one.goodsBelow ?? Number.POSITIVE_INFINITY)
        const fee = fees.get(one.code)
        if (!applies || price === 0) assert.equal(fee, undefined)
        else {
          assert.equal(fee?.price, price)
          assert.deepEqual(new Set(fee.lineIds ?? lines.map(({ id }) => id)), new Set(goods.map(({ id }) => id)))
          assert.equal(fee.why?.goods, value)
        }
      }
    }),
    { numRuns: 3000 },
  )
})

test('a charge below zero is refused', () => {
  const mug: Line = { id: 'mug', quantity: 1, price: minor(2600), shippable: true }
  assert.throws(() => feesFor([mug], [], [{ code: 'x', name: 'X', charge: { amount: -1 as Minor }, least: -5 as Minor }]), RangeError)
})
