import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Product } from '@vitrine/contract'
import { availability, variantsWith } from './choose.ts'

const variant = (id: string, choices: Record<string, string>, stock: object = { inStock: true, quantity: 3 }, facts: object = {}) => ({
  id,
  choices,
  variant: { weight: 0.4, sku: id, visible: true, ...facts },
  stock,
})
const green = { id: 'green' }
const mug = {
  media: { mainMedia: { id: 'mug' } },
  productOptions: [
    {
      optionType: 'color',
      name: 'Glaze',
      choices: [
        { value: '#9caf88', description: 'Sage', media: green },
        { value: '#b2beb5', description: 'Ash' },
      ],
    },
    {
      optionType: 'drop_down',
      name: 'Size',
      choices: [
        { value: 'S', description: 'Small' },
        { value: 'L', description: 'Large' },
      ],
    },
  ],
  variants: [
    variant('sage-small', { Glaze: 'Sage', Size: 'Small' }),
    variant('sage-large', { Glaze: 'Sage', Size: 'Large' }, { inStock: false, quantity: 0 }),
    variant('ash-small', { Glaze: 'Ash', Size: 'Small' }),
    variant('ash-large', { Glaze: 'Ash', Size: 'Large' }, { inStock: true }, { visible: false }),
  ],
} as unknown as Product
const left = (chosen: Record<string, string>, of = mug) =>
  availability(of, chosen).productOptions.map(({ choices }) =>
    choices?.map(({ description, inStock, visible }) => `${description}${inStock ? '' : ', sold out'}${visible ? '' : ', hidden'}`),
  )

test('variants are found by all choices that are made, by name or by value', () => {
  const ids = (chosen: Record<string, string>) => variantsWith(mug, chosen).map(({ id }) => id)
  assert.deepEqual(ids({ Glaze: 'Sage' }), ['sage-small', 'sage-large'])
  assert.deepEqual(ids({ Glaze: '#9caf88', Size: 'L' }), ['sage-large'])
  assert.deepEqual(ids({ Glaze: 'Blue' }), [])
  assert.deepEqual(ids({ Lid: 'Yes' }), [])
  assert.equal(ids({}).length, 4)
})

describe('what is left to choose', () => {
  test('is in stock where a variant has it together with the other choices, and hidden where none that is shown does', () => {
    assert.deepEqual(left({}), [
      ['Sage', 'Ash'],
      ['Small', 'Large, sold out'],
    ])
    assert.deepEqual(left({ Glaze: 'Ash' }), [
      ['Sage', 'Ash'],
      ['Small', 'Large, sold out, hidden'],
    ])
    assert.deepEqual(left({ Size: 'Large' }), [
      ['Sage, sold out', 'Ash, sold out, hidden'],
      ['Small', 'Large, sold out'],
    ])
  })

  test('does not depend on options that the product has not', () => {
    assert.deepEqual(left({ Lid: 'Yes' }), left({}))
    assert.equal(availability(mug, { Glaze: 'Sage', Size: 'Small', Lid: 'Yes' }).selectedVariant?.sku, 'sage-small')
  })
})

describe('the variant that is chosen', () => {
  test('is known once every option has a choice, and can be bought where it is in stock', () => {
    assert.equal('selectedVariant' in availability(mug, { Glaze: 'Sage' }), false)
    const { selectedVariant, availableForPurchase } = availability(mug, { Glaze: 'Sage', Size: 'S' })
    assert.deepEqual(selectedVariant, { weight: 0.4, sku: 'sage-small', quantity: 3, inStock: true, visible: true })
    assert.equal(availableForPurchase, true)
    assert.equal(availability(mug, { Glaze: 'Sage' }).availableForPurchase, false)
    assert.equal(availability(mug, { Glaze: 'Sage', Size: 'Large' }).availableForPurchase, false)
  })

  test('can be bought before it is in stock where it is taken in advance', () => {
    const early = { ...mug, variants: [variant('early', { Glaze: 'Sage', Size: 'Small' }, { inStock: false, availableForPreorder: true })] }
    assert.equal(availability(early as unknown as Product, { Glaze: 'Sage', Size: 'Small' }).availableForPurchase, true)
  })

  test('is none that the merchant hides', () => {
    const hidden = availability(mug, { Glaze: 'Ash', Size: 'Large' })
    assert.deepEqual(['selectedVariant' in hidden, hidden.availableForPurchase], [false, false])
  })
})

test('pictures are those of the choice that has some, else those of the product', () => {
  const { media } = availability(mug, { Glaze: 'Sage' })
  assert.deepEqual(media, green)
  assert.deepEqual(availability(mug, { Glaze: '#9caf88' }).media, green)
  assert.deepEqual(availability(mug, { Glaze: 'Ash' }).media, mug.media)
  assert.deepEqual(availability(mug, {}).media, mug.media)
})
