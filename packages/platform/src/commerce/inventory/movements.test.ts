import assert from 'node:assert/strict'
import { test } from 'node:test'
import { kindOf } from './movements.ts'

test('each reason that movements were ever written down under is of a kind', () => {
  const all = {
    SALE: ['ORDER', 'ORDER_1', 'ADDED_3', 'HOLD_2', 'SALE'],
    RETURN: ['RELEASE_4', 'REMOVED_3', 'BACK_2', 'CANCELED', 'EXPIRED', 'VOIDED', 'REFUND:1', 'RETURN'],
    COUNT: ['COUNT'],
    RECEIPT: ['RECEIPT'],
    CORRECTION: ['GONE_3', 'GONE_3 01a20d36-a9b0-765a-a100-6a103b55fdaf', 'CORRECTION', 'something else', 'constructor'],
    IMPORT: ['IMPORT'],
    TRANSFER: ['TRANSFER'],
  }
  for (const [kind, reasons] of Object.entries(all)) for (const reason of reasons) assert.equal(kindOf(reason), kind, reason)
})
