import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { changesOfOrders, changesOfViews, leastSignificance, pairOf, significance, surest } from './together.ts'

describe('significance', () => {
  test('is what Dunning has for his example', () => {
    // 110 times together, 2442 and 111 times without the other, 29114 times neither: T. Dunning, 1993, table 2.
    assert.ok(Math.abs(significance(110, 110 + 2442, 110 + 111, 110 + 2442 + 111 + 29_114) - 270.72) < 0.01)
  })

  test('is nothing for what meets as often as chance has it, or less', () => {
    assert.equal(significance(10, 100, 100, 1000), 0)
    assert.equal(significance(1, 100, 100, 1000), 0)
    assert.equal(significance(0, 0, 0, 0), 0)
  })

  test('does not hang on which of the two is named first, grows with the evidence, and is a number whatever the counts', () => {
    const count = fc.integer({ min: 0, max: 1_000_000 })
    fc.assert(
      fc.property(count, count, count, count, (both, one, other, all) => {
        const score = significance(both, both + one, both + other, all)
        assert.ok(Number.isFinite(score) && score >= 0)
        assert.ok(Math.abs(score - significance(both, both + other, both + one, all)) <= 1e-6 * Math.max(1, score))
      }),
    )
    assert.ok(significance(20, 40, 40, 1000) > significance(10, 20, 20, 500))
  })
})

describe('what a product meets', () => {
  test('is sorted by how sure it is: what everybody buys goes with nothing', () => {
    const found = surest(
      [
        { otherId: 'everywhere', together: 60, others: 600 },
        { otherId: 'partner', together: 30, others: 40 },
        { otherId: 'now and then', together: 14, others: 60 },
        { otherId: 'once', together: 1, others: 1 },
      ],
      100,
      1000,
      10,
    )
    assert.deepEqual(
      found.map(({ id, together, of }) => [id, together, of]),
      [
        ['partner', 30, 100],
        ['now and then', 14, 100],
      ],
    )
    assert.ok(found.every(({ score }) => score >= leastSignificance))
    assert.equal(surest([{ otherId: 'a', together: 5, others: 5 }], 5, 100, 0).length, 0)
  })
})

describe('changes of orders', () => {
  const [a, b, c] = ['a', 'b', 'c'] as const
  const numbers = (map: ReadonlyMap<string, number>) => Object.fromEntries(map)

  test('an order counts once, however often it is met; what is taken out of it no longer counts', () => {
    const first = changesOfOrders([{ id: '1', products: [a, b] }], new Map())
    assert.deepEqual([first.changes.occasions, numbers(first.changes.products)], [1, { a: 1, b: 1 }])
    assert.deepEqual(numbers(first.changes.pairs), { 'a b': 1 })
    assert.deepEqual(changesOfOrders([{ id: '1', products: [a, b] }], new Map([['1', [a, b]]])).changed, [])
    const edited = changesOfOrders([{ id: '1', products: [a, c] }], new Map([['1', [a, b]]])).changes
    assert.deepEqual([edited.occasions, numbers(edited.products), numbers(edited.pairs)], [0, { b: -1, c: 1 }, { 'a b': -1, 'a c': 1 }])
    const canceled = changesOfOrders([{ id: '1', products: [] }], new Map([['1', [a, b]]])).changes
    assert.deepEqual([canceled.occasions, numbers(canceled.pairs)], [-1, { 'a b': -1 }])
  })

  test('an order of very many things says nothing of what goes together', () => {
    const many = Array.from({ length: 41 }, (_, i) => `p${String(i).padStart(2, '0')}`)
    const { changes, changed } = changesOfOrders([{ id: '1', products: many }], new Map())
    assert.deepEqual([changes.occasions, changes.pairs.size, changed.length], [0, 0, 1])
  })

  test('whatever happens to orders, what is counted is what the last state of each has', () => {
    const basket = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'e')).map((products) => [...products].sort())
    const step = fc.record({ id: fc.constantFrom('1', '2', '3', '4'), products: basket })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        const counted = new Map<string, readonly string[]>()
        const pairs = new Map<string, number>()
        let occasions = 0
        for (const one of steps) {
          const { changes, changed } = changesOfOrders([one], counted)
          for (const { id, products } of changed) counted.set(id, products)
          for (const [pair, times] of changes.pairs) pairs.set(pair, (pairs.get(pair) ?? 0) + times)
          occasions += changes.occasions
        }
        const expected = new Map<string, number>()
        for (const products of counted.values())
          products.forEach((one, at) => {
            for (const other of products.slice(at + 1)) expected.set(pairOf(one, other), (expected.get(pairOf(one, other)) ?? 0) + 1)
          })
        assert.deepEqual(new Map([...pairs].filter(([, times]) => times !== 0).sort()), new Map([...expected].sort()))
        assert.equal(occasions, [...counted.values()].filter(({ length }) => length > 0).length)
      }),
    )
  })
})

test('a visit is counted at its first look, each pair at the later one, and nothing meets itself', () => {
  const { occasions, products, pairs } = changesOfViews([
    { productId: 'a', before: [] },
    { productId: 'b', before: ['a'] },
    { productId: 'c', before: ['b', 'a', 'a', 'c'] },
  ])
  assert.deepEqual([occasions, Object.fromEntries(products)], [1, { a: 1, b: 1, c: 1 }])
  assert.deepEqual(Object.fromEntries(pairs), { 'a b': 1, 'b c': 1, 'a c': 1 })
})
