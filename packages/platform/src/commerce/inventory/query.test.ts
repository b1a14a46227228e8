import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parsedFilter, parsedSort, productIdIn } from './query.ts'

const product = '11111111-1111-4111-8111-11111111111a'

test('a product is meant by its id, by its older name, or by its inventory item', () => {
  assert.equal(productIdIn({ productId: product.toUpperCase() }), product)
  assert.equal(productIdIn({ externalId: product }), product)
  assert.equal(productIdIn({ inventoryId: 'eeeeeeee-eeee-beee-7eee-eeeeeeeeeee5' }), product)
  assert.equal(productIdIn({ inventoryId: 'ffffffff-ffff-ffff-ffff-ffffffffffff', productId: product }), product)
  assert.equal(productIdIn({ productId: 'a mug' }), undefined)
  assert.equal(productIdIn({}), undefined)
})

test('filter and sort are JSON texts', () => {
  assert.deepEqual(parsedFilter(''), {})
  assert.deepEqual(parsedFilter('{"productId":{"$in":[]}}'), { productId: { $in: [] } })
  assert.deepEqual(parsedSort(' '), [])
  assert.deepEqual(parsedSort('{"numericId":"desc"}'), [{ fieldName: 'numericId', order: 'DESC' }])
  assert.deepEqual(parsedSort('[{"numericId":"ASC"},{"fieldName":"productId","order":"DESC"},{"fieldName":"id"}]'), [
    { fieldName: 'numericId', order: 'ASC' },
    { fieldName: 'productId', order: 'DESC' },
    { fieldName: 'id', order: 'ASC' },
  ])
})

test('a text that is none of JSON, no object and no order is refused', () => {
  for (const text of ['{', '[]', '"a"', 'null', '4']) {
    if (text !== 'null') assert.throws(() => parsedFilter(text), { name: 'Error', message: /^query\.filter is no JSON/ })
  }
  for (const text of ['{', '"a"', '[4]', '{"numericId":"up"}', '{"numericId":1}'])
    assert.throws(() => parsedSort(text), { message: /^query\.sort / })
})
