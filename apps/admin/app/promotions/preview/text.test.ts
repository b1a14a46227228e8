import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { PreviewedCart, PromotionPreview } from '@vitrine/contract'
import { difference, distribution, stepsOf, whyNot } from './text.ts'

const cart = (has: string, more: Partial<PreviewedCart> = {}): PreviewedCart => ({
  kind: 'ORDER',
  id: '01a200ab-8b45-7322-95f1-0e26911a4768',
  at: '2026-11-21T09:00:00.000Z',
  units: 1,
  items: [],
  before: '104.00',
  now: '88.40',
  given: '15.60',
  has,
  ...more,
})
const preview = (needs: string, unit: 'PIECES' | 'AMOUNT', has: readonly string[]): PromotionPreview => ({
  currency: 'EUR',
  examined: has.length,
  complete: true,
  after: { carts: 0, given: '0' },
  changed: 0,
  goal: { unit, needs },
  carts: has.map((one) => cart(one)),
})

suite('how far carts have come', () => {
  test('is counted item by item around the goal, and the rest together', () => {
    const parts = distribution(preview('4', 'PIECES', ['0', '3', '3', '4', '9']))
    assert.deepEqual(
      parts.map(({ says, count, kind }) => `${says} ${count} ${kind}`.trim()),
      ['0 1', '1 0', '2 0', '3 2 near', '4 1 hit', '5 0 hit', '6+ 1 hit'],
    )
    const far = distribution(preview('16', 'PIECES', ['2', '12', '15']))
    assert.deepEqual([far[0]!.says, far[0]!.count, far.at(-1)!.says], ['0–12', 2, '18+'])
  })

  test('is counted in quarters of an amount', () => {
    const parts = distribution(preview('80.00', 'AMOUNT', ['10.00', '79.99', '80.00', '500.00']))
    assert.deepEqual(
      parts.map(({ says, count }) => `${says} ${count}`),
      ['€0 1', '€20 0', '€40 0', '€60 1', '€80 1', '€100 0', '€120+ 1'],
    )
  })

  test('every cart is in one part', () => {
    for (const needs of ['1', '2', '5', '40']) {
      const all = Array.from({ length: 60 }, (_, n) => String(n))
      assert.equal(
        distribution(preview(needs, 'PIECES', all)).reduce((sum, { count }) => sum + count, 0),
        60,
      )
    }
  })
})

test('why a cart is given nothing is said in a few words', () => {
  assert.equal(whyNot({ because: 'PIECES', has: '3', from: '4' }, 'EUR'), '3 of 4 items')
  assert.equal(whyNot({ because: 'PIECES', has: '9', from: '4', to: '8' }, 'EUR'), '9 items, 8 at most')
  assert.equal(whyNot({ because: 'SUBTOTAL', has: '78.00', from: '90.00' }, 'EUR'), '€78.00 of €90.00')
  assert.equal(whyNot({ because: 'OTHER_COUPON', couponCode: 'SIX' }, 'EUR'), 'has SIX')
  assert.equal(difference('104.00', '88.40', 'EUR'), '−€15.60')
  assert.equal(difference('88.40', '104.00', 'EUR'), '+€15.60')
})

test('the steps of both totals stand side by side, the total last', () => {
  const steps = stepsOf(
    cart('4', {
      beforeReasons: [
        { step: 'LINES', amount: '104.00', units: 4 },
        { step: 'TOTAL', amount: '104.00' },
      ],
      nowReasons: [
        { step: 'LINES', amount: '104.00', units: 4 },
        { step: 'DISCOUNT', name: 'Mugs', percent: '15', of: '104.00', amount: '15.60', shipping: false },
        { step: 'SHIPPING', name: 'Standard', amount: '4.90' },
        { step: 'TOTAL', amount: '93.30' },
      ],
    }),
    'EUR',
  )
  assert.deepEqual(
    steps.map(({ name, why, before, now }) => [name, why, before, now]),
    [
      ['4 items', '', '€104.00', '€104.00'],
      ['Mugs', '15 % of €104.00', '–', '−€15.60'],
      ['Delivery, Standard', '', '–', '€4.90'],
      ['Total', '', '€104.00', '€93.30'],
    ],
  )
})
