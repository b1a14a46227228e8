import assert from 'node:assert/strict'
import { test } from 'node:test'
import { noneDone } from './carry-out.ts'

test('what could be done to none of them has its reason, where it is one for all', () => {
  const failed = ['No money is authorised for it.', 'No money is authorised for it.'].map((why, at) => ({ id: String(at), why }))
  assert.equal(noneDone('Capture', '2 orders', failed), 'Capture: none of 2 orders. No money is authorised for it.')
  assert.equal(noneDone('Capture', '3 orders', [...failed, { id: '2', why: 'It was cancelled.' }]), 'Capture: none of 3 orders.')
})
