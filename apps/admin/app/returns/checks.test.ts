import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { checkedWith, checksOf, paidFor } from './checks.ts'

const [line] = checksOf([{ lineItemId: 'a', quantity: 3 }])

describe('what came back', () => {
  test('is accepted and restocked until somebody says otherwise', () => {
    assert.deepEqual(line, { lineItemId: 'a', condition: 'AS_NEW', accepted: 3, restocked: 3 })
  })

  test('is not restocked where it is damaged, whatever was said before', () => {
    assert.deepEqual(checkedWith(line!, { condition: 'DAMAGED' }), { ...line, condition: 'DAMAGED', restocked: 0 })
    assert.equal(checkedWith({ ...line!, condition: 'DAMAGED', restocked: 0 }, { restocked: 2 }).restocked, 0)
  })

  test('is restocked as far as it is accepted, and again where more is', () => {
    const two = checkedWith(line!, { accepted: 2 })
    assert.deepEqual([two.accepted, two.restocked], [2, 2])
    assert.equal(checkedWith(two, { accepted: 3 }).restocked, 3)
    assert.equal(checkedWith({ ...line!, restocked: 1 }, { accepted: 2 }).restocked, 1)
    assert.equal(checkedWith({ ...line!, restocked: 2 }, { accepted: 1 }).restocked, 1)
  })

  test('is paid for by the unit, without a cent that was not paid', () => {
    const paid = { amount: { amount: '10.00', formattedAmount: '€10.00' }, quantity: 3 }
    assert.deepEqual(
      [0, 1, 2, 3].map((accepted) => paidFor(paid, accepted, 'EUR')),
      [0, 333, 666, 1000],
    )
  })
})
