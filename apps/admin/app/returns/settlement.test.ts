import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { OrderReturn } from '@vitrine/contract'
import { checksOf } from './checks.ts'
import { ledgerOf } from './settlement.ts'

const price = (amount: string) => ({ amount, formattedAmount: `€${amount}` })
const line = (lineItemId: string, quantity: number, amount: string, checked?: OrderReturn['lines'][number]['checked']) => ({
  lineItemId,
  quantity,
  name: lineItemId,
  reason: 'Too small',
  amount: price(amount),
  ...(checked && { checked }),
})
const told = (more: Partial<OrderReturn>): OrderReturn =>
  ({
    status: 'CHECKED',
    resolution: 'REFUND',
    currency: 'EUR',
    lines: [line('Mug', 1, '26.00'), line('Plate', 3, '10.00')],
    ...more,
  }) as OrderReturn
const text = (of: OrderReturn, checks?: Parameters<typeof ledgerOf>[1]) => {
  const { rows, sum } = ledgerOf(of, checks)
  return [...rows, sum].map(({ name, why, amount }) => `${name} | ${why} | ${amount}`)
}

describe('the settlement of a return', () => {
  test('says what was paid while nobody has looked', () => {
    assert.deepEqual(text(told({ status: 'APPROVED' })), [
      'Mug | what was paid for it | 2600',
      '3 × Plate | what was paid for it | 1000',
      'To refund | if all of it is accepted | 3600',
    ])
  })

  test('follows what is accepted while it is checked', () => {
    const [mug, plate] = checksOf(told({}).lines)
    assert.deepEqual(
      text(told({ status: 'RECEIVED' }), [
        { ...mug!, accepted: 0 },
        { ...plate!, condition: 'USED', accepted: 2 },
      ]),
      ['Mug | not accepted: it stays the buyer’s | 0', '3 × Plate | 2 of 3 accepted, used | 666', 'To refund | 2 items accepted | 666'],
    )
  })

  test('comes to what was refunded, with the delivery or with less than was paid', () => {
    const checked = { condition: 'AS_NEW' as const, accepted: 1, restocked: 1 }
    const refunded = (amount: string, more: object = {}) =>
      text(
        told({
          status: 'REFUNDED',
          lines: [line('Mug', 1, '26.00', checked)],
          refund: { amount: price(amount), method: 'PAYMENT', status: 'SUCCEEDED', ...more },
        }),
      )
    assert.deepEqual(refunded('30.90'), ['Mug | as new | 2600', 'Delivery | what was left of it | 490', 'Refunded | to the payment | 3090'])
    assert.deepEqual(refunded('20.00', { method: 'STORE_CREDIT', giftCardSuffix: 'AB12' }), [
      'Mug | as new | 2600',
      'Less | as it was decided | -600',
      'Refunded | as store credit, on the gift card ending AB12 | 2000',
    ])
  })
})
