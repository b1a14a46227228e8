/** What somebody who means ill would try with codes, tokens and sessions, each by its name. */
import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { describe, test } from 'node:test'
import { inMemory, oauth, type TokenStore, visitor } from '@vitrine/client'
import { memberLogin } from '@vitrine/client/member'
import { createClient } from '@vitrine/client/modular'
import { newId } from '@vitrine/platform/kernel/db/id'
import { registerOauthApp } from '@vitrine/platform/people/identity/store'
import { type Browser, browser, type Pkce, pkce } from '../src/browser.ts'
import { newMember, prove } from '../src/member.ts'
import { startPlatformForFile } from '../src/platform-for-file.ts'
import { newVisitor, refusalOf, send } from '../src/wire.ts'

const shop = await startPlatformForFile()
const app = '33333333-3333-4333-8333-333333333333'
const other = '44444444-4444-4444-8444-444444444444'
const back = 'https://app.example/back'
for (const [id, redirectUris] of [
  [app, [back, 'https://wide.example/*', 'http://localhost:*/in']],
  [other, ['https://other.example/back']],
] as const)
  await registerOauthApp(shop.platform.database, { site: shop.site, id, name: 'An app', redirectUris }, shop.clock.now())

const token = (body: object) => send(shop, { method: 'POST', path: '/oauth2/token', body })
const exchange = (code: string, saved: Pkce, more: object = {}) =>
  token({ grantType: 'authorization_code', clientId: app, code, codeVerifier: saved.verifier, redirectUri: back, ...more })
const userInfo = (access: string) => send(shop, { method: 'GET', path: '/oauth2/user-info', headers: { authorization: access } })

function authorizeUrl(saved: Pkce, more: Readonly<Record<string, string>> = {}) {
  const asks = {
    client_id: app,
    redirect_uri: back,
    state: saved.state,
    code_challenge: saved.challenge,
    code_challenge_method: 'S256',
    ...more,
  }
  return `${shop.url}/oauth2/authorize?${new URLSearchParams(asks)}`
}

async function begun(eyes: Browser, saved: Pkce, more: Readonly<Record<string, string>> = {}): Promise<string> {
  const { location } = await eyes.go(authorizeUrl(saved, more))
  return location!.searchParams.get('request')!
}
const goOn = (eyes: Browser, request: string, sessionToken: string) =>
  eyes.go(`${shop.url}/oauth2/authorize/continue?request=${request}&session_token=${sessionToken}`)

async function codeFor(saved: Pkce, eyes = browser()): Promise<string> {
  const { sessionToken } = await prove(shop, await newMember(shop))
  const { location } = await goOn(eyes, await begun(eyes, saved), sessionToken)
  return new URLSearchParams(location!.hash.slice(1)).get('code')!
}

