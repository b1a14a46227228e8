import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sentOf, valuesOf, wrongIn } from './values.ts'

const settings = {
  prefix: '2026-',
  firstNumber: 1001,
  creditNotePrefix: 'CN-',
  taxIds: [
    { name: 'VAT', value: 'DE123456789' },
    { name: 'EORI', value: 'DE 12: 34' },
  ],
  notes: ['Amtsgericht Berlin, HRB 12345'],
  thanks: '',
}

test('what is read is what is sent', () => assert.deepEqual(sentOf(valuesOf(settings, true)), settings))

test('a tax number may be written without a colon', () => {
  assert.deepEqual(sentOf({ ...valuesOf(settings, true), taxIds: 'VAT  DE 1\n\nEORI: 2' }).taxIds, [
    { name: 'VAT', value: 'DE 1' },
    { name: 'EORI', value: '2' },
  ])
})

test('what cannot be saved is said at its field', () => {
  const values = valuesOf(settings, false)
  assert.deepEqual(wrongIn(values), {})
  for (const [field, text] of [
    ['firstNumber', '0'],
    ['firstNumber', '1.5'],
    ['creditNotePrefix', '2026-'],
    ['taxIds', 'DE123456789'],
    ['notes', '1\n2\n3\n4\n5\n6'],
  ] as const)
    assert.deepEqual(Object.keys(wrongIn({ ...values, [field]: text })), [field], `${field}: ${text}`)
})
