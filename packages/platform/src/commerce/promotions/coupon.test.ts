import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { CouponSpecificationInput } from '@vitrine/contract'
import { minor } from '@vitrine/pricing'
import { Refusal } from '../../kernel/refusal.ts'
import { storesApp } from '../selling/apps.ts'
import { type CouponFields, couponOf, keyOfCode, type StoredCoupon, showCoupon, typeOf, writtenCoupon } from './coupon.ts'

const now = new Date('2026-03-10T09:00:00.000Z')
const later = new Date('2026-04-10T09:00:00.000Z')

const spring: CouponFields = {
  code: 'SPRING',
  active: true,
  startsAt: now,
  endsAt: later,
  usageLimit: 50,
  limitPerCustomer: 1,
  document: { name: 'Spring', off: { percent: '10' }, limitedToOneItem: true, appliesToSubscriptions: true, discountedCycleCount: 3 },
}
const tenth = { name: 'Spring', code: 'SPRING', percentOffRate: 10 }

const write = (sent: CouponSpecificationInput, before?: CouponFields) => writtenCoupon(before, sent, 'EUR', now)
const written = (...of: Parameters<typeof write>): CouponFields => {
  const coupon = write(...of)
  assert.ok(!(coupon instanceof Refusal), `it was refused: ${JSON.stringify((coupon as Refusal).data)}`)
  return coupon
}
const wrong = (...of: Parameters<typeof write>) => {
  const refused = write(...of)
  assert.ok(refused instanceof Refusal, 'it was taken')
  const { field, violatedRule } = refused.data.fieldViolations[0]!
  return [field.replace('specification.', ''), violatedRule]
}

describe('a new coupon', () => {
  test('needs a name, a code and one thing that it gives; the rest has its usual values', () => {
    assert.deepEqual(written({ ...tenth, code: ' SPRING ' }), {
      code: 'SPRING',
      active: true,
      startsAt: now,
      endsAt: null,
      usageLimit: null,
      limitPerCustomer: null,
      document: { name: 'Spring', off: { percent: '10' }, limitedToOneItem: false, appliesToSubscriptions: false },
    })
    assert.deepEqual(wrong({ ...tenth, name: undefined }), ['name', 'REQUIRED_FIELD'])
    assert.deepEqual(wrong({ ...tenth, code: ' ' }), ['code', 'REQUIRED_FIELD'])
    assert.deepEqual(wrong({ name: 'a', code: 'b' }), ['percentOffRate', 'REQUIRED_ONE_OF_FIELD'])
    assert.deepEqual(wrong({ name: 'a', code: 'b', freeShipping: false }), ['percentOffRate', 'REQUIRED_ONE_OF_FIELD'])
  })

  test('gives one thing only', () => {
    assert.deepEqual(wrong({ ...tenth, freeShipping: true }), ['freeShipping', 'ONE_OF_ALIGNMENT'])
    assert.deepEqual(wrong({ ...tenth, moneyOffAmount: 5 }), ['percentOffRate', 'ONE_OF_ALIGNMENT'])
    assert.deepEqual(written({ ...tenth, freeShipping: false, moneyOffAmount: null }).document.off, { percent: '10' })
  })

  test('gives an amount, a share, free shipping, a fixed price or some of one thing for others', () => {
    const off = (sent: CouponSpecificationInput) => written({ name: 'a', code: 'b', ...sent }).document.off
    assert.deepEqual(off({ moneyOffAmount: 5.005 }), { amount: 501 })
    assert.deepEqual(off({ percentOffRate: 33.33333 }), { percent: '33.3333' })
    assert.deepEqual(off({ freeShipping: true }), { shipping: true })
    assert.deepEqual(off({ fixedPriceAmount: 0 }), { price: 0 }, 'for nothing is a price')
    assert.deepEqual(off({ buyXGetY: { x: 2, y: 1 } }), { buy: 2, get: 1 })
  })

  test('gives something: nothing is refused', () => {
    assert.deepEqual(wrong({ name: 'a', code: 'b', moneyOffAmount: 0.004 }), ['moneyOffAmount', 'DECIMAL_GT'])
    assert.deepEqual(wrong({ name: 'a', code: 'b', percentOffRate: 0 }), ['percentOffRate', 'DECIMAL_GT'])
  })

  test('is for some goods or from some value on, not both', () => {
    const scope = { namespace: 'stores' as const, group: { name: 'product' as const, entityId: 'ABC' } }
    assert.deepEqual(written({ ...tenth, scope }).document.scope, { namespace: 'stores', group: { name: 'product', entityId: 'abc' } })
    assert.deepEqual(written({ ...tenth, scope: { namespace: 'stores' } }).document.scope, { namespace: 'stores' })
    assert.equal(written({ ...tenth, minimumSubtotal: 49.99 }).document.minimumSubtotal, 4999)
    assert.equal('minimumSubtotal' in written({ ...tenth, minimumSubtotal: 0.001 }).document, false)
    assert.deepEqual(wrong({ ...tenth, scope, minimumSubtotal: 1 }), ['minimumSubtotal', 'ONE_OF_ALIGNMENT'])
    assert.deepEqual(wrong({ ...tenth, scope: { namespace: 'stores', group: { name: 'product' } } }), [
      'scope.group.entityId',
      'REQUIRED_FIELD',
    ])
    assert.deepEqual(wrong({ name: 'a', code: 'b', freeShipping: true, scope }), ['scope', 'FIELD_NOT_ALLOWED'])
  })

  test('ends after it starts', () => {
    const start = now.getTime()
    assert.deepEqual(written({ ...tenth, startTime: String(start), expirationTime: start + 1 }).endsAt, new Date(start + 1))
    assert.deepEqual(wrong({ ...tenth, startTime: start, expirationTime: start }), ['expirationTime', 'VALIDATION'])
    assert.deepEqual(wrong({ ...tenth, expirationTime: start - 1 }), ['expirationTime', 'VALIDATION'], 'it starts now')
  })
})

