import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { MerchantProduct } from '@vitrine/contract'
import { combinationsOf, emptyValues, isManaged, keyOf, optionsIn, readFigure, sentOf, show, valuesOf, written, wrongIn } from './values.ts'

const choice = (name: string, value = name) => ({ name, value, mediaIds: [] })
const glaze = { name: 'Glaze', optionType: 'color' as const, choices: [choice('Sage', '#9AA58F'), choice('Ink', '#2E3A4B')] }
const size = { name: 'Size', optionType: 'drop_down' as const, choices: [choice('Small'), choice('Large')] }

const product: MerchantProduct = {
  id: '11111111-1111-4111-8111-111111111111',
  revision: 'a',
  name: 'Mug',
  slug: 'mug',
  visible: true,
  productType: 'physical',
  description: '<p>Warm.</p>',
  sku: 'MUG',
  ribbon: 'New',
  price: 26,
  fullPrice: 30,
  discount: { type: 'AMOUNT', value: 4 },
  media: [
    {
      mediaId: 'a.webp',
      kind: 'IMAGE',
      url: 'https://shop.example/media/a.webp',
      width: 8,
      height: 10,
      alt: 'A',
      focalPoint: { x: 0.5, y: 0.25 },
    },
  ],
  options: [glaze],
  manageVariants: true,
  variants: [
    { id: '1', choices: { Glaze: 'Sage' }, sku: '', price: 26, fullPrice: 30, visible: true },
    { id: '2', choices: { Glaze: 'Ink' }, sku: 'MUG-INK', price: 30, fullPrice: 34, weight: 0.46, visible: false },
  ],
  collectionIds: [],
  sections: [],
  customTextFields: [],
  seoData: {
    tags: [
      { type: 'title', children: 'A mug', custom: false, disabled: false },
      { type: 'meta', props: { name: 'description', content: 'Warm.' }, children: '', custom: false, disabled: false },
      { type: 'meta', props: { name: 'robots', content: 'noindex' }, children: '', custom: true, disabled: false },
    ],
  },
  createdDate: '2026-11-01T00:00:00.000Z',
  updatedDate: '2026-11-01T00:00:00.000Z',
}

describe('the values of a product', () => {
  test('are what its editor shows, and are sent as the product that they were read from', () => {
    const values = valuesOf(product, 2)
    assert.deepEqual([values.price, values.compareAt, values.percent], ['26.00', '30.00', ''])
    assert.deepEqual(
      [values.prices, values.skus, values.weights, values.hidden].map((text) => JSON.parse(text)),
      [{ Ink: '30.00' }, { Ink: 'MUG-INK' }, { Ink: '0.46' }, { Ink: 'yes' }],
    )
    assert.deepEqual([values.seoTitle, values.seoDescription], ['A mug', 'Warm.'])
    const sent = sentOf(values, product, 2)
    assert.deepEqual([sent.priceData, sent.discount], [{ price: 30 }, { type: 'AMOUNT', value: 4 }])
    assert.deepEqual(sent.variants, [{ choices: { Glaze: 'Ink' }, price: 34, weight: 0.46 }])
    assert.deepEqual(sent.seoData, product.seoData)
    assert.deepEqual(sent.media, [{ mediaId: 'a.webp', alt: 'A', focalPoint: { x: 0.5, y: 0.25 } }])
    assert.deepEqual(sent.clear, ['brand', 'cost', 'weight', 'taxGroupId', 'pricePerUnitData'])
  })

  test('a measure is sent whole, with what variants contain of their own', () => {
    const measure = { totalQuantity: 250, totalMeasurementUnit: 'ML', baseQuantity: 100, baseMeasurementUnit: 'ML' } as const
    const [sage, ink] = product.variants
    const measured = { ...product, pricePerUnitData: measure, variants: [sage!, { ...ink!, totalQuantity: 500, barcode: '96385074' }] }
    const values = valuesOf(measured, 2)
    assert.deepEqual([values.contains, values.containsUnit, values.perQuantity, values.perUnit], ['250', 'ML', '100', 'ML'])
    assert.deepEqual(sentOf(values, measured, 2).pricePerUnitData, measure)
    const less = sentOf({ ...values, contents: '{"Sage":"330"}', barcodes: '{}' }, measured, 2)
    assert.deepEqual(
      less.variants?.map(({ choices, totalQuantity, barcode }) => [choices, totalQuantity, barcode]),
      [
        [{ Glaze: 'Sage' }, 330, undefined],
        [{ Glaze: 'Ink' }, 250, ''],
      ],
    )
    assert.deepEqual(wrongIn({ ...values, contains: 'much' }), { contains: 'A number such as 250.' })
  })

  test('the number of the maker is that of the product, or of each variant where there are options', () => {
    const [sage, ink] = product.variants
    const own = { ...product, variants: [sage!, { ...ink!, mpn: 'KILN-78' }] }
    const values = valuesOf(own, 2)
    assert.equal(values.mpns, '{"Ink":"KILN-78"}')
    const less = sentOf({ ...values, mpns: '{"Sage":" KILN-77 "}' }, own, 2)
    assert.deepEqual(
      less.variants?.map(({ choices, mpn }) => [choices, mpn]),
      [
        [{ Glaze: 'Sage' }, 'KILN-77'],
        [{ Glaze: 'Ink' }, ''],
      ],
    )
    const plain = { ...product, options: [], variants: [], mpn: 'KILN-9' }
    assert.equal(sentOf(valuesOf(plain, 2), plain, 2).mpn, 'KILN-9')
  })

  test('a discount by percentage leaves prices before it; without it there is one price', () => {
    const off = valuesOf({ ...product, price: 27, discount: { type: 'PERCENT', value: 10 } }, 2)
    assert.deepEqual([off.price, off.compareAt, off.percent], ['30.00', '', '10'])
    assert.deepEqual(sentOf(off, product, 2).discount, { type: 'PERCENT', value: 10 })
    const none = sentOf({ ...off, percent: '' }, product, 2)
    assert.deepEqual([none.priceData, none.discount], [{ price: 30 }, { type: 'NONE' }])
  })

  test('a variant follows the product again where its price is taken away', () => {
    const values = { ...valuesOf(product, 2), prices: '{}', hidden: '{}' }
    assert.deepEqual(sentOf(values, product, 2).variants, [{ choices: { Glaze: 'Ink' }, price: 30, weight: 0.46, visible: true }])
  })

  test('variants have fields of their own from the first option on, or once one is written', () => {
    const shared = { ...product, manageVariants: false, variants: [] }
    const values = { ...valuesOf(shared, 2), skus: '{}' }
    assert.equal(isManaged(values, shared), false)
    assert.equal(isManaged({ ...values, prices: '{"Ink":"3"}' }, shared), true)
    assert.equal(isManaged(values, { ...shared, options: [] }), true)
    assert.equal(isManaged({ ...values, options: '[]' }, product), false)
  })
})

