import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { DiscountRuleInput } from '@vitrine/contract'
import { Refusal } from '../../kernel/refusal.ts'
import type { RuleSettings, RuleTrigger } from '../../kernel/settings/discount-settings.ts'
import { appsAsked, showRule, writtenRule } from './rule.ts'

const now = new Date('2026-03-10T09:00:00.000Z')
const path = 'discounts.values[0]'

const items = (id: string, ...catalogItemIds: string[]) => ({ id, catalogItemFilter: { catalogAppId: 'stores', catalogItemIds } })
const off = (discount: object, more: object = {}) => ({ name: 'Spring', discounts: { values: [discount] }, ...more }) as DiscountRuleInput
const tenth = { specificItemsInfo: { scopes: [items('s1', 'mug')] }, percentage: 10 }

const write = (sent: DiscountRuleInput, before?: RuleSettings) => writtenRule(before, sent, 'EUR')
const written = (...of: Parameters<typeof write>) => {
  const rule = write(...of)
  assert.ok(!(rule instanceof Refusal), `it was refused: ${JSON.stringify((rule as Refusal).data)}`)
  return rule
}
const wrong = (...of: Parameters<typeof write>) => {
  const refused = write(...of)
  assert.ok(refused instanceof Refusal, 'it was taken')
  const { ruleName, field } = refused.data.fieldViolations[0]!
  return [ruleName, field.replace('discountRule.', '')]
}

const stored: RuleSettings = {
  id: 'r1',
  name: 'Spring',
  active: true,
  startsAt: '2026-03-01T00:00:00.000Z',
  endsAt: '2026-04-01T00:00:00.000Z',
  scopes: [{ id: 's1', appId: 'stores', itemIds: ['mug'] }],
  off: { percent: '10' },
  tags: ['t1'],
}

describe('a new discount rule', () => {
  test('needs a name and a discount, and is switched off until it is said otherwise', () => {
    assert.deepEqual(written(off(tenth)), {
      name: 'Spring',
      active: false,
      scopes: [{ id: 's1', appId: 'stores', itemIds: ['mug'] }],
      off: { percent: '10' },
    })
    assert.deepEqual(wrong(off(tenth, { name: undefined })), ['REQUIRED_FIELD', 'name'])
    assert.deepEqual(wrong({ name: 'Spring' }), ['INVALID_EMPTY_DISCOUNT', 'discounts'])
  })

  test('ends after it starts, if both are said', () => {
    const at = (start?: string, end?: string) => off(tenth, { activeTimeInfo: { start, end } })
    assert.equal(written(at('2026-03-01T00:00:00Z', '2026-03-01T00:00:01Z')).endsAt, '2026-03-01T00:00:01Z')
    assert.deepEqual(wrong(at('2026-03-01T00:00:00Z', '2026-03-01T00:00:00Z')), ['INVALID_ACTIVE_TIME_RANGE', 'activeTimeInfo'])
    assert.equal('startsAt' in written(at(undefined, '2020-01-01T00:00:00Z')), false)
  })
})

describe('updating a discount rule', () => {
  test('keeps what was not sent; null takes time, trigger and tags away', () => {
    const { id: _, ...before } = stored
    assert.deepEqual(written({}, stored), before)
    const bare = written(
      { activeTimeInfo: null, tags: null, trigger: null },
      {
        ...stored,
        trigger: { type: 'CUSTOM', appId: 'a', id: 'x' },
      },
    )
    for (const field of ['startsAt', 'endsAt', 'tags', 'trigger']) assert.equal(field in bare, false, field)
  })

  test('another discount takes the place of the whole of the old one', () => {
    const bundle: RuleSettings = { ...stored, off: { bundle: { quantity: 3, price: 1000 as never } }, bundleId: 'b1' }
    const after = written(off(tenth), bundle)
    assert.deepEqual([after.off, 'bundleId' in after], [{ percent: '10' }, false])
    assert.equal(written({ name: 'Bundle' }, bundle).bundleId, 'b1')
  })
})

