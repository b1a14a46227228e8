import assert from 'node:assert/strict'
import { test } from 'node:test'
import { alikeOf, emptyText } from './text.ts'

const said = (id: string, title: string, body: string) => ({ review: { id, content: { rating: 5, title, body, media: [] } } }) as never

test('those that say the same are found by their words, however they are spaced and capitalised', () => {
  const reviews = [
    said('a', 'Best candle', 'Visit my shop'),
    said('b', 'Quiet', 'Fig at first'),
    said('c', 'BEST candle', 'visit  my shop '),
  ]
  assert.deepEqual(alikeOf(reviews, 0), ['a', 'c'])
  assert.deepEqual(alikeOf(reviews, 1), ['b'])
  assert.deepEqual(alikeOf(reviews, 3), [])
})

test('reviews without words are not the same', () => {
  assert.deepEqual(alikeOf([said('a', '', ''), said('b', '', '')], 0), ['a'])
})

test('a shop without reviews is not told that all are read', () => {
  const none = { waiting: 0, published: 0, rejected: 0, reported: 0 }
  assert.equal(emptyText('waiting', none).title, 'No reviews yet')
  assert.equal(emptyText('waiting', { ...none, published: 3 }).title, 'All reviews are read')
  assert.equal(emptyText('reported', { ...none, published: 3 }).title, 'Nothing reported')
})
