import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type Minor, minor } from '@vitrine/pricing'
import fc from 'fast-check'
import { Refusal } from '../../kernel/refusal.ts'
import {
  addLines,
  availabilityOf,
  counts,
  identified,
  itemOf,
  type KnownWant,
  removeLines,
  type StoredLine,
  setQuantities,
  type WantedLine,
  withoutUnits,
} from './line.ts'
import type { Sellable } from './sellable.ts'

const mug: Sellable = {
  productId: 'mug',
  stock: { productId: 'mug', variantId: 'sage' },
  sku: 'MUG-SAGE',
  name: 'Morning Mug',
  price: minor(2600),
  fullPrice: minor(2600),
  descriptionLines: [],
  shippable: true,
  itemType: 'PHYSICAL',
  available: 5,
  state: '1.5',
}
const want = (same: string, quantity = 1): WantedLine => ({ quantity, same })
const sum = (lines: readonly { readonly quantity: number }[]) => lines.reduce((all, { quantity }) => all + quantity, 0)
const must = <T>(value: T | Refusal): T => {
  assert.ok(!(value instanceof Refusal), 'it was refused')
  return value
}
const violationOf = (value: unknown) => {
  assert.ok(value instanceof Refusal && value.code === 'INVALID_ARGUMENT')
  return (value as Refusal<'INVALID_ARGUMENT'>).data.fieldViolations[0]!.violatedRule
}

describe('adding', () => {
  test('the same thing raises its line, another one makes a line of its own, in the order they came', () => {
    const lines = must(addLines([], [want('a', 2), want('b'), want('a', 3)]))
    assert.deepEqual(
      lines.map(({ same, quantity }) => [same, quantity]),
      [
        ['a', 5],
        ['b', 1],
      ],
    )
    const more = must(addLines(lines, [want('b'), want('c')]))
    assert.deepEqual(
      more.map(({ id }) => id).slice(0, 2),
      lines.map(({ id }) => id),
      'lines keep their ids',
    )
    assert.equal(lines[1]!.quantity, 1, 'what was there is not written over')
  })

  test('lines of their own kind stay apart, also when something else is added later', () => {
    const custom = { price: '10', itemType: { preset: 'SERVICE' as const }, quantity: 1 }
    const lines = must(
      addLines(
        [],
        [
          { ...want('same'), custom },
          { ...want('same'), custom: { ...custom, price: '20' } },
        ],
      ),
    )
    assert.deepEqual(
      must(addLines(lines, [want('a')])).map(({ custom: own }) => own?.price),
      ['10', '20', undefined],
    )
  })

  test('no unit is lost and no line is doubled, whatever comes in whatever portions', () => {
    const wants = fc.array(
      fc.array(fc.record({ same: fc.constantFrom('a', 'b', 'c', 'd'), quantity: fc.integer({ min: 1, max: 50 }) }), { maxLength: 8 }),
    )
    fc.assert(
      fc.property(wants, (portions) => {
        let lines: readonly StoredLine[] = []
        for (const portion of portions) lines = must(addLines(lines, portion))
        assert.equal(sum(lines), sum(portions.flat()))
        assert.equal(new Set(lines.map(({ same }) => same)).size, lines.length)
        assert.equal(new Set(lines.map(({ id }) => id)).size, lines.length)
      }),
    )
  })

  test('things that somebody described are never the same', () => {
    const custom = { price: '1.00', itemType: { preset: 'PHYSICAL' as const }, quantity: 1 }
    assert.equal(
      must(
        addLines(
          [],
          [
            { quantity: 1, custom },
            { quantity: 1, custom },
          ],
        ),
      ).length,
      2,
    )
  })

  test('stops at 100,000 units of a line and at 300 lines', () => {
    assert.equal(sum(must(addLines([], [want('a', 60_000), want('a', 40_000)]))), 100_000)
    assert.equal(violationOf(addLines([], [want('a', 60_000), want('a', 40_001)])), 'MAX')
    const many = Array.from({ length: 300 }, (_, i) => want(String(i)))
    const full = must(addLines([], many))
    assert.equal(full.length, 300)
    assert.equal(must(addLines(full, [want('7')])).length, 300)
    assert.equal(violationOf(addLines(full, [want('one more')])), 'MAX_SIZE')
  })
})

describe('changing', () => {
  const lines = must(addLines([], [want('a', 2), want('b', 3)]))
  const [a, b] = lines as [StoredLine, StoredLine]

  test('sets quantities of the lines that are named and leaves the others', () => {
    assert.deepEqual(
      must(setQuantities(lines, [{ id: b.id, quantity: 7 }])).map(({ quantity }) => quantity),
      [2, 7],
    )
    const twice = must(
      setQuantities(lines, [
        { id: a.id, quantity: 4 },
        { id: a.id, quantity: 5 },
      ]),
    )
    assert.equal(twice[0]!.quantity, 5, 'the last word counts')
  })

  test('removes the lines that are named', () => {
    assert.deepEqual(must(removeLines(lines, [a.id, a.id])), [b])
    assert.deepEqual(must(removeLines(lines, [])), lines)
  })

  test('404 LINE_ITEM_NOT_FOUND names the line, and nothing is changed', () => {
    for (const refused of [
      setQuantities(lines, [
        { id: a.id, quantity: 9 },
        { id: 'x', quantity: 1 },
      ]),
      removeLines(lines, [a.id, 'x']),
    ]) {
      assert.ok(refused instanceof Refusal)
      assert.deepEqual([refused.code, refused.data], ['LINE_ITEM_NOT_FOUND', { lineItemId: 'x' }])
    }
    assert.deepEqual(
      lines.map(({ quantity }) => quantity),
      [2, 3],
    )
  })
})

