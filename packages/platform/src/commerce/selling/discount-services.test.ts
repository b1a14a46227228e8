import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type ProvidedDiscount, taken } from './discount-services.ts'

const asked = { currency: 'EUR', code: 'SPRING', refused: [], silent: false, forCoupon: new Set(['a', 'b']) }
const of = (id: string, ...discounts: ProvidedDiscount[]) => ({ provider: { id }, discounts })
const everything: ProvidedDiscount = { name: 'Points', externalId: '1', off: { scope: 'GLOBAL', rate: { percent: '10' } } }
const coupon: ProvidedDiscount = { name: 'Spring', code: 'spring', off: { scope: 'GLOBAL', rate: { amount: '5' } } }

test('a discount has the same id each time, and each service its own', () => {
  const idOf = (...answers: Parameters<typeof taken>[0]) => taken(answers, asked).discounts.map(({ id }) => id)
  const [id] = idOf(of('p', everything))
  assert.match(id!, /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  assert.deepEqual(idOf(of('p', everything)), [id])
  assert.equal(new Set(idOf(of('p', everything, everything), of('q', everything))).size, 3)
})

test('lines of one percentage are one discount, an amount is one of its line, and a delivery is its own', () => {
  const { discounts, scopes } = taken(
    [
      of(
        'p',
        {
          name: 'Lines',
          off: {
            scope: 'LINES',
            rates: [
              { lineId: 'a', rate: { percent: '10' } },
              { lineId: 'b', rate: { percent: '10' } },
              { lineId: 'a', rate: { amount: '1.25' } },
            ],
          },
        },
        { name: 'Delivery', off: { scope: 'SHIPPING', rate: { percent: '50' } } },
      ),
    ],
    asked,
  )
  assert.deepEqual(
    discounts.map(({ lineIds, off, source }) => [source, lineIds, off]),
    [
      ['RULE', ['a', 'b'], { percent: '10' }],
      ['RULE', ['a'], { amount: 125 }],
      ['RULE', undefined, { shipping: true, percent: '50' }],
    ],
  )
  assert.deepEqual([...scopes.values()], ['SPECIFIC_ITEMS', 'SPECIFIC_ITEMS', 'SHIPPING'])
})

test('a code is of the first service that accepts it, comes after what needs none, and of lines that a coupon may be taken from', () => {
  const found = taken([of('p', coupon, everything), of('q', coupon)], { ...asked, forCoupon: new Set(['a']) })
  assert.deepEqual(
    found.discounts.map(({ name, source, code, lineIds }) => [name, source, code, lineIds]),
    [
      ['Points', 'RULE', undefined, undefined],
      ['Spring', 'COUPON', 'spring', ['a']],
    ],
  )
  assert.equal(found.coupon?.providerId, 'p')
  assert.equal(found.coupon?.coupon.id, found.discounts[1]!.id)
})

test('a code that nobody asked about is not taken, and the plainest refusal is named', () => {
  const nobody = taken([of('p', coupon)], { ...asked, code: undefined })
  assert.deepEqual([nobody.discounts, nobody.coupon, nobody.refusal], [[], undefined, undefined])
  const refusal = taken([], { ...asked, refused: ['ERROR_COUPON_DOES_NOT_EXIST', 'ERROR_COUPON_USAGE_EXCEEDED'] }).refusal
  assert.equal(refusal, 'ERROR_COUPON_USAGE_EXCEEDED')
})