describe('updating a coupon', () => {
  test('keeps what was not sent', () => {
    assert.deepEqual(written({}, spring), spring)
    assert.deepEqual(written({ name: 'Late spring', active: false }, spring), {
      ...spring,
      active: false,
      document: { ...spring.document, name: 'Late spring' },
    })
  })

  test('null takes limits, end and cycles away', () => {
    const free = written({ usageLimit: null, limitPerCustomer: null, expirationTime: null, discountedCycleCount: null }, spring)
    assert.deepEqual(
      [free.usageLimit, free.limitPerCustomer, free.endsAt, 'discountedCycleCount' in free.document],
      [null, null, null, false],
    )
  })

  test('a scope takes the place of a minimum subtotal, and the other way round', () => {
    const from50 = written({ minimumSubtotal: 50 }, spring)
    const scoped = written({ scope: { namespace: 'stores' } }, from50)
    assert.deepEqual([scoped.document.scope, 'minimumSubtotal' in scoped.document], [{ namespace: 'stores' }, false])
    const again = written({ minimumSubtotal: 50 }, scoped)
    assert.deepEqual(['scope' in again.document, again.document.minimumSubtotal], [false, 5000])
    assert.equal('scope' in written({ scope: null }, scoped).document, false)
  })

  test('free delivery takes the place of a scope that was not sent anew, and one that is sent is refused', () => {
    const scoped = written({ scope: { namespace: 'stores' } }, spring)
    const free = written({ freeShipping: true }, scoped)
    assert.deepEqual([free.document.off, 'scope' in free.document], [{ shipping: true }, false])
    assert.equal('scope' in written({ freeShipping: true, scope: null }, scoped).document, false)
    assert.deepEqual(wrong({ freeShipping: true, scope: { namespace: 'stores' } }, scoped), ['scope', 'FIELD_NOT_ALLOWED'])
    assert.deepEqual(wrong({ scope: { namespace: 'stores' } }, free), ['scope', 'FIELD_NOT_ALLOWED'])
    assert.deepEqual(written({ percentOffRate: 10 }, free).document.off, { percent: '10' })
  })

  test('what it gives is replaced as a whole', () => {
    assert.deepEqual(written({ moneyOffAmount: 5 }, spring).document.off, { amount: 500 })
  })
})

