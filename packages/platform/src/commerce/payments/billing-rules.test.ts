import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { RefundDetails } from '@vitrine/contract'
import fc from 'fast-check'
import { calculated, feeGone, type Part, shippingGone, sumOfParts, unitsGone } from './billing-rules.ts'
import type { OrderToCollect } from './collect.ts'
import type { StoredAction } from './store.ts'

const now = new Date('2026-03-10T09:00:00.000Z')

const order: OrderToCollect = {
  id: 'o1',
  status: 'APPROVED',
  total: 14_700,
  dueNow: 14_700,
  currency: 'EUR',
  taxIncluded: false,
  shipping: 1190,
  shippingTax: 190,
  fees: [{ id: 'wrap', total: 595, tax: 95 }],
  lines: [
    { id: 'mug', quantity: 3, refunded: 0, restocked: 0, total: 10_000, tax: 1597, discount: 500 },
    { id: 'bowl', quantity: 1, refunded: 0, restocked: 0, total: 2915, tax: 465, discount: 0 },
  ],
}

const money = (amount: string) => ({ amount, convertedAmount: amount, formattedAmount: amount, formattedConvertedAmount: amount })

const refund = (details: Partial<RefundDetails>, state: StoredAction['state'] = 'SUCCEEDED'): StoredAction => ({
  id: 'a1',
  paymentId: 'p1',
  orderId: 'o1',
  attempt: 't1',
  kind: 'REFUND',
  amount: 1000,
  state,
  reference: null,
  document: { details: { shippingIncluded: false, ...details }, external: false },
  createdAt: now,
  updatedAt: now,
})

const wrong = (...of: Parameters<typeof calculated>) => calculated(...of).errors.map((error) => error.wrong.code)
const add = (parts: readonly Part[], key: keyof Part) => parts.reduce((all, part) => all + part[key], 0)

describe('units of a line', () => {
  test('come to their share of what the line came to, with tax and discount', () => {
    const { lines, errors } = calculated(order, [], { lineItems: [{ lineItemId: 'mug', quantity: 3 }] })
    assert.deepEqual(errors, [])
    assert.deepEqual(lines[0]!.part, { total: 10_000, tax: 1597, discount: 500, subtotal: 8903 })
    const one = calculated(order, [], { lineItems: [{ lineItemId: 'mug', quantity: 1 }] }).lines[0]!.part
    assert.deepEqual(one, { total: 3333, tax: 532, discount: 166, subtotal: 2967 })
  })

  test('where prices include tax, the subtotal includes it too', () => {
    const { lines } = calculated({ ...order, taxIncluded: true }, [], { lineItems: [{ lineItemId: 'mug', quantity: 3 }] })
    assert.equal(lines[0]!.part.subtotal, 10_500)
  })

  test('go back until the whole line has, and to the cent, in whatever order and portions', () => {
    const line = fc.record({
      quantity: fc.integer({ min: 1, max: 12 }),
      total: fc.integer({ min: 0, max: 100_000 }),
      tax: fc.integer({ min: 0, max: 20_000 }),
      discount: fc.integer({ min: 0, max: 20_000 }),
    })
    fc.assert(
      fc.property(line, fc.array(fc.integer({ min: 1, max: 4 }), { maxLength: 12 }), (sold, portions) => {
        let refunded = 0
        const parts: Part[] = []
        for (const quantity of [...portions, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1]) {
          const now = { ...order, lines: [{ id: 'x', restocked: 0, refunded, ...sold }] }
          const { lines, errors } = calculated(now, [], { lineItems: [{ lineItemId: 'x', quantity }] })
          if (errors.length > 0) assert.ok(refunded + quantity > sold.quantity)
          else {
            refunded += quantity
            parts.push(lines[0]!.part)
          }
        }
        assert.equal(refunded, sold.quantity)
        assert.deepEqual([add(parts, 'total'), add(parts, 'tax'), add(parts, 'discount')], [sold.total, sold.tax, sold.discount])
      }),
      { numRuns: 200 },
    )
  })

  test('INVALID_LINE_ITEM_REFUND_QUANTITY for more units than are left, counting refunds that are pending', () => {
    const asked = (quantity: number) => ({ lineItems: [{ lineItemId: 'mug', quantity }] })
    assert.deepEqual(wrong(order, [], asked(4)), ['INVALID_LINE_ITEM_REFUND_QUANTITY'])
    const pending = refund({ lineItems: [{ lineItemId: 'mug', quantity: 2 }] }, 'PENDING')
    assert.deepEqual(wrong(order, [pending], asked(2)), ['INVALID_LINE_ITEM_REFUND_QUANTITY'])
    assert.deepEqual(wrong(order, [pending], asked(1)), [])
  })

  test('a line that is named twice is counted twice', () => {
    const mug = { lineItemId: 'mug', quantity: 2 }
    const { lines, errors } = calculated(order, [], { lineItems: [mug, mug] })
    assert.equal(lines.length, 1)
    assert.deepEqual(errors[0]!.of, { line: mug })
    const two = calculated(order, [], { lineItems: [mug, { ...mug, quantity: 1 }] }).lines.map(({ part }) => part)
    assert.equal(add(two, 'total'), 10_000)
  })

  test('ORDER_LINE_ITEM_NOT_FOUND for a line that the order does not have; the others are still calculated', () => {
    const asked = {
      lineItems: [
        { lineItemId: 'vase', quantity: 1 },
        { lineItemId: 'bowl', quantity: 1 },
      ],
    }
    assert.deepEqual(wrong(order, [], asked), ['ORDER_LINE_ITEM_NOT_FOUND'])
    assert.equal(calculated(order, [], asked).lines[0]!.part.total, 2915)
  })

  test('that were refunded are counted by the order once a refund is done, and by the refund while it is pending', () => {
    const details = { lineItems: [{ lineItemId: 'mug', quantity: 1 }] }
    const [mug, bowl] = order.lines
    assert.equal(unitsGone([refund(details)], mug!), 0, 'the order has counted it')
    assert.equal(unitsGone([refund(details, 'FAILED')], mug!), 0)
    assert.equal(unitsGone([refund(details, 'PENDING')], { ...mug!, refunded: 1 }), 2)
    assert.equal(unitsGone([refund(details, 'PENDING')], bowl!), 0)
  })
})

