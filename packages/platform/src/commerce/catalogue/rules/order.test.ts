import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql, textOf } from '../../../kernel/db/sql.ts'
import { orderOfSort, placedPage } from './order.ts'

test('each sort of a collection is total: where products are equal in it, their ids decide', () => {
  const order = (sort: Parameters<typeof orderOfSort>[0]) => textOf(orderOfSort(sort)).replaceAll(/\s+/g, ' ')
  assert.deepEqual((['MANUAL', 'BEST_SELLING', 'NEWEST', 'PRICE_ASC', 'PRICE_DESC', 'NAME'] as const).map(order), [
    'product.numeric_id desc, product.id desc',
    'product.best_selling desc, product.numeric_id desc, product.id desc',
    'product.created_at desc, product.id desc',
    'product.price, product.id',
    'product.price desc, product.id desc',
    'product.name_key, product.id',
  ])
})

test('a page of a manual order reads both halves only as far as the page goes', () => {
  const { values } = placedPage('s1', 'c1', sql`true`, { limit: 20, offset: 40 })
  assert.deepEqual(
    values.filter((value) => typeof value === 'number'),
    [60, 1000, 60, 20, 40],
  )
})
