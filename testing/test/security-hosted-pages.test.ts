/** What another site would try with the forms of sign-in and account, each by its name. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { goodPassword, guest, newEmail, register, signInPolicy } from '../src/guest.ts'
import { startPlatformForFile } from '../src/platform-for-file.ts'
import { type ServerProcess, startServerProcess } from '../src/server-process.ts'
import { send } from '../src/wire.ts'

const shop = await startPlatformForFile()

describe('security of the hosted pages, over a socket', () => {
  let server: ServerProcess
  const email = newEmail()
  const forms = [
    '/login',
    '/login/code',
    '/login/passkey',
    '/register',
    '/verify',
    '/mfa',
    '/passkey',
    '/reset',
    '/reset/new',
    '/consent',
    '/account-picker',
    '/logout',
    '/account/profile',
    '/account/security',
    '/account/close',
    '/account/community',
    '/account/emails',
  ]

  before(async () => {
    server = await startServerProcess({ databaseUrl: shop.databaseUrl })
    await signInPolicy(shop, {})
    await register(guest(shop), email)
  })
  after(() => server[Symbol.asyncDispose]())

  const post = (path: string, fields: Readonly<Record<string, string>>, headers: Readonly<Record<string, string>>) =>
    fetch(server.url + path, { method: 'POST', redirect: 'manual', headers, body: new URLSearchParams(fields) })
  const typed = { email, password: goodPassword, stay: 'on' }
  const cookiesOf = (answer: Response) =>
    answer.headers
      .getSetCookie()
      .map((line) => line.split(';')[0]!)
      .join('; ')
  const own = () => ({ origin: server.url, 'sec-fetch-site': 'same-origin' })

  // attack: Tokens, OAuth, sessions | another site posts the forms of the storefront | refused, and nothing changes
  test('CSRF: a form of another site is refused at each of them, signs nobody in or out, and changes nothing', async () => {
    const signedIn = await post('/login', typed, own())
    assert.equal(signedIn.status, 303, 'the shop’s own form does')
    const cookie = cookiesOf(signedIn)
    assert.match(cookie, /(^|; )visitor=\w/)
    for (const path of forms)
      for (const foreign of [
        { origin: 'https://evil.example' },
        { origin: 'null' },
        { origin: server.url.replace(/\d+$/, '1') },
        { origin: server.url, 'sec-fetch-site': 'cross-site' },
        { 'sec-fetch-site': 'same-site' },
      ]) {
        const answer = await post(path, typed, { ...foreign, cookie })
        const what = `${path} from ${JSON.stringify(foreign)}`
        assert.equal(answer.status, 403, what)
        assert.deepEqual(answer.headers.getSetCookie(), [], what)
      }
    const overview = await fetch(`${server.url}/account`, { headers: { cookie }, redirect: 'manual' })
    assert.equal(overview.status, 200, 'still signed in')
    const byLink = await fetch(`${server.url}/logout`, { headers: { cookie }, redirect: 'manual' })
    assert.deepEqual([byLink.status, byLink.headers.getSetCookie()], [302, []], 'and nobody is signed out by a link')
    assert.match(signedIn.headers.getSetCookie()[0]!, /; HttpOnly; SameSite=Lax/)
  })

  // attack: Tokens, OAuth, sessions | a page of the shop is framed by another site | frame-ancestors none
  test('clickjacking headers: none of them is framed by another site', async () => {
    for (const path of forms.filter((one) => !['/login/passkey', '/logout'].includes(one))) {
      const { headers } = await fetch(server.url + path, { redirect: 'manual' })
      assert.match(headers.get('content-security-policy') ?? '', /(^|; )frame-ancestors '(self|none)'(;|$)/, path)
      assert.match(headers.get('x-frame-options') ?? '', /^(SAMEORIGIN|DENY)$/, path)
    }
  })

  // attack: Tokens, OAuth, sessions | sign-in with a foreign address in to= | leads into the shop
  test('open redirect: signing in leads into the shop, whatever the address says', async () => {
    const lead = async (to: string) => {
      const answer = await post(`/login?${new URLSearchParams({ to })}`, typed, own())
      assert.equal(answer.status, 303, to)
      return new URL(answer.headers.get('location')!, server.url)
    }
    assert.equal((await lead('/products?sort=priceAsc')).href, `${server.url}/products?sort=priceAsc`)
    for (const to of [
      'https://evil.example',
      '//evil.example',
      '/\\evil.example',
      '\\\\evil.example',
      '/\t/evil.example',
      '/..//evil.example',
      '/%2F%2Fevil.example/..//evil.example',
      'javascript:alert(1)',
      'data:text/html,x',
      `${server.url}@evil.example`,
      'evil.example',
    ]) {
      const { origin, href } = await lead(to)
      assert.equal(origin, server.url, `${to} leads to ${href}`)
    }
  })

  // attack: Tokens, OAuth, sessions | tokens that a browser held before the sign-in are used afterwards | they stay those of a visitor
  test('session fixation: who signs in gets new tokens, and those that the browser held before stay a visitor’s', async () => {
    const { json } = await send(shop, { method: 'POST', path: '/oauth2/token', body: { grantType: 'anonymous', clientId: shop.clientId } })
    const planted = Buffer.from(JSON.stringify({ a: json.access_token, e: 4e9, r: json.refresh_token, o: 'visitor' })).toString('base64url')
    const answer = await post('/login', typed, { ...own(), cookie: `visitor=${planted}` })
    const cookie = cookiesOf(answer)
    assert.equal(answer.status, 303)
    const held = JSON.parse(Buffer.from(/visitor=([\w-]+)/.exec(cookie)![1]!, 'base64url').toString())
    assert.equal(held.o, 'member')
    assert.ok(held.a !== json.access_token && held.r !== json.refresh_token)
    assert.equal((await fetch(`${server.url}/account`, { headers: { cookie: `visitor=${planted}` }, redirect: 'manual' })).status, 302)
  })
})
