import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Reason } from '@vitrine/contract'
import { dueOf, taxIncludedText } from './reasons.ts'

const tax = (amount: string, rate: string, name: string): Reason => ({
  step: 'TAX',
  amount,
  rate,
  included: true,
  taxes: [{ name, rate, amount }],
})
const total = (taxIncluded: string): Reason => ({ step: 'TOTAL', amount: '134.50', taxIncluded })
const euros = (amount: string) => `€${amount}`

test('the tax within a total is written by its rates', () => {
  assert.equal(
    taxIncludedText([tax('19.16', '0.19', 'VAT'), tax('0.95', '0.07', 'VAT'), total('20.11')], euros),
    'VAT included: €19.16 at 19 % and €0.95 at 7 %',
  )
})

test('taxes of several names are called tax', () => {
  assert.equal(
    taxIncludedText([tax('5.00', '0.05', 'GST'), tax('9.98', '0.09975', 'QST'), total('14.98')], euros),
    'tax included: €5.00 at 5 % and €9.98 at 9.975 %',
  )
})

test('without rates there is the sum, and nothing where nothing is included', () => {
  assert.equal(taxIncludedText([total('20.11')], euros), 'tax included: €20.11')
  assert.equal(taxIncludedText([total('0.00')], euros), '')
  assert.equal(taxIncludedText([], euros), '')
})

test('what is paid by card is what gift cards leave of what is due with the order', () => {
  assert.equal(dueOf([total('20.11')]), '134.50')
  assert.equal(dueOf([total('20.11'), { step: 'GIFT_CARD', amount: '25.00', due: '109.50', left: '0.00' }]), '109.50')
  assert.equal(dueOf([total('20.11'), { step: 'LATER', amount: '134.50', now: '100.00', later: '34.50' }]), '100.00')
})
