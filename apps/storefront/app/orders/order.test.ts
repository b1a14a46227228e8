import assert from 'node:assert/strict'
import { test } from 'node:test'
import { owedBack } from './order.ts'

test('a cancelled order says what of the money has not gone back', () => {
  assert.equal(owedBack({ paid: '0', refunded: '0' }), 'Nothing is owed any more.')
  assert.equal(owedBack({ paid: '24.90', refunded: '24.90' }), 'Nothing is owed any more.')
  assert.equal(owedBack({ paid: '24.90', refunded: '0.00' }), 'What you paid has not been refunded yet.')
  assert.equal(owedBack({ paid: '24.90', refunded: '10.00' }), 'A part of what you paid has not been refunded yet.')
})