describe('what a rule gives', () => {
  const given = (discount: object) => written(off({ ...tenth, percentage: undefined, ...discount })).off

  test('is a share, an amount off each, a price of each, or a price of several', () => {
    assert.deepEqual(given({ percentage: 33.33333 }), { percent: '33.3333' })
    assert.deepEqual(given({ fixedAmount: '2.005' }), { each: 201 })
    assert.deepEqual(given({ fixedPrice: '9.9' }), { price: 990 })
    const bundle = written(off({ ...tenth, percentage: null, quantityBased: { configurations: [{ id: 'b1', quantity: 3, price: '10' }] } }))
    assert.deepEqual([bundle.off, bundle.bundleId], [{ bundle: { quantity: 3, price: 1000 } }, 'b1'])
  })

  test('is one thing, and that which its type says', () => {
    assert.deepEqual(wrong(off({ ...tenth, fixedPrice: '1' })), ['INVALID_DISCOUNT_TYPE', `${path}.discountType`])
    assert.deepEqual(wrong(off({ ...tenth, discountType: 'FIXED_PRICE' })), ['INVALID_DISCOUNT_TYPE', `${path}.discountType`])
    assert.deepEqual(written(off({ ...tenth, discountType: 'PERCENTAGE' })).off, { percent: '10' })
    assert.deepEqual(wrong(off({ ...tenth, percentage: null })), ['INVALID_EMPTY_DISCOUNT', path])
    assert.deepEqual(wrong(off({ ...tenth, percentage: null, fixedAmount: '0.004' })), ['INVALID_EMPTY_DISCOUNT', `${path}.fixedAmount`])
  })

  test('is for the items or the filter that each scope names, one of the two', () => {
    const scoped = (scope: object) => off({ ...tenth, specificItemsInfo: { scopes: [scope] } })
    const filter = { customFilter: { appId: 'stores', params: { collectionIds: ['c'] } } }
    assert.deepEqual(written(scoped({ id: 's', ...filter })).scopes, [{ id: 's', appId: 'stores', params: { collectionIds: ['c'] } }])
    assert.deepEqual(written(scoped({ id: 's', catalogItemFilter: { catalogAppId: 'stores' } })).scopes, [
      { id: 's', appId: 'stores', itemIds: [] },
    ])
    const at = `${path}.specificItemsInfo.scopes[0]`
    assert.deepEqual(wrong(scoped({})), ['INVALID_SCOPE', at])
    assert.deepEqual(wrong(scoped({ ...items('s', 'mug'), ...filter })), ['INVALID_SCOPE', at])
    assert.deepEqual(wrong(scoped({ ...items('s', 'mug'), type: 'CUSTOM_FILTER' })), ['INVALID_SCOPE_TYPE', `${at}.type`])
    assert.deepEqual(wrong(scoped({ ...filter, type: 'CATALOG_ITEM' })), ['INVALID_SCOPE_TYPE', `${at}.type`])
  })
})

describe('buy x, get y', () => {
  const buy = { minimumQuantity: 2, scopes: [items('b', 'mug')] }
  const info = (customerBuys: object = buy, more: object = {}) => ({
    percentage: 100,
    buyXGetYInfo: { customerBuys, customerGets: { quantity: 1, scopes: [items('g', 'bowl')] }, limit: 3 },
    ...more,
  })

  test('says what is bought, by number or by value, and what is got for it', () => {
    const rule = written(off(info()))
    assert.deepEqual(rule.scopes, [{ id: 'g', appId: 'stores', itemIds: ['bowl'] }])
    const scopes = [{ id: 'b', appId: 'stores', itemIds: ['mug'] }]
    assert.deepEqual(rule.offer, { scopes, buys: { quantity: 2 }, gets: 1, limit: 3 })
    assert.deepEqual(written(off(info({ minimumSpend: '50', scopes: null }))).offer?.buys, { spend: 5000 })
  })

  test('names one of number and value, and not a value of nothing', () => {
    const rule = ['INVALID_CUSTOMER_BUY_CONDITION', `${path}.buyXGetYInfo.customerBuys`]
    for (const buys of [{}, { minimumQuantity: 2, minimumSpend: '50' }, { minimumSpend: '0.001' }])
      assert.deepEqual(wrong(off(info(buys))), rule, JSON.stringify(buys))
  })

  test('is no bundle, and is not for specific items as well', () => {
    const bundle = { percentage: null, quantityBased: { configurations: [{ quantity: 3, price: '10' }] } }
    assert.deepEqual(wrong(off(info(buy, bundle))), ['INVALID_DISCOUNT_TYPE', `${path}.discountType`])
    const target = (more: object) => wrong(off({ ...info(), ...more }))
    const [name] = target({ targetType: 'SPECIFIC_ITEMS' })
    assert.equal(name, 'INVALID_TARGET_TYPE_FIELD')
    assert.deepEqual(target({ specificItemsInfo: tenth.specificItemsInfo, targetType: 'BUY_X_GET_Y' }), [
      'INVALID_TARGET_TYPE_FIELD',
      `${path}.buyXGetYInfo`,
    ])
    assert.deepEqual(target({ specificItemsInfo: tenth.specificItemsInfo }), ['INVALID_TARGET_TYPE_FIELD', `${path}.specificItemsInfo`])
    assert.deepEqual(wrong(off({ ...tenth, targetType: 'BUY_X_GET_Y' })), ['INVALID_TARGET_TYPE_FIELD', `${path}.buyXGetYInfo`])
    assert.deepEqual(wrong(off({ percentage: 10 })), ['INVALID_TARGET_TYPE_FIELD', `${path}.specificItemsInfo`])
  })
})

