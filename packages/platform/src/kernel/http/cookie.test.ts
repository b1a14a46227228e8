import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cookiesAt, readCookie, readSecretCookie } from './cookie.ts'

const secure = cookiesAt('https://shop.example', '/admin/session', 'Strict')
const plain = cookiesAt('http://localhost:3000', '/admin/session', 'Strict')

test('under https a cookie is of this origin alone, on all its paths', () => {
  assert.equal(secure.set('staff', 'a', 60), '__Host-staff=a; Path=/; HttpOnly; SameSite=Strict; Secure; Max-Age=60')
  assert.equal(plain.set('staff', 'a'), 'staff=a; Path=/admin/session; HttpOnly; SameSite=Strict')
})

test('it is taken away together with the one of the release before', () => {
  assert.deepEqual(secure.gone('staff'), [
    '__Host-staff=; Path=/; HttpOnly; SameSite=Strict; Secure; Max-Age=0',
    'staff=; Path=/admin/session; HttpOnly; SameSite=Strict; Secure; Max-Age=0',
  ])
  assert.deepEqual(plain.gone('staff'), ['staff=; Path=/admin/session; HttpOnly; SameSite=Strict; Max-Age=0'])
})

// attack: Tokens, OAuth, sessions | a subdomain plants a session cookie of staff beside the one that the admin has set | the session of the __Host- cookie, which a subdomain cannot set
test('the one of this origin goes before one without the prefix, which still counts alone', () => {
  assert.equal(readCookie('staff=planted; __Host-staff=own', 'staff'), 'own')
  assert.equal(readCookie('staff=before', 'staff'), 'before')
  assert.equal(readCookie('my-staff=1', 'staff'), undefined)
})

test('what is no secret is none', () => {
  const secret = 'a'.repeat(43)
  assert.equal(readSecretCookie(`staff=${secret}`, 'staff'), secret)
  assert.equal(readSecretCookie('staff=short', 'staff'), undefined)
  assert.equal(readSecretCookie(undefined, 'staff'), undefined)
})
