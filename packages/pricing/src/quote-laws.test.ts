import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import type { TaxShare } from './levy.ts'
import type { Discount, DiscountReason, DiscountSource, Line } from './lines.ts'
import { type Minor, minor } from './money.ts'
import { type Facts, type Fee, type GiftCardOffer, type Quote, quote } from './quote.ts'
import type { Off } from './taking.ts'
import type { TaxChoice, TaxRate } from './tax.ts'
import { germany, nowhere, taxSteps } from './test/german-taxes.ts'

// --- random carts -----------------------------------------------------------------------------------------------------------

const rateText = fc.oneof(
  fc.constantFrom('0', '0.05', '0.07', '0.19', '0.2', '0.25', '0.08875', '0.00375', '0.04', '1.5'),
  fc.nat({ max: 400_000 }).map((millionths) => `0.${String(millionths).padStart(6, '0')}`),
)
const taxRate = fc.record<TaxRate>({
  name: fc.constantFrom('VAT', 'State tax', 'City tax'),
  rate: rateText,
  jurisdictionType: fc.constantFrom('COUNTRY', 'STATE', 'COUNTY', 'CITY', 'SPECIAL'),
  jurisdiction: fc.constantFrom('Here', 'There', null),
})
const taxGroup = fc.constantFrom('standard', 'reduced', 'books', 'exempt', 'constructor')
const taxChoice: fc.Arbitrary<TaxChoice> = fc.oneof(
  { weight: 1, arbitrary: fc.constant(nowhere) },
  { weight: 2, arbitrary: fc.constant(germany) },
  {
    weight: 9,
    arbitrary: fc.record<TaxChoice>({
      rateType: fc.constant('MANUAL_RATE'),
      region: fc.constant({ id: 'r', name: 'Region' }),
      taxIncludedInPrice: fc.boolean(),
      shippingTaxed: fc.boolean(),
      defaultGroupId: fc.constantFrom('standard', 'exempt'),
      rates: fc.dictionary(fc.constantFrom('standard', 'reduced', 'books', '7'), fc.array(taxRate, { maxLength: 4 }), {
        noNullPrototype: true,
      }),
    }),
  },
)
const price = fc.oneof(fc.constantFrom(0, 1, 2, 99, 999, 2600), fc.nat({ max: 30_000 }), fc.nat({ max: 100_000_000 })).map(minor)
const lineWith = (amount: fc.Arbitrary<Minor>) =>
  fc.record<Line>(
    {
      id: fc.uuid(),
      quantity: fc.oneof(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 2000 })),
      price: amount,
      fullPrice: fc.option(amount),
      taxGroupId: fc.option(taxGroup),
      weight: fc.option(fc.double({ min: 0, max: 40, noNaN: true })),
      shippable: fc.boolean(),
      paymentOption: fc.option(
        fc.constantFrom(
          'FULL_PAYMENT_ONLINE',
          'FULL_PAYMENT_OFFLINE',
          'DEPOSIT_ONLINE',
          'DEPOSIT_ONLINE',
          'MEMBERSHIP',
          'MEMBERSHIP_OFFLINE',
        ),
      ),
      deposit: fc.option(amount),
      subscription: fc.option(fc.record({ freeTrial: fc.boolean() }), { freq: 8 }),
      giftCard: fc.option(fc.boolean()),
    },
    { requiredKeys: ['id', 'quantity', 'price', 'shippable'] },
  )
const linesOf = (amount: fc.Arbitrary<Minor>) => fc.uniqueArray(lineWith(amount), { selector: (one) => one.id, maxLength: 9 })
const shippingOf = (amount: fc.Arbitrary<Minor>) =>
  fc.option(fc.record({ code: fc.constant('standard'), title: fc.constant('Standard'), price: amount, taxGroupId: fc.option(taxGroup) }))
const currency = fc.constantFrom('EUR', 'JPY', 'KWD')

const percentText = fc
  .integer({ min: 0, max: 10_000 })
  .map((hundredths) => `${Math.floor(hundredths / 100)}.${String(hundredths % 100).padStart(2, '0')}`)
