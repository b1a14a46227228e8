/** What somebody who means ill would try at the sign-in, each by its name. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { inMemory, oauth, type TokenStore, visitor } from '@vitrine/client'
import { memberLogin } from '@vitrine/client/member'
import { createClient } from '@vitrine/client/modular'
import { newId } from '@vitrine/platform/db/id'
import { registerOauthApp } from '@vitrine/platform/identity/store'
import { type Browser, browser, type Pkce, pkce } from '../src/browser.ts'
import { newMember, prove } from '../src/member.ts'
import { startTestPlatform, type TestPlatform } from '../src/platform.ts'
import { newVisitor, refusalOf, send } from '../src/wire.ts'

let shop: TestPlatform
const app = '33333333-3333-4333-8333-333333333333'
const other = '44444444-4444-4444-8444-444444444444'
const back = 'https://app.example/back'

before(async () => {
  shop = await startTestPlatform()
  for (const [id, redirectUris] of [
    [app, [back, 'https://wide.example/*', 'http://localhost:*/in']],
    [other, ['https://other.example/back']],
  ] as const)
    await registerOauthApp(shop.platform.database, { site: shop.site, id, name: 'An app', redirectUris }, shop.clock.now())
})
after(async () => {
  assert.deepEqual(shop.faults, [])
  await shop[Symbol.asyncDispose]()
})

const token = (body: object) => send(shop, { method: 'POST', path: '/oauth2/token', body })
const exchange = (code: string, kept: Pkce, more: object = {}) =>
  token({ grantType: 'authorization_code', clientId: app, code, codeVerifier: kept.verifier, redirectUri: back, ...more })
const userInfo = (access: string) => send(shop, { method: 'GET', path: '/oauth2/user-info', headers: { authorization: access } })

function authorizeUrl(kept: Pkce, more: Readonly<Record<string, string>> = {}) {
  const asks = {
    client_id: app,
    redirect_uri: back,
    state: kept.state,
    code_challenge: kept.challenge,
    code_challenge_method: 'S256',
    ...more,
  }
  return `${shop.url}/oauth2/authorize?${new URLSearchParams(asks)}`
}

async function begun(eyes: Browser, kept: Pkce, more: Readonly<Record<string, string>> = {}): Promise<string> {
  const { location } = await eyes.go(authorizeUrl(kept, more))
  return location!.searchParams.get('request')!
}
const goOn = (eyes: Browser, request: string, sessionToken: string) =>
  eyes.go(`${shop.url}/oauth2/authorize/continue?request=${request}&session_token=${sessionToken}`)

async function codeFor(kept: Pkce, eyes = browser()): Promise<string> {
  const { sessionToken } = await prove(shop, await newMember(shop))
  const { location } = await goOn(eyes, await begun(eyes, kept), sessionToken)
  return new URLSearchParams(location!.hash.slice(1)).get('code')!
}

