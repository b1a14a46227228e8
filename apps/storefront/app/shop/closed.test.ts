import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isWindow } from './closed.ts'

test('a closed shop shows nothing that it sells', () => {
  for (const path of ['/', '/products', '/products/mug', '/products/mug.data', '/_root.data', '/collections/all', '/search', '/gift-card'])
    assert.ok(isWindow(path), path)
  for (const path of ['/cart', '/cart/begin', '/checkout', '/checkout/1', '/checkout/1/return', '/recover/1', '/people/ada', '/nowhere'])
    assert.ok(isWindow(path), path)
  for (const path of ['/loginsomething', '/accounting', '/orders', '/registered']) assert.ok(isWindow(path), path)
})

test('what was bought, what members have and ways to sign in stay', () => {
  for (const path of [
    '/orders/1',
    '/orders/1/thank-you',
    '/orders/1.data',
    '/pay/1',
    '/pay/1/return',
    '/sandbox/3-d-secure/1',
    '/previews/x',
  ])
    assert.ok(!isWindow(path), path)
  for (const path of [
    '/login',
    '/login/code',
    '/login.data',
    '/register',
    '/verify',
    '/reset/new',
    '/logout',
    '/account',
    '/account/orders/1',
  ])
    assert.ok(!isWindow(path), path)
})
