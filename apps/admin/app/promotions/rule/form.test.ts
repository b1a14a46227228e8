import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { AutomaticDiscountRule } from '@vitrine/contract'
import { everything, scopesOf } from '../things.ts'
import { fieldOf, formOf, freshCondition, freshRule, type RuleForm, ruleOf, wrongIn } from './form.ts'

const zone = 'Europe/Berlin'
const id = '01a200ab-8b45-7322-95f1-0e26911a4768'
const tableware = { collections: [id], products: [] }
const state = { id, revision: '1', createdDate: '', updatedDate: '', active: true, status: 'LIVE' as const, usageCount: 0 }

/** There, as the platform would store it, and back. */
function andBack(form: RuleForm): RuleForm {
  const { trigger, activeTimeInfo, ...sent } = ruleOf(form, 'EUR', zone)
  const kept = { ...state, ...sent, ...(trigger && { trigger }), ...(activeTimeInfo && { activeTimeInfo }) }
  return formOf(kept as AutomaticDiscountRule, zone)
}

suite('the form of a rule', () => {
  const base: RuleForm = { ...freshRule, name: 'Set the table', conditions: [], on: tableware }
  const forms: Readonly<Record<string, RuleForm>> = {
    'a share for always': { ...base, value: '12.5' },
    'an amount off each from four items': {
      ...base,
      kind: 'FIXED_AMOUNT',
      value: '5.00',
      conditions: [{ ...freshCondition('ITEM_QUANTITY_RANGE'), from: '4', things: tableware }],
    },
    'a price for members or on a worth': {
      ...base,
      kind: 'FIXED_PRICE',
      value: '19.00',
      any: true,
      conditions: [
        { ...freshCondition('CUSTOMER_ELIGIBILITY'), members: id },
        { ...freshCondition('SUBTOTAL_RANGE'), from: '50.00', to: '100.00' },
      ],
    },
    'three for a price, while it rains': {
      ...base,
      kind: 'QUANTITY_BASED',
      value: '39.00',
      units: '3',
      conditions: [
        { ...freshCondition('CUSTOM'), custom: `${id} it rains` },
        { ...freshCondition('ITEM_QUANTITY_RANGE'), to: '9' },
      ],
      from: '2026-12-01T00:00',
      until: '2026-12-24T23:59',
    },
    'buy two, get one': { ...base, value: '100', offer: true, buys: '2', bought: tableware, gets: '1', limit: '3' },
    'spend fifty, get one cheaper': { ...base, value: '50', offer: true, buys: '50.00', spends: true, bought: everything, on: everything },
  }
  for (const [name, form] of Object.entries(forms))
    test(`goes there and back: ${name}`, () => {
      assert.deepEqual(wrongIn(form, 'EUR'), {})
      assert.deepEqual(andBack(form), form)
    })

  test('names what cannot be sent', () => {
    const wrong = wrongIn(
      { ...freshRule, value: '0', conditions: [freshCondition('SUBTOTAL_RANGE')], offer: true, buys: 'x', gets: '' },
      'EUR',
    )
    assert.deepEqual(Object.keys(wrong), ['name', 'conditions.0', 'value', 'buys', 'gets'])
  })

  test('everything is a scope without ids', () => {
    assert.deepEqual(
      scopesOf(everything).map(({ catalogItemFilter }) => catalogItemFilter?.catalogItemIds),
      [undefined],
    )
  })

  test('knows where the platform’s words belong', () => {
    assert.equal(fieldOf('discountRule.trigger.and.triggers[1].subtotalRange'), 'conditions.1')
    assert.equal(fieldOf('discountRule.trigger.itemQuantityRange'), 'conditions.0')
    assert.equal(fieldOf('discountRule.discounts.values[0].buyXGetYInfo.customerBuys'), 'buys')
    assert.equal(fieldOf('discountRule.discounts.values[0]'), 'value')
    assert.equal(fieldOf('discountRule.activeTimeInfo'), 'until')
  })
})
