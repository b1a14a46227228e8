import assert from 'node:assert/strict'
import { test } from 'node:test'
import { orderFile } from './export.ts'

test('the columns for accounting have what an order was taxed, discounted and shipped for, in its currency', () => {
  const [preset] = orderFile.presets ?? []
  assert.equal(preset?.name, 'For accounting')
  for (const column of [
    'number',
    'createdDate',
    'currency',
    'subtotal',
    'discount',
    'shipping',
    'tax',
    'total',
    'paid',
    'refunded',
  ] as const)
    assert.ok(preset?.columns.includes(column), column)
  const known = new Set(orderFile.columns.map(({ id }) => id))
  assert.deepEqual(
    preset?.columns.filter((column) => !known.has(column)),
    [],
  )
})
