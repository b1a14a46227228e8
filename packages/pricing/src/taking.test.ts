import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { type Minor, minor, sum } from './money.ts'
import { type Off, takenFrom } from './taking.ts'

const amounts = (...units: number[]) => units.map(minor)
const parts = (left: number[], quantities: number[], off: Off, one = false) => takenFrom(amounts(...left), quantities, off, one).parts

// --- the same once more, piece by piece ---------------------------------------------------------------------------------------

interface Piece {
  readonly line: number
  readonly value: number
}
/** Every piece by itself: those of a line that its pieces do not divide differ by one unit. */
const piecesOf = (left: readonly number[], quantities: readonly number[]): Piece[] =>
  left.flatMap((amount, line) => {
    const quantity = quantities[line] as number
    return Array.from({ length: quantity }, (_, i) => ({ line, value: Math.floor(amount / quantity) + (i < amount % quantity ? 1 : 0) }))
  })
function byPieces(left: readonly number[], quantities: readonly number[], off: Off, one: boolean): number {
  const pieces = piecesOf(left, quantities).filter(({ value }) => value > 0)
  const dearest = pieces.toSorted((a, b) => b.value - a.value).map(({ value }) => value)
  const cheapest = dearest.toReversed()
  const among = one && !('buy' in off) ? cheapest.slice(0, 1) : dearest
  const all = (values: readonly number[]) => values.reduce((a, b) => a + b, 0)
  if ('amount' in off) return Math.min(off.amount, all(among))
  if ('each' in off) return all(among.map((value) => Math.min(value, off.each)))
  if ('price' in off) return all(among.map((value) => Math.max(0, value - off.price)))
  if ('bundle' in off) {
    let [taken, at] = [0, 0]
    for (; at + off.bundle.quantity <= among.length; at += off.bundle.quantity)
      taken += Math.max(0, all(among.slice(at, at + off.bundle.quantity)) - off.bundle.price)
    return taken
  }
  if ('buy' in off) {
    let [free, paid, given] = [0, 0, 0]
    for (const _ of pieces) {
      if (paid < off.buy) paid++
      else {
        free++
        given++
      }
      if (given === off.get) [paid, given] = [0, 0]
    }
    return all(cheapest.slice(0, one ? Math.min(free, off.get) : free))
  }
  return 0
}

describe('what a discount takes', () => {
  const amount = fc.nat({ max: 300 }).map(minor)
  const count = fc.integer({ min: 1, max: 5 })
  const off: fc.Arbitrary<Off> = fc.oneof(
    amount.map((units) => ({ amount: units })),
    amount.map((each) => ({ each })),
    amount.map((price) => ({ price })),
    fc.record({ bundle: fc.record({ quantity: count, price: amount }) }),
    fc.record({ buy: count, get: count }),
    fc.constant({ shipping: true as const }),
  )
  const cart = fc.array(fc.record({ left: amount, quantity: fc.integer({ min: 1, max: 7 }) }), { minLength: 1, maxLength: 6 })

  test('is what it would be piece by piece, from no line more than it costs', () => {
    fc.assert(
      fc.property(cart, off, fc.boolean(), (lines, one, limited) => {
        const left = lines.map((line) => line.left)
        const quantities = lines.map((line) => line.quantity)
        const taken = takenFrom(left, quantities, one, limited)
        assert.equal(sum(taken.parts), byPieces(left, quantities, one, limited))
        taken.parts.forEach((part, i) => {
          assert.ok(part >= 0 && part <= (left[i] as Minor))
        })
      }),
      { numRuns: 10_000 },
    )
  })

  test('is reckoned as fast for a hundred thousand pieces as for one', () => {
    const many = 100_000
    assert.equal(sum(parts([1_000_000_001], [many], { bundle: { quantity: 3, price: minor(1000) } })), 33_333 * (30_000 - 1000) + 1)
    assert.equal(sum(parts([many * 500, 300], [many, 1], { buy: 2, get: 1 })), 33_333 * 500 - 200)
  })
})

describe('by hand', () => {
  test('an amount is shared by what the lines cost', () =>
    assert.deepEqual(parts([2000, 1000, 0], [1, 2, 1], { amount: minor(1000) }), [667, 333, 0]))
  test('an amount off each piece leaves cheaper ones at nothing', () =>
    assert.deepEqual(parts([2000, 300], [2, 3], { each: minor(500) }), [1000, 300]))
  test('a fixed price is for each piece, and cheaper ones keep theirs', () =>
    assert.deepEqual(parts([6000, 1000], [2, 1], { price: minor(1500) }), [3000, 0]))
  test('three for €30 take the dearest three, and leave what fills no group', () =>
    assert.deepEqual(parts([1200, 3000, 900], [1, 2, 1], { bundle: { quantity: 3, price: minor(3000) } }), [343, 857, 0]))
  test('a bundle that would cost more changes nothing', () =>
    assert.deepEqual(parts([800, 900], [1, 2], { bundle: { quantity: 3, price: minor(3000) } }), [0, 0]))
  test('buy two, get one: of four pieces the cheapest is free, of six the cheapest two', () => {
    assert.deepEqual(parts([4000, 500, 900], [2, 1, 1], { buy: 2, get: 1 }), [0, 500, 0])
    assert.deepEqual(parts([4000, 500, 2700], [2, 1, 3], { buy: 2, get: 1 }), [0, 500, 900])
  })
  test('buy two, get two: a third piece is already free', () => assert.deepEqual(parts([3000], [3], { buy: 2, get: 2 }), [1000]))
  test('a free piece is neither bought nor given', () => assert.deepEqual(parts([0, 2000], [5, 2], { buy: 2, get: 1 }), [0, 0]))
  test('limited to one item it is taken from the cheapest piece that costs something', () => {
    assert.deepEqual(parts([4000, 0, 1800], [2, 1, 2], { percent: '50' }, true), [0, 0, 450])
    assert.deepEqual(parts([4000, 1800], [2, 2], { amount: minor(5000) }, true), [0, 900])
    assert.deepEqual(parts([3000, 900], [3, 3], { buy: 1, get: 1 }, true), [0, 300])
  })
  test('numbers of pieces that are none are refused', () => {
    for (const count of [0, -1, 1.5, Number.NaN]) {
      assert.throws(() => parts([1000], [1], { buy: count, get: 1 }), RangeError)
      assert.throws(() => parts([1000], [1], { buy: 1, get: count }), RangeError)
      assert.throws(() => parts([1000], [1], { bundle: { quantity: count, price: minor(1) } }), RangeError)
    }
    for (const off of [{ each: -1 as Minor }, { price: -1 as Minor }, { bundle: { quantity: 1, price: -1 as Minor } }])
      assert.throws(() => parts([1000], [1], off), RangeError)
  })
})
