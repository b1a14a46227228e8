import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ProductView, StockView } from './product.ts'
import { itemNames, lineOf, namedItems, togetherItem, togetherPrice } from './together.ts'

const variant = (id: string, Size: string, price: number, stock: StockView) => ({
  id,
  choices: { Size },
  price,
  stock,
  planPrices: [],
  planPerUnit: [],
})
const mug: ProductView = {
  id: 'mug',
  slug: 'mug',
  name: 'Mug',
  description: '',
  price: 26,
  planPrices: [],
  planPerUnit: [],
  plans: [],
  sections: [],
  pictures: [{ url: '/media/mug', width: 1000, height: 1250, alt: 'A mug', caption: '' }],
  options: [{ name: 'Size', plain: false, choices: [] }],
  variants: [
    variant('small', 'Small', 26, { some: true, left: 3 }),
    variant('large', 'Large', 30.1, { some: true }),
    variant('huge', 'Huge', 40, { some: false }),
    variant('next', 'Next', 40, { some: true, preorder: true }),
  ],
  stock: { some: true },
  shippable: true,
  once: true,
}

test('an item is the variant that is chosen, at its price', () => {
  const small = togetherItem(mug, { Size: 'Small' })
  assert.deepEqual([small?.variantId, small?.price, small?.left], ['small', '26', 3])
  assert.deepEqual([small && lineOf(small).chosen, small && lineOf(small).quantity], [['Small'], 1])
  assert.equal(togetherItem(mug, { Size: 'Large' })?.price, '30.1')
})

test('what is sold out, preordered, not sold once or not chosen whole is no item', () => {
  for (const Size of ['Huge', 'Next', 'None']) assert.equal(togetherItem(mug, { Size }), undefined)
  assert.equal(togetherItem({ ...mug, once: false }, { Size: 'Small' }), undefined)
})

test('prices are added in the smallest unit of the currency', () => {
  const items = ['0.1', '0.2', '30.1'].map((price) => ({ ...togetherItem(mug, { Size: 'Small' })!, price }))
  assert.equal(togetherPrice(items, 'EUR'), '30.40')
  assert.equal(
    togetherPrice(
      items.slice(0, 1).map((item) => ({ ...item, price: '1200' })),
      'JPY',
    ),
    '1200',
  )
})

test('a form names items with and without a variant, and no more than four', () => {
  const items = [
    { productId: 'a', variantId: 'b' },
    { productId: 'c', variantId: undefined },
  ]
  assert.deepEqual(namedItems(itemNames(items)), items)
  assert.deepEqual(namedItems(''), [])
  assert.equal(namedItems('a b c d e').length, 4)
})
