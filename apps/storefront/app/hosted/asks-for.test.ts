import assert from 'node:assert/strict'
import { test } from 'node:test'
import { asksFor } from './asks-for.ts'

const takesAll = { password: true, emailCode: true, passkey: true, social: [] }
const hasAll = { hasPassword: true, hasPasskey: true }

test('who has a passkey is asked for it, where the shop takes passkeys', () => {
  assert.equal(asksFor(hasAll, takesAll).words, 'Asks for the passkey')
  assert.equal(asksFor(hasAll, { ...takesAll, passkey: false }).words, 'Asks for the password')
  assert.equal(asksFor({ ...hasAll, hasPasskey: false }, takesAll).words, 'Asks for the password')
})

test('where there is no password, a code is sent, and its page is the one that is opened', () => {
  const code = { words: 'Asks for a code by e-mail', path: '/login/code' }
  assert.deepEqual(asksFor({ hasPassword: true, hasPasskey: false }, { ...takesAll, password: false }), code)
  assert.deepEqual(asksFor({ hasPassword: false, hasPasskey: false }, takesAll), code)
})

test('where there is another provider alone, the page of the sign-in has it', () => {
  assert.deepEqual(asksFor({ hasPassword: false, hasPasskey: false }, { ...takesAll, password: false, emailCode: false }), {
    words: 'Asks to sign in again',
    path: '/login',
  })
})
