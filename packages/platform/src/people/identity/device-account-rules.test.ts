import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type DeviceSession, rememberBeside } from './device-account-rules.ts'

const session = (memberId: string, sessionId = `${memberId}-1`, open = true): DeviceSession => ({
  reference: `reference of ${sessionId}`,
  sessionId,
  memberId,
  open,
})
const idsOf = (sessions: readonly DeviceSession[]) => sessions.map(({ sessionId }) => sessionId)
const after = (...given: Parameters<typeof rememberBeside>) => {
  const { remembered, ended } = rememberBeside(...given)
  return { remembered: idsOf(remembered), ended: idsOf(ended) }
}
const marta = { sessionId: 'marta-2', memberId: 'marta' }

test('who signed in before stays signed in', () => {
  assert.deepEqual(after([session('hanna')], marta, session('hanna'), true), { remembered: ['hanna-1'], ended: [] })
})

test('an earlier session of the same member ends, signed in or not', () => {
  const before = [session('hanna'), session('marta')]
  assert.deepEqual(after(before, marta, session('hanna'), true), { remembered: ['hanna-1'], ended: ['marta-1'] })
  assert.deepEqual(after(before, marta, session('marta'), true), { remembered: ['hanna-1'], ended: ['marta-1'] })
})

test('a sign-in for another app leaves the session of the shop alone, also where it is of the same member', () => {
  const before = [session('marta', 'marta-1'), session('marta', 'marta-0')]
  assert.deepEqual(after(before, marta, session('marta', 'marta-1'), false), { remembered: ['marta-1'], ended: ['marta-0'] })
})

test('the same sign-in twice is remembered once', () => {
  assert.deepEqual(after([session('marta', 'marta-2')], marta, undefined, true), { remembered: [], ended: [] })
})

test('a device remembers five accounts: the one that signed in first gives way to the sixth', () => {
  const before = ['d', 'c', 'b', 'a', 'z'].map((id) => session(id))
  assert.deepEqual(after(before, marta, session('d'), true), { remembered: ['d-1', 'c-1', 'b-1', 'a-1'], ended: ['z-1'] })
})

test('an account that is signed out gives way before one that is signed in, and the current one never does', () => {
  const before = [session('d'), session('c', 'c-1', false), session('b'), session('a'), session('z')]
  assert.deepEqual(after(before, marta, session('z'), true), { remembered: ['d-1', 'b-1', 'a-1', 'z-1'], ended: ['c-1'] })
  const full = ['d', 'c', 'b', 'a', 'z'].map((id) => session(id))
  assert.deepEqual(after(full, marta, session('z'), true).ended, ['a-1'])
})