describe('taking away what was bought', () => {
  const lines: readonly StoredLine[] = [
    { id: 'a', same: 'a', quantity: 5 },
    { id: 'b', same: 'b', quantity: 2 },
  ]
  const left = (...bought: { readonly id: string; readonly quantity: number }[]) =>
    withoutUnits(lines, bought).map(({ id, quantity }) => [id, quantity])

  test('leaves what came into the cart later, and drops a line of which nothing is left', () => {
    assert.deepEqual(left({ id: 'a', quantity: 3 }, { id: 'b', quantity: 2 }), [['a', 2]])
    assert.deepEqual(left({ id: 'b', quantity: 9 }), [['a', 5]], 'more was bought than is in the cart now')
    assert.deepEqual(left({ id: 'gone', quantity: 1 }), [
      ['a', 5],
      ['b', 2],
    ])
  })

  test('a line that is named twice counts by the larger number, whichever comes first', () => {
    assert.deepEqual(left({ id: 'a', quantity: 3 }, { id: 'a', quantity: 1 }, { id: 'b', quantity: 2 }), [['a', 2]])
    assert.deepEqual(left({ id: 'a', quantity: 1 }, { id: 'a', quantity: 3 }, { id: 'b', quantity: 2 }), [['a', 2]])
  })
})

describe('what a reference comes to', () => {
  const known = (options: object, item: Sellable | undefined = mug, override?: WantedLine['override']): KnownWant => ({
    quantity: 1,
    reference: { appId: 'stores', catalogItemId: 'mug', options: { ...options } },
    ...(override && { override }),
    item,
  })
  const same = (...of: Parameters<typeof known>) => must(identified([known(...of)]))[0]!.same

  test('is the same by its variant and by its choices; words of the buyer and prices make another', () => {
    assert.equal(same({ variantId: 'sage' }), same({ options: { Glaze: 'Sage' } }))
    assert.notEqual(same({}), same({}, { ...mug, stock: { productId: 'mug', variantId: 'ink' }, sku: 'MUG-INK' }))
    assert.notEqual(same({}), same({ customTextFields: { Engraving: 'Ada' } }))
    assert.equal(same({ customTextFields: { a: '1', b: '2' } }), same({ customTextFields: { b: '2', a: '1' } }))
    assert.notEqual(same({}), same({}, mug, { price: '1.00' }))
  })

  test('400 ITEM_NOT_FOUND_IN_CATALOG names the first that the catalogue does not have', () => {
    const missing = { ...known({}), item: undefined, reference: { appId: 'stores', catalogItemId: 'gone' } }
    const refused = identified([known({}), missing])
    assert.ok(refused instanceof Refusal)
    assert.deepEqual([refused.code, refused.data], ['ITEM_NOT_FOUND_IN_CATALOG', { catalogItemId: 'gone' }])
  })

  test('is told otherwise by whom may: name and price, each to the smallest coin', () => {
    const told = itemOf({ quantity: 1, override: { productName: { original: 'Gift' }, price: '19.995' } }, mug, 'EUR')!
    assert.deepEqual([told.name, told.price, told.fullPrice], ['Gift', 2000, 2000])
    assert.deepEqual(itemOf({ quantity: 1, override: { price: '10', fullPrice: '20' } }, mug, 'JPY')!.fullPrice, 20)
    assert.equal(itemOf({ quantity: 1, override: { price: '1' } }, undefined, 'EUR'), undefined, 'what is gone stays gone')
  })

  test('is described where there is no reference', () => {
    const custom = {
      price: '2.50',
      quantity: 1,
      itemType: { preset: 'DIGITAL' as const },
      productName: { original: 'Advice' },
      quantityAvailable: 3,
    }
    const item = itemOf({ quantity: 1, custom }, undefined, 'EUR')!
    assert.deepEqual([item.name, item.price, item.shippable, item.available, item.stock], ['Advice', 250 as Minor, false, 3, undefined])
  })
})

describe('how many can be had', () => {
  const line = (item: Sellable | undefined, quantity: number) => ({ id: 'x', quantity, item })

  test('is all, some, none, or nothing known; what is not counted is always there', () => {
    const said = (available: number | null, quantity: number) => availabilityOf(line({ ...mug, available }, quantity))
    assert.deepEqual(said(5, 5), { status: 'AVAILABLE', quantityAvailable: 5 })
    assert.deepEqual(said(5, 6), { status: 'PARTIALLY_AVAILABLE', quantityAvailable: 5 })
    assert.deepEqual(said(0, 1), { status: 'NOT_AVAILABLE', quantityAvailable: 0 })
    assert.deepEqual(said(-3, 1), { status: 'NOT_AVAILABLE', quantityAvailable: 0 })
    assert.deepEqual(said(null, 100_000), { status: 'AVAILABLE' })
    assert.deepEqual(availabilityOf(line(undefined, 1)), { status: 'NOT_FOUND', quantityAvailable: 0 })
  })

  test('decides what counts towards the total', () => {
    assert.equal(counts(line(mug, 6)), true)
    assert.equal(counts(line({ ...mug, available: 0 }, 1)), false)
    assert.equal(counts(line(undefined, 1)), false)
  })
})
