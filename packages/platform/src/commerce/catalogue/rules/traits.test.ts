import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { minor } from '@vitrine/pricing'
import type { WholeVariant } from '../document.ts'
import type { ProductDraft } from '../product.ts'
import { traitsOf } from './traits.ts'

const draft = { sku: '' } as ProductDraft
const variant = (more: Partial<WholeVariant> = {}): WholeVariant => ({
  id: 'v',
  sku: '',
  choices: {},
  price: minor(1000),
  fullPrice: minor(1000),
  visible: true,
  counted: 'v',
  shelf: 0,
  ...more,
})

test('ribbon and brand are compared without case and accents; a product without them has empty ones', () => {
  const { ribbon, brand } = traitsOf({ ...draft, ribbon: 'Neu · Été', brand: 'ØRSTED' }, [])
  assert.deepEqual([ribbon, brand], ['neu · ete', 'orsted'])
  assert.deepEqual(traitsOf(draft, []), { ribbon: '', brand: '', skus: [], weight: 0, discount: 0 })
})

test('SKUs are the product’s and those of all variants, hidden ones too, each once and none empty', () => {
  const { skus } = traitsOf({ ...draft, sku: 'MUG' }, [
    variant({ sku: 'MUG-1' }),
    variant({ sku: 'MUG' }),
    variant({ sku: '', visible: false }),
    variant({ sku: 'MUG-2', visible: false }),
  ])
  assert.deepEqual(skus, ['mug', 'mug-1', 'mug-2'])
})

describe('the weight', () => {
  test('is that of the heaviest variant on sale; one without a weight has the product’s', () => {
    const heavy = { ...draft, weight: 2 }
    assert.equal(traitsOf(heavy, [variant({ weight: 1 }), variant({ weight: 3 })]).weight, 3)
    assert.equal(traitsOf(heavy, [variant({ weight: 1 }), variant()]).weight, 2)
    assert.equal(traitsOf(heavy, [variant({ weight: 1 }), variant({ weight: 9, visible: false })]).weight, 1)
    assert.equal(traitsOf(draft, [variant()]).weight, 0)
  })
})

describe('the discount', () => {
  const discount = (...prices: readonly (readonly [price: number, fullPrice: number, visible?: boolean])[]) =>
    traitsOf(
      draft,
      prices.map(([price, fullPrice, visible = true]) => variant({ price: minor(price), fullPrice: minor(fullPrice), visible })),
    ).discount

  test('is that of the most reduced variant on sale, in hundredths of a percent', () => {
    assert.equal(discount([900, 1000], [750, 1000]), 2500)
    assert.equal(discount([900, 1000], [100, 1000, false]), 1000)
    assert.equal(discount([0, 1000]), 10_000)
  })

  test('is rounded down, so that no rule takes a product that is reduced by less', () => {
    assert.equal(discount([667, 1000]), 3330)
    assert.equal(discount([1, 3]), 6666)
  })

  test('is nothing where nothing is reduced, what is free included', () => {
    assert.equal(discount([1000, 1000]), 0)
    assert.equal(discount([0, 0]), 0)
    assert.equal(discount([1200, 1000]), 0, 'dearer than before is no discount')
  })
})
