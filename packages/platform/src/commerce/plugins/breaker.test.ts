import assert from 'node:assert/strict'
import { test } from 'node:test'
import { breaker } from './breaker.ts'

test('what fails so many times in a row is not tried for a while, then by one, until it answers', () => {
  let now = 0
  const { allows, failed, answered } = breaker({ failures: 3, openMs: 1000, now: () => now })
  const fail = (times: number) => {
    for (let n = 0; n < times; n++) failed('rates')
  }
  fail(2)
  answered('rates')
  fail(2)
  assert.equal(allows('rates'), true, 'an answer in between begins anew')
  fail(1)
  assert.deepEqual([allows('rates'), allows('fees')], [false, true])
  now = 999
  assert.equal(allows('rates'), false)
  now = 1000
  assert.deepEqual([allows('rates'), allows('rates')], [true, false], 'one finds out whether it is back')
  failed('rates')
  now = 1999
  assert.equal(allows('rates'), false)
  now = 2000
  assert.equal(allows('rates'), true)
  answered('rates')
  assert.deepEqual([allows('rates'), allows('rates')], [true, true])
})
