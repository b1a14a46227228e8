import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SignInSettings } from '@vitrine/contract'
import { consequencesOf, sentOf, socialOf, valuesOf, words, wrongIn } from './values.ts'

const google = {
  connectionId: '5b8d6f6e-8f0a-4a52-9e0b-0d4f0d8f6d11',
  name: 'Google',
  issuer: 'https://accounts.google.com',
  clientId: 'a',
}
const settings: SignInSettings = {
  revision: '3',
  registration: 'APPROVAL',
  emailVerification: true,
  mfa: 'OPTIONAL',
  methods: { password: true, emailCode: false, passkey: true, social: [{ ...google, clientSecretSet: true }] },
  captcha: 'SUSPICIOUS',
  newMembersArePublic: false,
  socialRedirectUri: 'https://morrow.example/back',
}
const values = valuesOf(settings)

test('what is shown is sent as it was kept, and no secret is touched', () => {
  const { revision: _, socialRedirectUri: __, ...saved } = settings
  assert.deepEqual(sentOf(values, socialOf(settings)), { ...saved, methods: { ...saved.methods, social: [google] } })
})

test('every choice goes there and back', () => {
  for (const registration of ['OPEN', 'APPROVAL', 'CLOSED'] as const)
    for (const mfa of ['OFF', 'OPTIONAL', 'REQUIRED'] as const)
      for (const captcha of ['NEVER', 'SUSPICIOUS', 'ALWAYS'] as const) {
        const sent = sentOf(valuesOf({ ...settings, registration, mfa, captcha }), [])
        assert.deepEqual([sent.registration, sent.mfa, sent.captcha], [registration, mfa, captcha])
      }
})

test('a way to sign in is left', () => {
  const none = { ...values, password: 'off', passkey: 'off' }
  assert.match(wrongIn(none, 0)!, /at least one/)
  assert.equal(wrongIn(none, 1), undefined)
  assert.equal(wrongIn({ ...none, emailCode: 'on' }, 0), undefined)
})

test('says what a change means to those who are members, and nothing of one that means nothing', () => {
  assert.deepEqual(consequencesOf(values, { ...values, captcha: words.captcha.ALWAYS, newMembersArePublic: 'on' }), [])
  assert.match(consequencesOf(values, { ...values, mfa: words.mfa.REQUIRED })[0]!, /second factor/)
  assert.match(consequencesOf(values, { ...values, password: 'off' })[0]!, /cannot sign in/)
  assert.match(consequencesOf(values, { ...values, password: 'off', emailCode: 'on' })[0]!, /code/)
  assert.equal(consequencesOf(values, { ...values, registration: words.registration.CLOSED }).length, 1)
})