describe('when a rule applies', () => {
  const triggered = (trigger: object) => off(tenth, { trigger })
  const read = (trigger: object) => written(triggered(trigger)).trigger
  const custom = { customTrigger: { id: 'x', appId: 'rain' } }
  const range = { subtotalRange: { from: '50' } }

  test('is by a range of the subtotal or of the quantity, with at least one end, in their order', () => {
    assert.deepEqual(read({ subtotalRange: { from: '50', to: '99.995', scopes: [items('s', 'mug')] } }), {
      type: 'SUBTOTAL_RANGE',
      scopes: [{ id: 's', appId: 'stores', itemIds: ['mug'] }],
      from: 5000,
      to: 10_000,
    })
    assert.deepEqual(read({ itemQuantityRange: { from: 3 } }), { type: 'ITEM_QUANTITY_RANGE', scopes: [], from: 3 })
    assert.deepEqual(read({ itemQuantityRange: { from: 3, to: 3 } }), { type: 'ITEM_QUANTITY_RANGE', scopes: [], from: 3, to: 3 })
    assert.deepEqual(wrong(triggered({ subtotalRange: {} })), ['INVALID_SUBTOTAL_RANGE', 'trigger.subtotalRange'])
    assert.deepEqual(wrong(triggered({ subtotalRange: { from: '2', to: '1' } })), ['INVALID_SUBTOTAL_RANGE', 'trigger.subtotalRange'])
    assert.deepEqual(wrong(triggered({ itemQuantityRange: { from: 2, to: 1 } })), [
      'INVALID_ITEM_QUANTITY_RANGE',
      'trigger.itemQuantityRange',
    ])
  })

  test('is by another app, or by members that are named one by one', () => {
    assert.deepEqual(read(custom), { type: 'CUSTOM', id: 'x', appId: 'rain' })
    const members = (info: object) => ({ customerEligibility: info })
    assert.deepEqual(read(members({ individualMembersInfo: { memberIds: ['ABC'] } })), { type: 'CUSTOMER_ELIGIBILITY', memberIds: ['abc'] })
    for (const info of [{}, { eligibilityType: 'SEGMENTS', individualMembersInfo: { memberIds: [] } }])
      assert.deepEqual(wrong(triggered(members(info))), ['INVALID_TRIGGER_TYPE', 'trigger.customerEligibility'])
  })

  test('is by several conditions, all or one of them, but no deeper', () => {
    assert.deepEqual(read({ and: { triggers: [custom, range] } }), {
      type: 'AND',
      triggers: [
        { type: 'CUSTOM', id: 'x', appId: 'rain' },
        { type: 'SUBTOTAL_RANGE', scopes: [], from: 5000 },
      ],
    })
    assert.equal(read({ or: { triggers: [custom, range] } })!.type, 'OR')
    assert.deepEqual(wrong(triggered({ or: { triggers: [custom, { and: { triggers: [custom, range] } }] } })), [
      'OPERATOR_TOO_DEEPLY_NESTED',
      'trigger.or.triggers[1]',
    ])
    assert.deepEqual(wrong(triggered({ and: { triggers: [{ subtotalRange: {} }] } }))[1], 'trigger.and.triggers[0].subtotalRange')
  })

  test('is one condition, and that which its type says', () => {
    assert.deepEqual(wrong(triggered({ ...custom, ...range })), ['INVALID_TRIGGER_TYPE', 'trigger'])
    assert.deepEqual(wrong(triggered({})), ['INVALID_TRIGGER_TYPE', 'trigger'])
    assert.deepEqual(wrong(triggered({ ...custom, triggerType: 'SUBTOTAL_RANGE' })), ['INVALID_TRIGGER_TYPE', 'trigger'])
    assert.deepEqual(wrong(triggered({ triggerType: 'SUBTOTAL_RANGE' })), ['MISSING_SUBTOTAL_RANGE', 'trigger'])
    assert.deepEqual(wrong(triggered({ triggerType: 'ITEM_QUANTITY_RANGE' })), ['MISSING_ITEM_QUANTITY_RANGE', 'trigger'])
    assert.deepEqual(wrong(triggered({ triggerType: 'CUSTOM' })), ['INVALID_TRIGGER_TYPE', 'trigger'])
  })
})

