import assert from 'node:assert/strict'
import { createPublicKey, verify } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { newId } from '@vitrine/platform/kernel/db/id'
import { sql } from '@vitrine/platform/kernel/db/sql'
import { registerOauthApp } from '@vitrine/platform/people/identity/store'
import { type Browser, browser, type Pkce, pkce } from '../src/browser.ts'
import { newMember, prove } from '../src/member.ts'
import { startTestPlatform, type TestPlatform } from '../src/platform.ts'
import { newVisitor, refusalOf, send } from '../src/wire.ts'

let shop: TestPlatform
const app = '33333333-3333-4333-8333-333333333333'
const back = 'https://app.example/back'

before(async () => {
  shop = await startTestPlatform()
  await registerOauthApp(
    shop.platform.database,
    { site: shop.site, id: app, name: 'An app', redirectUris: [back, 'https://app.example/other', 'https://wide.example/*'] },
    shop.clock.now(),
  )
})
after(async () => {
  await shop[Symbol.asyncDispose]()
  assert.deepEqual(shop.faults, [])
})

const token = (body: object, headers: Record<string, string> = {}) => send(shop, { method: 'POST', path: '/oauth2/token', headers, body })

const claimsOf = (access: string) => JSON.parse(Buffer.from(access.split('.')[3]!, 'base64url').toString())

interface Asks {
  readonly [name: string]: string
}

const authorizeUrl = (saved: Pkce, more: Asks = {}, without: readonly string[] = []) => {
  const url = new URL('/oauth2/authorize', shop.url)
  const asks: Asks = {
    client_id: app,
    response_type: 'code',
    redirect_uri: back,
    scope: 'offline_access',
    state: saved.state,
    code_challenge: saved.challenge,
    code_challenge_method: 'S256',
    ...more,
  }
  for (const [name, value] of Object.entries(asks)) if (!without.includes(name)) url.searchParams.set(name, value)
  return url.href
}

const answerIn = (location: URL | undefined) => new URLSearchParams(location!.hash.slice(1))

/** Signs in on the hosted pages, as their page does it when the member has proved who they are; what the app is sent. */
async function signInAt(eyes: Browser, url: string, memberId: string) {
  const { sessionToken, sessionId } = await prove(shop, memberId)
  const page = await eyes.go(url)
  const request = page.location!.searchParams.get('request')!
  const done = await eyes.go(`${shop.url}/oauth2/authorize/continue?request=${request}&session_token=${sessionToken}`)
  return { page, done, sessionId }
}

const exchangeCode = (code: string, saved: Pkce, more: object = {}) =>
  token({ grantType: 'authorization_code', clientId: app, code, codeVerifier: saved.verifier, redirectUri: back, ...more })

async function signedIn() {
  const [eyes, saved, memberId] = [browser(), pkce(), await newMember(shop)]
  const { done, sessionId } = await signInAt(eyes, authorizeUrl(saved), memberId)
  const code = answerIn(done.location).get('code')!
  const { json } = await exchangeCode(code, saved)
  return { eyes, saved, memberId, sessionId, code, access: json.access_token as string, refresh: json.refresh_token as string }
}

