import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { MerchantProductRow } from '@vitrine/contract'
import { type Column, changeOf, type Sheet, settled, undoOf, withCells, wrongIn } from './cells.ts'

const row: MerchantProductRow = {
  id: '11111111-1111-4111-8111-111111111111',
  name: 'Plate',
  slug: 'plate',
  sku: 'PLT',
  visible: true,
  price: 32,
  fullPrice: 38,
  discount: { type: 'AMOUNT', value: 6 },
  variants: 1,
  soldOut: 0,
  collectionIds: [],
  createdDate: '2026-11-01T00:00:00.000Z',
  updatedDate: '2026-11-01T00:00:00.000Z',
}
const none: Sheet = new Map()
const write = (sheet: Sheet, ...cells: readonly (readonly [Column, string])[]) =>
  withCells(
    sheet,
    cells.map(([column, text]) => ({ row, column, text })),
    2,
  )
const only = (sheet: Sheet) => [...sheet.values()][0]!

describe('a sheet of products', () => {
  test('has only what is other than it was', () => {
    const sheet = write(none, ['price', '34.00'], ['sku', 'PLT'])
    assert.deepEqual(only(sheet).cells, { price: '34.00' })
    assert.equal(write(sheet, ['price', '32.00']).size, 0)
  })

  test('saves a price with what it is compared with, and goes back to both', () => {
    const priced = only(write(none, ['price', '34']))
    assert.deepEqual(changeOf(priced, 2), { priceData: { price: 38 }, discount: { type: 'AMOUNT', value: 4 } })
    assert.deepEqual(undoOf(priced, 2), { priceData: { price: 38 }, discount: { type: 'AMOUNT', value: 6 } })
    const plain = only(write(none, ['compareAt', ''], ['ribbon', ' Sale ']))
    assert.deepEqual(changeOf(plain, 2), { ribbon: 'Sale', priceData: { price: 32 }, discount: { type: 'NONE' } })
    assert.deepEqual(undoOf(plain, 2), { ribbon: '', priceData: { price: 38 }, discount: { type: 'AMOUNT', value: 6 } })
    assert.deepEqual(changeOf(only(write(none, ['sku', 'DSH'])), 2), { sku: 'DSH' })
  })

  test('says what keeps a row from being saved', () => {
    const wrong = (...cells: readonly (readonly [Column, string])[]) => wrongIn(only(write(none, ...cells)), 2) !== undefined
    assert.deepEqual(
      [wrong(['price', '']), wrong(['price', 'dear']), wrong(['price', '40']), wrong(['compareAt', 'x']), wrong(['price', '12,5'])],
      [true, true, true, true, false],
    )
    assert.equal(wrong(['price', '40'], ['compareAt', '']), false)
  })

  test('comes to what a formula says of what there was', () => {
    assert.equal(settled(row, 'price', '=old*1.05', '32.00', 2), '33.60')
    assert.equal(settled(row, 'price', '=old*2', '40', 2), '80.00')
    assert.equal(settled(row, 'compareAt', '+10%', '', 2), '35.20')
    assert.equal(settled(row, 'price', '€ 26.00', '32.00', 2), '26.00')
    assert.equal(settled(row, 'sku', '=old*2', 'PLT', 2), '=old*2')
    assert.equal(settled(row, 'sku', '€ 1', 'PLT', 2), '€ 1')
  })
})
