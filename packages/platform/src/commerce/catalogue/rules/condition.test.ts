import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type Sql, textOf } from '../../../kernel/db/sql.ts'
import { available } from '../levels.ts'
import { meets } from './condition.ts'
import type { StoredCondition, StoredRule } from './stored-rule.ts'

const now = new Date('2026-03-10T09:00:00.000Z')

const plain = (statement: Sql) => textOf(statement).replaceAll(/\s+/g, ' ').trim()
const asked = (...conditions: StoredCondition[]) => {
  const statement = meets({ match: 'ALL', conditions }, now)
  return [plain(statement).replace(/^\(coalesce\((.*), false\)\)$/, '$1'), [...statement.values]] as const
}
const condition = (field: StoredCondition['field'], operator: StoredCondition['operator'], value: string, more = {}) =>
  asked({ field, operator, value, ...more })

describe('the conditions of a rule', () => {
  const two: StoredRule['conditions'] = [
    { field: 'BRAND', operator: 'IS', value: 'A' },
    { field: 'RIBBON', operator: 'IS', value: 'B' },
  ]
  const one = (column: string, hole: number) => `coalesce((product.traits->>'${column}' = $${hole}), false)`

  test('hold all together, or one of them is enough; what a product does not have, it does not meet', () => {
    assert.equal(plain(meets({ match: 'ALL', conditions: two }, now)), `(${one('brand', 1)} and ${one('ribbon', 2)})`)
    assert.equal(plain(meets({ match: 'ANY', conditions: two }, now)), `(${one('brand', 1)} or ${one('ribbon', 2)})`)
  })
})

describe('a condition asks', () => {
  test('for a price in minor units, from or up to', () => {
    assert.deepEqual(condition('PRICE', 'AT_LEAST', '10', { minor: 1000 }), ['product.price >= $1::numeric', [1000]])
    assert.deepEqual(condition('PRICE', 'AT_MOST', '10', { minor: 1000 }), ['product.price <= $1::numeric', [1000]])
  })

  test('for a discount in hundredths of a percent, or whether there is one', () => {
    const discount = "(product.traits->>'discount')::numeric"
    assert.deepEqual(condition('DISCOUNT', 'AT_LEAST', '12.5'), [`${discount} >= $1::numeric`, [1250]])
    assert.deepEqual(condition('DISCOUNT', 'AT_LEAST', '0.29'), [`${discount} >= $1::numeric`, [29]], 'to the hundredth')
    assert.deepEqual(condition('DISCOUNT', 'IS', 'yes'), [`(${discount} > 0)`, []])
    assert.deepEqual(condition('DISCOUNT', 'IS_NOT', 'yes'), [`not (${discount} > 0)`, []])
  })

  test('for words without case and accents: the same, within, at the beginning, or not', () => {
    const name = (operator: StoredCondition['operator']) => condition('NAME', operator, 'CAFÉ')
    assert.deepEqual(name('IS'), ['(product.name_key = $1)', ['cafe']])
    assert.deepEqual(name('IS_NOT'), ['not (product.name_key = $1)', ['cafe']])
    assert.deepEqual(name('CONTAINS'), ['strpos(product.name_key, $1) > 0', ['cafe']])
    assert.deepEqual(name('NOT_CONTAINS'), ['strpos(product.name_key, $1) = 0', ['cafe']])
    assert.deepEqual(name('STARTS_WITH'), ['starts_with(product.name_key, $1)', ['cafe']])
    assert.deepEqual(condition('BRAND', 'IS', 'Ü'), ["(product.traits->>'brand' = $1)", ['u']])
    assert.deepEqual(condition('RIBBON', 'IS', 'Ü'), ["(product.traits->>'ribbon' = $1)", ['u']])
  })

  test('for a choice of an option, letter by letter', () => {
    assert.deepEqual(condition('CHOICE', 'IS', 'Sage', { option: 'Colour' }), ['(product.choices && $1::text[])', [['Colour\u001fSage']]])
    assert.equal(condition('CHOICE', 'IS_NOT', 'Sage', { option: 'Colour' })[0], 'not (product.choices && $1::text[])')
  })

  test('for stock: whether there is some, or how much of what is tracked', () => {
    assert.equal(condition('STOCK', 'IS', 'in')[0], `(${plain(available)})`)
    assert.equal(condition('STOCK', 'IS_NOT', 'in')[0], `not (${plain(available)})`)
    const [text, values] = condition('STOCK', 'AT_MOST', '5')
    assert.match(text, /^\(select sum\(stock\.quantity\) from stock where .* and stock\.tracked\) <= \$1::numeric$/)
    assert.deepEqual(values, [5])
    assert.match(condition('STOCK', 'AT_LEAST', '5')[0], /stock\.tracked\) >= /)
  })

  test('for an age of so many days: younger is at most, older at least, and at the very instant it is old', () => {
    const then = new Date('2026-02-08T09:00:00.000Z')
    assert.deepEqual(condition('AGE', 'AT_MOST', '30'), ['product.created_at > $1', [then]])
    assert.deepEqual(condition('AGE', 'AT_LEAST', '30'), ['product.created_at <= $1', [then]])
  })

  test('for a SKU that one variant has, or that none has', () => {
    const some = (test: string) => `exists (select from jsonb_array_elements_text(product.traits->'skus') as one (sku) where ${test})`
    assert.deepEqual(condition('SKU', 'STARTS_WITH', 'MUG'), [some('starts_with(one.sku, $1)'), ['mug']])
    assert.deepEqual(condition('SKU', 'CONTAINS', 'MUG'), [some('strpos(one.sku, $1) > 0'), ['mug']])
    assert.deepEqual(condition('SKU', 'NOT_CONTAINS', 'MUG'), [`not ${some('strpos(one.sku, $1) > 0')}`, ['mug']])
  })

  test('for a weight and for the type of a product', () => {
    assert.deepEqual(condition('WEIGHT', 'AT_LEAST', '1.5'), ["(product.traits->>'weight')::numeric >= $1::numeric", [1.5]])
    assert.deepEqual(condition('TYPE', 'IS', 'digital'), ['(product.product_type = $1)', ['digital']])
    assert.deepEqual(condition('TYPE', 'IS_NOT', 'digital'), ['not (product.product_type = $1)', ['digital']])
  })
})
