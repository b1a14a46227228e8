import assert from 'node:assert/strict'
import { test } from 'node:test'
import { asked, isGood, linkMs, quietMs } from './rules.ts'

const askedAt = new Date('2026-11-28T08:00:00Z')
const after = (ms: number) => new Date(askedAt.getTime() + ms)
const known = (state: 'PENDING' | 'CONFIRMED' | 'UNSUBSCRIBED') => ({ state, askedAt })

test('an address that is given for the first time, or again after it was unsubscribed, gets an email', () => {
  assert.equal(asked(undefined, false, askedAt), 'SEND_LINK')
  assert.equal(asked(known('UNSUBSCRIBED'), false, after(1)), 'SEND_LINK')
})

test('an address that waits gets the next email only after a while', () => {
  assert.equal(asked(known('PENDING'), false, after(quietMs - 1)), 'NOTHING')
  assert.equal(asked(known('PENDING'), false, after(quietMs)), 'SEND_LINK')
})

test('an address that is subscribed gets none, however often it is given', () => {
  assert.equal(asked(known('CONFIRMED'), false, after(linkMs * 9)), 'NOTHING')
  assert.equal(asked(known('CONFIRMED'), true, after(linkMs * 9)), 'NOTHING')
})

test('an address that is proven to be the member’s needs no email', () => {
  assert.equal(asked(undefined, true, askedAt), 'CONFIRM')
  assert.equal(asked(known('PENDING'), true, after(1)), 'CONFIRM')
})

test('a link is good for a week, for what was asked last, and not after unsubscribing', () => {
  const link = askedAt.toISOString()
  assert.equal(isGood(known('PENDING'), link, after(linkMs - 1)), true)
  assert.equal(isGood(known('CONFIRMED'), link, after(1)), true)
  assert.equal(isGood(known('PENDING'), link, after(linkMs)), false)
  assert.equal(isGood(known('UNSUBSCRIBED'), link, after(1)), false)
  assert.equal(isGood({ ...known('PENDING'), askedAt: after(quietMs) }, link, after(quietMs)), false)
})