const units = fc.integer({ min: 1, max: 6 })
const offArbitrary: fc.Arbitrary<Off> = fc.oneof(
  { weight: 3, arbitrary: price.map((amount) => ({ amount })) },
  { weight: 3, arbitrary: percentText.map((percent) => ({ percent })) },
  { weight: 1, arbitrary: price.map((each) => ({ each })) },
  { weight: 1, arbitrary: price.map((amount) => ({ price: amount })) },
  { weight: 1, arbitrary: fc.record({ bundle: fc.record({ quantity: units, price }) }) },
  { weight: 1, arbitrary: fc.record({ buy: units, get: units }) },
  { weight: 1, arbitrary: fc.constant({ shipping: true as const }) },
)
const discountsFor = (lines: readonly Line[]): fc.Arbitrary<Discount[]> =>
  fc.array(
    fc.record<Discount>(
      {
        id: fc.uuid(),
        name: fc.constantFrom('HALFMOON', 'SLOWSUNDAY'),
        code: fc.option(fc.constant('SLOW')),
        source: fc.constantFrom<DiscountSource[]>('MEMBERSHIP', 'RULE', 'COUPON', 'MERCHANT'),
        lineIds: fc.option(fc.subarray(lines.map((one) => one.id))),
        off: offArbitrary,
        limitedToOneItem: fc.boolean(),
      },
      { requiredKeys: ['id', 'name', 'off'] },
    ),
    { maxLength: 4 },
  )
const feesFor = (amount: fc.Arbitrary<Minor>) =>
  fc.uniqueArray(
    fc.record<Fee>({
      code: fc.constantFrom('handling', 'insurance', 'gift-wrap'),
      name: fc.constant('Fee'),
      price: amount,
      taxGroupId: fc.option(taxGroup),
    }),
    {
      selector: (one) => one.code,
      maxLength: 3,
    },
  )
const giftCardOffer = fc.option(fc.record<GiftCardOffer>({ balance: price, wanted: fc.option(price) }))

interface Cart {
  readonly lines: readonly Line[]
  readonly facts: Facts
}
const cart: fc.Arbitrary<Cart> = linesOf(price).chain((lines) =>
  fc.record({
    lines: fc.constant(lines),
    facts: fc.record<Facts>({
      currency,
      tax: taxChoice,
      shipping: shippingOf(price),
      discounts: discountsFor(lines),
      fees: feesFor(price),
      giftCard: giftCardOffer,
    }),
  }),
)
const law = (name: string, holds: (cart: Cart, answer: Quote) => void, numRuns = 5000): void => {
  void test(name, () =>
    fc.assert(
      fc.property(cart, (one) => holds(one, quote(one.lines, one.facts))),
      { numRuns },
    ),
  )
}

// --- exact arithmetic to judge by, written apart from the code it judges ------------------------------------------------------

const exactSum = (amounts: readonly number[]): number => {
  for (const amount of amounts) assert.ok(Number.isSafeInteger(amount) && !Object.is(amount, -0), `${amount} is no amount`)
  return Number(amounts.reduce((all, one) => all + BigInt(one), 0n))
}
const million = 1_000_000n
const millionths = (rate: string) => BigInt(Math.round(Number(rate) * 1e6))
/** The exact tax as a fraction of big integers. */
const exactTax = (of: number, rate: bigint, included: boolean): [bigint, bigint] => [BigInt(of) * rate, included ? million + rate : million]
const takes = (off: { readonly amount: Minor } | { readonly percent: string }, of: number): number =>
  'percent' in off ? Number((BigInt(of) * BigInt(off.percent.replace('.', '')) * 2n + 10_000n) / 20_000n) : off.amount
const isFloorOrCeiling = (tax: number, [above, below]: [bigint, bigint]) => {
  const floor = above / below
  return BigInt(tax) === floor || (above % below !== 0n && BigInt(tax) === floor + 1n)
}
const isNearest = (tax: number, [above, below]: [bigint, bigint]) => BigInt(tax) === (2n * above + below) / (2n * below)
const keyOf = ({ name, jurisdiction, jurisdictionType, rate, taxType }: TaxShare) =>
  [name, jurisdiction, jurisdictionType, rate, taxType].join('|')
