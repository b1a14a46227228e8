import assert from 'node:assert/strict'
import { test } from 'node:test'
import { closest, isTold, stateOf, statusOf } from './rules.ts'

const asked = [
  { body: 'Does the large one fit under an espresso machine?' },
  { body: 'How many fingers does the handle take?' },
  { body: 'Is the bare foot rough on a wooden table?' },
  { body: 'Ist der Henkel für große Hände geeignet?' },
]
const close = (text: string, name = 'Morning Mug') => closest(text, asked, name).map(({ body }) => body)

test('a question is close to another one by the words that they share', () => {
  assert.deepEqual(close('Is the handle wide enough for'), [asked[1]!.body])
  assert.deepEqual(close('Will the tall machine at my office, an espresso one, fit?'), [asked[0]!.body])
  assert.deepEqual(close('ROUGH FOOT?'), [asked[2]!.body])
  assert.deepEqual(close('Henkel fur Grosse hande'), [asked[3]!.body])
})

test('one and many are alike, and the last word may be unfinished', () => {
  assert.deepEqual(close('which tables'), [asked[2]!.body])
  assert.deepEqual(close('espresso machines'), [asked[0]!.body])
  assert.deepEqual(close('the fing'), [asked[1]!.body])
  assert.deepEqual(close('fing the'), [], 'only the last one')
  assert.deepEqual(close('fi'), [], 'too short to say anything')
})

test('common words and those of the product make nothing close', () => {
  assert.deepEqual(close(''), [])
  assert.deepEqual(close('How is it on the'), [])
  assert.deepEqual(close('?!'), [])
  assert.deepEqual(
    closest('Is the mug heavy?', [{ body: 'Is the mug dishwasher safe?' }], 'Morning Mug').map(({ body }) => body),
    [],
  )
})

test('one word among many is not close, and the closest come first, three at most', () => {
  assert.deepEqual(close('table legs oak walnut height delivery carpenter'), [])
  const many = ['red glaze', 'red glaze shine', 'red glaze shine foot', 'red glaze shine foot rim'].map((body) => ({ body }))
  assert.deepEqual(
    closest('red glaze shine foot rim', many, '').map(({ body }) => body),
    ['red glaze shine foot rim', 'red glaze shine foot', 'red glaze shine'],
  )
})

test('what is to be answered: no answer shows, or one waits to be read', () => {
  const of = (answers: number, waitingAnswers: number, status: 'WAITING' | 'PUBLISHED' | 'REJECTED' = 'PUBLISHED') =>
    stateOf({ status, answers, waitingAnswers })
  assert.deepEqual(
    [of(0, 0), of(0, 0, 'WAITING'), of(1, 0), of(1, 1), of(0, 1)],
    ['TO_ANSWER', 'TO_ANSWER', 'ANSWERED', 'TO_ANSWER', 'TO_ANSWER'],
  )
  assert.deepEqual([of(0, 0, 'REJECTED'), of(2, 1, 'REJECTED')], ['REJECTED', 'REJECTED'])
})

test('the asker is told of the first answer and of the shop’s, and never of their own', () => {
  const told = (answers: number, byShop: boolean, asker: string | null = 'ada', author: string | null = byShop ? null : 'ben') =>
    isTold({ memberId: asker, answers }, { memberId: author, byShop })
  assert.deepEqual([told(0, true), told(0, false), told(1, true), told(1, false)], [true, true, true, false])
  assert.equal(told(0, false, 'ada', 'ada'), false)
  assert.equal(told(0, true, null), false)
})

test('a text shows at once where there is no reason to read it', () => {
  assert.equal(statusOf([]), 'PUBLISHED')
  assert.equal(statusOf(['ALL_ARE_READ']), 'WAITING')
  assert.equal(statusOf(['LINK', 'WORD']), 'WAITING')
})