describe('security of signing in', () => {
  test('code replay: a code is good once, and coming twice ends the session it gave', async () => {
    const kept = pkce()
    const code = await codeFor(kept)
    const first = await exchange(code, kept)
    assert.equal(first.status, 200)
    assert.equal(refusalOf(await exchange(code, kept)), 'INVALID_GRANT')
    assert.equal(refusalOf(await token({ grantType: 'refresh_token', refreshToken: first.json.refresh_token })), 'INVALID_GRANT')
    await shop.platform.learnEnded()
    assert.equal(refusalOf(await userInfo(first.json.access_token)), 'INVALID_TOKEN')
  })

  test('code replay at the same moment: one of many gets tokens', async () => {
    const kept = pkce()
    const code = await codeFor(kept)
    const answers = await Promise.all(Array.from({ length: 8 }, () => exchange(code, kept)))
    assert.equal(answers.filter(({ status }) => status === 200).length, 1)
  })

  test('a code is over after a minute', async () => {
    const kept = pkce()
    const code = await codeFor(kept)
    shop.clock.advance(60_000)
    assert.equal(refusalOf(await exchange(code, kept)), 'INVALID_GRANT')
  })

  test('wrong verifier: no tokens, and no second try', async () => {
    for (const wrong of [pkce().verifier, 'short', 'x'.repeat(129), '']) {
      const kept = pkce()
      const code = await codeFor(kept)
      assert.equal(refusalOf(await exchange(code, kept, { codeVerifier: wrong })), 'INVALID_GRANT', wrong)
    }
    const kept = pkce()
    const code = await codeFor(kept)
    await exchange(code, pkce())
    assert.equal(refusalOf(await exchange(code, kept)), 'INVALID_GRANT')
  })

  test('a code is for the app and the address it was made for', async () => {
    for (const more of [{ clientId: other }, { redirectUri: 'https://wide.example/x' }, { redirectUri: undefined }]) {
      const kept = pkce()
      assert.equal(refusalOf(await exchange(await codeFor(kept), kept, more)), 'INVALID_GRANT', JSON.stringify(more))
    }
  })

  test('foreign redirect URI: nothing is sent there, not even an error', async () => {
    const eyes = browser()
    for (const redirect of [
      'https://evil.example/back',
      `${back}/`,
      `${back}?x=1`,
      `${back}#x`,
      'https://app.example/back/../steal',
      'https://app.example@evil.example/back',
      'https://app.example.evil.example/back',
      'https://wide.example/anywhere',
      'http://app.example/back',
      'http://localhost:5173/elsewhere',
      'https://localhost:5173/in',
      'javascript:alert(1)',
      '//evil.example',
    ])
      for (const prompt of ['login', 'none', 'nonsense']) {
        const { status, location } = await eyes.go(authorizeUrl(pkce(), { redirect_uri: redirect, prompt }))
        assert.deepEqual([status, location], [400, undefined], redirect)
      }
    assert.equal(
      (await eyes.go(authorizeUrl(pkce(), { redirect_uri: 'http://localhost:61234/in' }))).status,
      302,
      'any port of one’s own machine',
    )
    const { token: visitor } = await newVisitor(shop, app)
    const session = await send(shop, {
      method: 'POST',
      path: '/_api/redirects-api/v1/redirect-session',
      headers: { authorization: visitor },
      body: { auth: { authRequest: { clientId: app, redirectUri: 'https://evil.example/' } } },
    })
    assert.equal(refusalOf(session), 'REDIRECT_URI_NOT_ALLOWED')
  })

  test('an unknown app, or the same question twice, leads nowhere', async () => {
    const eyes = browser()
    assert.equal((await eyes.go(authorizeUrl(pkce(), { client_id: newId() }))).status, 400)
    const twice = `${authorizeUrl(pkce())}&redirect_uri=${encodeURIComponent('https://evil.example/')}`
    assert.equal((await eyes.go(twice)).status, 400)
    assert.equal((await eyes.go(`${authorizeUrl(pkce())}&redirectUri=${encodeURIComponent('https://evil.example/')}`)).status, 400)
  })

  test('session fixation: a sign-in ends only in the browser it was begun in, and gives it a new secret', async () => {
    const [attacker, victim] = [browser(), browser()]
    const request = await begun(attacker, pkce())
    const { sessionToken } = await prove(shop, await newMember(shop))
    const lured = await goOn(victim, request, sessionToken)
    assert.deepEqual([lured.status, lured.location, victim.cookiesAt('/oauth2/x')], [400, undefined, ''])
    const before = await begun(victim, pkce())
    await goOn(victim, before, (await prove(shop, await newMember(shop))).sessionToken)
    const first = victim.cookiesAt('/oauth2/x')
    await goOn(victim, await begun(victim, pkce()), (await prove(shop, await newMember(shop))).sessionToken)
    assert.notEqual(victim.cookiesAt('/oauth2/x'), first)
    assert.equal(victim.cookiesAt('/'), '', 'no other page gets it')
  })

  test('a consent is given by the browser that was asked, and for its member', async () => {
    const attacker = browser()
    const request = await begun(attacker, pkce(), { prompt: 'consent' })
    const forged = await send(shop, { method: 'POST', path: '/vitrine/v1/authorize-requests/consent', body: { request } })
    assert.equal(refusalOf(forged), 'AUTHORIZE_REQUEST_OVER', 'nobody is signed in there')
    const login = await send(shop, {
      method: 'POST',
      path: '/vitrine/v1/authorize-requests/consent',
      body: { request: await begun(attacker, pkce()) },
    })
    assert.equal(refusalOf(login), 'AUTHORIZE_REQUEST_OVER')
  })

  test('cookies of the hosted pages are read by no script and sent by no other site', async () => {
    const eyes = browser()
    const kept = pkce()
    const page = await eyes.go(authorizeUrl(kept))
    const { sessionToken } = await prove(shop, await newMember(shop))
    const done = await goOn(eyes, page.location!.searchParams.get('request')!, sessionToken)
    for (const { headers } of [page, done]) assert.match(headers.get('set-cookie')!, /; Path=\/oauth2; HttpOnly; SameSite=Lax/)
  })

  test('clickjacking: no hosted answer is framed but the frame’s, and that by the app’s origins alone', async () => {
    const eyes = browser()
    for (const url of [
      authorizeUrl(pkce()),
      authorizeUrl(pkce(), { client_id: newId() }),
      `${shop.url}/oauth2/logout`,
      `${shop.url}/oauth2/authorize/continue`,
    ]) {
      const { headers } = await eyes.go(url)
      assert.equal(headers.get('x-frame-options'), 'DENY', url)
      assert.match(headers.get('content-security-policy')!, /frame-ancestors 'none'/, url)
    }
    const frame = await eyes.go(authorizeUrl(pkce(), { prompt: 'none', response_mode: 'web_message' }))
    assert.match(frame.headers.get('content-security-policy')!, /frame-ancestors https:\/\/app\.example$/)
  })

  test('what an app says of itself comes to no script of the frame', async () => {
    const frame = await browser().go(
      authorizeUrl(pkce(), { prompt: 'none', response_mode: 'web_message', state: '</script><script>alert(1)</script>' }),
    )
    assert.equal(frame.body.match(/<script/g)?.length, 1)
  })

  test('open redirect: signing out leads only to where the app is registered', async () => {
    const eyes = browser()
    const out = async (to: string, clientId = app) =>
      (await eyes.go(`${shop.url}/oauth2/logout?${new URLSearchParams({ clientId, postLogoutRedirectUri: to })}`)).location?.href
    assert.equal(await out('https://wide.example/bye'), 'https://wide.example/bye')
    for (const to of [
      'https://evil.example/',
      '//evil.example',
      'javascript:alert(1)',
      'https://wide.example@evil.example/',
      'https://other.example/back',
    ])
      assert.equal(await out(to), `${shop.url}/logged-out`, to)
    assert.equal(await out('https://wide.example/bye', other), `${shop.url}/logged-out`)
    const published = await eyes.go(`${shop.url}/_api/iam/authentication/v1/logout?postLogoutRedirectUri=https://evil.example/`)
    assert.equal(published.location?.origin, shop.url)
    assert.equal((await eyes.go(`${shop.url}/oauth2/back?session=${newId()}`)).location?.href, `${shop.url}/`)
  })

  test('token of another app: neither its refresh token nor its code is taken', async () => {
    const kept = pkce()
    const { json } = await exchange(await codeFor(kept), kept)
    assert.equal(refusalOf(await token({ grantType: 'refresh_token', clientId: other, refreshToken: json.refresh_token })), 'INVALID_GRANT')
    assert.equal(refusalOf(await userInfo(json.refresh_token)), 'INVALID_TOKEN')
    assert.equal(refusalOf(await token({ grantType: 'refresh_token', refreshToken: json.access_token })), 'INVALID_GRANT')
  })

  test('expired, forged and none-algorithm tokens of members are none', async () => {
    const kept = pkce()
    const { json } = await exchange(await codeFor(kept), kept)
    const [head = '', body = '', signature = ''] = (json.access_token as string).slice('OauthNG.JWS.'.length).split('.')
    const decoded = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString())
    const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const promoted = encoded({ ...decoded(body), kind: 'user', uid: newId(), role: 'OWNER' })
    for (const forged of [
      `${encoded({ ...decoded(head), alg: 'none' })}.${promoted}.`,
      `${head}.${promoted}.${signature}`,
      `${head}.${encoded({ ...decoded(body), sid: undefined })}.${signature}`,
      `${head}.${encoded({ ...decoded(body), mid: newId() })}.${signature}`,
    ])
      assert.equal(refusalOf(await userInfo(`OauthNG.JWS.${forged}`)), 'INVALID_TOKEN')
    shop.clock.advance(14_400_000)
    assert.equal(refusalOf(await userInfo(json.access_token)), 'INVALID_TOKEN')
  })

  test('refresh theft: whoever comes with an old one after a newer one ends the session for both', async () => {
    const kept = pkce()
    const { json } = await exchange(await codeFor(kept), kept)
    const renew = (refreshToken: string) => token({ grantType: 'refresh_token', clientId: app, refreshToken })
    const thief = (await renew(json.refresh_token)).json.refresh_token
    await renew(thief)
    shop.clock.advance(3_600_000)
    assert.equal(refusalOf(await renew(json.refresh_token)), 'INVALID_GRANT')
    assert.equal(refusalOf(await renew(thief)), 'INVALID_GRANT')
  })

  test('refresh theft from our own client: it takes the newest token each time, so a copy that is used later ends the session', async () => {
    const lost: string[] = []
    const clientFor = (tokens: TokenStore) =>
      createClient({
        baseUrl: shop.url,
        modules: { oauth },
        auth: visitor({ clientId: shop.clientId, tokens, onSessionLost: (role) => lost.push(role) }),
      })
    const kept = inMemory()
    const own = clientFor(kept)
    const memberId = await newMember(shop)
    const login = memberLogin({ baseUrl: shop.url, clientId: shop.clientId, session: own.auth })
    await own.auth.setTokens(await login.getMemberTokensForExternalLogin(memberId, shop.apiKey))
    const renewed = async (tokens: TokenStore, client: ReturnType<typeof clientFor>) => {
      await tokens.set({ ...(await tokens.get())!, accessToken: { value: '', expiresAt: 0 } })
      return client.auth.tokens()
    }
    const stolen = inMemory((await kept.get())!)
    const thief = clientFor(stolen)
    for (let i = 0; i < 3; i++) {
      const before = (await kept.get())!.refreshToken.value
      shop.clock.advance(14_400_000)
      assert.notEqual((await renewed(kept, own)).refreshToken.value, before)
    }
    assert.deepEqual([lost, (await kept.get())!.refreshToken.role], [[], 'member'])
    shop.clock.advance(3_600_000)
    assert.equal((await renewed(stolen, thief)).refreshToken.role, 'visitor', 'the thief is nobody')
    assert.equal((await renewed(kept, own)).refreshToken.role, 'visitor', 'and the session is over for both')
    assert.deepEqual(lost, ['member', 'member'])
  })

  test('mass assignment: what a caller adds to a grant changes nothing', async () => {
    const memberId = await newMember(shop)
    const more = { memberId, member_id: memberId, kind: 'user', role: 'OWNER', scope: 'settings.write', site: newId(), sessionId: newId() }
    const { json } = await token({ grantType: 'anonymous', clientId: app, ...more })
    const claims = JSON.parse(Buffer.from((json.access_token as string).split('.')[3]!, 'base64url').toString())
    assert.deepEqual([claims.kind, claims.mid, claims.role, claims.sid], ['visitor', undefined, undefined, undefined])
    assert.equal(refusalOf(await token({ grantType: 'authorized_client', clientId: app, ...more })), 'INVALID_GRANT')
  })
})