describe('signing in through the hosted pages', () => {
  test('login: the page gets a sealed request, the app a code for its state, and the code is a member’s tokens', async () => {
    const [eyes, saved, memberId] = [browser(), pkce(), await newMember(shop)]
    const { page, done, sessionId } = await signInAt(eyes, authorizeUrl(saved), memberId)
    assert.deepEqual([page.status, page.location?.pathname], [302, '/login'])
    assert.equal(done.location!.href.startsWith(`${back}#`), true)
    const answer = answerIn(done.location)
    assert.equal(answer.get('state'), saved.state)
    const { status, json } = await exchangeCode(answer.get('code')!, saved)
    assert.deepEqual([status, json.expires_in, json.token_type], [200, 14_400, 'Bearer'])
    const claims = claimsOf(json.access_token)
    assert.deepEqual([claims.kind, claims.mid, claims.sid, claims.cid], ['member', memberId, sessionId, app])
    const info = await send(shop, { method: 'POST', path: '/oauth2/token-info', body: { token: json.access_token } })
    assert.deepEqual([info.json.subjectType, info.json.subjectId, info.json.clientId], ['MEMBER', memberId, app])
    const user = await send(shop, { method: 'GET', path: '/oauth2/user-info', headers: { authorization: json.access_token } })
    assert.equal(user.json.sub, memberId)
    assert.deepEqual([user.json.name, user.json.emailVerified], ['Ada Lovelace', true])
  })

  test('the page reads what the app asks for, and by whom', async () => {
    const page = await browser().go(authorizeUrl(pkce(), { idp: newId() }))
    const request = page.location!.searchParams.get('request')!
    const read = await send(shop, { method: 'GET', path: '/vitrine/v1/authorize-requests', search: `request=${request}` })
    const { clientName, prompt, returnsTo, scope, account } = read.json.authorizeRequest
    assert.deepEqual([clientName, prompt, returnsTo, scope, account], ['An app', 'login', 'app.example', 'offline_access', undefined])
    const changed = await send(shop, { method: 'GET', path: '/vitrine/v1/authorize-requests', search: `request=${request}x` })
    assert.equal(refusalOf(changed), 'AUTHORIZE_REQUEST_OVER')
  })

  test('response_mode query answers in the query, beside what the address has already', async () => {
    const saved = pkce()
    const { done } = await signInAt(browser(), authorizeUrl(saved, { response_mode: 'query' }), await newMember(shop))
    assert.equal(done.location!.hash, '')
    assert.equal(done.location!.searchParams.get('state'), saved.state)
    assert.ok(done.location!.searchParams.get('code'))
  })

  test('prompt none answers at once where the browser is signed in, and login_required where it is not', async () => {
    const saved = pkce()
    const nobody = await browser().go(authorizeUrl(saved, { prompt: 'none' }))
    assert.deepEqual([answerIn(nobody.location).get('error'), answerIn(nobody.location).get('state')], ['login_required', saved.state])
    const { eyes, memberId } = await signedIn()
    const again = await eyes.go(authorizeUrl(saved, { prompt: 'none' }))
    const { json } = await exchangeCode(answerIn(again.location).get('code')!, saved)
    assert.equal(claimsOf(json.access_token).mid, memberId)
  })

  test('prompt login asks anew although the browser is signed in', async () => {
    const { eyes } = await signedIn()
    assert.equal((await eyes.go(authorizeUrl(pkce()))).location?.pathname, '/login')
    assert.equal((await eyes.go(authorizeUrl(pkce(), { prompt: 'login' }))).location?.pathname, '/login')
  })

  test('prompt select_account offers who is signed in, and goes on with them', async () => {
    const { eyes, memberId } = await signedIn()
    const saved = pkce()
    const page = await eyes.go(authorizeUrl(saved, { prompt: 'select_account' }))
    assert.equal(page.location?.pathname, '/account-picker')
    const request = page.location.searchParams.get('request')!
    const read = await send(shop, { method: 'GET', path: '/vitrine/v1/authorize-requests', search: `request=${request}` })
    assert.equal(read.json.authorizeRequest.account.name, 'Ada Lovelace')
    const done = await eyes.go(`${shop.url}/oauth2/authorize/continue?request=${request}`)
    const { json } = await exchangeCode(answerIn(done.location).get('code')!, saved)
    assert.equal(claimsOf(json.access_token).mid, memberId)
  })

  test('prompt consent goes on only after the member lets the app in; access_denied where they do not', async () => {
    const { eyes } = await signedIn()
    const saved = pkce()
    const page = await eyes.go(authorizeUrl(saved, { prompt: 'consent' }))
    assert.equal(page.location?.pathname, '/consent')
    const request = page.location.searchParams.get('request')!
    const skipped = await eyes.go(`${shop.url}/oauth2/authorize/continue?request=${request}`)
    assert.equal(skipped.location?.pathname, '/consent', 'nobody goes on without')
    const denied = await eyes.go(`${shop.url}/oauth2/authorize/continue?request=${request}&error=access_denied`)
    assert.equal(answerIn(denied.location).get('error'), 'access_denied')
    const consented = await send(shop, { method: 'POST', path: '/vitrine/v1/authorize-requests/consent', body: { request } })
    const done = await eyes.go(`${shop.url}/oauth2/authorize/continue?request=${consented.json.request}`)
    assert.equal((await exchangeCode(answerIn(done.location).get('code')!, saved)).status, 200)
  })

  test('who signs in where consent is asked for comes to the page of the consent', async () => {
    const eyes = browser()
    const { page, done } = await signInAt(eyes, authorizeUrl(pkce(), { prompt: 'consent' }), await newMember(shop))
    assert.deepEqual([page.location?.pathname, done.location?.pathname], ['/login', '/consent'])
  })

  test('a session token is as good as a page: a hidden frame posts the code to the app’s own origins', async () => {
    const [saved, memberId] = [pkce(), await newMember(shop)]
    const { sessionToken } = await prove(shop, memberId)
    const asks = { prompt: 'none', response_mode: 'web_message', session_token: sessionToken }
    const frame = await browser().go(authorizeUrl(saved, asks, ['redirect_uri']))
    assert.equal(frame.status, 200)
    assert.match(frame.headers.get('content-security-policy')!, /frame-ancestors https:\/\/app\.example https:\/\/wide\.example$/)
    assert.equal(frame.headers.get('x-frame-options'), null)
    const { answer, framers } = JSON.parse(/\)\((\{.*\})\)<\/script>/.exec(frame.body)![1]!)
    assert.deepEqual([answer.state, framers], [saved.state, ['https://app.example', 'https://wide.example']])
    const exchanged = await token({ grantType: 'authorization_code', clientId: app, code: answer.code, codeVerifier: saved.verifier })
    assert.equal(claimsOf(exchanged.json.access_token).mid, memberId)
  })

  // attack: Tokens, OAuth, sessions | a session token is used after ten minutes | refused
  test('a session token is over after ten minutes', async () => {
    const { sessionToken } = await prove(shop, await newMember(shop))
    shop.clock.advance(601_000)
    const saved = pkce()
    const frame = await browser().go(authorizeUrl(saved, { prompt: 'none', session_token: sessionToken }))
    assert.equal(answerIn(frame.location).get('error'), 'login_required')
  })

  // attack: Tokens, OAuth, sessions | authorize without PKCE, or with the plain method | invalid_request
  test('what is wrong with a request is told to the app, once its address is known to be its own', async () => {
    const saved = pkce()
    const wrong = async (asks: Asks, without: readonly string[] = []) => {
      const { status, location } = await browser().go(authorizeUrl(saved, asks, without))
      assert.equal(status, 302)
      assert.equal(location!.origin + location!.pathname, back)
      assert.equal(answerIn(location).get('state'), saved.state)
      return answerIn(location).get('error')
    }
    assert.equal(await wrong({ response_type: 'token' }), 'unsupported_response_type')
    assert.equal(await wrong({ code_challenge_method: 'plain' }), 'invalid_request')
    assert.equal(await wrong({}, ['code_challenge']), 'invalid_request')
    assert.equal(await wrong({ prompt: 'always' }), 'invalid_request')
    assert.equal(await wrong({ response_mode: 'form_post' }), 'invalid_request')
  })
})

