import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Quote } from '@vitrine/pricing'
import { Refusal } from '../../kernel/refusal.ts'
import type { Delivery } from '../selling/delivery.ts'
import type { KnownLine } from '../selling/line.ts'
import { nothingOffered, type Offered } from '../selling/offers.ts'
import { chargesOf, perksOf, ungranted } from './grant.ts'

const line = (id: string, item: object = {}, more: object = {}) =>
  ({ id, quantity: 1, item: { itemType: 'PHYSICAL', available: null, ...item }, ...more }) as unknown as KnownLine
const mug = line('mug')
const card = line('card', { itemType: 'GIFT_CARD' })
const coffee = line('coffee', { plan: { id: 'p' } })

const quoteOf = (more: object = {}) =>
  ({ giftCard: null, payNow: { total: 5000 }, currency: 'EUR', lines: [], reasons: [], ...more }) as unknown as Quote
const offeredOf = (more: object) => ({ ...nothingOffered, ...more }) as Offered
const codeOf = (answer: unknown) => (answer instanceof Refusal ? answer.code : undefined)

test('an order is refused for a membership of a service that was chosen and does not pay', () => {
  const services = { appIds: new Set(['a']), unmet: [{ reason: 'TIMEOUT', lineIds: ['mug'] }] }
  const refused = ungranted([mug], quoteOf(), offeredOf({ memberships: { ...nothingOffered.memberships, services } }))
  assert.ok(refused instanceof Refusal)
  assert.deepEqual([refused.code, refused.data], ['CHARGE_MEMBERSHIP_ERROR', { reason: 'TIMEOUT', lineItemIds: ['mug'] }])
})

describe('an order is refused for a coupon', () => {
  const coupon = (code: string | undefined) =>
    offeredOf({ coupon: { code: 'SPRING', coupon: null, error: code === undefined ? undefined : { code } } })

  test('that cannot be used any more, by its own reason', () => {
    const refused = ungranted([mug], quoteOf(), coupon('ERROR_COUPON_HAS_EXPIRED'))
    assert.ok(refused instanceof Refusal)
    assert.deepEqual([refused.code, refused.data], ['ERROR_COUPON_HAS_EXPIRED', { couponCode: 'SPRING' }])
  })

  test('that is to pay for gift cards alone', () => {
    assert.equal(codeOf(ungranted([card], quoteOf(), coupon('ERROR_COUPON_HAS_EXPIRED'))), 'COUPON_CANNOT_BE_USED_TO_PURCHASE_GIFT_CARD')
    assert.equal(codeOf(ungranted([card, mug], quoteOf(), coupon('NOTHING_TAKEN'))), undefined)
  })

  test('not for one that takes nothing off these goods, and not without one', () => {
    assert.equal(ungranted([mug], quoteOf(), coupon('NOTHING_TAKEN')), undefined)
    assert.equal(ungranted([mug], quoteOf(), coupon(undefined)), undefined)
    assert.equal(ungranted([card], quoteOf(), nothingOffered), undefined)
  })
})

describe('an order is refused for a gift card', () => {
  const paying = (seen: number, balance: number) => offeredOf({ giftCard: { id: 'g', suffix: 'WXYZ', seen, offer: { balance } } })
  const paid = (amount: number, left: number, total = 5000) => quoteOf({ giftCard: { amount, left }, payNow: { total } })

  test('that holds less than its buyer saw, where that makes it pay less', () => {
    const refused = ungranted([mug], paid(1000, 0), paying(2000, 1000))
    assert.ok(refused instanceof Refusal)
    assert.deepEqual([refused.code, refused.data], ['REDEEM_GIFT_CARD_ERROR', { reason: 'INSUFFICIENT_FUNDS' }])
    assert.equal(ungranted([mug], paid(1000, 500), paying(2000, 1500)), undefined, 'there is enough left')
    assert.equal(ungranted([mug], paid(1000, 0), paying(1000, 1000)), undefined, 'it holds what it held')
  })

  test('that is to pay for gift cards alone, or for a subscription', () => {
    assert.equal(codeOf(ungranted([card], paid(0, 1000), paying(1000, 1000))), 'GIFT_CARD_CANNOT_BE_USED_TO_PURCHASE_GIFT_CARD')
    assert.equal(codeOf(ungranted([coffee], paid(0, 1000), paying(1000, 1000))), 'SUBSCRIPTION_WITH_GIFT_CARD')
    assert.equal(ungranted([coffee, mug], paid(500, 500), paying(1000, 1000)), undefined, 'it pays for the rest')
    assert.equal(codeOf(ungranted([coffee], paid(0, 0), paying(0, 0))), undefined, 'an empty card is no reason')
  })

  test('not where nothing is to be paid', () => {
    assert.equal(ungranted([card], paid(0, 1000, 0), paying(1000, 1000)), undefined)
  })
})

describe('an order is refused for a discount of a service', () => {
  const services = (seen: number, silent: boolean) =>
    offeredOf({ services: { scopes: new Map([['s1', 'GLOBAL']]), asked: true, silent, seen } })
  const took = (amount: number) => quoteOf({ reasons: [{ step: 'DISCOUNT', id: 's1', source: 'RULE', amount, lineIds: [] }] })

  test('that its buyer saw, and that is less because the service is silent', () => {
    assert.equal(codeOf(ungranted([mug], took(0), services(500, true))), 'CHECKOUT_CHANGED')
    assert.equal(ungranted([mug], took(500), services(500, true)), undefined, 'another service is silent')
    assert.equal(ungranted([mug], took(0), services(0, true)), undefined, 'nothing was promised')
    assert.equal(ungranted([mug], took(0), services(500, false)), undefined, 'the service has another answer by now')
  })
})