test('a rule names the apps that it asks, wherever they stand in it', () => {
  const ask = (appId: string): RuleTrigger => ({ type: 'CUSTOM', appId, id: 'x' })
  assert.deepEqual(appsAsked(undefined), [])
  assert.deepEqual(appsAsked(ask('rain')), ['rain'])
  assert.deepEqual(appsAsked({ type: 'OR', triggers: [ask('rain'), { type: 'CUSTOMER_ELIGIBILITY', memberIds: [] }, ask('band')] }), [
    'rain',
    'band',
  ])
})

describe('a discount rule as it is shown', () => {
  const shown = (rule: RuleSettings, at = now) => showRule(rule, 7, 'EUR', new Date('2026-01-01T00:00:00.000Z'), at)

  test('has its dates, its uses and its status now', () => {
    const { status, usageCount, activeTimeInfo, revision, createdDate, tags } = shown(stored)
    assert.deepEqual([status, usageCount, revision, createdDate], ['LIVE', 7, '1', '2026-01-01T00:00:00.000Z'])
    assert.deepEqual(activeTimeInfo, { start: stored.startsAt, end: stored.endsAt })
    assert.deepEqual(tags, { privateTags: { tagIds: ['t1'] } })
    assert.equal(shown(stored, new Date('2026-02-01T00:00:00Z')).status, 'PENDING')
    assert.equal(shown(stored, new Date('2026-04-01T00:00:00Z')).status, 'EXPIRED')
    const { startsAt: _, endsAt: __, tags: ___, ...plain } = stored
    for (const field of ['activeTimeInfo', 'tags', 'trigger']) assert.equal(field in shown(plain), false, field)
  })

  test('and sent back is the rule that it was', () => {
    const scopes = [{ id: 's1', appId: 'stores', itemIds: ['mug'] }]
    const offer = { scopes, buys: { quantity: 2 }, gets: 1, limit: 3 }
    const rules: readonly Partial<RuleSettings>[] = [
      {},
      { off: { each: 250 as never } },
      { off: { price: 990 as never } },
      { off: { bundle: { quantity: 3, price: 1000 as never } }, bundleId: 'b1' },
      { offer },
      { offer: { scopes: [], buys: { spend: 5000 as never }, gets: 2 } },
      { scopes: [{ id: 's2', appId: 'stores', params: { collectionIds: ['c'] } }] },
      {
        trigger: {
          type: 'AND',
          triggers: [
            { type: 'CUSTOM', appId: 'rain', id: 'x' },
            { type: 'CUSTOMER_ELIGIBILITY', memberIds: ['m'] },
          ],
        },
      },
      { trigger: { type: 'OR', triggers: [{ type: 'SUBTOTAL_RANGE', scopes, from: 100 as never, to: 200 as never }] } },
      { trigger: { type: 'ITEM_QUANTITY_RANGE', scopes: [], to: 5 } },
    ]
    for (const more of rules) {
      const rule = { ...stored, ...more }
      const { id: _, ...expected } = rule
      assert.deepEqual(written(shown(rule) as unknown as DiscountRuleInput), expected, JSON.stringify(more))
    }
  })
})
