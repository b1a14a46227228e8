import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { ownPath, readCarried, withCarried } from './carried.ts'

suite('where a sign-in leads', () => {
  for (const path of ['/account', '/account/orders?page=2', '/checkout/1#pay', '/products/морская-чашка'])
    test(`${path} is ours`, () => assert.equal(ownPath(path), new URL(path, 'https://a.invalid').href.slice('https://a.invalid'.length)))

  for (const elsewhere of [
    'https://evil.example',
    'http:evil.example',
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '/.//evil.example',
    '/a/..//evil.example',
    'javascript:alert(1)',
    'account',
    ' /account',
    '',
    `/${'a'.repeat(3000)}`,
  ])
    test(`${JSON.stringify(elsewhere).slice(0, 40)} is not`, () => assert.equal(ownPath(elsewhere), undefined))

  for (const step of ['/login', '/login/code?to=/', '/logout', '/mfa', '/reset/new'])
    test(`nobody comes back to ${step}`, () => assert.equal(ownPath(step), undefined))

  for (const data of ['/account.data', '/account.data?_routes=routes%2Faccount', '/_.data', '/_root.data', '/account?_routes=root'])
    test(`nobody is led to ${data}, which is the data of a page`, () => assert.equal(ownPath(data), undefined))

  test('a name that only begins like a step is a page', () => assert.equal(ownPath('/loginhelp'), '/loginhelp'))

  test('goes along from page to page', () => {
    const carried = readCarried(new URLSearchParams('to=%2Faccount%3Fa%3D1&request=sealed&other=1'))
    assert.deepEqual(carried, { to: '/account?a=1', request: 'sealed' })
    assert.equal(withCarried('/mfa', carried, { by: 'TOTP' }), '/mfa?by=TOTP&to=%2Faccount%3Fa%3D1&request=sealed')
    assert.equal(withCarried('/mfa', {}), '/mfa')
  })

  test('that somebody signs in beside whoever is signed in goes along as well', () => {
    const carried = readCarried(new URLSearchParams('another=yes'))
    assert.equal(carried.another, true)
    assert.equal(withCarried('/login/code', carried), '/login/code?another=yes')
  })
})
