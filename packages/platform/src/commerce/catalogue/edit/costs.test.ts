import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Product } from '@vitrine/contract'
import { minor } from '@vitrine/pricing'
import type { ProductDraft } from '../product.ts'
import { costData, withCosts } from './costs.ts'

const commerce = { currency: 'EUR', locale: 'en-IE' } as Parameters<typeof costData>[2]
const draft = (more: object = {}) =>
  ({ price: minor(2600), sku: '', options: [], variants: [], manageVariants: true, ...more }) as unknown as ProductDraft
const variants = [
  { id: 'a', sku: '', choices: {}, price: minor(2600), cost: minor(1000) },
  { id: 'b', sku: '', choices: {}, price: minor(3000) },
]
const product = { variants: [{ id: 'a', variant: { sku: 'a' } }, { id: 'b', variant: { sku: 'b' } }, { id: 'c' }] } as unknown as Product

describe('what is earned with one', () => {
  test('is its price without its cost, and the share of the price that is', () => {
    assert.deepEqual(costData(minor(1000), minor(2600), commerce), {
      itemCost: 10,
      formattedItemCost: '€10.00',
      profit: 16,
      formattedProfit: '€16.00',
      profitMargin: 0.6154,
    })
  })

  test('is a loss where it costs more; of what is given away there is no margin', () => {
    assert.deepEqual(
      [costData(minor(3000), minor(2000), commerce)?.profit, costData(minor(3000), minor(2000), commerce)?.profitMargin],
      [-10, -0.5],
    )
    assert.equal(costData(minor(1000), minor(0), commerce)?.profitMargin, 0)
  })

  test('is not known where no cost is; a cost of nothing is one', () => {
    assert.equal(costData(undefined, minor(2600), commerce), undefined)
    assert.equal(costData(minor(0), minor(2600), commerce)?.profitMargin, 1)
  })

  test('counts what comes off the price', () => {
    const { costAndProfitData } = withCosts(product, draft({ cost: minor(1000), percentOff: '50' }), commerce)
    assert.deepEqual([costAndProfitData?.itemCost, costAndProfitData?.profit], [10, 3])
  })
})

describe('a product as merchants read it', () => {
  test('has the cost of each variant, which is the product’s where it has none of its own', () => {
    const shown = withCosts(product, draft({ variants, cost: minor(1200) }), commerce)
    assert.deepEqual(
      shown.variants.map(({ id, variant }) => [id, variant?.costAndProfitData?.itemCost]),
      [
        ['a', 10],
        ['b', 12],
        ['c', undefined],
      ],
    )
    assert.deepEqual([shown.costAndProfitData?.itemCost, shown.costRange], [12, { minValue: 10, maxValue: 12 }])
  })

  test('says nothing of costs that nobody entered', () => {
    const shown = withCosts(product, draft(), commerce)
    assert.deepEqual(['costAndProfitData' in shown, 'costRange' in shown], [false, false])
    const some = withCosts(product, draft({ variants }), commerce)
    assert.deepEqual(['costAndProfitData' in some, some.costRange], [false, { minValue: 10, maxValue: 10 }])
    assert.equal('costAndProfitData' in some.variants[1]!.variant!, false)
  })
})
