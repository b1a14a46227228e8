import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { Coupon } from '@vitrine/contract'
import { formOf, freshCoupon, singleCodes, specificationOf, wrongIn } from './form.ts'

const now = Date.parse('2026-11-22T08:00:00.000Z')
const zone = 'Europe/Berlin'
const fresh = freshCoupon(now, zone)
const id = '01a200ab-8b45-7322-95f1-0e26911a4768'

suite('the form of a coupon', () => {
  test('says each kind in the words of the wire', () => {
    const give = (form: Partial<typeof fresh>) => {
      const { moneyOffAmount, percentOffRate, freeShipping, fixedPriceAmount, buyXGetY } = specificationOf(
        { ...fresh, ...form },
        'EUR',
        zone,
      )
      return [moneyOffAmount, percentOffRate, freeShipping, fixedPriceAmount, buyXGetY]
    }
    assert.deepEqual(give({ kind: 'MONEY_OFF_AMOUNT', amount: '10,5' }), [10.5, undefined, undefined, undefined, undefined])
    assert.deepEqual(give({ percent: '12,5' }), [undefined, 12.5, undefined, undefined, undefined])
    assert.deepEqual(give({ kind: 'FREE_SHIPPING' }), [undefined, undefined, true, undefined, undefined])
    assert.deepEqual(give({ kind: 'FIXED_PRICE_AMOUNT', price: '19' }), [undefined, undefined, undefined, 19, undefined])
    assert.deepEqual(give({ kind: 'BUY_X_GET_Y', buy: '3', get: '2' }), [undefined, undefined, undefined, undefined, { x: 3, y: 2 }])
  })

  test('sends a scope or a least worth, and clears the other', () => {
    const some = { ...fresh, percent: '10', minimum: '50' }
    const whole = specificationOf(some, 'EUR', zone)
    assert.deepEqual([whole.minimumSubtotal, whole.scope], [50, undefined])
    const narrowed = specificationOf({ ...some, on: { collections: [id], products: [] } }, 'EUR', zone)
    assert.deepEqual(
      [narrowed.minimumSubtotal, narrowed.scope],
      [null, { namespace: 'stores', group: { name: 'collection', entityId: id } }],
    )
    const none = specificationOf({ ...some, minimum: '' }, 'EUR', zone)
    assert.deepEqual([none.minimumSubtotal, none.scope], [null, null])
  })

  test('goes there and back', () => {
    const specification: Coupon['specification'] = {
      type: 'PERCENT_OFF_RATE',
      name: 'A tenth off',
      code: 'SLOWSUNDAY',
      startTime: String(now),
      expirationTime: String(now + 60_000),
      usageLimit: 50,
      limitPerCustomer: 1,
      limitedToOneItem: true,
      appliesToSubscriptions: false,
      active: true,
      percentOffRate: 10,
      minimumSubtotal: 50,
    }
    const form = formOf({ id, specification, dateCreated: String(now), expired: false, numberOfUsages: 0 }, zone, now)
    const { active: _, type: __, startTime, expirationTime, ...rest } = specification
    assert.deepEqual(specificationOf(form, 'EUR', zone), {
      ...rest,
      startTime: Number(startTime),
      expirationTime: Number(expirationTime),
    })
  })

  test('names what cannot be sent', () => {
    assert.deepEqual(Object.keys(wrongIn(fresh, 'EUR')), ['code', 'percent'])
    assert.deepEqual(Object.keys(wrongIn({ ...fresh, code: 'A', percent: '10', most: '0', codes: '501' }, 'EUR')), ['most', 'codes'])
    assert.deepEqual(wrongIn({ ...fresh, code: 'A', kind: 'MONEY_OFF_AMOUNT', amount: '9.99' }, 'EUR'), {})
  })
})

test('single codes begin alike, are of twenty letters at most, and no two are the same', () => {
  let seed = 1
  const random = (most: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor(seed / 65_536) % most
  }
  const codes = singleCodes('A VERY LONG BEGINNING', 50, random)
  assert.equal(new Set(codes).size, 50)
  assert.ok(codes.every((code) => code.length <= 20 && code.startsWith('A VERY LONG B-')))
})