describe('security of signing in', () => {
  // attack: Tokens, OAuth, sessions | an authorization code is used twice | the second use is refused and ends the session that the first one gave
  test('code replay: a code is good once, and coming twice ends the session it gave', async () => {
    const saved = pkce()
    const code = await codeFor(saved)
    const first = await exchange(code, saved)
    assert.equal(first.status, 200)
    assert.equal(refusalOf(await exchange(code, saved)), 'INVALID_GRANT')
    assert.equal(refusalOf(await token({ grantType: 'refresh_token', refreshToken: first.json.refresh_token })), 'INVALID_GRANT')
    await shop.platform.learnEnded()
    assert.equal(refusalOf(await userInfo(first.json.access_token)), 'INVALID_TOKEN')
  })

  // attack: Tokens, OAuth, sessions | one authorization code is used many times at once | one request gets tokens
  test('code replay at the same moment: one of many gets tokens', async () => {
    const saved = pkce()
    const code = await codeFor(saved)
    const answers = await Promise.all(Array.from({ length: 8 }, () => exchange(code, saved)))
    assert.equal(answers.filter(({ status }) => status === 200).length, 1)
  })

  // attack: Tokens, OAuth, sessions | an authorization code is used after a minute | INVALID_GRANT
  test('a code is over after a minute', async () => {
    const saved = pkce()
    const code = await codeFor(saved)
    shop.clock.advance(60_000)
    assert.equal(refusalOf(await exchange(code, saved)), 'INVALID_GRANT')
  })

  // attack: Tokens, OAuth, sessions | a code with the wrong PKCE verifier | no tokens, and no second try
  test('wrong verifier: no tokens, and no second try', async () => {
    for (const wrong of [pkce().verifier, 'short', 'x'.repeat(129), '']) {
      const saved = pkce()
      const code = await codeFor(saved)
      assert.equal(refusalOf(await exchange(code, saved, { codeVerifier: wrong })), 'INVALID_GRANT', wrong)
    }
    const saved = pkce()
    const code = await codeFor(saved)
    await exchange(code, pkce())
    assert.equal(refusalOf(await exchange(code, saved)), 'INVALID_GRANT')
  })

  // attack: Tokens, OAuth, sessions | a code is used by another app or with another redirect address | INVALID_GRANT
  test('a code is for the app and the address it was made for', async () => {
    for (const more of [{ clientId: other }, { redirectUri: 'https://wide.example/x' }, { redirectUri: undefined }]) {
      const saved = pkce()
      assert.equal(refusalOf(await exchange(await codeFor(saved), saved, more)), 'INVALID_GRANT', JSON.stringify(more))
    }
  })

  // attack: Tokens, OAuth, sessions | authorize with foreign redirect addresses (another host, a suffix of the host, userinfo, javascript:) | 400; nothing is sent there, not even an error
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

  // attack: Tokens, OAuth, sessions | authorize for an unknown app, or the same request twice | an error page, and no redirect
  test('an unknown app, or the same question twice, leads nowhere', async () => {
    const eyes = browser()
    assert.equal((await eyes.go(authorizeUrl(pkce(), { client_id: newId() }))).status, 400)
    const twice = `${authorizeUrl(pkce())}&redirect_uri=${encodeURIComponent('https://evil.example/')}`
    assert.equal((await eyes.go(twice)).status, 400)
    assert.equal((await eyes.go(`${authorizeUrl(pkce())}&redirectUri=${encodeURIComponent('https://evil.example/')}`)).status, 400)
  })

  // attack: Tokens, OAuth, sessions | a sign-in is finished in another browser than the one that began it | refused
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

  // attack: Tokens, OAuth, sessions | a consent is sent by another browser or for another member | refused
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

  // attack: Tokens, OAuth, sessions | a script or another site reads or sends the cookies of the hosted pages | HttpOnly and SameSite cookies
  test('cookies of the hosted pages are read by no script and sent by no other site', async () => {
    const eyes = browser()
    const saved = pkce()
    const page = await eyes.go(authorizeUrl(saved))
    const { sessionToken } = await prove(shop, await newMember(shop))
    const done = await goOn(eyes, page.location!.searchParams.get('request')!, sessionToken)
    for (const { headers } of [page, done]) assert.match(headers.get('set-cookie')!, /; Path=\/oauth2; HttpOnly; SameSite=Lax/)
  })

  // attack: Tokens, OAuth, sessions | a hosted page is framed by a foreign site | frame-ancestors allows the origins of the app alone
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

  // attack: Tokens, OAuth, sessions | an app puts markup into what it says of itself | no script of the frame sees it
  test('what an app says of itself comes to no script of the frame', async () => {
    const frame = await browser().go(
      authorizeUrl(pkce(), { prompt: 'none', response_mode: 'web_message', state: '</script><script>alert(1)</script>' }),
    )
    assert.equal(frame.body.match(/<script/g)?.length, 1)
  })

  // attack: Tokens, OAuth, sessions | sign-out with a foreign postLogoutRedirectUri | leads only to registered addresses
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

  // attack: Tokens, OAuth, sessions | an app uses a refresh token or code of another app | INVALID_GRANT
  test('token of another app: neither its refresh token nor its code is taken', async () => {
    const saved = pkce()
    const { json } = await exchange(await codeFor(saved), saved)
    assert.equal(refusalOf(await token({ grantType: 'refresh_token', clientId: other, refreshToken: json.refresh_token })), 'INVALID_GRANT')
    assert.equal(refusalOf(await userInfo(json.refresh_token)), 'INVALID_TOKEN')
    assert.equal(refusalOf(await token({ grantType: 'refresh_token', refreshToken: json.access_token })), 'INVALID_GRANT')
  })

  // attack: Tokens, OAuth, sessions | expired, forged and alg=none access tokens | 401 INVALID_TOKEN
  test('expired, forged and none-algorithm tokens of members are none', async () => {
    const saved = pkce()
    const { json } = await exchange(await codeFor(saved), saved)
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

  // attack: Tokens, OAuth, sessions | a stolen refresh token is used after a newer one | the session ends for both
  test('refresh theft: whoever comes with an old one after a newer one ends the session for both', async () => {
    const saved = pkce()
    const { json } = await exchange(await codeFor(saved), saved)
    const renew = (refreshToken: string) => token({ grantType: 'refresh_token', clientId: app, refreshToken })
    const thief = (await renew(json.refresh_token)).json.refresh_token
    await renew(thief)
    shop.clock.advance(3_600_000)
    assert.equal(refusalOf(await renew(json.refresh_token)), 'INVALID_GRANT')
    assert.equal(refusalOf(await renew(thief)), 'INVALID_GRANT')
  })

  // attack: Tokens, OAuth, sessions | a copy of the refresh token that our client holds is used later | the session ends for both
  test('refresh theft from our own client: it takes the newest token each time, so a copy that is used later ends the session', async () => {
    const lost: string[] = []
    const clientFor = (tokens: TokenStore) =>
      createClient({
        baseUrl: shop.url,
        modules: { oauth },
        auth: visitor({ clientId: shop.clientId, tokens, onSessionLost: (role) => lost.push(role) }),
      })
    const saved = inMemory()
    const own = clientFor(saved)
    const memberId = await newMember(shop)
    const login = memberLogin({ baseUrl: shop.url, clientId: shop.clientId, session: own.auth })
    await own.auth.setTokens(await login.getMemberTokensForExternalLogin(memberId, shop.apiKey))
    const renewed = async (tokens: TokenStore, client: ReturnType<typeof clientFor>) => {
      await tokens.set({ ...(await tokens.get())!, accessToken: { value: '', expiresAt: 0 } })
      return client.auth.tokens()
    }
    const stolen = inMemory(await saved.get())
    const thief = clientFor(stolen)
    for (let i = 0; i < 3; i++) {
      const before = (await saved.get())!.refreshToken.value
      shop.clock.advance(14_400_000)
      assert.notEqual((await renewed(saved, own)).refreshToken.value, before)
    }
    assert.deepEqual([lost, (await saved.get())!.refreshToken.role], [[], 'member'])
    shop.clock.advance(3_600_000)
    assert.equal((await renewed(stolen, thief)).refreshToken.role, 'visitor', 'the thief is nobody')
    assert.equal((await renewed(saved, own)).refreshToken.role, 'visitor', 'and the session is over for both')
    assert.deepEqual(lost, ['member', 'member'])
  })

  // attack: Tokens, OAuth, sessions | a planted authorization code | thrown away by the client, and useless with its verifier
  test('state mismatch: a code that somebody else has planted is thrown away unasked, and is of no use with our verifier', async () => {
    const asked: string[] = []
    const watched: typeof fetch = (input, init) => {
      asked.push(String(input))
      return fetch(input, init)
    }
    const client = createClient({ baseUrl: shop.url, fetch: watched, modules: {}, auth: visitor({ clientId: app, tokens: inMemory() }) })
    const victim = memberLogin({ baseUrl: shop.url, fetch: watched, clientId: app, session: client.auth })
    const saved = await victim.generateOAuthData(back)
    const attackers = pkce()
    const code = await codeFor(attackers)
    await assert.rejects(victim.getMemberTokens(code, attackers.state, saved), { message: 'Invalid _state' })
    await assert.rejects(victim.getMemberTokens(code, '', saved), { message: 'Missing code or _state' })
    assert.deepEqual(asked, [])
    await assert.rejects(victim.getMemberTokens(code, saved.state, saved), { code: 'INVALID_GRANT' })
    assert.equal(await victim.loggedIn(), false)
  })

  // attack: Tokens, OAuth, sessions | a token signed with the published key as a secret, or with an unknown key | 401 INVALID_TOKEN
  test('forged token: the public key is no secret to sign with, and a key of nobody signs for nobody', async () => {
    const saved = pkce()
    const { json } = await exchange(await codeFor(saved), saved)
    const [head = '', body = ''] = (json.access_token as string).slice('OauthNG.JWS.'.length).split('.')
    const { json: published } = await send(shop, { method: 'GET', path: '/oauth2/jwks' })
    const { x, kid } = published.keys[0]
    const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
    for (const secret of [x, Buffer.from(x, 'base64url')])
      for (const alg of ['HS256', 'EdDSA']) {
        const said = `${encoded({ alg, kid })}.${body}`
        const forged = `OauthNG.JWS.${said}.${createHmac('sha256', secret).update(said).digest('base64url')}`
        assert.equal(refusalOf(await userInfo(forged)), 'INVALID_TOKEN')
      }
    const [, , signature = ''] = (json.access_token as string).slice('OauthNG.JWS.'.length).split('.')
    for (const named of [`${shop.site}/${newId()}`, `${newId()}/${kid.split('/')[1]}`, '', '../keys', 7])
      assert.equal(
        refusalOf(
          await userInfo(
            `OauthNG.JWS.${encoded({ ...JSON.parse(Buffer.from(head, 'base64url').toString()), kid: named })}.${body}.${signature}`,
          ),
        ),
        'INVALID_TOKEN',
      )
  })

  // attack: Tokens, OAuth, sessions | somebody else's session token is exchanged | INVALID_GRANT
  test('token of another app: who finds the session token of somebody’s sign-in is not them', async () => {
    const mine = await newVisitor(shop, app)
    const { sessionToken } = await prove(shop, await newMember(shop), { visitorId: mine.id })
    const claim = (clientId: string, authorization = '') =>
      send(shop, {
        method: 'POST',
        path: '/oauth2/token',
        headers: { authorization },
        body: { grantType: 'authorized_client', clientId, sessionToken },
      })
    for (const answer of [
      await claim(app),
      await claim(app, (await newVisitor(shop, app)).token),
      await claim(other, (await newVisitor(shop, other)).token),
      await claim(other, mine.token),
    ])
      assert.equal(refusalOf(answer), 'INVALID_GRANT')
    assert.equal((await claim(app, mine.token)).status, 200, 'the visitor who signed in')
  })

  // attack: Tokens, OAuth, sessions | extra fields in a token request (role, memberId, scope) | ignored
  test('mass assignment: what a caller adds to a grant changes nothing', async () => {
    const memberId = await newMember(shop)
    const more = { memberId, member_id: memberId, kind: 'user', role: 'OWNER', scope: 'settings.write', site: newId(), sessionId: newId() }
    const { json } = await token({ grantType: 'anonymous', clientId: app, ...more })
    const claims = JSON.parse(Buffer.from((json.access_token as string).split('.')[3]!, 'base64url').toString())
    assert.deepEqual([claims.kind, claims.mid, claims.role, claims.sid], ['visitor', undefined, undefined, undefined])
    assert.equal(refusalOf(await token({ grantType: 'authorized_client', clientId: app, ...more })), 'INVALID_GRANT')
  })
})