describe('POST /oauth2/token', () => {
  test('authorized_client: the shop’s own pages, and the visitor who signed in, exchange a session token without a detour', async () => {
    const own = await registerOauthApp(
      shop.platform.database,
      { site: shop.site, name: 'Own pages', redirectUris: [], firstParty: true },
      shop.clock.now(),
    )
    const memberId = await newMember(shop)
    const first = await prove(shop, memberId)
    const mine = await token({ grantType: 'authorized_client', sessionToken: first.sessionToken, clientId: own })
    assert.equal(claimsOf(mine.json.access_token).mid, memberId)
    const { token: visitor, id: visitorId } = await newVisitor(shop, app)
    const second = await prove(shop, memberId, { visitorId })
    const asked = { grant_type: 'authorized_client', session_token: second.sessionToken, client_id: app }
    assert.equal(refusalOf(await token(asked)), 'INVALID_GRANT', 'nobody else takes it')
    const other = await newVisitor(shop, app)
    assert.equal(refusalOf(await token(asked, { authorization: other.token })), 'INVALID_GRANT')
    const { json } = await token(asked, { authorization: visitor })
    assert.deepEqual([claimsOf(json.access_token).mid, claimsOf(json.access_token).vid], [memberId, visitorId])
  })

  test('authorized_client: a program that names a visitor beside its key says itself who the member is', async () => {
    const memberId = await newMember(shop)
    const { token: visitor, id: visitorId } = await newVisitor(shop)
    const asked = { grant_type: 'authorized_client', scope: 'offline_access', member_id: memberId }
    const { status, json } = await token(asked, { authorization: `${visitor},${shop.apiKey}` })
    assert.equal(status, 200)
    const claims = claimsOf(json.access_token)
    assert.deepEqual([claims.mid, claims.vid, claims.cid], [memberId, visitorId, shop.clientId])
    assert.ok(claims.sid, 'it is a session like others, that can be ended')
    assert.equal(refusalOf(await token(asked, { authorization: visitor })), 'INVALID_GRANT')
    assert.equal(refusalOf(await token({ ...asked, member_id: newId() }, { authorization: `${visitor},${shop.apiKey}` })), 'INVALID_GRANT')
    const { sessionToken } = await prove(shop, memberId)
    const withSession = { grant_type: 'authorized_client', member_id: memberId, session_token: sessionToken }
    assert.equal((await token(withSession, { authorization: `${visitor},${shop.apiKey}` })).status, 200)
    const another = { ...withSession, member_id: await newMember(shop) }
    assert.equal(refusalOf(await token(another, { authorization: `${visitor},${shop.apiKey}` })), 'INVALID_GRANT')
  })

  test('the exchange hands what the visitor chose to the member', async () => {
    const [saved, memberId] = [pkce(), await newMember(shop)]
    const { token: visitor } = await newVisitor(shop)
    const asked = {
      auth: {
        authRequest: { clientId: app, redirectUri: back, codeChallenge: saved.challenge, codeChallengeMethod: 'S256', state: saved.state },
      },
    }
    const { json } = await send(shop, {
      method: 'POST',
      path: '/_api/redirects-api/v1/redirect-session',
      headers: { authorization: visitor },
      body: { ...asked, auth: { authRequest: { ...asked.auth.authRequest, responseMode: 'fragment', responseType: 'code' } } },
    })
    const { done } = await signInAt(browser(), json.redirectSession.fullUrl, memberId)
    const exchanged = await exchangeCode(answerIn(done.location).get('code')!, saved)
    assert.equal(claimsOf(exchanged.json.access_token).vid, JSON.parse(Buffer.from(visitor.split('.')[3]!, 'base64url').toString()).vid)
  })

  // attack: Tokens, OAuth, sessions | a token request of an unregistered app or without a grant | INVALID_CLIENT, INVALID_GRANT
  test('INVALID_CLIENT for an app that nobody registered; INVALID_GRANT where no grant is named', async () => {
    for (const grantType of ['anonymous', 'authorization_code', 'authorized_client', 'client_credentials'])
      assert.equal(refusalOf(await token({ grantType, clientId: newId() })), 'INVALID_CLIENT', grantType)
    assert.equal(refusalOf(await token({ clientId: app })), 'INVALID_GRANT')
    assert.equal(refusalOf(await token({ grantType: 'password', clientId: app })), 'INVALID_ARGUMENT')
  })
})