describe('additional fees', () => {
  const fee = (amount?: string) => ({ additionalFees: [{ additionalFeeId: 'wrap', ...(amount && { amount: { amount } }) }] })

  test('go back whole where no amount is named, with their tax', () => {
    const { fees, errors } = calculated(order, [], fee())
    assert.deepEqual(errors, [])
    assert.deepEqual(fees, [{ id: 'wrap', part: { total: 595, tax: 95, discount: 0, subtotal: 500 } }])
  })

  test('INVALID_ADDITIONAL_FEE_REFUND_AMOUNT for more than is left, for nothing, and for a fraction of a cent', () => {
    for (const amount of ['5.96', '0', '1.005', '99999999999999999999'])
      assert.deepEqual(wrong(order, [], fee(amount)), ['INVALID_ADDITIONAL_FEE_REFUND_AMOUNT'], amount)
    const gone = refund({ additionalFees: [{ additionalFeeId: 'wrap', amount: money('5.00') }] })
    assert.deepEqual(wrong(order, [gone], fee('0.96')), ['INVALID_ADDITIONAL_FEE_REFUND_AMOUNT'])
    assert.equal(calculated(order, [gone], fee()).fees[0]!.part.total, 95, 'the rest')
  })

  test('a fee that is named twice does not go back twice', () => {
    const twice = { additionalFees: [...fee('3.00').additionalFees, ...fee('3.00').additionalFees] }
    assert.deepEqual(wrong(order, [], twice), ['INVALID_ADDITIONAL_FEE_REFUND_AMOUNT'])
    assert.equal(calculated(order, [], twice).fees.length, 1)
  })

  test('ADDITIONAL_FEE_NOT_FOUND for a fee that the order does not have', () => {
    assert.deepEqual(wrong(order, [], { additionalFees: [{ additionalFeeId: 'rush' }] }), ['ADDITIONAL_FEE_NOT_FOUND'])
  })

  test('a refund that failed gave no fee back; one of another fee neither', () => {
    const details = { additionalFees: [{ additionalFeeId: 'wrap', amount: money('2.00') }] }
    assert.equal(feeGone(order, [refund(details), refund(details, 'PENDING'), refund(details, 'FAILED')], 'wrap'), 400)
    assert.equal(feeGone(order, [refund(details)], 'rush'), 0)
  })
})

