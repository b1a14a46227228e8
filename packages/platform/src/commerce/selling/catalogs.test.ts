import assert from 'node:assert/strict'
import { test } from 'node:test'
import { zero } from '@vitrine/pricing'
import { type ListedItem, listedAs } from './catalogs.ts'

const listed = (catalogItemId: string, sku: string, options?: Record<string, unknown>): ListedItem => ({
  reference: { appId: 'a', catalogItemId, ...(options && { options }) },
  item: {
    productId: catalogItemId,
    stock: undefined,
    sku,
    name: catalogItemId,
    price: zero,
    fullPrice: zero,
    descriptionLines: [],
    shippable: false,
    itemType: 'SERVICE',
    available: null,
    state: '',
  },
})
const at = (items: readonly ListedItem[], catalogItemId: string, options?: Record<string, unknown>) =>
  listedAs(items, { appId: 'a', catalogItemId, ...(options && { options }) })?.sku

test('a thing is the one with the same id and the same options, in whichever order', () => {
  const items = [listed('wheel', 'plain'), listed('wheel', 'dated', { date: '1', seat: 'A' }), listed('glaze', 'glaze')]
  assert.equal(at(items, 'wheel'), 'plain')
  assert.equal(at(items, 'wheel', { seat: 'A', date: '1' }), 'dated')
  assert.equal(at(items, 'wheel', { date: '2' }), undefined)
  assert.equal(at(items, 'kiln'), undefined)
})

test('a single answer that does not repeat the options stands for the thing; one with other options does not', () => {
  assert.equal(at([listed('wheel', 'plain')], 'wheel', { date: '1' }), 'plain')
  assert.equal(at([listed('wheel', 'dated', { date: '2' })], 'wheel', { date: '1' }), undefined)
})