describe('keys', () => {
  test('GET /oauth2/jwks: any library verifies a token with them', async () => {
    const { access } = await signedIn()
    const { json } = await send(shop, { method: 'GET', path: '/oauth2/jwks' })
    const [head = '', body = '', signature = ''] = access.slice('OauthNG.JWS.'.length).split('.')
    const { kid } = JSON.parse(Buffer.from(head, 'base64url').toString())
    const jwk = json.keys.find((key: { kid: string }) => key.kid === kid)
    const key = createPublicKey({ key: jwk, format: 'jwk' })
    assert.ok(verify(null, Buffer.from(`${head}.${body}`), key, Buffer.from(signature, 'base64url')))
    assert.ok(
      json.keys.every((key: object) => !('d' in key)),
      'the private part is nowhere',
    )
  })

  test('a key that is old enough makes room for a new one; what it signed is good until its time is over', async () => {
    await using other = await startTestPlatform()
    const { rotateOldKeys, retireKeys, keyDays, longestTokenSeconds } = await import('@vitrine/platform/people/identity/keys')
    const { token: before } = await newVisitor(other)
    const { database } = other.platform
    await rotateOldKeys(database, [other.site], other.clock.now())
    const kids = async () =>
      (await database.query<{ id: string }>(sql`select id from signing_key where retired_at is null order by id`)).length
    assert.equal(await kids(), 1, 'not yet')
    const later = new Date(other.clock.now().getTime() + keyDays * 24 * 3_600_000 + 1)
    await Promise.all([rotateOldKeys(database, [other.site], later), rotateOldKeys(database, [other.site], later)])
    assert.equal(await kids(), 2, 'processes that come at once make one')
    const read = await send(other, { method: 'GET', path: '/ecom/v1/carts/current', headers: { authorization: before } })
    assert.equal(refusalOf(read), 'OWNED_CART_NOT_FOUND')
    await retireKeys(database, new Date(later.getTime() + longestTokenSeconds * 1000 - 1))
    assert.equal(await kids(), 2)
    await retireKeys(database, new Date(later.getTime() + longestTokenSeconds * 1000 + 1))
    assert.equal(await kids(), 1)
  })
})
