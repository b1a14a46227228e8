import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { NewOrder } from '@vitrine/contract'
import fc from 'fast-check'
import { Refusal } from '../../kernel/refusal.ts'
import { sumsOf, unitsOf } from './sums.ts'

const price = (amount: string) => ({ amount })
const orderOf = (more: object = {}): NewOrder =>
  ({
    lineItems: [
      { price: price('10.00'), quantity: 2 },
      { price: price('5.50'), quantity: 1 },
    ],
    priceSummary: {},
    ...more,
  }) as unknown as NewOrder

const sums = (more: object = {}, currency = 'EUR') => {
  const answer = sumsOf(orderOf(more), currency)
  assert.ok(!(answer instanceof Refusal), JSON.stringify((answer as Refusal).data))
  return answer
}
const wrong = (more: object, currency = 'EUR') => {
  const answer = sumsOf(orderOf(more), currency)
  return answer instanceof Refusal ? answer.data.fieldViolations.map(({ field }) => field) : []
}

describe('what an order that was agreed elsewhere comes to', () => {
  test('is what its lines come to, with nothing else said', () => {
    assert.deepEqual(sums(), { subtotal: 2550, discount: 0, shipping: 0, fees: 0, tax: 0, total: 2550 })
  })

  test('less discounts, with shipping less its own, with fees, and with tax that prices do not include', () => {
    const parts = {
      appliedDiscounts: [
        { coupon: { amount: price('1.00') } },
        { merchantDiscount: { amount: price('0.50') } },
        { discountRule: { amount: price('0.05') } },
      ],
      shippingInfo: { cost: { price: price('4.90'), discount: price('0.90') } },
      additionalFees: [{ price: price('2.00') }, { price: price('0.10') }],
      taxInfo: { totalTax: price('3.00') },
    }
    assert.deepEqual(sums(parts), { subtotal: 2550, discount: 155, shipping: 400, fees: 210, tax: 300, total: 3305 })
    assert.equal(sums({ ...parts, taxIncludedInPrices: true }).total, 3005)
  })

  test('takes a sum as it was sent where its parts are not', () => {
    const summary = { discount: price('1.00'), shipping: price('4.00'), totalAdditionalFees: price('2.00'), tax: price('3.00') }
    assert.deepEqual(sums({ priceSummary: summary }), { subtotal: 2550, discount: 100, shipping: 400, fees: 200, tax: 300, total: 3350 })
  })

  test('is refused where a sum is not what its parts come to, naming each', () => {
    assert.deepEqual(wrong({ priceSummary: { subtotal: price('25.51'), total: price('25.50') } }), ['order.priceSummary.subtotal.amount'])
    assert.deepEqual(wrong({ priceSummary: { subtotal: price('25.50'), total: price('25.49') } }), ['order.priceSummary.total.amount'])
    assert.deepEqual(
      wrong({
        appliedDiscounts: [{ coupon: { amount: price('1.00') } }],
        shippingInfo: { cost: { price: price('4.00') } },
        additionalFees: [{ price: price('2.00') }],
        taxInfo: { totalTax: price('3.00') },
        priceSummary: { discount: price('1'), shipping: price('5'), totalAdditionalFees: price('3'), tax: price('4') },
      }),
      ['order.priceSummary.shipping.amount', 'order.priceSummary.totalAdditionalFees.amount', 'order.priceSummary.tax.amount'],
    )
  })

  test('is refused where it is below nothing', () => {
    assert.deepEqual(wrong({ priceSummary: { discount: price('25.51') } }), ['order.priceSummary.total.amount'])
    assert.equal(sums({ priceSummary: { discount: price('25.50') } }).total, 0)
    assert.deepEqual(wrong({ shippingInfo: { cost: { price: price('1.00'), discount: price('1.01') } } }), [
      'order.priceSummary.total.amount',
    ])
  })

  test('is refused with more decimals than its currency has', () => {
    assert.deepEqual(wrong({ lineItems: [{ price: price('1.005'), quantity: 1 }] }), ['order.lineItems[0].price.amount'])
    assert.deepEqual(wrong({ additionalFees: [{ price: price('1') }, { price: price('0.5') }], lineItems: [] }, 'JPY'), [
      'order.additionalFees[1].price.amount',
    ])
  })
})

test('an amount is read to the smallest coin of its currency; noughts behind it say nothing', () => {
  assert.deepEqual([unitsOf(price('12.5'), 'EUR'), unitsOf(price('12.5000'), 'EUR'), unitsOf(price('12.000'), 'JPY')], [1250, 1250, 12])
  assert.deepEqual([unitsOf(price('12.505'), 'EUR'), unitsOf(price('12.5'), 'JPY')], [undefined, undefined])
  assert.equal(unitsOf(price('1.234'), 'KWD'), 1234)
})

test('the total is the sum of its parts, whatever they are', () => {
  const cents = fc.integer({ min: 0, max: 100_000 })
  const text = (amount: number) => price((amount / 100).toFixed(2))
  fc.assert(
    fc.property(
      fc.array(fc.tuple(cents, fc.integer({ min: 1, max: 20 })), { minLength: 1, maxLength: 6 }),
      cents,
      cents,
      fc.boolean(),
      (lines, ship, tax, included) => {
        const more = {
          lineItems: lines.map(([amount, quantity]) => ({ price: text(amount), quantity })),
          shippingInfo: { cost: { price: text(ship) } },
          taxInfo: { totalTax: text(tax) },
          taxIncludedInPrices: included,
        }
        const { subtotal, total } = sums(more)
        assert.equal(
          subtotal,
          lines.reduce((all, [amount, quantity]) => all + amount * quantity, 0),
        )
        assert.equal(total, subtotal + ship + (included ? 0 : tax))
      },
    ),
  )
})
