import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sentOf, valuesOf, wrongIn } from './rule-values.ts'

const settings = {
  isOpen: true,
  windowDays: 30,
  automaticDays: 14,
  paidBy: 'SHOP' as const,
  address: ['Morrow', '10435 Berlin'],
  instructions: '',
  reasons: ['Too small', 'Broken'],
  offersExchange: true,
  offersStoreCredit: false,
  offersCode: true,
  inPersonAddress: ['Kastanienallee 77', 'Monday to Saturday'],
  excludedProductIds: ['a', 'b'],
}

test('what is read is what is sent', () => assert.deepEqual(sentOf(valuesOf(settings)), settings))

test('empty lines and reasons that stand twice are left out', () => {
  const written = { ...valuesOf(settings), reasons: 'Broken\n\n Broken \nLate', address: ' Morrow \n' }
  assert.deepEqual([sentOf(written).reasons, sentOf(written).address], [['Broken', 'Late'], ['Morrow']])
})

test('days and reasons have bounds', () => {
  const wrong = (change: object) => Object.keys(wrongIn({ ...valuesOf(settings), ...change }))
  assert.deepEqual(wrong({}), [])
  assert.deepEqual(wrong({ windowDays: '0', automaticDays: 'x', reasons: ' \n' }), ['windowDays', 'automaticDays', 'reasons'])
  assert.deepEqual(wrong({ reasons: 'x'.repeat(81) }), ['reasons'])
  assert.deepEqual(wrong({ inPersonAddress: 'x\n'.repeat(11) }), ['inPersonAddress'])
})
