import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changedCells, remarksOn } from './row-edits.ts'

test('only cells with another text are sent, by their row and column', () => {
  const before = [
    { row: 2, cells: ['A', '', '3'] },
    { row: 3, cells: ['B'] },
  ]
  assert.deepEqual(changedCells(before, before), [])
  assert.deepEqual(
    changedCells(before, [
      { row: 2, cells: ['A', 'Mug', '3'] },
      { row: 3, cells: ['B', '', '4'] },
    ]),
    [
      { row: 2, cells: [{ column: 1, text: 'Mug' }] },
      { row: 3, cells: [{ column: 2, text: '4' }] },
    ],
  )
})

test('a remark stands beside its cell, or above its row', () => {
  const items = [
    {
      errors: [
        { row: 2, column: 'price', message: 'No amount.' },
        { row: 2, column: 'price', message: 'No amount.' },
        { row: 2, message: 'Row 1 has the same SKU.' },
        { row: 3, message: 'Else.' },
      ],
    },
  ]
  assert.deepEqual(remarksOn(items, 2, 'price'), ['No amount.'])
  assert.deepEqual(remarksOn(items, 2), ['Row 1 has the same SKU.'])
  assert.deepEqual(remarksOn(items, 2, 'stock'), [])
})
