import assert from 'node:assert/strict'
import { test } from 'node:test'
import { registrationWords } from './agreed-at-registration.ts'

test('the words of a registration are those of its page', () => {
  assert.equal(registrationWords(['Terms'], true), 'With this you agree to Terms. We keep what the privacy page says, nothing more.')
  assert.equal(registrationWords(['Terms', 'Withdrawal', 'Rules'], false), 'With this you agree to Terms, Withdrawal and Rules.')
  assert.equal(registrationWords([], true), 'We keep what the privacy page says, nothing more.')
})