describe('a coupon as prices are made by it', () => {
  const stored: StoredCoupon = { ...spring, id: 'c1', uses: 7, given: 0, createdAt: now }
  const scopes = (scope: StoredCoupon['document']['scope']) =>
    couponOf({ ...stored, document: { ...stored.document, ...(scope && { scope }) } }).scopes

  test('has its bounds, and its scope as pricing wants it', () => {
    assert.deepEqual(couponOf(stored), {
      id: 'c1',
      name: 'Spring',
      code: 'SPRING',
      active: true,
      startsAt: now.getTime(),
      endsAt: later.getTime(),
      usageLimit: 50,
      limitPerCustomer: 1,
      off: { percent: '10' },
      scopes: null,
      minimumSubtotal: null,
      limitedToOneItem: true,
      appliesToSubscriptions: true,
    })
    assert.equal(couponOf({ ...stored, endsAt: null }).endsAt, null)
    assert.deepEqual(scopes({ namespace: 'stores' }), [{ appId: storesApp, itemIds: [] }])
    assert.deepEqual(scopes({ namespace: 'stores', group: { name: 'product', entityId: 'p' } }), [{ appId: storesApp, itemIds: ['p'] }])
    assert.deepEqual(scopes({ namespace: 'stores', group: { name: 'collection', entityId: 'c' } }), [{ collectionIds: ['c'] }])
  })

  test('of another app covers nothing of ours', () => {
    assert.deepEqual(scopes({ namespace: 'bookings', group: { name: 'product', entityId: 'p' } }), [{ collectionIds: [] }])
  })
})

describe('a coupon as it is shown', () => {
  const shown = (off: CouponFields['document']['off'], more: Partial<StoredCoupon> = {}) =>
    showCoupon({ ...spring, id: 'c1', uses: 7, given: 0, createdAt: now, ...more, document: { ...spring.document, off } }, 'EUR', now)

  test('says what it gives in its own field', () => {
    const gives = (off: CouponFields['document']['off']) => {
      const { moneyOffAmount, percentOffRate, freeShipping, fixedPriceAmount, buyXGetY, type } = shown(off).specification
      const given = Object.entries({ moneyOffAmount, percentOffRate, freeShipping, fixedPriceAmount, buyXGetY }).filter(
        ([, value]) => value !== undefined,
      )
      return [type, ...given.flat()]
    }
    assert.deepEqual(gives({ amount: minor(501) }), ['MONEY_OFF_AMOUNT', 'moneyOffAmount', 5.01])
    assert.deepEqual(gives({ percent: '12.5' }), ['PERCENT_OFF_RATE', 'percentOffRate', 12.5])
    assert.deepEqual(gives({ shipping: true }), ['FREE_SHIPPING', 'freeShipping', true])
    assert.deepEqual(gives({ price: minor(900) }), ['FIXED_PRICE_AMOUNT', 'fixedPriceAmount', 9])
    assert.deepEqual(gives({ buy: 2, get: 1 }), ['BUY_X_GET_Y', 'buyXGetY', { x: 2, y: 1 }])
    assert.equal(typeOf({ buy: 1, get: 1 }), 'BUY_X_GET_Y')
  })

  test('is expired once its end has come, and counts its uses', () => {
    assert.deepEqual([shown({ percent: '10' }).expired, shown({ percent: '10' }).numberOfUsages], [false, 7])
    assert.equal(shown({ percent: '10' }, { endsAt: now }).expired, true)
    assert.equal(shown({ percent: '10' }, { endsAt: null }).expired, false)
  })

  test('shows no limit and no end where it has none', () => {
    const { specification } = shown({ percent: '10' }, { endsAt: null, usageLimit: null, limitPerCustomer: null })
    for (const field of ['expirationTime', 'usageLimit', 'limitPerCustomer', 'scope', 'minimumSubtotal'])
      assert.equal(field in specification, false, field)
    const { usageLimit, limitPerCustomer, expirationTime, startTime } = shown({ percent: '10' }).specification
    assert.deepEqual([usageLimit, limitPerCustomer, expirationTime, startTime], [50, 1, String(later.getTime()), String(now.getTime())])
  })
})

test('a code is the same however it is typed', () => {
  for (const typed of ['spring', ' SPRING ', 'SpRiNg']) assert.equal(keyOfCode(typed), 'spring')
  assert.equal(keyOfCode('Caf\u0065\u0301'), keyOfCode('CAF\u00c9'))
  assert.notEqual(keyOfCode('cafe'), keyOfCode('café'))
})
