import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countsText, picturesOf } from './page.ts'

const product = { name: 'Mug', slug: 'mug', picture: undefined }
const review = { id: 'r', stars: 5, title: undefined, text: undefined, bought: false, month: 'May 2026', product }
const answer = { id: 'a', question: 'Is it?', text: 'Yes.', helpful: 0, product }
const list = { name: '', token: 't', count: 1, given: 0, pictures: [] }

test('what a page shows is counted in words, and what it does not show is not', () => {
  assert.equal(countsText({ reviews: [review, review, review], answers: [answer], list }), 'Three reviews, one answer and one list.')
  assert.equal(countsText({ reviews: [], answers: [answer, answer], list: undefined }), 'Two answers.')
  assert.equal(countsText({ reviews: [], answers: [], list: undefined }), '')
})

test('pictures of a page are those of its products, each once, then of its list', () => {
  const on = (picture: string | undefined) => ({ ...review, product: { ...product, picture } })
  const shown = { reviews: [on('a'), on(undefined), on('b'), on('a')], answers: [{ ...answer, product: { ...product, picture: 'b' } }] }
  assert.deepEqual(picturesOf({ ...shown, list: { ...list, pictures: ['c', 'a', 'd'] } }, 3), ['a', 'b', 'c'])
  assert.deepEqual(picturesOf({ reviews: [], answers: [], list: undefined }, 3), [])
})
