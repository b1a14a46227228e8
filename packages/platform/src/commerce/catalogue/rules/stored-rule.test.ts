import assert from 'node:assert/strict'
import { test } from 'node:test'
import { agesOf, asksForStock, type StoredCondition, type StoredRule, shownRule } from './stored-rule.ts'

const price: StoredCondition = { field: 'PRICE', operator: 'AT_LEAST', value: '10', minor: 1000 }
const colour: StoredCondition = { field: 'CHOICE', operator: 'IS', value: 'Sage', option: 'Colour' }
const age = (value: string): StoredCondition => ({ field: 'AGE', operator: 'AT_MOST', value })
const stock: StoredCondition = { field: 'STOCK', operator: 'IS', value: 'in' }
const rule = (...conditions: StoredCondition[]): StoredRule => ({ match: 'ANY', conditions })

test('a rule is shown as it was sent, without the minor units of its prices', () => {
  assert.deepEqual(shownRule(rule(price, colour)), {
    match: 'ANY',
    conditions: [
      { field: 'PRICE', operator: 'AT_LEAST', value: '10' },
      { field: 'CHOICE', operator: 'IS', value: 'Sage', option: 'Colour' },
    ],
  })
})

test('a rule depends on stock as soon as one of its conditions does', () => {
  assert.equal(asksForStock(rule(price, stock)), true)
  assert.equal(asksForStock(rule(price, age('30'))), false)
  assert.equal(asksForStock(rule()), false)
})

test('a rule has to be asked again at the ages that it names, and at no other number in it', () => {
  assert.deepEqual(agesOf(rule(age('30'), price, age('7'))), [30, 7])
  assert.deepEqual(agesOf(rule(price, stock)), [])
})
