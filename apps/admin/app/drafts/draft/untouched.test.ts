import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { DraftOverview } from '@vitrine/contract'
import { isUntouched } from './untouched.ts'

const price = { amount: '0.00', formattedAmount: '€0.00' }
const draft: DraftOverview = {
  id: '01a2',
  number: 78,
  status: 'DRAFT',
  name: '',
  currency: 'EUR',
  total: price,
  units: 0,
  images: [],
  createdBy: { name: 'Mira' },
  createdDate: '2026-11-21T09:00:00.000Z',
  updatedDate: '2026-11-21T09:00:00.000Z',
}

test('a draft is untouched until something is put into it', () => {
  assert.ok(isUntouched(draft))
  const touched: readonly Partial<DraftOverview>[] = [
    { units: 1 },
    { name: 'Luise Brandt' },
    { email: 'luise@example.com' },
    { note: 'The dark ones.' },
    { couponCode: 'BACK' },
    { heldUntil: '2026-11-28T09:00:00.000Z' },
    { status: 'COMMITTED' },
  ]
  for (const change of touched) assert.ok(!isUntouched({ ...draft, ...change }), JSON.stringify(change))
})
