import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { StoredRule } from '../rules/stored-rule.ts'
import { asksFor, settled, whileRenamed, whileTakenBack } from './rules.ts'

const renaming = { kind: 'brand', from: 'Morrow', to: 'Nord' } as const
const rule: StoredRule = {
  match: 'ANY',
  conditions: [
    { field: 'BRAND', operator: 'IS', value: 'MORROW' },
    { field: 'BRAND', operator: 'IS', value: 'Nord' },
    { field: 'RIBBON', operator: 'IS', value: 'Morrow' },
    { field: 'RIBBON', operator: 'CONTAINS', value: 'sale' },
  ],
}

describe('rules of collections and names', () => {
  test('a rule asks for a name without regard to case, for a part of it, or for another field', () => {
    assert.equal(asksFor(rule, 'brand', 'Morrow'), 'name')
    assert.equal(asksFor(rule, 'ribbon', 'Summer Sale'), 'part')
    assert.equal(asksFor(rule, 'ribbon', 'New'), undefined)
    assert.equal(asksFor(rule, 'brand', 'Summer Sale'), undefined)
  })

  test('a rule asks for both names while products are renamed, and once for the new one after', () => {
    const during = whileRenamed(rule, renaming)
    assert.deepEqual(during.conditions[0], { field: 'BRAND', operator: 'IS', value: 'Nord', also: 'Morrow' })
    assert.deepEqual(during.conditions.slice(1), rule.conditions.slice(1))
    assert.deepEqual(settled(during).conditions, rule.conditions.slice(1))
  })

  test('the rule from before is what comes back', () => {
    const back = whileTakenBack(rule, renaming)
    assert.deepEqual(back.conditions[0], { field: 'BRAND', operator: 'IS', value: 'MORROW', also: 'Nord' })
    assert.deepEqual(settled(back), rule)
  })
})
