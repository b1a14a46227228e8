import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readAmount, readDimensions, readFlag, readStock } from './cell-values.ts'
import { detectDialect, fieldsOf, productReader } from './dialects.ts'

const shopifyHeader = ['Handle', 'Title', 'Body (HTML)', 'Option1 Name', 'Option1 Value', 'Variant SKU', 'Variant Price']

function readAs(
  format: 'VITRINE' | 'SHOPIFY' | 'WOOCOMMERCE' | 'WIX',
  header: readonly string[],
  rows: readonly (readonly string[])[],
  clears = false,
) {
  const reader = productReader(format, { columns: fieldsOf(header, format), header, clears, weightUnit: 'KG' })
  return reader.read(rows.map((cells, i) => ({ row: i + 2, cells })))
}

test('whose file it is, its header says', () => {
  assert.equal(detectDialect(shopifyHeader), 'SHOPIFY')
  assert.equal(detectDialect(['Title', 'URL handle', 'Description', 'SKU', 'Price']), 'SHOPIFY')
  assert.equal(detectDialect(['ID', 'Type', 'SKU', 'Name', 'Published', 'Regular price']), 'WOOCOMMERCE')
  assert.equal(detectDialect(['handleId', 'fieldType', 'name', 'price']), 'WIX')
  assert.equal(detectDialect(['Product ID', 'Slug', 'Name', 'Price']), 'VITRINE')
  assert.equal(detectDialect(['sku', 'title', 'price', 'stock']), 'VITRINE')
})

test('amounts as people write them', () => {
  const cases: readonly (readonly [string, number | undefined])[] = [
    ['26', 26],
    ['26.00', 26],
    ['26,00', 26],
    ['0,125', 0.125],
    ['1.234,56', 1234.56],
    ['1,234.56', 1234.56],
    ['1 234,56', 1234.56],
    ['1,234', 1234],
    ['1.234.567', 1_234_567],
    ["1'234.50", 1234.5],
    ['€ 26.00', 26],
    ['26.00 EUR', 26],
    ['$26', 26],
    ['.5', 0.5],
    ['-3', -3],
    ['abc', undefined],
    ['1e5', undefined],
    ['12.34.5', undefined],
    ['', undefined],
  ]
  for (const [text, value] of cases) assert.equal(readAmount(text)?.value, value, text)
  assert.equal(readAmount('26.00')!.guessed, false)
  assert.equal(readAmount('26,00')!.guessed, true)
})

test('yes and no, stock, dimensions', () => {
  assert.deepEqual(['TRUE', 'yes', '1', 'x', 'false', 'No', '0', '-1', 'perhaps'].map(readFlag), [
    true,
    true,
    true,
    true,
    false,
    false,
    false,
    false,
    undefined,
  ])
  assert.deepEqual(readStock('12'), { quantity: 12 })
  assert.deepEqual(readStock('12.0'), { quantity: 12 })
  assert.deepEqual(readStock('InStock'), { inStock: true })
  assert.deepEqual(readStock('out of stock'), { inStock: false })
  assert.equal(readStock('1.5'), undefined)
  assert.equal(readStock('99999999999999999999'), undefined)
  assert.deepEqual(readDimensions('30 x - x 10.5 CM'), { unit: 'CM', length: '30', height: '10.5' })
  assert.equal(readDimensions('30 by 20'), undefined)
})

test('columns of one name: the first with something in it counts', () => {
  const { record } = readAs('VITRINE', ['sku', 'price', 'price', 'name'], [['A', '', '3', 'Mug']])
  assert.equal(record.price, 3)
})

test('ragged rows: what is missing is empty, what is beyond the header is left out', () => {
  assert.equal(readAs('VITRINE', ['sku', 'name', 'price'], [['A']]).record.name, undefined)
  assert.equal(readAs('VITRINE', ['sku', 'name'], [['A', 'Mug', '3', '4']]).record.name, 'Mug')
})

test('columns that are missing are not said, whatever the format', () => {
  const { record, errors } = readAs('SHOPIFY', ['Handle', 'Title'], [['mug', 'Mug']])
  assert.deepEqual(record, { row: 2, slug: 'mug', name: 'Mug', variants: [], clear: [] })
  assert.deepEqual(errors, [])
  assert.deepEqual(readAs('WIX', ['handleId', 'fieldType', 'name'], [['mug', 'Product', 'Mug']]).record, {
    row: 2,
    slug: 'mug',
    name: 'Mug',
    variants: [],
    clear: [],
  })
  assert.deepEqual(readAs('WOOCOMMERCE', ['Type', 'Name', 'Regular price'], [['simple', 'Mug', '3']]).record, {
    row: 2,
    name: 'Mug',
    price: 3,
    variants: [],
    clear: [],
  })
})

