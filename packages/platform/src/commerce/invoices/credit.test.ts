import assert from 'node:assert/strict'
import { test } from 'node:test'
import { minor } from '@vitrine/pricing'
import { type CreditPart, creditOf } from './credit.ts'
import type { DocumentTotals } from './paper.ts'

const vat = (percent: string, gross: number) => {
  const tax = Math.round((gross * Number(percent)) / (100 + Number(percent)))
  return { name: 'VAT', percent, net: minor(gross - tax), tax: minor(tax) }
}
const sums = (total: number, taxes: DocumentTotals['taxes']): { sums: DocumentTotals } => ({
  sums: { pieces: minor(total), discounts: [], fees: [], taxes, taxIncluded: true, total: minor(total) },
})
/** Two mugs at €26, coffee at €14.50, delivery of €4.90. */
const invoice = sums(7140, [vat('19', 5690), vat('7', 1450)])
const mug: CreditPart = { name: 'Morning Mug', quantity: 1, total: 2600, tax: 415, taxPercent: '19' }
const coffee: CreditPart = { name: 'Morning Blend', quantity: 1, total: 1450, tax: 95, taxPercent: '7' }
const taxesOf = (credit: ReturnType<typeof creditOf>) => credit!.sums.taxes.map(({ percent, net, tax }) => [percent, net, tax])

test('what is named takes off its own tax', () => {
  const credit = creditOf(invoice, [], { amount: 2600, parts: [mug] })
  assert.deepEqual(credit!.lines, [{ name: 'Morning Mug', quantity: 1, price: 2600, amount: 2600, taxPercent: '19' }])
  assert.deepEqual([credit!.sums.total, taxesOf(credit)], [2600, [['19', 2185, 415]]])
})

test('an amount without lines takes its share of each tax', () => {
  const credit = creditOf(invoice, [], { amount: 714, parts: [] })
  assert.deepEqual(
    credit!.lines.map(({ name, amount }) => [name, amount]),
    [['Refund', 714]],
  )
  const [full, reduced] = invoice.sums.taxes
  assert.deepEqual(taxesOf(credit), [
    ['19', Math.round(full!.net / 10), Math.round(full!.tax / 10)],
    ['7', Math.round(reduced!.net / 10), Math.round(reduced!.tax / 10)],
  ])
})

test('what is refunded beside the lines is an adjustment, also downwards', () => {
  const more = creditOf(invoice, [], { amount: 3000, parts: [mug] })
  assert.deepEqual(
    more!.lines.map(({ name, amount }) => [name, amount]),
    [
      ['Morning Mug', 2600],
      ['Adjustment', 400],
    ],
  )
  const less = creditOf(invoice, [], { amount: 2000, parts: [mug] })
  assert.deepEqual(
    less!.lines.map(({ name, amount }) => [name, amount]),
    [
      ['Morning Mug', 2600],
      ['Adjustment', -600],
    ],
  )
  assert.equal(less!.sums.total, 2000)
})

test('together credit notes come to the invoice, tax by tax, and to no more', () => {
  const first = creditOf(invoice, [], { amount: 2600, parts: [mug] })!
  const second = creditOf(invoice, [first], { amount: 1450, parts: [coffee] })!
  const third = creditOf(invoice, [first, second], { amount: 9999, parts: [mug] })!
  assert.equal(first.sums.total + second.sums.total + third.sums.total, invoice.sums.total)
  for (const { percent, net, tax } of invoice.sums.taxes) {
    const those = [first, second, third].flatMap(({ sums: { taxes } }) => taxes.filter((one) => one.percent === percent))
    assert.deepEqual([those.reduce((all, one) => all + one.net, 0), those.reduce((all, one) => all + one.tax, 0)], [net, tax], percent)
  }
  assert.equal(creditOf(invoice, [first, second, third], { amount: 1, parts: [] }), undefined)
})

test('where each line bears two taxes both are shared', () => {
  const canadian = sums(11500, [
    { name: 'GST', percent: '5', net: minor(10000), tax: minor(500) },
    { name: 'PST', percent: '10', net: minor(10000), tax: minor(1000) },
  ])
  const half = creditOf(canadian, [], { amount: 5750, parts: [{ ...mug, total: 5750, tax: 750, taxPercent: '15' }] })
  assert.deepEqual(taxesOf(half), [
    ['5', 5000, 250],
    ['10', 5000, 500],
  ])
})
