import assert from 'node:assert/strict'
import { test } from 'node:test'
import { daysFrom, inDays, inEqualParts } from './periods.ts'

const berlin = 'Europe/Berlin'
const at = (text: string) => new Date(text)
const said = (dates: readonly Date[]) => dates.map((date) => date.toISOString().slice(0, 16))

test('equal parts begin one after the other, the first with the whole', () => {
  const { parts } = inEqualParts(at('2026-11-28T00:00:00Z'), at('2026-11-29T00:00:00Z'), 4)
  assert.deepEqual(said(parts), ['2026-11-28T00:00', '2026-11-28T06:00', '2026-11-28T12:00', '2026-11-28T18:00'])
})

test('days end at midnight on the wall, also the day that has 25 hours and the one that has 23', () => {
  assert.deepEqual(said(inDays(at('2026-10-23T22:00:00Z'), at('2026-10-26T23:00:00Z'), berlin).parts), [
    '2026-10-23T22:00',
    '2026-10-24T22:00',
    '2026-10-25T23:00',
  ])
  assert.deepEqual(said(inDays(at('2027-03-27T23:00:00Z'), at('2027-03-29T22:00:00Z'), berlin).parts), [
    '2027-03-27T23:00',
    '2027-03-28T22:00',
  ])
})

test('a time that begins or ends amid a day has a part of that day', () => {
  assert.deepEqual(said(inDays(at('2026-11-20T15:00:00Z'), at('2026-11-21T15:00:00Z'), berlin).parts), [
    '2026-11-20T15:00',
    '2026-11-20T23:00',
  ])
})

test('as many days from another on are as long as they are', () => {
  const { to, parts } = daysFrom(at('2026-10-23T22:00:00Z'), 2, berlin)
  assert.deepEqual(said(parts), ['2026-10-23T22:00', '2026-10-24T22:00'])
  assert.equal(to.toISOString(), '2026-10-25T23:00:00.000Z')
})
