import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkCard, readUntil, writeNumber, writeUntil } from './card.ts'

const card = { number: '4242 4242 4242 4242', until: '09 / 29', code: '123', holder: 'Hanna Keller' }
const now = new Date('2026-11-21T12:00:00Z')

test('a number falls into the groups of its card', () => {
  assert.equal(writeNumber('4242424242424242'), '4242 4242 4242 4242')
  assert.equal(writeNumber('42424'), '4242 4')
  assert.equal(writeNumber('378282246310005'), '3782 822463 10005')
  assert.equal(writeNumber('4242'), '4242')
})

test('month and year come apart by themselves, and back together', () => {
  assert.equal(writeUntil('9', ''), '09 / ')
  assert.equal(writeUntil('09', '0'), '09 / ')
  assert.equal(writeUntil('0929', '09 / 2'), '09 / 29')
  assert.equal(writeUntil('09 /', '09 / '), '0')
  assert.equal(writeUntil('09/2029', ''), '09 / 29')
})

test('month and year are read as people write them', () => {
  assert.deepEqual(readUntil('09 / 29'), { month: 9, year: 2029 })
  assert.deepEqual(readUntil('9/2029'), { month: 9, year: 2029 })
  assert.deepEqual(readUntil('0929'), { month: 9, year: 2029 })
  assert.equal(readUntil('13 / 29'), undefined)
  assert.equal(readUntil('soon'), undefined)
})

test('a whole card has nothing wrong', () => {
  assert.deepEqual(checkCard(card, now), {})
  assert.deepEqual(checkCard({ ...card, until: '11 / 26' }, now), {}, 'good to the end of its month')
})

test('what is wrong is said field by field', () => {
  assert.deepEqual(checkCard({ ...card, number: '4242 4242 4242 4243' }, now), {
    number: 'This is no card number. One figure may be wrong.',
  })
  assert.deepEqual(checkCard({ ...card, until: '10 / 26' }, now), { until: 'This card has run out.' })
  assert.deepEqual(checkCard({ ...card, code: '12' }, now), { code: 'Three figures, four on an Amex.' })
  assert.deepEqual(Object.keys(checkCard({ number: '', until: '', code: '', holder: ' ' }, now)), ['number', 'until', 'code', 'holder'])
})
