import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cookieOf, noCookie, readCookie, readOwnCookie } from './cookie.ts'

test('under https a cookie is of this origin alone', () => {
  assert.equal(cookieOf('visitor', 'a', 60, true), '__Host-visitor=a; Path=/; Max-Age=60; HttpOnly; SameSite=Lax; Secure')
  assert.equal(cookieOf('visitor', 'a', undefined, false), 'visitor=a; Path=/; HttpOnly; SameSite=Lax')
})

// attack: Tokens, OAuth, sessions | a subdomain plants a visitor cookie in the browser of somebody who has one | the shop reads the __Host- cookie, which a subdomain cannot set
test('the one of this origin goes before the one that a subdomain may have set', () => {
  assert.equal(readCookie('visitor=planted; __Host-visitor=own', 'visitor'), 'own')
  assert.equal(readCookie('__Host-visitor=own; visitor=planted', 'visitor'), 'own')
})

// attack: Tokens, OAuth, sessions | a subdomain plants a reference to an account of its own in a browser that has none | the shop reads the __Host- cookie alone
test('one that never went without the prefix is not read without it, under https', () => {
  assert.equal(readOwnCookie('accounts=planted', 'accounts', true), undefined)
  assert.equal(readOwnCookie('accounts=planted; __Host-accounts=own', 'accounts', true), 'own')
  assert.equal(readOwnCookie('accounts=own', 'accounts', false), 'own')
})

test('one of the release before is read, and taken away together with the new one', () => {
  assert.equal(readCookie('other=1; visitor=before', 'visitor'), 'before')
  assert.deepEqual(
    noCookie('visitor', true).map((line) => line.split(';')[0]),
    ['__Host-visitor=', 'visitor='],
  )
  assert.deepEqual(noCookie('visitor', false).length, 1)
})

test('a name is no other that ends like it', () => {
  assert.equal(readCookie('my-visitor=1', 'visitor'), undefined)
  assert.equal(readCookie(null, 'visitor'), undefined)
})
