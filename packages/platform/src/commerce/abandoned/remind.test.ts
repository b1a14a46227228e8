import assert from 'node:assert/strict'
import { test } from 'node:test'
import { noReminderNow } from './remind.ts'

const now = new Date('2026-11-21T12:00:00Z')
const hours = (count: number) => new Date(now.getTime() - count * 3600_000)
const left = { status: 'ABANDONED' as const, emailsSent: 1, lastEmailAt: hours(25), nextEmail: null }
const reason = (change: object, atMost = 2, known = { bought: false, unsubscribed: false }) =>
  noReminderNow({ ...left, ...change }, { atMost }, known, now)

test('somebody is written to again a day after, as often as the shop likes', () => {
  assert.equal(reason({}), undefined)
  assert.equal(reason({ emailsSent: 0, lastEmailAt: null }, 1), undefined)
  assert.equal(reason({ lastEmailAt: hours(23) }), 'TOO_SOON')
  assert.equal(reason({ nextEmail: {} }), 'TOO_SOON', 'one is on its way')
  assert.equal(reason({}, 1), 'TOO_MANY')
})

test('whoever has bought is left alone', () => {
  assert.equal(reason({ status: 'RECOVERED' }), 'BOUGHT')
  assert.equal(reason({}, 3, { bought: true, unsubscribed: false }), 'BOUGHT')
})

test('whoever wants no such emails gets none, however few they had', () => {
  assert.equal(reason({ emailsSent: 0, lastEmailAt: null }, 3, { bought: false, unsubscribed: true }), 'UNSUBSCRIBED')
})
