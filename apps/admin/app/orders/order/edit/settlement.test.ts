import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { differencesOf, isChanged, settlementOf } from './settlement.ts'

const price = (amount: string) => ({ amount, formattedAmount: `€${amount}` })
const line = (id: string, name: string, quantity: number, total: string) => ({
  id,
  quantity,
  productName: { original: name },
  totalPriceAfterTax: price(total),
})
const order = {
  currency: 'EUR',
  lineItems: [line('lamp', 'Lamp, Oat', 1, '182.98'), line('mug', 'Mug', 2, '52.00')],
  shippingInfo: { title: 'DHL', cost: { totalPriceAfterTax: price('4.90') } },
  additionalFees: [],
  priceSummary: { total: price('239.88') },
} as unknown as Parameters<typeof differencesOf>[0]
const draftOf = (draft: object) =>
  ({
    lineItems: [],
    additionalFees: [],
    discounts: [],
    shippingInfo: { shippingInfo: order.shippingInfo },
    ...draft,
  }) as unknown as Parameters<typeof differencesOf>[1] & Parameters<typeof isChanged>[0]

const edited = draftOf({
  lineItems: [
    { removed: true, lineItem: line('lamp', 'Lamp, Oat', 1, '182.98') },
    { changedDetails: { quantityBeforeChange: 2 }, lineItem: line('mug', 'Mug', 3, '78.00') },
    { added: true, lineItem: line('candle', 'Candle', 1, '21.80') },
  ],
  shippingInfo: { changedDetails: {}, shippingInfo: { title: 'Express', cost: { totalPriceAfterTax: price('14.40') } } },
  priceSummary: { total: price('114.20') },
  balanceSummary: { paid: price('239.88'), authorized: price('0.00') },
})

suite('the difference of an edit', () => {
  test('has a reason for each amount, and the reasons make the whole', () => {
    const differences = differencesOf(order, edited)
    assert.deepEqual(
      differences.map(({ name, amount }) => [name, amount]),
      [
        ['Lamp, Oat off', -18298],
        ['Mug, 2 → 3', 2600],
        ['Candle on', 2180],
        ['Delivery', 950],
      ],
    )
    assert.equal(
      differences.reduce((all, { amount }) => all + amount, 0),
      11420 - 23988,
    )
  })

  test('names what no line explains', () => {
    const odd = draftOf({ ...edited, priceSummary: { total: price('114.00') } })
    assert.deepEqual(differencesOf(order, odd).at(-1), { id: 'rest', name: 'Discounts and tax', amount: -20 })
  })

  const settled = (total: string, paid: string, authorized: string) =>
    settlementOf(
      draftOf({ priceSummary: { total: price(total) }, balanceSummary: { paid: price(paid), authorized: price(authorized) } }),
      'EUR',
    )
  test('is owed, goes back, is even, or is stopped by what is authorized', () => {
    assert.deepEqual(settled('60.00', '50.00', '0.00'), { kind: 'OWES', amount: 1000 })
    assert.deepEqual(settled('60.00', '0.00', '50.00'), { kind: 'OWES', amount: 1000 })
    assert.deepEqual(settled('40.00', '50.00', '0.00'), { kind: 'GETS', amount: 1000 })
    assert.deepEqual(settled('50.00', '50.00', '0.00'), { kind: 'EVEN' })
    assert.deepEqual(settled('50.00', '0.00', '50.00'), { kind: 'EVEN' })
    assert.deepEqual(settled('40.00', '10.00', '50.00'), { kind: 'AUTHORIZED', amount: 5000 })
  })

  test('is none where the draft is as its order', () => {
    assert.equal(isChanged(draftOf({ lineItems: [{ lineItem: line('mug', 'Mug', 2, '52.00') }] })), false)
    assert.equal(isChanged(edited), true)
    assert.equal(isChanged(draftOf({ discounts: [{ source: 'ORIGINAL_ORDER', applied: false }] })), true)
    assert.equal(isChanged(draftOf({ discounts: [{ source: 'ORIGINAL_ORDER', applied: true }] })), false)
  })
})
