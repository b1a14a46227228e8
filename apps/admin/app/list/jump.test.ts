import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dayIn } from './jump.ts'

const now = new Date('2026-11-22T23:30:00Z')
const day = (text: string) => dayIn(text, 'Europe/Berlin', now)

test('a day is read as people write it', () => {
  for (const text of [
    '2026-11-20',
    '20 Nov',
    '20. November',
    'Nov 20',
    'november 20, 2026',
    '20.11.',
    '20.11.2026',
    '20/11',
    ' 20  nov 2026 ',
  ])
    assert.equal(day(text), '2026-11-20', text)
})

test('today is the shop’s, and a day of the week is its last', () => {
  assert.equal(day('today'), '2026-11-23')
  assert.equal(day('Yesterday'), '2026-11-22')
  assert.equal(day('mon'), '2026-11-23')
  assert.equal(day('Friday'), '2026-11-20')
})

test('a day without a year is never to come, and the 29th of February is one that there was', () => {
  assert.equal(day('24 Dec'), '2025-12-24')
  assert.equal(day('29 Feb'), '2024-02-29')
})

test('what is no day is none', () => {
  for (const text of ['', '104171', '31.2.', '2026-02-30', '5 foo', 'su', '32 Nov', '1.2.3.4']) assert.equal(day(text), undefined, text)
})
