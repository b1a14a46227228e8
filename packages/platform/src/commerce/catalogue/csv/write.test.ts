import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { MerchantProduct } from '@vitrine/contract'
import { sharedStock } from '../product.ts'
import { type Beside, nothingBeside } from './beside.ts'
import { productColumns, productHeader } from './columns.ts'
import { collectionLabels, productRows } from './write.ts'

const collection = '0190d2a0-0000-7000-8000-000000000001'
const plain: MerchantProduct = {
  id: '0190d2a0-0000-7000-8000-000000000010',
  revision: 'r',
  name: 'Morning Mug',
  slug: 'morning-mug',
  visible: true,
  productType: 'physical',
  description: '<p>Warm; round</p>',
  sku: 'MUG',
  price: 22.5,
  fullPrice: 25,
  discount: { type: 'PERCENT', value: 10 },
  weight: 0.4,
  productDimensions: { length: '30', height: '10.5', unit: 'CM' },
  media: [
    {
      mediaId: 'a.jpg',
      kind: 'IMAGE',
      url: 'https://shop.example/media/a.jpg',
      width: 10,
      height: 10,
      alt: '',
      focalPoint: { x: 0.5, y: 0.5 },
    },
    {
      mediaId: 'b.jpg',
      kind: 'IMAGE',
      url: 'https://shop.example/media/b.jpg',
      width: 10,
      height: 10,
      alt: 'From above',
      focalPoint: { x: 0.5, y: 0.5 },
    },
  ],
  options: [],
  manageVariants: false,
  variants: [],
  stock: { tracked: true, inStock: true, quantity: 42 },
  collectionIds: [collection],
  sections: [{ title: 'Care', description: '<p>Dishwasher</p>' }],
  customTextFields: [],
  createdDate: '2026-11-20T08:00:00.000Z',
  updatedDate: '2026-11-20T08:00:00.000Z',
}

const cellsOf = (row: readonly string[]) =>
  Object.fromEntries(productColumns.flatMap(([name], i) => (row[i] === '' ? [] : [[name, row[i]]])))

test('a product without options is one row', () => {
  const rows = productRows(plain, collectionLabels([{ id: collection, name: 'Mugs', slug: 'mugs' }]), nothingBeside)
  assert.equal(rows.length, 1)
  assert.equal(rows[0]!.length, productHeader.length)
  assert.deepEqual(cellsOf(rows[0]!), {
    id: plain.id,
    slug: 'morning-mug',
    name: 'Morning Mug',
    visible: 'TRUE',
    productType: 'physical',
    description: '<p>Warm; round</p>',
    collections: 'Mugs',
    images: 'https://shop.example/media/a.jpg; https://shop.example/media/b.jpg',
    imageAlts: '; From above',
    sku: 'MUG',
    price: '25',
    discountType: 'PERCENT',
    discount: '10',
    weight: '0.4',
    stock: '42',
    preorder: 'FALSE',
    productDimensions: '30 x - x 10.5 CM',
    infoSections: '[{"title":"Care","description":"<p>Dishwasher</p>"}]',
  })
})

test('stock below what an import takes is an empty cell; a preorder that allows it is written', () => {
  const stockOf = (beside: Beside) => {
    const [row] = productRows({ ...plain, stock: { tracked: true, inStock: false, quantity: -3 } }, new Map(), beside)
    return [cellsOf(row!)['stock'], cellsOf(row!)['stockByLocation']]
  }
  const units = new Map([[sharedStock, [{ location: 'Warehouse', units: -3 }]]])
  const preorder = { enabled: true, limit: 2, expectedDate: null, message: null }
  assert.deepEqual(stockOf({ ...nothingBeside, units }), [undefined, undefined])
  assert.deepEqual(stockOf({ ...nothingBeside, units, preorder }), [undefined, undefined])
  assert.deepEqual(stockOf({ ...nothingBeside, units, preorder: { ...preorder, limit: 3 } }), ['-3', 'Warehouse: -3'])
})

test('a product with options has a row for each variant, and says what is its own in the first', () => {
  const sage = '0190d2a0-0000-7000-8000-000000000021'
  const oat = '0190d2a0-0000-7000-8000-000000000022'
  const { stock: _, ...rest } = plain
  const rows = productRows(
    {
      ...rest,
      options: [
        {
          name: 'Glaze',
          optionType: 'color',
          choices: [
            { name: 'Sage', value: '#9aa58f', mediaIds: ['b.jpg'] },
            { name: 'Oat', value: '#d8c8a8', mediaIds: [] },
          ],
        },
      ],
      manageVariants: true,
      variants: [
        {
          id: sage,
          choices: { Glaze: 'Sage' },
          sku: 'MUG-S',
          price: 22.5,
          fullPrice: 25,
          visible: true,
          stock: { tracked: true, inStock: true, quantity: 3 },
        },
        {
          id: oat,
          choices: { Glaze: 'Oat' },
          sku: 'MUG-O',
          price: 27,
          fullPrice: 30,
          weight: 0.5,
          visible: false,
          stock: { tracked: false, inStock: false },
        },
      ],
    },
    collectionLabels([]),
    {
      ...nothingBeside,
      preorder: { enabled: true, limit: 5, expectedDate: '2027-05-14', message: 'In May' },
      subscriptions: [
        { id: 'monthly', hidden: false },
        { id: 'yearly', hidden: true },
      ],
      soldOnce: false,
      fileId: 'print.pdf',
      units: new Map([
        [
          sage,
          [
            { location: 'Shop: Mitte', units: 1 },
            { location: 'Warehouse', units: 2 },
          ],
        ],
      ]),
      optionLabels: new Map([['monthly', 'Each month']]),
    },
  )
  const [first, second] = rows.map(cellsOf)
  const { preorder, preorderLimit, preorderDate, preorderMessage, subscriptionOptions, oneTimePurchase, downloadFile } = first!
  assert.deepEqual(
    [preorder, preorderLimit, preorderDate, preorderMessage, subscriptionOptions, oneTimePurchase, downloadFile],
    ['TRUE', '5', '2027-05-14', 'In May', 'Each month; yearly (hidden)', 'FALSE', 'print.pdf'],
  )
  assert.deepEqual([first!.stockByLocation, second!.stockByLocation], ['Shop: Mitte: 1; Warehouse: 2', undefined])
  assert.equal(first!.name, 'Morning Mug')
  assert.equal(first!.variantSku, 'MUG-S')
  assert.equal(first!.variantPrice, undefined)
  assert.equal(first!.variantImages, 'https://shop.example/media/b.jpg')
  assert.deepEqual(second, {
    id: plain.id,
    slug: 'morning-mug',
    stock: 'out of stock',
    option1Name: 'Glaze',
    option1Value: 'Oat',
    option1Color: '#d8c8a8',
    variantId: oat,
    variantSku: 'MUG-O',
    variantPrice: '30',
    variantWeight: '0.5',
    variantVisible: 'FALSE',
  })
})

test('collections of the same name are told apart by their slugs', () => {
  const labels = collectionLabels([
    { id: 'A', name: 'Gifts', slug: 'gifts' },
    { id: 'B', name: 'Gifts', slug: 'gifts-2' },
    { id: 'C', name: 'Mugs', slug: 'mugs' },
  ])
  assert.deepEqual([...labels.values()], ['gifts', 'gifts-2', 'Mugs'])
})
