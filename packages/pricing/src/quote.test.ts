import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Discount, Line } from './lines.ts'
import { exponentOf, type Minor, minor, sum, zero } from './money.ts'
import { type Facts, quote } from './quote.ts'
import { parseRate } from './ratio.ts'
import type { TaxChoice } from './tax.ts'
import { germany, nowhere, taxSteps, vat } from './test/german-taxes.ts'

const line = (id: string, price: number, more: Partial<Line> = {}): Line => ({
  id,
  quantity: 1,
  price: minor(price),
  shippable: true,
  ...more,
})
const euros = (tax: TaxChoice, more: Partial<Facts> = {}): Facts => ({ currency: 'EUR', tax, shipping: null, ...more })

describe('a bag in Berlin', () => {
  const coffee = [
    line('mug', 3000, { quantity: 2 }),
    line('cup', 2400, { quantity: 2 }),
    line('plate', 3200, { quantity: 2, fullPrice: minor(3800) }),
    line('coffee', 1450, { taxGroupId: 'reduced' }),
  ]
  const shipping = { code: 'standard', title: 'Standard', price: zero, regularPrice: minor(490), freeFrom: minor(8000) }
  const discounts: Discount[] = [{ id: 'c1', name: 'SLOWSUNDAY', code: 'SLOWSUNDAY', source: 'COUPON', off: { percent: '10' } }]
  const answer = quote(coffee, euros(germany, { shipping, discounts }))

  test('€186.50 less a tenth is €167.85, of which €24.72 and €0.85 are tax', () => {
    assert.deepEqual(
      [answer.subtotal, answer.discount, answer.shipping, answer.total, answer.tax, answer.taxSummary.taxableAmount],
      [18650, 1865, 0, 16785, 2557, 14228],
    )
    assert.deepEqual(
      answer.taxSummary.breakdown.map((row) => [row.rate, row.taxableAmount, row.tax]),
      [
        ['0.19', 13008, 2472],
        ['0.07', 1220, 85],
      ],
    )
  })
  test('and the reasons say so', () => {
    const common = { included: true, shipping: false }
    const german = { name: 'VAT', taxType: null, jurisdiction: 'Germany', jurisdictionType: 'COUNTRY' }
    assert.deepEqual(answer.reasons, [
      { step: 'LINES', lines: 4, units: 7, amount: 18650 },
      {
        step: 'DISCOUNT',
        id: 'c1',
        name: 'SLOWSUNDAY',
        source: 'COUPON',
        code: 'SLOWSUNDAY',
        percent: '10',
        of: 18650,
        amount: 1865,
        lineIds: ['coffee', 'cup', 'mug', 'plate'],
        parts: [145, 480, 600, 640],
        shipping: false,
      },
      { step: 'SHIPPING', code: 'standard', title: 'Standard', regularPrice: 490, amount: 0, freeFrom: 8000, goods: 16785 },
      {
        step: 'TAX',
        ...common,
        rate: '0.19',
        of: 15480,
        exact: '24.715966',
        amount: 2472,
        shares: [{ ...german, rate: '0.19', taxableAmount: 13008, tax: 2472 }],
        lineIds: ['cup', 'mug', 'plate'],
      },
      {
        step: 'TAX',
        ...common,
        rate: '0.07',
        of: 1305,
        exact: '0.853738',
        amount: 85,
        shares: [{ ...german, rate: '0.07', taxableAmount: 1220, tax: 85 }],
        lineIds: ['coffee'],
      },
      { step: 'TOTAL', amount: 16785, taxIncluded: 2557, taxAdded: 0 },
    ])
  })
  test('the struck-out price is kept, and equals the price where there is none', () => {
    assert.deepEqual(
      answer.lines.map((one) => one.fullPrice),
      [3000, 2400, 3800, 1450],
    )
  })
})

