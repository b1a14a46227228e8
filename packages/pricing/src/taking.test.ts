import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { type Minor, minor, sum } from './money.ts'
import { type Off, type OfferedLine, takenByOffer, takenFrom } from './taking.ts'

const amounts = (...units: number[]) => units.map(minor)
const parts = (left: number[], quantities: number[], off: Off, one = false) => takenFrom(amounts(...left), quantities, off, one).parts

// --- the same once more, unit by unit ---------------------------------------------------------------------------------------

interface Unit {
  readonly line: number
  readonly value: number
}
/** Every unit by itself: those of a line that its units do not divide differ by one minor unit. */
const unitsOf = (left: readonly number[], quantities: readonly number[]): Unit[] =>
  left.flatMap((amount, line) => {
    const quantity = quantities[line] as number
    return Array.from({ length: quantity }, (_, i) => ({ line, value: Math.floor(amount / quantity) + (i < amount % quantity ? 1 : 0) }))
  })
function byUnits(left: readonly number[], quantities: readonly number[], off: Off, one: boolean): number {
  const single = unitsOf(left, quantities).filter(({ value }) => value > 0)
  const dearest = single.toSorted((a, b) => b.value - a.value).map(({ value }) => value)
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
    for (const _ of single) {
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

  test('is what it would be unit by unit, from no line more than it costs', () => {
    fc.assert(
      fc.property(cart, off, fc.boolean(), (lines, one, limited) => {
        const left = lines.map((line) => line.left)
        const quantities = lines.map((line) => line.quantity)
        const taken = takenFrom(left, quantities, one, limited)
        assert.equal(sum(taken.parts), byUnits(left, quantities, one, limited))
        taken.parts.forEach((part, i) => {
          assert.ok(part >= 0 && part <= (left[i] as Minor))
        })
      }),
      { numRuns: 10_000 },
    )
  })

  test('is calculated as fast for a hundred thousand units as for one', () => {
    const many = 100_000
    assert.equal(sum(parts([1_000_000_001], [many], { bundle: { quantity: 3, price: minor(1000) } })), 33_333 * (30_000 - 1000) + 1)
    assert.equal(sum(parts([many * 500, 300], [many, 1], { buy: 2, get: 1 })), 33_333 * 500 - 200)
  })
})

describe('by hand', () => {
  test('an amount is shared by what the lines cost', () =>
    assert.deepEqual(parts([2000, 1000, 0], [1, 2, 1], { amount: minor(1000) }), [667, 333, 0]))
  test('an amount off each unit leaves cheaper ones at nothing', () =>
    assert.deepEqual(parts([2000, 300], [2, 3], { each: minor(500) }), [1000, 300]))
  test('a fixed price is for each unit, and cheaper ones keep theirs', () =>
    assert.deepEqual(parts([6000, 1000], [2, 1], { price: minor(1500) }), [3000, 0]))
  test('three for €30 take the dearest three, and leave what fills no group', () =>
    assert.deepEqual(parts([1200, 3000, 900], [1, 2, 1], { bundle: { quantity: 3, price: minor(3000) } }), [343, 857, 0]))
  test('a bundle that would cost more changes nothing', () =>
    assert.deepEqual(parts([800, 900], [1, 2], { bundle: { quantity: 3, price: minor(3000) } }), [0, 0]))
  test('buy two, get one: of four units the cheapest is free, of six the cheapest two', () => {
    assert.deepEqual(parts([4000, 500, 900], [2, 1, 1], { buy: 2, get: 1 }), [0, 500, 0])
    assert.deepEqual(parts([4000, 500, 2700], [2, 1, 3], { buy: 2, get: 1 }), [0, 500, 900])
  })
  test('buy two, get two: a third unit is already free', () => assert.deepEqual(parts([3000], [3], { buy: 2, get: 2 }), [1000]))
  test('a free unit is neither bought nor given', () => assert.deepEqual(parts([0, 2000], [5, 2], { buy: 2, get: 1 }), [0, 0]))
  test('limited to one item it is taken from the cheapest unit that costs something', () => {
    assert.deepEqual(parts([4000, 0, 1800], [2, 1, 2], { percent: '50' }, true), [0, 0, 450])
    assert.deepEqual(parts([4000, 1800], [2, 2], { amount: minor(5000) }, true), [0, 900])
    assert.deepEqual(parts([3000, 900], [3, 3], { buy: 1, get: 1 }, true), [0, 300])
  })
  test('quantities that are none are refused', () => {
    for (const count of [0, -1, 1.5, Number.NaN]) {
      assert.throws(() => parts([1000], [1], { buy: count, get: 1 }), RangeError)
      assert.throws(() => parts([1000], [1], { buy: 1, get: count }), RangeError)
      assert.throws(() => parts([1000], [1], { bundle: { quantity: count, price: minor(1) } }), RangeError)
    }
    for (const off of [{ each: -1 as Minor }, { price: -1 as Minor }, { bundle: { quantity: 1, price: -1 as Minor } }])
      assert.throws(() => parts([1000], [1], off), RangeError)
  })
})