describe('what an order uses up', () => {
  const buyer = { owner: 'member:m1', email: 'ada@example.com' }
  const noDelivery = { chosen: null } as unknown as Delivery
  const took = (id: string, source: string, amount: number) => ({ step: 'DISCOUNT', id, source, amount, lineIds: [] })

  test('is nothing where nothing was offered', () => {
    assert.deepEqual(perksOf(buyer, quoteOf(), nothingOffered, noDelivery), {
      buyer,
      coupon: null,
      slot: null,
      memberships: [],
      rules: [],
      giftCard: null,
    })
  })

  test('is a coupon with all that it took, unless it cannot be used', () => {
    const quote = quoteOf({
      reasons: [took('c1', 'COUPON', 300), took('r1', 'RULE', 70), took('c1', 'COUPON', 200), { step: 'TAX', id: 'c1', amount: 9 }],
    })
    const offered = (error?: object) => offeredOf({ coupon: { code: 'SPRING', coupon: { id: 'c1' }, error } })
    const { coupon, rules } = perksOf(buyer, quote, offered(), noDelivery)
    assert.deepEqual(coupon, { id: 'c1', code: 'SPRING', given: 500 })
    assert.deepEqual(rules, [{ id: 'r1', given: 70 }])
    assert.equal(perksOf(buyer, quote, offered({ code: 'ERROR' }), noDelivery).coupon, null)
  })

  test('is nothing of the coupons and discounts of services', () => {
    const quote = quoteOf({ reasons: [took('c1', 'COUPON', 300), took('s1', 'RULE', 70)] })
    const offered = offeredOf({
      coupon: { code: 'SPRING', coupon: { id: 'c1' }, error: undefined, providerId: 'p' },
      services: { ...nothingOffered.services, scopes: new Map([['s1', 'GLOBAL']]) },
    })
    const { coupon, rules } = perksOf(buyer, quote, offered, noDelivery)
    assert.deepEqual([coupon, rules], [null, []])
  })

  test('is what a gift card pays, if that is something', () => {
    const offered = offeredOf({ giftCard: { id: 'g', suffix: 'WXYZ', seen: 1000, offer: { balance: 1000 } } })
    const used = (amount: number) => perksOf(buyer, quoteOf({ giftCard: { amount, left: 0 } }), offered, noDelivery).giftCard
    assert.deepEqual(used(700), { id: 'g', suffix: 'WXYZ', amount: 700, currency: 'EUR' })
    assert.equal(used(0), null)
  })

  test('is one credit of a membership for each unit that it pays for', () => {
    const quote = quoteOf({ lines: ['l1', 'l2', 'l3'].map((id, i) => ({ id, quantity: i + 1 })) })
    const memberships = { ...nothingOffered.memberships, selected: [{ id: 'm', appId: 'a', lineIds: ['l1', 'l3'] }] }
    assert.deepEqual(perksOf(buyer, quote, offeredOf({ memberships }), noDelivery).memberships, [{ id: 'm', credits: 4 }])
  })

  test('is no credit of a membership of a service, which is charged for each line that it pays for', () => {
    const reference = { appId: 'shop', catalogItemId: 'yoga' }
    const lines = ['l1', 'l2', 'l3'].map((id) => line(id, {}, { reference, quantity: 2 }))
    const ten = { id: 'ten', appId: 'a', name: 'Ten classes', scopes: [], off: { percent: '100' } }
    const memberships = {
      ...nothingOffered.memberships,
      eligible: [{ membership: ten, lineIds: ['l1', 'l2', 'l3'] }],
      selected: [{ id: 'ten', appId: 'a', lineIds: ['l1', 'l3'] }],
      services: { appIds: new Set(['a']), unmet: [] },
    }
    assert.deepEqual(perksOf(buyer, quoteOf(), offeredOf({ memberships }), noDelivery).memberships, [])
    const item = { reference, participants: 2 }
    const charge = { appId: 'a', membershipId: 'ten', name: 'Ten classes', item }
    assert.deepEqual(chargesOf(lines, { memberships }), [
      { ...charge, lineItemId: 'l1' },
      { ...charge, lineItemId: 'l3' },
    ])
    assert.deepEqual(chargesOf(lines, { memberships: { ...memberships, services: nothingOffered.memberships.services } }), [])
  })

  test('is a place in a time of delivery, only where one was chosen', () => {
    const slot = (code: string, arrives: object | null) =>
      perksOf(buyer, quoteOf(), nothingOffered, { chosen: { code, ruleCode: 'bike', arrives, capacity: 5 } } as unknown as Delivery).slot
    const from = '2026-03-11T09:00:00.000Z'
    assert.deepEqual(slot('bike|2026-03-11T09', { from }), { ruleCode: 'bike', startsAt: new Date(from), capacity: 5 })
    assert.equal(slot('bike', { from }), null, 'the rule as a whole')
    assert.equal(slot('bike|x', null), null)
  })
})
