import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ranked } from './ranked.ts'

const entry = (group: string, name: string, more?: string) => ({ group, name, ...(more && { more }) })

test('a page that is called so comes before products that have the letters somewhere', () => {
  const found = ranked('tax', [
    entry('Products', 'First Light Candle', 'scent: syntax'),
    entry('Products', 'Candle Holder Pair'),
    entry('Go to', 'Email notifications', 'taxes'),
    entry('Go to', 'Taxes'),
  ])
  assert.deepEqual(
    found.map(({ name }) => name),
    ['Taxes', 'Email notifications', 'First Light Candle', 'Candle Holder Pair'],
  )
})

test('products that are called so stay first, and equals as they came', () => {
  const found = ranked('mug', [
    entry('Go to', 'Mugs and more'),
    entry('Products', 'Mug'),
    entry('Products', 'Big Mug'),
    entry('Orders', '10 012', 'Mug'),
  ])
  assert.deepEqual(
    found.map(({ name }) => name),
    ['Mug', 'Big Mug', 'Mugs and more', '10 012'],
  )
})

test('what is called so too comes before what only has the letters somewhere', () => {
  const found = ranked('refund', [
    { group: 'Products', name: 'Round Teapot' },
    { group: 'Media', name: 'prerefund.jpg' },
    { group: 'Go to', name: 'Returns', also: 'refunds, exchanges' },
    { group: 'Do', name: 'Refund an order' },
  ])
  assert.deepEqual(
    found.map(({ name }) => name),
    ['Refund an order', 'Returns', 'prerefund.jpg', 'Round Teapot'],
  )
})
