import assert from 'node:assert/strict'
import { test } from 'node:test'
import { amountOf } from './amount.ts'

test('units of lines are summed up in the smallest unit of their currency', () => {
  assert.equal(amountOf([], 'EUR'), '0.00')
  assert.equal(
    amountOf(
      [
        { unitAmount: '0.1', count: 3 },
        { unitAmount: '24.90', count: 2 },
      ],
      'EUR',
    ),
    '50.10',
  )
  assert.equal(amountOf([{ unitAmount: '1.234', count: 2 }], 'KWD'), '2.468')
  assert.equal(amountOf([{ unitAmount: '1500', count: 2 }], 'JPY'), '3000')
})
