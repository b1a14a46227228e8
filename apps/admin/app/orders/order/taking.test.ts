import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { minor } from '@vitrine/pricing'
import { takingsOf, voidedBy } from './taking.ts'

const authorized = [
  { id: 'first', amount: { amount: '30.00', formattedAmount: '€30.00' } },
  { id: 'second', amount: { amount: '22.00', formattedAmount: '€22.00' } },
  { id: 'third', amount: { amount: '8.00', formattedAmount: '€8.00' } },
] as unknown as Parameters<typeof takingsOf>[0]

suite('capturing what several payments have authorized', () => {
  test('a part takes the first whole, of the second what is missing, and leaves the third alone', () => {
    const takings = takingsOf(authorized, minor(3850), 'EUR')
    assert.deepEqual(takings, [
      { paymentId: 'first', amount: { amount: '30.00' } },
      { paymentId: 'second', amount: { amount: '8.50' } },
    ])
    assert.equal(voidedBy(takings, authorized, 'EUR'), 1350)
  })

  test('a part that the first covers takes of it alone', () => {
    assert.deepEqual(takingsOf(authorized, minor(2600), 'EUR'), [{ paymentId: 'first', amount: { amount: '26.00' } }])
  })

  test('everything takes every payment whole, and lets nothing go', () => {
    const takings = takingsOf(authorized, minor(6000), 'EUR')
    assert.deepEqual(
      takings.map(({ amount }) => amount.amount),
      ['30.00', '22.00', '8.00'],
    )
    assert.equal(voidedBy(takings, authorized, 'EUR'), 0)
  })

  test('nothing takes nothing', () => assert.deepEqual(takingsOf(authorized, minor(0), 'EUR'), []))
})
