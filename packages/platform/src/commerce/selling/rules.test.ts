import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { minor } from '@vitrine/pricing'
import type { RuleSettings, RuleTrigger } from '../../kernel/settings/discount-settings.ts'
import { catalogueApps, storesApp } from './apps.ts'
import { appOf, nextTurn, rulesOf } from './rules.ts'

const now = new Date('2026-03-10T09:00:00.000Z')
const otherCatalogueId = [...catalogueApps].find((id) => id !== storesApp)!

const rule = (more: Partial<RuleSettings> = {}): RuleSettings => ({
  id: 'r1',
  name: 'Spring',
  active: true,
  scopes: [],
  off: { percent: '10' },
  revision: 1,
  createdAt: now.toISOString(),
  updatedAt: now.toISOString(),
  ...more,
})

const only = (more: Partial<RuleSettings>) => rulesOf({ rules: [rule(more)] })[0]!

describe('discount rules as prices are made by them', () => {
  test('are none where the shop has set none', () => {
    assert.deepEqual(rulesOf(undefined), [])
    assert.deepEqual(rulesOf({ rules: [] }), [])
  })

  test('say what they take off, from when until when, in the merchant’s order', () => {
    const rules = rulesOf({
      rules: [
        rule({ startsAt: '2026-03-01T00:00:00.000Z', endsAt: '2026-04-01T00:00:00.000Z' }),
        rule({ id: 'r2', name: 'Autumn', active: false }),
      ],
    })
    assert.deepEqual(rules, [
      {
        id: 'r1',
        name: 'Spring',
        active: true,
        place: 0,
        startsAt: Date.parse('2026-03-01T00:00:00.000Z'),
        endsAt: Date.parse('2026-04-01T00:00:00.000Z'),
        trigger: null,
        scopes: [],
        off: { percent: '10' },
      },
      {
        id: 'r2',
        name: 'Autumn',
        active: false,
        place: 1,
        startsAt: null,
        endsAt: null,
        trigger: null,
        scopes: [],
        off: { percent: '10' },
      },
    ])
  })

  test('are made once for each revision of the settings', () => {
    const settings = { rules: [rule()] }
    assert.equal(rulesOf(settings), rulesOf(settings))
    assert.notEqual(rulesOf(settings), rulesOf({ ...settings }))
  })
})

describe('what a rule is for', () => {
  const scopesOf = (...scopes: RuleSettings['scopes']) => only({ scopes }).scopes

  test('items of the catalogue under either of its names, whatever the case of their ids', () => {
    for (const appId of [storesApp, otherCatalogueId])
      assert.deepEqual(scopesOf({ id: 's', appId, itemIds: ['AAA', 'bbb'] }), [{ appId: storesApp, itemIds: ['aaa', 'bbb'] }])
    assert.deepEqual(scopesOf({ id: 's', appId: storesApp, itemIds: [] }), [{ appId: storesApp, itemIds: [] }])
  })

  test('items of another app under that app’s own name', () => {
    assert.deepEqual(scopesOf({ id: 's', appId: 'bookings', itemIds: ['A'] }), [{ appId: 'bookings', itemIds: ['a'] }])
    assert.deepEqual([appOf('bookings'), appOf(otherCatalogueId), appOf(storesApp)], ['bookings', storesApp, storesApp])
  })

  test('collections of the catalogue; a filter that only another app understands finds nothing', () => {
    const params = { collectionIds: ['C1', 7, 'c2', null] }
    assert.deepEqual(scopesOf({ id: 's', appId: otherCatalogueId, params }), [{ collectionIds: ['c1', 'c2'] }])
    assert.deepEqual(scopesOf({ id: 's', appId: 'bookings', params }), [{ collectionIds: [] }])
    assert.deepEqual(scopesOf({ id: 's', appId: storesApp }), [{ collectionIds: [] }])
    assert.deepEqual(scopesOf({ id: 's', appId: storesApp, params: { collectionIds: 'c1' } }), [{ collectionIds: [] }])
  })

  test('of a buy-x-get-y offer, what has to be bought is read in the same way', () => {
    const offer = { scopes: [{ id: 's', appId: otherCatalogueId, itemIds: ['A'] }], buys: { quantity: 2 }, gets: 1, limit: 3 }
    assert.deepEqual(only({ offer }).offer, { scopes: [{ appId: storesApp, itemIds: ['a'] }], buys: { quantity: 2 }, gets: 1, limit: 3 })
    assert.equal('offer' in only({}), false)
  })
})