describe('rates on top of the price', () => {
  const newYork: TaxChoice = {
    rateType: 'MANUAL_RATE',
    region: { id: 'nyc', name: 'New York City' },
    taxIncludedInPrice: false,
    shippingTaxed: false,
    defaultGroupId: 'goods',
    rates: {
      goods: [
        { name: 'NY State', rate: '0.04', jurisdiction: 'New York', jurisdictionType: 'STATE' },
        { name: 'NY City', rate: '0.045', jurisdiction: 'New York City', jurisdictionType: 'CITY' },
        { name: 'MCTD', rate: '0.00375', jurisdiction: 'Metropolitan Commuter District', jurisdictionType: 'SPECIAL' },
      ],
    },
  }

  test('stacked rates are rounded once for their sum, then split', () => {
    const answer = quote([line('shoes', 9999)], {
      currency: 'USD',
      tax: newYork,
      shipping: { code: 's', title: 'Ground', price: minor(500) },
    })
    assert.equal(answer.lines[0]?.tax.rate, '0.08875')
    assert.equal(answer.tax, 887)
    assert.deepEqual(
      answer.taxSummary.breakdown.map((row) => [row.name, row.tax]),
      [
        ['NY State', 400],
        ['NY City', 450],
        ['MCTD', 37],
      ],
    )
    assert.equal(answer.total, 9999 + 887 + 500)
    assert.deepEqual(
      answer.reasons.find((one) => one.step === 'NO_TAX'),
      {
        step: 'NO_TAX',
        because: 'SHIPPING_NOT_TAXED',
        of: 500,
        lineIds: [],
        shipping: true,
      },
    )
  })
  test('many small lines pay the tax of their sum, not the sum of their roundings', () => {
    const cents = Array.from({ length: 20 }, (_, i) => line(`l${i}`, 5))
    const answer = quote(cents, { currency: 'USD', tax: newYork, shipping: null })
    assert.equal(answer.tax, 9)
    assert.equal(answer.lines.filter((one) => one.tax.tax === 1).length, 9)
  })
  test('tax groups with equal rates are rounded as one', () => {
    const tax = { ...germany, taxIncludedInPrice: false, rates: { a: [vat('0.10')], b: [vat('0.1')] } }
    const answer = quote([line('x', 4, { taxGroupId: 'a' }), line('y', 4, { taxGroupId: 'b' })], euros(tax))
    assert.equal(answer.tax, 1)
    assert.deepEqual(
      answer.taxSummary.breakdown.map((row) => [row.rate, row.taxableAmount, row.tax]),
      [['0.1', 8, 1]],
    )
  })
})

describe('taxes that do not apply', () => {
  test('without a region nothing is taxed, and the price stays', () => {
    const answer = quote([line('mug', 2600)], euros(nowhere))
    assert.deepEqual([answer.tax, answer.total, answer.taxSummary.rateType], [0, 2600, 'NO_TAX_COLLECTED'])
    assert.deepEqual(
      answer.reasons.find((one) => one.step === 'NO_TAX'),
      {
        step: 'NO_TAX',
        because: 'NO_REGION',
        of: 2600,
        lineIds: ['mug'],
        shipping: false,
      },
    )
  })
  test('a tax group without rates is exempt beside others that are not', () => {
    const answer = quote([line('mug', 2600), line('gift', 5000, { taxGroupId: 'voucher' })], euros(germany))
    assert.deepEqual(
      answer.lines.map((one) => [one.tax.rateType, one.tax.tax]),
      [
        ['MANUAL_RATE', 415],
        ['NO_TAX_COLLECTED', 0],
      ],
    )
    assert.equal(answer.reasons.find((one) => one.step === 'NO_TAX')?.because, 'NO_RATE_FOR_GROUP')
  })
  test('a name that every object has is no tax group', () => {
    for (const taxGroupId of ['constructor', 'toString', '__proto__'])
      assert.equal(quote([line('mug', 2600, { taxGroupId })], euros(germany)).tax, 0)
  })
})

describe('currencies', () => {
  test('yen have no decimals and fils three', () => {
    const shown = (currency: string) => quote([line('mug', 1050)], { ...euros(germany), currency })
    assert.equal(shown('JPY').tax, 168)
    assert.equal(taxSteps(shown('JPY'))[0]?.exact, '167.6471')
    assert.equal(taxSteps(shown('KWD'))[0]?.exact, '0.1676471')
    assert.equal(exponentOf('KWD'), 3)
  })
})

describe('what cannot be quoted is refused', () => {
  const refused = (lines: readonly Line[], facts: Facts = euros(germany)) => assert.throws(() => quote(lines, facts), RangeError)
  test('quantities that are none', () => {
    for (const quantity of [0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53]) refused([line('mug', 2600, { quantity })])
  })
  test('prices that are none', () => {
    for (const amount of [-1, 1.5, Number.NaN, 2 ** 53]) refused([line('mug', 0, { price: amount as Minor })])
    refused([], euros(germany, { shipping: { code: 's', title: 'S', price: -1 as Minor } }))
    refused([], euros(germany, { shipping: { code: 's', title: 'S', price: 0.5 as Minor } }))
    refused([line('mug', 100)], euros(germany, { discounts: [{ id: 'd', name: 'D', off: { amount: -1 as Minor } }] }))
    refused([line('mug', 100)], euros(germany, { discounts: [{ id: 'd', name: 'D', off: { percent: '-5' } }] }))
  })
  test('two lines with one id', () => refused([line('mug', 1), line('cup', 1), line('mug', 1)]))
  test('a currency that is none', () => refused([], { ...euros(germany), currency: 'euro' }))
  test('a rate that is none', () => refused([line('mug', 100)], euros({ ...germany, rates: { standard: [vat('19 %')] } })))
  test('nothing at all costs nothing', () => {
    const answer = quote([], euros(germany))
    assert.deepEqual([answer.total, answer.tax, answer.lines.length], [0, 0, 0])
    assert.equal(sum([]), 0)
    assert.equal(parseRate('0').numerator, 0)
  })
})
