import assert from 'node:assert/strict'
import { test } from 'node:test'
import { givenOf, isTold } from './gift-rules.ts'

const at = (day: number) => new Date(Date.UTC(2026, 10, day))

test('what is left to give is what nobody gives, and never less than none', () => {
  const gifts = [
    { giver: 'member:a', quantity: 2, givenAt: at(21) },
    { giver: 'visitor:b', quantity: 1, givenAt: at(20) },
  ]
  assert.deepEqual(givenOf(6, gifts, 'visitor:b'), { given: 3, givenByMe: 1, left: 3, lastDate: at(21).toISOString() })
  assert.deepEqual(givenOf(2, gifts, 'visitor:c'), { given: 3, givenByMe: 0, left: 0, lastDate: at(21).toISOString() })
  assert.deepEqual(givenOf(1, [], 'visitor:b'), { given: 0, givenByMe: 0, left: 1 })
})

test('an owner is told from the later of two days on: that of the promise, and that of the list', () => {
  assert.equal(isTold('2026-12-23', '2026-12-24', '2026-12-24'), false)
  assert.equal(isTold('2026-12-24', '2026-12-24', '2026-12-24'), true)
  assert.equal(isTold('2026-12-24', '2026-12-24', '2026-12-26'), false)
  assert.equal(isTold('2026-12-02', '2026-12-24', '2026-12-01'), false)
})

test('an owner is never told where no day was said, then or now', () => {
  assert.equal(isTold('2026-12-24', null, '2026-12-01'), false)
  assert.equal(isTold('2026-12-24', '2026-12-01', null), false)
})
