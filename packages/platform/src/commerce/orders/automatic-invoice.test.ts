import assert from 'node:assert/strict'
import { test } from 'node:test'
import { asksForInvoice } from './automatic-invoice.ts'

test('an order asks for its invoice when it becomes paid for, once, and only where the shop wants that', () => {
  const wanted = { orders: { createInvoice: true } }
  assert.deepEqual(asksForInvoice(wanted, 'NOT_PAID', 'PAID'), { invoice: true })
  assert.deepEqual(asksForInvoice(wanted, 'PARTIALLY_PAID', 'PAID'), { invoice: true })
  assert.deepEqual(asksForInvoice(wanted, 'PAID', 'PAID'), {})
  assert.deepEqual(asksForInvoice(wanted, 'NOT_PAID', 'PARTIALLY_PAID'), {})
  assert.deepEqual(asksForInvoice({ orders: { createInvoice: false } }, 'NOT_PAID', 'PAID'), {})
  assert.deepEqual(asksForInvoice({}, 'NOT_PAID', 'PAID'), {})
})
