import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { StockLevel } from '@vitrine/contract'
import {
  cellKeyOf,
  changesOn,
  countedOn,
  isCodeOf,
  keyOf,
  pastedCells,
  readCell,
  readCounted,
  readQuantity,
  readReceived,
  type Sheet,
  settled,
  sumWith,
  writtenOf,
} from './sheet.ts'

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
  recentSales: [],
  reserved: 0,
  waiting: 0,
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

test('a formula comes to whole units of what the cell said before', () => {
  assert.deepEqual(
    [settled('=old*1.5', '5'), settled('=old-8', '5'), settled('+10%', '20'), settled('=old*2', 'x'), settled('+6', '5')],
    ['8', '0', '22', '0', '+6'],
  )
})

test('a scanned code is that of a variant by its SKU or its barcode', () => {
  const row = { sku: 'MUG-S', barcode: '4006381333931' }
  assert.deepEqual(
    ['mug-s ', '4006381333931', 'MUG', ''].map((text) => isCodeOf(row, text)),
    [true, true, false, false],
  )
  assert.equal(isCodeOf({ sku: '' }, ''), false)
})

test('what came in is more than nothing', () => {
  assert.deepEqual(['24', '+24', ' 24 ', '0', '-2', 'x', ''].map(readReceived), [24, 24, 24, undefined, undefined, undefined, undefined])
})

test('what was counted is a plain number, and nothing is added to what the shop believes', () => {
  assert.deepEqual(['12', ' 1,200 ', '0', '+6', '-2', 'x', ''].map(readCounted), [12, 1200, 0, undefined, undefined, undefined, undefined])
})

test('of a count only what differs is saved, and all that was counted is known', () => {
  const rows = [level(4, 'a'), level(4, 'b'), level(null, 'c'), level(4, 'd'), level(4, 'e')]
  const texts = ['4', '2', '7', '+1', '']
  const sheet: Sheet = new Map(rows.map((row, i) => [keyOf(row), { row, text: texts[i]! }]))
  assert.deepEqual(
    changesOn(sheet, 'count').map(({ row, was, now }) => [row.variantId, was, now]),
    [
      ['b', 4, 2],
      ['c', null, 7],
      ['d', 4, undefined],
    ],
  )
  assert.deepEqual(countedOn(sheet), { counted: 3, differ: 2 })
})

test('a sheet knows what is other than it was, and what it cannot read', () => {
  const rows = [level(4, 'a'), level(4, 'b'), level(null, 'c'), level(4, 'd')]
  const texts = ['4', '+2', '7', 'x']
  const sheet: Sheet = new Map(rows.map((row, i) => [keyOf(row), { row, text: texts[i]! }]))
  assert.deepEqual(
    changesOn(sheet, 'adjust').map(({ row, was, now }) => [row.variantId, was, now]),
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
  assert.deepEqual(pastedCells('1\r\n2\r\n', 1), [['1'], ['2']])
  assert.deepEqual(pastedCells('MUG-S\tSage\t5\nMUG-I\tInk\t', 1), [['5'], ['']])
})

test('a block goes along the columns, without the names before it and without what has no column', () => {
  assert.deepEqual(pastedCells('5\t20\n6\t', 2), [
    ['5', '20'],
    ['6', ''],
  ])
  assert.deepEqual(pastedCells('MUG-S\tSage\t5\t20\nMUG-I\t\t6\t30', 3), [
    ['5', '20'],
    ['6', '30'],
  ])
  assert.deepEqual(pastedCells('1\t2\t3', 2), [['1', '2']])
  assert.deepEqual(pastedCells('Sage\nInk', 2), [['Sage'], ['Ink']])
})

test('of a variant either the sum is written or what is at its locations, and those make the sum', () => {
  const [shop, warehouse] = [
    { id: 's', name: 'Shop' },
    { id: 'w', name: 'Warehouse' },
  ]
  const row: StockLevel = {
    ...level(6),
    locations: [
      { locationId: 's', quantity: 4 },
      { locationId: 'w', quantity: 2 },
    ],
  }
  const sheet: Sheet = new Map(
    [
      { row, at: shop, text: '7' },
      { row, at: warehouse, text: '+1' },
    ].map((one) => [cellKeyOf(one), one]),
  )
  assert.equal(writtenOf(sheet, row), 'locations')
  assert.equal(writtenOf(sheet, level(6, 'b')), undefined)
  assert.equal(writtenOf(new Map([[keyOf(row), { row, text: '1' }]]), row), 'all')
  assert.equal(sumWith(sheet, 'adjust', row), 10)
  assert.deepEqual(
    changesOn(sheet, 'adjust').map(({ name, was, now }) => [name, was, now]),
    [
      ['Mug, Sage at Shop', 4, 7],
      ['Mug, Sage at Warehouse', 2, 3],
    ],
  )
  assert.deepEqual(
    [readCell({ row, at: shop }, ''), readCell({ row }, ''), readCell({ row: level(null), at: shop }, '')],
    [undefined, null, null],
  )
  assert.deepEqual([readCell({ row: level(null), at: shop }, '3'), readCell({ row, at: { id: 'x', name: 'New' } }, '+3')], [3, 3])
})
