import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import type { StoredLine } from '../selling/line.ts'
import { broughtBack, mergedCarts } from './merge-rules.ts'

const thing = fc.constantFrom('mug', 'bowl', 'vase', 'lamp', 'plate')
/** Lines of a cart: each thing once, and some that were described rather than chosen, which are nobody else's. */
const lines = fc
  .array(fc.record({ same: fc.option(thing, { nil: undefined }), quantity: fc.integer({ min: 1, max: 50 }), id: fc.uuid() }), {
    maxLength: 8,
  })
  .map((all) => {
    const seen = new Set<string>()
    return all
      .filter(({ same }) => same === undefined || (!seen.has(same) && seen.add(same)))
      .map(({ same, ...line }): StoredLine => ({ ...line, ...(same !== undefined && { same }) }))
  })

const unitsOf = (all: readonly StoredLine[]) => {
  const units = new Map<string, number>()
  for (const { same, id, quantity } of all) units.set(same ?? id, (units.get(same ?? id) ?? 0) + quantity)
  return units
}

describe('two carts of one person', () => {
  test('lose nothing when they become one, and each thing is one line', () => {
    fc.assert(
      fc.property(lines, lines, (saved, come) => {
        const merged = mergedCarts({ lines: saved }, { lines: come }).lines
        assert.deepEqual(new Map([...unitsOf(merged)].sort()), new Map([...unitsOf([...saved, ...come])].sort()))
        assert.equal(merged.length, unitsOf(merged).size)
        assert.equal(new Set(merged.map(({ id }) => id)).size, merged.length)
      }),
      { numRuns: 2000 },
    )
  })

  test('keep the ids of what came, so that a checkout under way takes out what it buys', () => {
    fc.assert(
      fc.property(lines, lines, (saved, come) => {
        const ids = new Set(mergedCarts({ lines: saved }, { lines: come }).lines.map(({ id }) => id))
        for (const { id } of come) assert.ok(ids.has(id))
      }),
    )
  })

  test('more units of a product than a line holds are two lines, not fewer units', () => {
    const line = (id: string, quantity: number): StoredLine => ({ id, same: 'mug', quantity })
    assert.deepEqual(mergedCarts({ lines: [line('a', 99_998)] }, { lines: [line('b', 2)] }).lines, [line('b', 100_000)])
    assert.deepEqual(mergedCarts({ lines: [line('a', 99_999)] }, { lines: [line('b', 2)] }).lines, [line('a', 99_999), line('b', 2)])
  })

  test('discounts and memberships of single lines follow their lines; those of the newcomer come too', () => {
    const merged = mergedCarts(
      {
        lines: [{ id: 'a', same: 'mug', quantity: 1 }],
        discounts: [{ id: 'd1', amount: '1.00', lineIds: ['a'] }],
        memberships: [{ id: 'm', appId: 'x', lineIds: ['a'] }],
      },
      { lines: [{ id: 'b', same: 'mug', quantity: 2 }], discounts: [{ id: 'd2', amount: '2.00', lineIds: null }] },
    )
    assert.deepEqual(merged.lines, [{ id: 'b', same: 'mug', quantity: 3 }])
    assert.deepEqual(merged.discounts, [
      { id: 'd1', amount: '1.00', lineIds: ['b'] },
      { id: 'd2', amount: '2.00', lineIds: null },
    ])
    assert.deepEqual(merged.memberships, [{ id: 'm', appId: 'x', lineIds: ['b'] }])
  })

  test('a discount of the whole cart stays one, and what neither has is not there', () => {
    const whole = { id: 'd', amount: '1.00' }
    assert.deepEqual(mergedCarts({ lines: [], discounts: [{ ...whole, lineIds: null }] }, { lines: [] }), {
      lines: [],
      discounts: [{ ...whole, lineIds: null }],
    })
    assert.deepEqual(mergedCarts({ lines: [] }, { lines: [], buyerNote: '' }), { lines: [], buyerNote: '' })
    assert.deepEqual(mergedCarts({ lines: [], buyerNote: 'Once.' }, { lines: [] }), { lines: [], buyerNote: 'Once.' })
  })

  test('of the whole, what was said last goes; notes are both read', () => {
    const saved = { lines: [], buyerNote: 'Ring twice.', couponCode: 'OLD', email: 'a@example.com' }
    const come = { lines: [], buyerNote: 'By the back door.', couponCode: 'NEW', email: undefined, checkoutId: 'c' }
    assert.deepEqual(mergedCarts(saved, come), {
      lines: [],
      buyerNote: 'Ring twice.\nBy the back door.',
      couponCode: 'NEW',
      email: 'a@example.com',
      checkoutId: 'c',
    })
    assert.equal(mergedCarts({ lines: [], buyerNote: 'Once.' }, { lines: [], buyerNote: 'Once.' }).buyerNote, 'Once.')
  })
})

test('what a checkout was about to buy is back in the cart, however often, beside what is there', () => {
  fc.assert(
    fc.property(lines, lines, (there, wanted) => {
      const once = broughtBack(there, wanted)
      assert.deepEqual(broughtBack(once, wanted), once)
      const [before, after] = [unitsOf(there), unitsOf(once)]
      for (const [key, units] of before) assert.ok(after.get(key)! >= units)
      for (const [key, units] of unitsOf(wanted)) assert.ok(after.get(key)! >= units)
      for (const { id } of wanted) assert.ok(once.some((line) => line.id === id))
    }),
  )
})

// attack: Input, files, HTTP | cart after cart merged into one by signing in again and again | the cart stays within 300 lines and what a cart stores
test('where two carts are more than one cart stores, the newcomer’s alone is left', () => {
  const many = (count: number, name: string): StoredLine[] => Array.from({ length: count }, (_, i) => ({ id: `${name} ${i}`, quantity: 1 }))
  assert.equal(mergedCarts({ lines: many(150, 'a') }, { lines: many(150, 'b') }).lines.length, 300)
  assert.deepEqual(mergedCarts({ lines: many(151, 'a') }, { lines: many(150, 'b') }), { lines: many(150, 'b') })
  const noted = { lines: many(1, 'b'), buyerNote: 'x'.repeat(40_000) }
  assert.deepEqual(mergedCarts({ lines: many(1, 'a'), buyerNote: 'y'.repeat(40_000) }, noted), noted)
})
