import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { checkGift, dayAt, firstGift, type GiftView, type GiftWritten, momentOf, optionsOf, priceOf, readAmount, valueOf } from './gift.ts'

const gift: GiftView = {
  id: 'g',
  presets: [
    { id: 'a', price: 25, value: 25 },
    { id: 'b', price: 45, value: 50 },
    { id: 'c', price: 100, value: 100 },
  ],
  custom: { from: 10, to: 500 },
  ends: 'Never expires.',
}
const here = { now: new Date('2026-11-21T20:00:00Z'), timeZone: 'Europe/Berlin', text: (amount: number) => `€${amount}` }
const written = (more: Partial<GiftWritten> = {}): GiftWritten => ({ ...firstGift(gift), ...more })

test('begins with the amount in the middle', () => assert.equal(firstGift(gift).amount, 'b'))

test('what it costs and what it is worth are two things', () => {
  assert.deepEqual([priceOf(gift, written()), valueOf(gift, written())], [45, 50])
  assert.deepEqual([priceOf(gift, written({ amount: 'own', own: '75' })), valueOf(gift, written({ amount: 'own', own: '75' }))], [75, 75])
  assert.equal(priceOf(gift, written({ amount: 'own', own: '9.99' })), undefined)
  assert.equal(priceOf({ ...gift, custom: undefined }, written({ amount: 'own', own: '75' })), undefined)
})

test('amounts are read as people write them', () => {
  assert.deepEqual(['75', '€ 75,50', '75.5', '1.2.3', '', 'lots'].map(readAmount), ['75', '75.50', '75.5', undefined, undefined, undefined])
})

describe('what is wrong', () => {
  const wrong = (more: Partial<GiftWritten>) => checkGift(gift, written(more), here)
  test('nothing, for oneself and for somebody else', () => {
    assert.deepEqual(wrong({}), {})
    assert.deepEqual(wrong({ name: 'Marta', email: 'marta@example.com', day: '2026-11-21', hour: '8:00' }), {}, 'today still goes')
  })
  test('an amount beyond the bounds', () =>
    assert.deepEqual(wrong({ amount: 'own', own: '501' }), { own: 'An amount from €10 to €500, please.' }))
  test('no address for somebody who is named', () => {
    assert.match(wrong({ name: 'Marta' }).email ?? '', /^Where does it go/)
    assert.match(wrong({ email: 'marta@' }).email ?? '', /does not look like/)
  })
  test('too many words', () => assert.match(wrong({ email: 'm@example.com', message: 'x'.repeat(241) }).message ?? '', /^These are 241/))
  test('days that are over, none, or too far away', () => {
    const of = (day: string) => wrong({ email: 'm@example.com', day }).day
    assert.equal(of('2026-11-20'), 'This day has passed.')
    assert.equal(of('2026-02-30'), 'This is no day of the calendar.')
    assert.equal(of('2028-01-01'), 'We can keep it for a year at most.')
    assert.equal(of('2026-12-24'), undefined)
  })
})

describe('the hour on the shop’s wall', () => {
  const at = (day: string, hour: string, zone = 'Europe/Berlin') => momentOf({ day, hour }, zone)?.toISOString()
  test('in winter, in summer, and on the days when the clock is changed', () => {
    assert.equal(at('2026-12-24', '8:00'), '2026-12-24T07:00:00.000Z')
    assert.equal(at('2026-07-01', '18:00'), '2026-07-01T16:00:00.000Z')
    assert.equal(at('2026-10-25', '8:00'), '2026-10-25T07:00:00.000Z')
    assert.equal(at('2026-03-29', '8:00'), '2026-03-29T06:00:00.000Z')
    assert.equal(at('2026-03-28', '8:00', 'Pacific/Auckland'), '2026-03-27T19:00:00.000Z')
    assert.equal(at('', '8:00'), undefined)
  })
  test('and the day there', () => assert.equal(dayAt(new Date('2026-11-21T23:30:00Z'), 'Europe/Berlin'), '2026-11-22'))
})

test('the bag is told amount, design, for whom and when', () => {
  assert.deepEqual(optionsOf(written(), { Design: 'Sage' }, 'Europe/Berlin'), { variantId: 'b', options: { Design: 'Sage' } })
  const full = written({
    amount: 'own',
    own: '75,50',
    name: 'Marta van Dijk',
    email: 'marta@example.com',
    sender: 'Jonas',
    message: 'Slowly.',
    day: '2026-12-24',
    hour: '8:00',
  })
  assert.deepEqual(optionsOf(full, {}, 'Europe/Berlin'), {
    customAmount: '75.50',
    giftingInfo: {
      recipientInfo: { firstName: 'Marta', lastName: 'van Dijk', email: 'marta@example.com' },
      senderInfo: { name: 'Jonas' },
      greetingMessage: 'Slowly.',
      deliverAt: '2026-12-24T07:00:00.000Z',
    },
  })
})