test('an empty cell takes away what there is where the merchant says so', () => {
  const header = ['sku', 'brand', 'description', 'collections']
  assert.deepEqual(readAs('VITRINE', header, [['A', '', '', '']]).record, { row: 2, sku: 'A', variants: [], clear: [] })
  assert.deepEqual(readAs('VITRINE', header, [['A', '', '', '']], true).record, {
    row: 2,
    sku: 'A',
    description: '',
    collections: [],
    variants: [],
    clear: ['brand'],
  })
})

test('errors say their row and column, and what is wrong', () => {
  const header = ['sku', 'name', 'price', 'stock', 'visible', 'Option 1 name', 'Option 1 value', 'Option 1 color']
  const { errors } = readAs('VITRINE', header, [
    ['A', 'x'.repeat(81), 'much', '-1', 'perhaps', 'Glaze', 'Sage', 'green'],
    ['B', '', '', '', '', 'Glaze', 'Sage', ''],
  ])
  assert.deepEqual(errors.map(({ row, column }) => [row, column]).toSorted(), [
    [2, 'Option 1 color'],
    [2, 'name'],
    [2, 'price'],
    [2, 'price'],
    [2, 'stock'],
    [2, 'visible'],
    [3, undefined],
  ])
  assert.ok(errors.some(({ message }) => message === 'This has 81 characters; 80 are the most.'))
  assert.ok(errors.some(({ message }) => message === 'Row 2 has the same variant.'))
})

test('compare-at prices: one amount, one percentage, or none where they differ', () => {
  const header = [...shopifyHeader, 'Variant Compare At Price']
  const rows = (...prices: readonly (readonly [string, string])[]) =>
    prices.map(([price, before], i) => ['mug', i === 0 ? 'Mug' : '', '', i === 0 ? 'Size' : '', `S${i}`, '', price, before])
  assert.deepEqual(readAs('SHOPIFY', header, rows(['8', '10'], ['18', '20'])).record.discount, { type: 'AMOUNT', value: 2 })
  assert.deepEqual(readAs('SHOPIFY', header, rows(['8', '10'], ['16', '20'])).record.discount, { type: 'PERCENT', value: 20 })
  const differing = readAs('SHOPIFY', header, rows(['8', '10'], ['20', '']))
  assert.deepEqual(differing.record.discount, { type: 'NONE', value: 0 })
  assert.deepEqual(
    differing.record.variants.map(({ price }) => price),
    [8, 20],
  )
  assert.equal(differing.guesses.length, 1)
})

test('formulas of a spreadsheet lose the apostrophe that they were neutralised with', () => {
  assert.equal(readAs('VITRINE', ['sku', 'name'], [["'=A1", "'+1 Mug"]]).record.sku, '=A1')
})

test('barcodes and the measure of a unit price, as each shop writes them', () => {
  const shopifyRow = readAs(
    'SHOPIFY',
    [
      ...shopifyHeader,
      'Variant Barcode',
      'Unit Price Total Measure',
      'Unit Price Total Measure Unit',
      'Unit Price Base Measure',
      'Unit Price Base Measure Unit',
    ],
    [['tea', 'Tea', '', 'Title', 'Default Title', 'T', '9', '4006381333931', '250', 'g', '1', 'kg']],
  ).record
  assert.deepEqual(
    [shopifyRow.barcode, shopifyRow.contents, shopifyRow.unitPricePer],
    ['4006381333931', { quantity: 250, unit: 'G' }, { quantity: 1, unit: 'KG' }],
  )
  assert.equal(
    readAs('WOOCOMMERCE', ['Type', 'Name', 'Regular price', 'GTIN, UPC, EAN, or ISBN'], [['simple', 'Tea', '9', '4006381333931']]).record
      .barcode,
    '4006381333931',
  )
  const sheet = ['name', 'EAN', 'Contents', 'Unit price per', 'Image focal points', 'Images']
  const { record, errors } = readAs('VITRINE', sheet, [
    ['Oil', '4006381333931', '0.75 l', '1 L', '; 0.25 1', 'https://a.example/1; https://a.example/2'],
  ])
  assert.deepEqual(
    [record.barcode, record.contents, record.unitPricePer, record.images?.map(({ focalPoint }) => focalPoint), errors],
    [
      '4006381333931',
      { quantity: 0.75, unit: 'L' },
      { quantity: 1, unit: 'L' },
      [
        { x: 0.5, y: 0.5 },
        { x: 0.25, y: 1 },
      ],
      [],
    ],
  )
  const broken = readAs('VITRINE', sheet, [['Oil', '', '750', '1 bucket', '2 0', 'https://a.example/1']]).errors
  assert.deepEqual(broken.map(({ column }) => column).toSorted(), ['Contents', 'Image focal points', 'Unit price per'])
})
