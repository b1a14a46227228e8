import assert from 'node:assert/strict'
import { test } from 'node:test'
import { meaning } from './find.ts'

test('the search box means SKUs, products and tracking numbers as words of the order', () => {
  for (const text of ['MRW-MUG-OAT-R', 'table plate', 'BC-1']) assert.deepEqual(meaning(` ${text} `), { words: text })
  assert.deepEqual(meaning('00340434161094042557'), { words: '00340434161094042557' }, 'longer than any order number')
})

test('digits are the number of an order or of a shipment, and what has an @ is the address of a buyer', () => {
  assert.deepEqual(meaning('12\u2009667'), { $or: [{ number: 12667 }, { words: '12\u2009667' }] })
  assert.deepEqual(meaning('ada@'), { 'buyerInfo.email': { $startsWith: 'ada@' } })
})
