import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { CollectionCondition } from '@vitrine/contract'
import { Refusal } from '../../../kernel/refusal.ts'
import { readRule } from './read-rule.ts'

const read = (...conditions: CollectionCondition[]) => readRule({ match: 'ALL', conditions }, 'EUR', 'rule')
const taken = (field: CollectionCondition['field'], operator: CollectionCondition['operator'], value: string, more = {}) => {
  const rule = read({ field, operator, value, ...more })
  assert.ok(!(rule instanceof Refusal), 'it was refused')
  return rule.conditions[0]
}
const wrong = (field: CollectionCondition['field'], operator: CollectionCondition['operator'], value: string, more = {}) => {
  const refused = read({ field, operator, value, ...more })
  return refused instanceof Refusal ? refused.data.fieldViolations[0]!.field : 'nothing'
}

describe('a rule of a collection that is saved', () => {
  test('keeps its conditions in their order, without blanks around their values', () => {
    const conditions: CollectionCondition[] = [
      { field: 'BRAND', operator: 'IS', value: ' Café ' },
      { field: 'TYPE', operator: 'IS_NOT', value: 'digital' },
    ]
    assert.deepEqual(readRule({ match: 'ANY', conditions }, 'EUR', 'rule'), {
      match: 'ANY',
      conditions: [
        { field: 'BRAND', operator: 'IS', value: 'Café' },
        { field: 'TYPE', operator: 'IS_NOT', value: 'digital' },
      ],
    })
  })

  test('has its prices in minor units of the shop’s currency, too', () => {
    assert.deepEqual(taken('PRICE', 'AT_LEAST', '10.5'), { field: 'PRICE', operator: 'AT_LEAST', value: '10.5', minor: 1050 })
    assert.equal(wrong('PRICE', 'AT_LEAST', '10.505'), 'rule.conditions[0].value', 'half a cent')
  })

  test('names the condition that is wrong', () => {
    const refused = read({ field: 'BRAND', operator: 'IS', value: 'A' }, { field: 'BRAND', operator: 'IS', value: ' ' })
    assert.ok(refused instanceof Refusal)
    assert.equal(refused.data.fieldViolations[0]!.field, 'rule.conditions[1].value')
  })

  test('takes only operators that its field has', () => {
    assert.equal(wrong('BRAND', 'AT_LEAST', '1'), 'rule.conditions[0].operator')
    assert.equal(wrong('PRICE', 'CONTAINS', '1'), 'rule.conditions[0].operator')
  })

  test('of a choice needs its option, which no other field has', () => {
    assert.equal(wrong('CHOICE', 'IS', 'Sage'), 'rule.conditions[0].option')
    assert.deepEqual(taken('CHOICE', 'IS', 'Sage', { option: 'Colour' }), {
      field: 'CHOICE',
      operator: 'IS',
      value: 'Sage',
      option: 'Colour',
    })
    assert.equal('option' in taken('BRAND', 'IS', 'A', { option: 'Colour' })!, false)
  })
})

describe('a number in a rule', () => {
  test('is one that its field can be, with no more places than it has', () => {
    for (const [field, operator, value] of [
      ['DISCOUNT', 'AT_LEAST', '100'],
      ['DISCOUNT', 'AT_LEAST', '0.25'],
      ['STOCK', 'AT_MOST', '999999999'],
      ['AGE', 'AT_MOST', '3650'],
      ['WEIGHT', 'AT_LEAST', '0.000001'],
    ] as const)
      assert.equal(taken(field, operator, value)!.value, value, `${field} ${value}`)
    for (const [field, operator, value] of [
      ['DISCOUNT', 'AT_LEAST', '100.01'],
      ['DISCOUNT', 'AT_LEAST', '0.255'],
      ['STOCK', 'AT_MOST', '1.5'],
      ['AGE', 'AT_MOST', '3651'],
      ['WEIGHT', 'AT_LEAST', '0.0000001'],
      ['STOCK', 'AT_LEAST', '-1'],
      ['STOCK', 'AT_LEAST', ''],
      ['STOCK', 'AT_LEAST', '1e3'],
      ['STOCK', 'AT_LEAST', 'x1'],
    ] as const)
      assert.equal(wrong(field, operator, value), 'rule.conditions[0].value', `${field} ${value}`)
  })
})

test('what is there or not is asked for by its own word', () => {
  assert.equal(taken('STOCK', 'IS', 'in')!.value, 'in')
  assert.equal(wrong('STOCK', 'IS', 'out'), 'rule.conditions[0].value')
  assert.equal(taken('DISCOUNT', 'IS', 'yes')!.value, 'yes')
  assert.equal(wrong('DISCOUNT', 'IS', 'no'), 'rule.conditions[0].value')
  assert.equal(wrong('TYPE', 'IS', 'gift'), 'rule.conditions[0].value')
})
