import assert from 'node:assert/strict'
import { test } from 'node:test'
import { leadsAway, onward } from './onward.ts'

const html = 'text/html,application/xhtml+xml'
const origin = 'https://shop.example'
const at = (location: string, more: { method?: string; accept?: string; path?: string; status?: number } = {}) =>
  leadsAway(new Response(null, { status: more.status ?? 303, headers: { location } }), {
    method: more.method ?? 'POST',
    accept: more.accept ?? html,
    address: new URL(more.path ?? '/checkout/1', origin),
    origin,
  })?.href

test('an answer that leads to another origin leads away, whether a form or a page on the way asked', () => {
  assert.equal(at('https://bank.example/pay/1'), 'https://bank.example/pay/1')
  assert.equal(at('https://app.example/thanks', { method: 'GET', status: 302 }), 'https://app.example/thanks')
})

test('so does a form that goes on by an own address which leads to apps', () => {
  assert.equal(at('/oauth2/authorize/continue?request=1'), `${origin}/oauth2/authorize/continue?request=1`)
  assert.equal(at('/_api/iam/authentication/v1/sso/login/1/2'), `${origin}/_api/iam/authentication/v1/sso/login/1/2`)
  assert.equal(at('/oauth2/authorize/continue?request=1', { method: 'GET' }), undefined)
})

test('pages of the shop, data of pages, scripts and what is no page at all go as they are', () => {
  assert.equal(at('/cart'), undefined)
  assert.equal(at(`${origin}/cart`), undefined)
  assert.equal(at('https://bank.example/', { path: '/checkout/1.data' }), undefined)
  assert.equal(at('https://bank.example/', { accept: '*/*' }), undefined)
  assert.equal(at('javascript:alert(1)'), undefined)
})

test('the page on the way keeps the cookies, runs nothing, and writes the address safely', async () => {
  const headers = new Headers({ location: 'https://bank.example/' })
  headers.append('set-cookie', 'a=1')
  headers.append('set-cookie', 'b=2')
  const page = onward(new Response(null, { status: 303, headers }), new URL(`https://bank.example/?a="><script>alert(1)</script>'&b=1`))
  assert.deepEqual([page.status, page.headers.get('location'), page.headers.getSetCookie()], [200, null, ['a=1', 'b=2']])
  const text = await page.text()
  assert.doesNotMatch(text, /<script/)
  assert.match(text, /http-equiv="refresh" content="0;url=https:\/\/bank\.example\/\?a=%22%3E%3Cscript/)
})
