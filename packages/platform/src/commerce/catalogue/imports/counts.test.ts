import assert from 'node:assert/strict'
import { test } from 'node:test'
import { counted } from './counts.ts'
import { noCounts } from './store.ts'

const change = (field: string, after = '1') => ({ field, before: '', after })
const item = (outcome: 'NEW' | 'CHANGED', ...changes: ReturnType<typeof change>[]) => ({ outcome, changes, guesses: [], pictures: 0 })

test('changed products are counted by field, new ones by whether shoppers see them', () => {
  const items = [
    item('CHANGED', change('Stock'), change('Stock')),
    item('CHANGED', change('Price'), change('Stock')),
    item('NEW', change('Name'), change('Visible', 'FALSE')),
    item('NEW', change('Name'), change('Visible', 'TRUE')),
  ]
  const { changed, new: fresh, newHidden, fields } = counted(noCounts, items, 1)
  assert.deepEqual({ changed, fresh, newHidden }, { changed: 2, fresh: 2, newHidden: 1 })
  assert.deepEqual(fields, [
    { field: 'Stock', products: 2 },
    { field: 'Price', products: 1 },
  ])
})

test('what is tried again after an edit is taken off first', () => {
  const items = [item('CHANGED', change('Stock')), item('NEW', change('Visible', 'FALSE'))]
  assert.deepEqual(counted(counted(noCounts, items, 1), items, -1), noCounts)
})
