import assert from 'node:assert/strict'
import { test } from 'node:test'
import { consequencesOf, sentOf, valuesOf, wrongIn } from './values.ts'

const settings = {
  revision: 'a',
  name: 'Morrow',
  address: ['Hof 2', '04315 Leipzig'],
  country: 'DE',
  currency: 'EUR',
  locale: 'en-IE',
  timeZone: 'Europe/Berlin',
  weightUnit: 'KG' as const,
  auditMonths: 24,
  open: true,
}
const values = valuesOf(settings)

test('what is shown is sent as it was kept; what is empty is taken away, and empty lines are none', () => {
  const { revision: _, open: __, ...saved } = settings
  assert.deepEqual(sentOf(values), { ...saved, email: null, phone: null })
  assert.deepEqual(sentOf({ ...values, address: ' Hof 2 \n\n', email: ' a@b.example ' }).address, ['Hof 2'])
  assert.equal(sentOf({ ...values, email: ' a@b.example ' }).email, 'a@b.example')
})

test('says what is wrong before anybody is asked', () => {
  assert.deepEqual(wrongIn(values), {})
  assert.deepEqual(Object.keys(wrongIn({ ...values, name: ' ', auditMonths: '11' })), ['name', 'auditMonths'])
  assert.deepEqual(Object.keys(wrongIn({ ...values, auditMonths: '12.5' })), ['auditMonths'])
})

test('says what a change brings with it, and nothing of one that brings nothing', () => {
  assert.deepEqual(consequencesOf(values, { ...values, name: 'Halde', auditMonths: '36', locale: 'de-DE' }), [])
  const all = consequencesOf(values, { ...values, currency: 'CHF', weightUnit: 'LB', auditMonths: '12' })
  assert.equal(all.length, 7)
  assert.match(all[0]!, /26\.00 EUR become 26\.00 CHF/)
  assert.match(all[5]!, /0\.4 kg become 0\.4 lb/)
  assert.match(all[6]!, /12 months/)
})