describe('what is written', () => {
  const wrong = (change: object) => Object.keys(wrongIn({ ...emptyValues, name: 'Mug', price: '26', ...change }))
  test('is held against what a product needs', () => {
    assert.deepEqual(Object.keys(wrongIn(emptyValues)), ['name', 'price'])
    assert.deepEqual(wrong({}), [])
    assert.deepEqual(wrong({ price: '26,50', compareAt: '30' }), [])
    assert.deepEqual(wrong({ compareAt: '20' }), ['compareAt'])
    assert.deepEqual(wrong({ percent: '101' }), ['percent'])
    assert.deepEqual(wrong({ slug: 'Two Words' }), ['slug'])
    assert.deepEqual(wrong({ slug: 'größe-2' }), [])
    assert.deepEqual(wrong({ options: written([{ ...size, choices: [] }]) }), ['options'])
    assert.deepEqual(wrong({ options: written([size, { ...glaze, name: 'size' }]) }), ['options'])
    assert.deepEqual(wrong({ options: written([size]), prices: '{"Small":"dear"}' }), ['prices'])
    assert.deepEqual(wrong({ options: written([size]), prices: '{"Gone":"dear"}' }), [])
  })

  test('makes at most 1,000 variants', () => {
    const many = (name: string) => ({ name, optionType: 'drop_down', choices: Array.from({ length: 11 }, (_, i) => choice(String(i))) })
    assert.deepEqual(wrong({ options: written(['A', 'B', 'C'].map(many)) }), ['options'])
  })

  test('is a number with a point or a comma', () => {
    assert.deepEqual(
      ['26', '26,5', ' 0.380 ', '', '-1', '1e3', '1.23456', 'x'].map((text) => readFigure(text)),
      [26, 26.5, 0.38, undefined, undefined, undefined, undefined, undefined],
    )
  })
})

test('combinations go by the order of the options', () => {
  const options = [glaze, size]
  assert.deepEqual(
    combinationsOf(options).map((choices) => keyOf(choices, options)),
    ['Sage · Small', 'Sage · Large', 'Ink · Small', 'Ink · Large'],
  )
  assert.deepEqual(combinationsOf([]), [])
})

test('every value is shown in words', () => {
  const values = valuesOf(product, 2)
  const words = show(() => 'Tableware')
  assert.equal(words('media', values.media), 'A (50 %, 25 %)')
  assert.equal(words('options', values.options), 'Glaze: Sage, Ink')
  assert.equal(words('prices', values.prices), 'Ink: 30.00')
  assert.equal(words('hidden', values.hidden), 'Ink')
  assert.equal(words('collections', written(['x'])), 'Tableware')
  assert.equal(words('description', values.description), 'Warm.')
  assert.equal(words('visible', ''), 'Hidden')
  assert.deepEqual(optionsIn(values), [glaze])
})
