import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { StockLevel } from '@vitrine/contract'
import { changesOn, keyOf, pastedLines, readQuantity, readReceived, type Sheet } from './sheet.ts'

const level = (quantity: number | null, variantId = 'a'): StockLevel => ({
  productId: 'p',
  variantId,
  name: 'Mug',
  choices: 'Sage',
  sku: 'MUG',
  visible: true,
  tracked: quantity !== null,
  inStock: quantity === null || quantity > 0,
  ...(quantity !== null && { quantity }),
  preorders: 0,
  soldIn30Days: 0,
  reserved: 0,
})

test('a cell says what there is, more or less of it, or that it is not tracked', () => {
  const all: [string, number | null, number | null | undefined][] = [
    ['12', 4, 12],
    [' 1,200 ', 4, 1200],
    ['1.200', 4, 1200],
    ['+6', 4, 10],
    ['-4', 4, 0],
    ['−1', 4, 3],
    ['-5', 4, undefined],
    ['+6', null, 6],
    ['', 4, null],
    ['0', null, 0],
    ['a few', 4, undefined],
    ['1.5', 4, undefined],
    ['99999999999', 4, undefined],
  ]
  for (const [text, old, now] of all) assert.equal(readQuantity(text, old), now, text)
})

test('what came in is more than nothing', () => {
  assert.deepEqual(['24', '+24', ' 24 ', '0', '-2', 'x', ''].map(readReceived), [24, 24, 24, undefined, undefined, undefined, undefined])
})

test('a sheet knows what is other than it was, and what it cannot read', () => {
  const rows = [level(4, 'a'), level(4, 'b'), level(null, 'c'), level(4, 'd')]
  const texts = ['4', '+2', '7', 'x']
  const sheet: Sheet = new Map(rows.map((row, i) => [keyOf(row), { row, text: texts[i]! }]))
  assert.deepEqual(
    changesOn(sheet, 'count').map(({ row, was, now }) => [row.variantId, was, now]),
    [
      ['b', 4, 6],
      ['c', null, 7],
      ['d', 4, undefined],
    ],
  )
  assert.deepEqual(
    changesOn(sheet, 'receive').map(({ row, now }) => [row.variantId, now]),
    [
      ['a', 8],
      ['b', 6],
      ['c', 7],
      ['d', undefined],
    ],
  )
})

test('a column that was copied from a spreadsheet goes down the rows', () => {
  assert.deepEqual(pastedLines('1\r\n2\r\n'), ['1', '2'])
  assert.deepEqual(pastedLines('MUG-S\tSage\t5\nMUG-I\tInk\t'), ['5', ''])
})