describe('shipping', () => {
  const shipping = (amount?: string) => ({ shipping: amount ? { amount: { amount } } : {} })

  test('goes back whole where no amount is named, or in part with its share of the tax', () => {
    assert.deepEqual(calculated(order, [], shipping()).shipping, { total: 1190, tax: 190, discount: 0, subtotal: 1000 })
    assert.deepEqual(calculated(order, [], shipping('5.95')).shipping, { total: 595, tax: 95, discount: 0, subtotal: 500 })
  })

  test('INVALID_SHIPPING_REFUND_AMOUNT for more than is left or for nothing', () => {
    for (const amount of ['11.91', '0.00']) assert.deepEqual(wrong(order, [], shipping(amount)), ['INVALID_SHIPPING_REFUND_AMOUNT'], amount)
    const gone = refund({ shipping: { amount: money('10.00') } }, 'PENDING')
    assert.deepEqual(wrong(order, [gone], shipping('1.91')), ['INVALID_SHIPPING_REFUND_AMOUNT'])
    assert.equal(calculated(order, [gone], shipping('1.90')).shipping!.total, 190)
  })

  test('SHIPPING_NOT_FOUND where nothing was charged for it', () => {
    assert.deepEqual(wrong({ ...order, shipping: 0, shippingTax: 0 }, [], shipping()), ['SHIPPING_NOT_FOUND'])
  })

  test('older refunds that only say that shipping is included gave all of it back', () => {
    assert.equal(shippingGone(order, [refund({ shippingIncluded: true })]), 1190)
    assert.equal(shippingGone(order, [refund({ shippingIncluded: true }, 'FAILED')]), 0)
    assert.equal(shippingGone(order, [refund({})]), 0)
  })
})

test('fees and shipping that go back in portions give back all of their tax, to the cent', () => {
  const sold = fc.record({ total: fc.integer({ min: 1, max: 5000 }), tax: fc.integer({ min: 0, max: 900 }) })
  fc.assert(
    fc.property(sold, fc.array(fc.integer({ min: 1, max: 2000 }), { maxLength: 5 }), ({ total, tax }, portions) => {
      const now = { ...order, shipping: total, shippingTax: tax, fees: [{ id: 'wrap', total, tax }] }
      const actions: StoredAction[] = []
      const parts: { readonly shipping: Part; readonly fee: Part }[] = []
      let left = total
      for (const portion of [...portions, total]) {
        const cents = Math.min(portion, left)
        if (cents === 0) break
        left -= cents
        const amount = (cents / 100).toFixed(2)
        const asked = { shipping: { amount: { amount } }, additionalFees: [{ additionalFeeId: 'wrap', amount: { amount } }] }
        const { shipping, fees, errors } = calculated(now, actions, asked)
        assert.deepEqual(errors, [])
        parts.push({ shipping: shipping!, fee: fees[0]!.part })
        actions.push(refund({ shipping: { amount: money(amount) }, additionalFees: [{ additionalFeeId: 'wrap', amount: money(amount) }] }))
      }
      for (const what of ['shipping', 'fee'] as const) {
        const all = parts.map((one) => one[what])
        assert.deepEqual([add(all, 'total'), add(all, 'tax')], [total, tax], what)
      }
    }),
    { numRuns: 200 },
  )
})

test('nothing asked for comes to nothing', () => {
  for (const items of [undefined, null, {}])
    assert.deepEqual(calculated(order, [], items), { lines: [], fees: [], shipping: undefined, errors: [] })
})

test('parts are added up field by field', () => {
  const part = { total: 10, tax: 2, discount: 1, subtotal: 9 }
  assert.deepEqual(sumOfParts([]), { total: 0, tax: 0, discount: 0, subtotal: 0 })
  assert.deepEqual(sumOfParts([part, { total: 100, tax: 30, discount: 0, subtotal: 70 }]), {
    total: 110,
    tax: 32,
    discount: 1,
    subtotal: 79,
  })
})