const itemsOf = ({ lines, fees, shippingLine }: Quote) => [...lines, ...fees, ...(shippingLine ? [shippingLine] : [])]
const left = (one: ReturnType<typeof itemsOf>[number]) =>
  'linePrice' in one ? one.linePrice : 'discount' in one ? one.price - one.discount : one.price
describe('laws of every quote', () => {
  law('each line adds up, and nothing is negative', ({ lines }, answer) => {
    assert.deepEqual(
      answer.lines.map((one) => one.id),
      lines.map((one) => one.id),
    )
    answer.lines.forEach((one, i) => {
      assert.equal(one.priceBeforeDiscounts, Number(BigInt(one.price) * BigInt(one.quantity)))
      assert.equal(one.price, lines[i]?.price)
      assert.equal(exactSum([one.linePrice, one.discount]), one.priceBeforeDiscounts)
      for (const amount of [one.discount, one.linePrice, one.totalBeforeTax, one.totalAfterTax]) assert.ok(amount >= 0)
      assert.ok(one.linePrice <= one.lineItemPrice && one.lineItemPrice <= one.subtotal && one.subtotal <= one.priceBeforeDiscounts)
      assert.ok(one.deposit === null || (one.deposit >= 0 && one.deposit <= one.totalAfterTax))
    })
    for (const one of itemsOf(answer)) {
      assert.equal(exactSum([one.totalBeforeTax, one.tax.tax]), one.totalAfterTax)
      assert.equal(one.tax.includedInPrice ? one.totalAfterTax : one.totalBeforeTax, left(one))
      assert.equal(exactSum(one.tax.breakdown.map((share) => share.tax)), one.tax.tax)
      assert.equal(one.tax.taxableAmount, one.tax.breakdown.length ? one.totalBeforeTax : 0)
      for (const share of one.tax.breakdown) {
        assert.ok(share.tax >= 0)
        assert.equal(share.taxableAmount, one.totalBeforeTax)
      }
    }
  })

  law('the totals are the sums of their parts, and the total is all of them', ({ facts }, answer) => {
    assert.equal(answer.subtotal, exactSum(answer.lines.map((one) => one.subtotal)))
    assert.equal(
      answer.discount,
      exactSum([...answer.lines.map((one) => one.subtotal - one.linePrice), answer.shippingLine?.discount ?? 0]),
    )
    assert.equal(
      answer.discount,
      exactSum(
        answer.reasons.map((step) => (step.step === 'DISCOUNT' && (step.shipping || step.source !== 'MEMBERSHIP') ? step.amount : 0)),
      ),
      'the discount is all discounts that are told one by one',
    )
    assert.equal(answer.itemDiscount, exactSum(answer.lines.map((one) => one.subtotal - one.lineItemPrice)))
    assert.equal(answer.shipping, facts.shipping?.price ?? 0)
    assert.equal(answer.additionalFees, exactSum((facts.fees ?? []).map((one) => one.price)))
    assert.equal(answer.tax, exactSum(itemsOf(answer).map((one) => one.tax.tax)))
    const added = answer.taxIncludedInPrice ? 0 : answer.tax
    assert.equal(answer.total, exactSum([answer.subtotal, 0 - answer.discount + 0, answer.shipping, answer.additionalFees, added]))
    assert.equal(answer.total, exactSum(itemsOf(answer).map((one) => one.totalAfterTax)))
  })

  law('the tax summary is the tax of the items, row by row and in all', (_, answer) => {
    assert.equal(answer.taxSummary.totalTax, answer.tax)
    assert.equal(exactSum(answer.taxSummary.breakdown.map((row) => row.tax)), answer.tax)
    const rows = new Map<string, number[][]>()
    for (const one of itemsOf(answer))
      for (const share of one.tax.breakdown) rows.set(keyOf(share), [...(rows.get(keyOf(share)) ?? []), [share.taxableAmount, share.tax]])
    for (const row of answer.taxSummary.breakdown) {
      const parts = rows.get(keyOf(row)) ?? []
      assert.equal(row.tax, exactSum(parts.map(([, tax]) => tax as number)), keyOf(row))
      assert.equal(row.taxableAmount, exactSum(parts.map(([taxable]) => taxable as number)), keyOf(row))
    }
    assert.equal(new Set(answer.taxSummary.breakdown.map(keyOf)).size, answer.taxSummary.breakdown.length)
  })

  law('tax is rounded once for each set of rates, and no row of it is a whole unit from its exact value', (_, answer) => {
    for (const step of taxSteps(answer)) {
      assert.ok(step.of > 0, 'a tax on nothing needs no reason')
      const exact = exactTax(step.of, millionths(step.rate), step.included)
      assert.ok(isNearest(step.amount, exact), `${step.amount} of ${step.of} at ${step.rate}`)
      assert.equal(exactSum(step.shares.map((share) => share.tax)), step.amount)
      for (const share of step.shares) {
        const [, below] = exact
        assert.ok(isFloorOrCeiling(share.tax, [BigInt(step.of) * millionths(share.rate), below]), `${share.tax} at ${share.rate}`)
      }
      const [above, below] = exact
      const off = Math.abs(Number(step.exact.replace('.', '')) - Number((above * 10_000n) / below))
      assert.ok(off <= 1, `${step.exact} is not the exact tax of ${step.of}`)
    }
    for (const one of itemsOf(answer)) {
      const amount = one.tax.includedInPrice ? one.totalAfterTax : one.totalBeforeTax
      assert.ok(isFloorOrCeiling(one.tax.tax, exactTax(amount, millionths(one.tax.rate), one.tax.includedInPrice)))
    }
  })

  law('every item bears the rates of its tax group, or a reason tells why it bears none', ({ lines, facts }, answer) => {
    const { tax } = facts
    const bare = new Map<string | null, number>()
    const check = (id: string | null, group: string | null | undefined, item: ReturnType<typeof itemsOf>[number] | null) => {
      const rates = Object.entries(tax.rates).find(([name]) => name === (group ?? tax.defaultGroupId))?.[1] ?? []
      const due = tax.rateType === 'NO_TAX_COLLECTED' || (id === null && !tax.shippingTaxed) ? [] : rates
      assert.deepEqual(
        item?.tax.breakdown.map((share) => [share.name, Number(share.rate)]),
        due.map((rate) => [rate.name, Number(rate.rate)]),
      )
      if (due.length === 0) bare.set(id, item?.totalAfterTax ?? 0)
    }
    lines.forEach((one, i) => {
      check(one.id, one.taxGroupId, answer.lines[i] ?? null)
    })
    for (const fee of facts.fees ?? []) check(`fee ${fee.code}`, fee.taxGroupId, answer.fees.find((one) => one.code === fee.code) ?? null)
    if (facts.shipping) check(null, facts.shipping.taxGroupId, answer.shippingLine)

    const told = answer.reasons.filter((one) => one.step === 'NO_TAX')
    const ids = told.flatMap((one) => [...one.lineIds, ...(one.fees ?? []).map((code) => `fee ${code}`), ...(one.shipping ? [null] : [])])
    assert.deepEqual(new Set(ids), new Set([...bare].filter(([, amount]) => amount > 0).map(([id]) => id)))
    assert.equal(exactSum(told.map((one) => one.of)), exactSum([...bare.values()]))
  })

  law('the reasons lead from the pieces to the total, step by step', (_, answer) => {
    let at = 0
    for (const reason of answer.reasons) {
      if (reason.step === 'LINES') at = reason.amount
      if (reason.step === 'DISCOUNT') at -= reason.amount
      if (reason.step === 'SHIPPING' || reason.step === 'FEE') at += reason.amount
      if (reason.step === 'TAX' && !reason.included) at += reason.amount
      if (reason.step === 'TOTAL') {
        assert.equal(reason.amount, at)
        assert.equal(reason.amount, answer.total)
        assert.equal(exactSum([reason.taxIncluded, reason.taxAdded]), answer.tax)
      }
    }
    const after = answer.reasons.slice(answer.reasons.findIndex((one) => one.step === 'TOTAL') + 1).map((one) => one.step)
    assert.deepEqual(after, [...(answer.payNow.total === answer.total ? [] : ['LATER']), ...(answer.giftCard ? ['GIFT_CARD'] : [])])
    assert.equal(exactSum(taxSteps(answer).map((one) => one.amount)), answer.tax)
  })

  law('each discount takes what it says of what is left, in the given order; the parts say from where', ({ lines, facts }, answer) => {
    const steps = answer.reasons.filter((one) => one.step === 'DISCOUNT' && !one.shipping) as DiscountReason[]
    const left = new Map(lines.map((one) => [one.id, one.price * one.quantity]))
    const itemOff = new Map<string, number>()
    const covered = new Map<string, number>()
    let next = 0
    for (const { id, source = 'MERCHANT', lineIds, off, limitedToOneItem } of facts.discounts ?? []) {
      if ('shipping' in off) continue
      const may = lines
        .filter((one) => (!lineIds || lineIds.includes(one.id)) && (!one.giftCard || source === 'MERCHANT'))
        .map((one) => one.id)
      const of = exactSum(may.map((one) => left.get(one) ?? 0))
      const step = steps[next]
      if (step?.id !== id) {
        if (('amount' in off || 'percent' in off) && !limitedToOneItem)
          assert.ok(of === 0 || takes(off, of) === 0, 'a discount was forgotten')
        continue
      }
      next++
      if (!limitedToOneItem) {
        assert.equal(step.of, of)
        if ('amount' in off || 'percent' in off) assert.equal(step.amount, Math.min(of, takes(off, of)))
      }
      assert.ok(step.amount > 0 && step.amount <= of)
      assert.equal(exactSum(step.parts), step.amount)
      step.lineIds.forEach((one, i) => {
        const part = step.parts[i] ?? 0
        assert.ok(may.includes(one) && part > 0 && part <= (left.get(one) ?? 0))
        left.set(one, (left.get(one) ?? 0) - part)
        if (source === 'RULE' || source === 'MEMBERSHIP') itemOff.set(one, (itemOff.get(one) ?? 0) + part)
        if (source === 'MEMBERSHIP') covered.set(one, (covered.get(one) ?? 0) + part)
      })
    }
    assert.equal(next, steps.length)
    for (const one of answer.lines) {
      assert.equal(one.linePrice, left.get(one.id))
      assert.equal(one.subtotal, one.priceBeforeDiscounts - (covered.get(one.id) ?? 0))
      assert.equal(one.lineItemPrice, one.priceBeforeDiscounts - (itemOff.get(one.id) ?? 0))
    }
  })

  law('now, later and after a free trial are the total, part by part, and each adds up by itself', ({ lines }, answer) => {
    const dues = [answer.payNow, answer.payLater, answer.payAfterFreeTrial]
    for (const part of ['subtotal', 'discount', 'itemDiscount', 'shipping', 'additionalFees', 'tax', 'total'] as const) {
      assert.equal(exactSum(dues.map((due) => due[part])), answer[part], part)
      for (const due of dues) assert.ok(due[part] >= 0, part)
    }
    for (const due of dues) {
      const added = answer.taxIncludedInPrice ? 0 : due.tax
      assert.equal(due.total, exactSum([due.subtotal, 0 - due.discount + 0, due.shipping, due.additionalFees, added]))
    }
    const online = lines.every(
      (one) => !one.subscription?.freeTrial && !['FULL_PAYMENT_OFFLINE', 'DEPOSIT_ONLINE'].includes(one.paymentOption ?? ''),
    )
    if (online) assert.equal(answer.payNow.total, answer.total)
    if (!lines.some((one) => one.subscription?.freeTrial)) assert.equal(answer.payAfterFreeTrial.total, 0)
  })

  law('a gift card pays at most what is on it, what was wanted and what is due; it changes no price', ({ lines, facts }, answer) => {
    assert.equal(answer.due, answer.payNow.total - (answer.giftCard?.amount ?? 0))
    assert.deepEqual(
      { ...quote(lines, { ...facts, giftCard: null }), giftCard: 0, due: 0, reasons: [] },
      { ...answer, giftCard: 0, due: 0, reasons: [] },
    )
    if (!answer.giftCard || !facts.giftCard) return assert.equal(answer.giftCard, null)
    const { balance, wanted } = facts.giftCard
    assert.equal(exactSum([answer.giftCard.amount, answer.giftCard.left]), balance)
    assert.ok(answer.due >= 0 && answer.giftCard.left >= 0 && answer.giftCard.amount <= (wanted ?? balance))
    const barred = answer.lines.filter((_, i) => lines[i]?.giftCard || lines[i]?.subscription)
    if (barred.length === lines.length && lines.length > 0 && !answer.shippingLine && answer.fees.length === 0)
      assert.equal(answer.giftCard.amount, 0)
    if (barred.length === 0) assert.equal(answer.giftCard.amount, Math.min(balance, wanted ?? balance, answer.payNow.total))
  })

  law('the order of the lines changes nothing but the order of the answer', ({ lines, facts }, answer) => {
    const turned = quote(lines.toReversed(), facts)
    assert.deepEqual({ ...turned, lines: turned.lines.toReversed() }, answer)
    const rotated = quote([...lines.slice(1), ...lines.slice(0, 1)], facts)
    assert.deepEqual(new Map(rotated.lines.map((one) => [one.id, one])), new Map(answer.lines.map((one) => [one.id, one])))
  })

  law(
    'facts and answers survive JSON, so that a browser quotes what the platform quotes',
    ({ lines, facts }, answer) => {
      const [thoseLines, thoseFacts] = JSON.parse(JSON.stringify([lines, facts]))
      assert.deepEqual(JSON.parse(JSON.stringify(quote(thoseLines, thoseFacts))), JSON.parse(JSON.stringify(answer)))
    },
    1000,
  )

  test('another line changes no price, and moves the tax of a line by one unit at most, within its exact tax rounded down and up', () => {
    const withOne = fc.tuple(cart, lineWith(price)).filter(([{ lines }, more]) => lines.every((one) => one.id !== more.id))
    fc.assert(
      fc.property(withOne, ([{ lines, facts }, more]) => {
        const bare = { ...facts, discounts: [] }
        const before = quote(lines, bare)
        const after = quote([more, ...lines], bare)
        before.lines.forEach((one, i) => {
          const same = after.lines[i + 1]
          assert.equal(same?.id, one.id)
          assert.equal(same?.linePrice, one.linePrice)
          assert.ok(Math.abs((same?.tax.tax ?? 0) - one.tax.tax) <= 1)
        })
        assert.ok(after.total >= before.total)
        assert.ok(after.tax >= before.tax)
        assert.equal(after.subtotal - before.subtotal, more.price * more.quantity)
      }),
      { numRuns: 5000 },
    )
  })

  test('amounts near the safe limit are right to the last unit or refused with a RangeError', () => {
    const huge = fc.oneof(fc.maxSafeNat(), fc.bigInt({ min: 2n ** 45n, max: 2n ** 52n }).map(Number)).map(minor)
    const hugeCart = fc.record({ lines: linesOf(huge), facts: fc.record<Facts>({ currency, tax: taxChoice, shipping: shippingOf(huge) }) })
    let [answered, refused] = [0, 0]
    fc.assert(
      fc.property(hugeCart, ({ lines, facts }) => {
        const goods = lines.reduce((all, one) => all + BigInt(one.price) * BigInt(one.quantity), BigInt(facts.shipping?.price ?? 0))
        let answer: Quote
        try {
          answer = quote(lines, facts)
        } catch (error) {
          assert.ok(error instanceof RangeError, String(error))
          // Four taxes of at most 150 % on top of it: seven times as much may be due.
          assert.ok(goods > 2n ** 50n, `${goods} was refused`)
          refused++
          return
        }
        if (goods > 2n ** 50n) answered++
        assert.equal(BigInt(answer.subtotal) + BigInt(answer.shipping), goods)
        assert.equal(answer.total, exactSum(itemsOf(answer).map((one) => one.totalAfterTax)))
        for (const step of taxSteps(answer)) assert.ok(isNearest(step.amount, exactTax(step.of, millionths(step.rate), step.included)))
      }),
      { numRuns: 3000 },
    )
    assert.ok(answered > 50 && refused > 50, `answered ${answered}, refused ${refused}`)
  })
})
