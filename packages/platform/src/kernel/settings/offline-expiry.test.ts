import assert from 'node:assert/strict'
import { test } from 'node:test'
import { expiryDaysOf } from './offline-expiry.ts'

test('a bank transfer is waited for 14 days, cash and what is paid on collection for ever, and what the shop says goes first', () => {
  assert.equal(expiryDaysOf({ predefined: 'BANK_TRANSFER' }), 14)
  assert.equal(expiryDaysOf({}), 14)
  assert.equal(expiryDaysOf({ predefined: 'CASH' }), 0)
  assert.equal(expiryDaysOf({ onlyFor: 'PICKUP' }), 0)
  assert.equal(expiryDaysOf({ predefined: 'BANK_TRANSFER', expiresAfterDays: 0 }), 0)
  assert.equal(expiryDaysOf({ onlyFor: 'PICKUP', expiresAfterDays: 3 }), 3)
})