describe('buy some, get others', () => {
  const line = (price: number, quantity: number, is: 'bought' | 'got' | 'both', left = price * quantity): OfferedLine => ({
    left: minor(is === 'bought' ? 0 : left),
    bought: minor(is === 'got' ? 0 : left),
    quantity,
    price: minor(price),
  })
  const free = { percent: '100' }
  const given = (lines: readonly OfferedLine[], offer: Parameters<typeof takenByOffer>[1]) => takenByOffer(lines, offer).parts

  test('two mugs and a bowl for nothing, once, twice, and as often as is allowed', () => {
    const lines = [line(2600, 4, 'bought'), line(1800, 3, 'got')]
    assert.deepEqual(given(lines, { buys: { quantity: 2 }, gets: 1, off: free }), [0, 3600])
    assert.deepEqual(given(lines, { buys: { quantity: 2 }, gets: 1, off: free, limit: 1 }), [0, 1800])
    assert.deepEqual(given(lines, { buys: { quantity: 5 }, gets: 1, off: free }), [0, 0])
  })
  test('for so much spent, by list price; what is given away counts as bought no more', () => {
    const lines = [line(2600, 2, 'both'), line(1800, 1, 'both')]
    assert.deepEqual(given(lines, { buys: { spend: minor(5200) }, gets: 1, off: free }), [0, 1800])
    assert.deepEqual(given(lines, { buys: { spend: minor(5201) }, gets: 1, off: free }), [0, 0])
  })
  test('half off, an amount off each, or a price for each', () => {
    const lines = [line(2600, 1, 'bought'), line(1801, 1, 'got')]
    const by = (off: Parameters<typeof takenByOffer>[1]['off']) => given(lines, { buys: { quantity: 1 }, gets: 1, off })[1]
    assert.deepEqual(
      [by({ percent: '50' }), by({ each: minor(300) }), by({ price: minor(1000) }), by({ each: minor(5000) })],
      [901, 300, 801, 1801],
    )
  })
  test('of lines that are both, so many stay at their price as have to be bought', () => {
    assert.deepEqual(given([line(900, 1, 'both'), line(2600, 2, 'both')], { buys: { quantity: 2 }, gets: 1, off: free }), [900, 0])
    assert.deepEqual(given([line(900, 3, 'both'), line(2600, 1, 'got')], { buys: { quantity: 2 }, gets: 2, off: free }), [900, 2600])
  })
  test('quantities that are none are refused', () => {
    for (const count of [0, -1, 1.5, Number.NaN])
      for (const offer of [
        { buys: { quantity: count }, gets: 1 },
        { buys: { quantity: 1 }, gets: count },
        { buys: { quantity: 1 }, gets: 1, limit: count },
      ])
        assert.throws(() => given([line(900, 3, 'both')], { ...offer, off: free }), RangeError)
  })

  const lines = fc.array(
    fc.record({ price: fc.nat({ max: 30 }), quantity: fc.integer({ min: 1, max: 3 }), is: fc.constantFrom('bought', 'got', 'both') }),
    { minLength: 1, maxLength: 4 },
  )
  const count = fc.integer({ min: 1, max: 3 })
  const limit = fc.option(count)

  test('of the same lines it is what “buy two, get one” is', () => {
    fc.assert(
      fc.property(lines, count, count, (all, buy, get) => {
        const same = all.map(({ price, quantity }) => line(price, quantity, 'both'))
        const left = same.map((one) => one.left)
        const quantities = same.map(({ quantity }) => quantity)
        assert.deepEqual(
          given(same, { buys: { quantity: buy }, gets: get, off: free }),
          takenFrom(left, quantities, { buy, get }, false).parts,
        )
      }),
      { numRuns: 5000 },
    )
  })

  test('is the most that can be given, of that the cheapest, whichever units one might choose', () => {
    fc.assert(
      fc.property(lines, count, count, limit, (all, quantity, gets, most) => {
        const known = all.map(({ price, quantity: n, is }) => line(price, n, is))
        const single = all.flatMap(({ price, quantity: n, is }) => Array.from({ length: price > 0 ? n : 0 }, () => ({ price, is })))
        let best = { count: 0, worth: 0 }
        for (let chosen = 0; chosen < 2 ** single.length; chosen++) {
          const isChosen = (i: number) => (chosen & (1 << i)) !== 0
          const got = single.filter((_, i) => isChosen(i))
          if (got.some(({ is }) => is === 'bought')) continue
          const saved = single.filter(({ is }, i) => !isChosen(i) && is !== 'got').length
          const rounds = Math.ceil(got.length / gets)
          if (rounds > (most ?? Number.POSITIVE_INFINITY) || saved < rounds * quantity) continue
          const worth = got.reduce((sum, { price }) => sum + price, 0)
          if (got.length > best.count || (got.length === best.count && worth < best.worth)) best = { count: got.length, worth }
        }
        assert.equal(sum(given(known, { buys: { quantity }, gets, off: free, limit: most })), best.worth)
      }),
      { numRuns: 400 },
    )
  })

  test('takes from no line more than is left of it, and is as fast for a hundred thousand units', () => {
    fc.assert(
      fc.property(lines, count, fc.nat({ max: 60 }), limit, fc.nat({ max: 40 }), (all, gets, spend, most, each) => {
        const known = all.map(({ price, quantity, is }) => line(price, quantity, is, Math.max(0, price * quantity - 5)))
        const { parts } = takenByOffer(known, { buys: { spend: minor(spend + 1) }, gets, off: { each: minor(each) }, limit: most })
        parts.forEach((part, i) => {
          assert.ok(part >= 0 && part <= (known[i] as OfferedLine).left)
        })
      }),
      { numRuns: 5000 },
    )
    assert.deepEqual(given([line(500, 100_000, 'both')], { buys: { quantity: 2 }, gets: 1, off: free }), [33_333 * 500])
  })
})
