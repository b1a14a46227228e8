import assert from 'node:assert/strict'
import { test } from 'node:test'
import { collectionRuleOperators } from '@vitrine/contract'
import { offeredFor, operatorsByField, sentenceOf, turned, wrongOf } from './rule-text.ts'

test('the operators that are offered are those that the platform takes', () => {
  assert.deepEqual(operatorsByField, collectionRuleOperators)
})

test('a condition of another field or operator keeps what of its value makes sense', () => {
  const price = { field: 'PRICE', operator: 'AT_MOST', value: '40' } as const
  assert.deepEqual(turned(price, { operator: 'AT_LEAST' }), { field: 'PRICE', operator: 'AT_LEAST', value: '40' })
  assert.deepEqual(turned(price, { field: 'WEIGHT' }), { field: 'WEIGHT', operator: 'AT_MOST', value: '' })
  assert.deepEqual(turned(price, { field: 'TYPE' }), { field: 'TYPE', operator: 'IS', value: 'physical' })
  assert.deepEqual(turned(price, { field: 'CHOICE' }), { field: 'CHOICE', operator: 'IS', value: '', option: '' })
  const stock = { field: 'STOCK', operator: 'IS', value: 'in' } as const
  assert.deepEqual(turned(stock, { operator: 'AT_MOST' }), { field: 'STOCK', operator: 'AT_MOST', value: '' })
  assert.deepEqual(turned(stock, { operator: 'IS_NOT' }), { field: 'STOCK', operator: 'IS_NOT', value: 'in' })
})

test('says what is missing, and the rule as a sentence', () => {
  const glaze = { field: 'CHOICE', option: 'Glaze', operator: 'IS', value: 'Sage' } as const
  assert.equal(wrongOf({ match: 'ALL', conditions: [] }), 'A rule needs a condition.')
  assert.equal(wrongOf({ match: 'ALL', conditions: [{ ...glaze, option: '' }] }), 'Option: its name is needed.')
  assert.equal(wrongOf({ match: 'ALL', conditions: [{ field: 'PRICE', operator: 'AT_MOST', value: 'x' }] }), 'Price: a number is needed.')
  const rule = { match: 'ANY', conditions: [glaze, { field: 'STOCK', operator: 'IS_NOT', value: 'in' }] } as const
  assert.equal(wrongOf({ ...rule, conditions: [...rule.conditions] }), undefined)
  assert.equal(sentenceOf({ ...rule, conditions: [...rule.conditions] }), 'Glaze is Sage or Stock is not in stock')
})

test('conditions are offered what products have: choices of their own option alone', () => {
  const known = { brands: ['Morrow'], ribbons: ['New'], options: [{ name: 'Glaze', choices: ['Sage', 'Oat'] }] }
  assert.deepEqual(offeredFor({ field: 'BRAND', operator: 'IS', value: 'x' }, known), ['Morrow'])
  assert.deepEqual(offeredFor({ field: 'RIBBON', operator: 'IS', value: 'x' }, known), ['New'])
  assert.deepEqual(offeredFor({ field: 'CHOICE', option: 'Glaze', operator: 'IS', value: 'x' }, known), ['Sage', 'Oat'])
  assert.deepEqual(offeredFor({ field: 'CHOICE', option: 'Size', operator: 'IS', value: 'x' }, known), [])
  assert.deepEqual(offeredFor({ field: 'NAME', operator: 'CONTAINS', value: 'x' }, known), [])
})
