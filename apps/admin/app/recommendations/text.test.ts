import assert from 'node:assert/strict'
import { test } from 'node:test'
import { algorithmsFor, reasonText } from './text.ts'

const product = { id: '1', name: 'Mug', slug: 'mug', visible: true, inStock: true }

test('why a product is recommended is said in figures or in what is shared', () => {
  const because = { product, score: 1, excluded: false }
  assert.equal(reasonText('BOUGHT_TOGETHER', { ...because, together: 14, of: 1060 }), 'Together in 14 of 1,060 orders')
  assert.equal(reasonText('VIEWED_TOGETHER', { ...because, together: 3, of: 9 }), 'Together in 3 of 9 visits')
  assert.equal(reasonText('SIMILAR', { ...because, shared: ['COLLECTION', 'PRICE'] }), 'Same collection, price band')
  assert.equal(reasonText('BEST_SELLING', because), 'Sells well at present')
  assert.equal(reasonText('NEW', because), 'Came lately')
})

test('what is for one member is offered where nobody else sees it', () => {
  assert.ok(algorithmsFor('CART').includes('FOR_YOU'))
  assert.ok(!algorithmsFor('PRODUCT').includes('FOR_YOU'))
})