describe('when a rule applies', () => {
  const scopes = [{ id: 's', appId: otherCatalogueId, itemIds: ['A'] }]
  const read = [{ appId: storesApp, itemIds: ['a'] }]

  test('by subtotal or quantity of some goods', () => {
    assert.deepEqual(only({ trigger: { type: 'SUBTOTAL_RANGE', scopes, from: minor(5000) } }).trigger, {
      type: 'SUBTOTAL_RANGE',
      scopes: read,
      from: 5000,
    })
    assert.deepEqual(only({ trigger: { type: 'ITEM_QUANTITY_RANGE', scopes, from: 2, to: 5 } }).trigger, {
      type: 'ITEM_QUANTITY_RANGE',
      scopes: read,
      from: 2,
      to: 5,
    })
  })

  test('by another app’s condition, whatever the case of its id; by members as they are named', () => {
    assert.deepEqual(only({ trigger: { type: 'CUSTOM', appId: 'RAIN', id: 'It-Rains' } }).trigger, {
      type: 'CUSTOM',
      appId: 'rain',
      id: 'It-Rains',
    })
    const members: RuleTrigger = { type: 'CUSTOMER_ELIGIBILITY', memberIds: ['m1'] }
    assert.deepEqual(only({ trigger: members }).trigger, members)
  })

  test('by several conditions at once, to any depth', () => {
    const inner: RuleTrigger = { type: 'OR', triggers: [{ type: 'CUSTOM', appId: 'RAIN', id: 'x' }] }
    assert.deepEqual(only({ trigger: { type: 'AND', triggers: [inner, { type: 'SUBTOTAL_RANGE', scopes }] } }).trigger, {
      type: 'AND',
      triggers: [
        { type: 'OR', triggers: [{ type: 'CUSTOM', appId: 'rain', id: 'x' }] },
        { type: 'SUBTOTAL_RANGE', scopes: read },
      ],
    })
  })
})

describe('when prices change next without anybody doing anything', () => {
  const at = (...rules: RuleSettings[]) => nextTurn({ rules }, now)?.toISOString()
  const earlier = '2026-03-10T08:59:59.999Z'
  const soon = '2026-03-10T09:00:00.001Z'
  const late = '2026-03-12T00:00:00.000Z'

  test('never, where no rule begins or ends any more', () => {
    assert.equal(nextTurn(undefined, now), undefined)
    assert.equal(at(rule(), rule({ startsAt: earlier, endsAt: now.toISOString() })), undefined)
  })

  test('at the earliest beginning or end that is still ahead', () => {
    assert.equal(at(rule({ startsAt: earlier, endsAt: late })), late)
    assert.equal(at(rule({ endsAt: late }), rule({ startsAt: soon, endsAt: late })), soon)
  })

  test('not by a rule that is switched off', () => {
    assert.equal(at(rule({ active: false, startsAt: soon, endsAt: late })), undefined)
  })

  test('within a minute, where an active rule asks another app', () => {
    const trigger: RuleTrigger = { type: 'AND', triggers: [{ type: 'CUSTOM', appId: 'rain', id: 'x' }] }
    assert.equal(at(rule({ trigger, endsAt: late })), '2026-03-10T09:01:00.000Z')
    assert.equal(at(rule({ trigger, endsAt: soon })), soon)
    assert.equal(at(rule({ trigger, active: false })), undefined)
  })
})
