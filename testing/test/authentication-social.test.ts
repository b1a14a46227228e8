import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { apiKey, attempt, createClient } from '@vitrine/client'
import * as backOffice from '@vitrine/client/back-office'
import { sql } from '@vitrine/platform/kernel/db/sql'
import { asMember, enter, goodPassword, guest, newEmail, ownPages } from '../src/guest.ts'
import { browse, type IdentityProvider, identityProvider, idTokenOf } from '../src/identity-provider.ts'
import { startTestPlatform, type TestPlatform, testClock } from '../src/platform.ts'

const callback = '/_api/iam/authentication/v1/callback'
const landing = '/login/back'

let shop: TestPlatform
let provider: IdentityProvider
let connectionId: string
let people = 0

before(async () => {
  // The provider goes by the machine's clock.
  shop = await startTestPlatform({ clock: testClock(new Date().toISOString()) })
  await ownPages(shop)
  provider = await identityProvider(`${shop.url}${callback}`)
  await set({})
})
after(async () => {
  await shop[Symbol.asyncDispose]()
  await provider[Symbol.asyncDispose]()
  assert.deepEqual(shop.faults, [])
})
beforeEach(() => {
  provider.declines = false
  provider.account = { sub: `person-${++people}`, email: newEmail(), email_verified: true, given_name: 'Ada', family_name: 'Lovelace' }
})

async function set(more: object) {
  const { signInSettings } = createClient({ baseUrl: shop.url, auth: apiKey(shop.apiKey), modules: backOffice })
  const { signIn } = await signInSettings.getSignInSettings()
  const { updatedDate: _, socialRedirectUri: __, ...now } = signIn
  const { issuer, clientId, clientSecret } = provider
  const social = [{ ...(connectionId && { connectionId }), name: 'Loopback', issuer, clientId, clientSecret }]
  const answer = await signInSettings.setSignInSettings({
    signIn: { ...now, registration: 'OPEN', emailVerification: false, captcha: 'NEVER', ...more, methods: { ...now.methods, social } },
  })
  connectionId = answer.signIn.methods.social[0]!.connectionId
}

const door = (more = '') => `${shop.url}/_api/iam/authentication/v1/sso/login/${shop.site}/${connectionId}${more}`
const come = (more = '') => browse(door(more), landing)
const said = (url: URL) => Object.fromEntries(url.searchParams)
const memberOf = async (email: string) => {
  const [row] = await shop.platform.database.query<{ id: string; verified: boolean }>(
    sql`select id, login_email_verified as verified from member where site = ${shop.site} and login_email = ${email}`,
  )
  return row
}

describe('signing in with a provider', () => {
  test('makes a member of who comes for the first time, and knows them the second time, whatever their address', async () => {
    const { email } = provider.account
    const first = said(await come('?to=%2Faccount%2Forders&request=sealed'))
    assert.deepEqual([first['signInState'], first['to'], first['request']], ['SUCCESS', '/account/orders', 'sealed'])
    const { sessions } = await asMember(shop, await enter(shop, { sessionToken: first['sessionToken'] })).mySecurity.listMySessions()
    assert.deepEqual(sessions[0]?.methods, ['SSO'])
    const made = await memberOf(email!)
    assert.equal(made?.verified, true)
    provider.account = { ...provider.account, email: newEmail() }
    const { sessionToken } = said(await come())
    await enter(shop, { sessionToken })
    assert.equal(await memberOf(provider.account.email!), undefined)
    const [link] = await shop.platform.database.query<{ count: number }>(
      sql`select count(*)::int as count from member_connection where site = ${shop.site} and member_id = ${made.id}`,
    )
    assert.equal(link!.count, 1)
  })

  test('opens an account with the same address only where the provider says that it is theirs', async () => {
    const email = newEmail()
    await guest(shop).authentication.register({ loginId: { email }, password: goodPassword })
    for (const email_verified of [false, undefined]) {
      provider.account = { sub: `person-${++people}`, email, ...(email_verified !== undefined && { email_verified }) }
      assert.equal(said(await come())['error'], 'EMAIL_NOT_VERIFIED')
    }
    provider.account = { sub: `person-${++people}`, email, email_verified: true }
    assert.equal(said(await come())['signInState'], 'SUCCESS')
  })

  test('who registered with somebody’s address before them does not keep a key to it', async () => {
    const email = newEmail()
    const thief = await enter(shop, await guest(shop).authentication.register({ loginId: { email }, password: goodPassword }))
    provider.account = { ...provider.account, email }
    assert.equal(said(await come())['signInState'], 'SUCCESS')
    const [refused] = await attempt(guest(shop).authentication.login({ loginId: { email }, password: goodPassword }))
    assert.equal(refused?.code, '-19976')
    await shop.platform.learnEnded()
    const [ended] = await attempt(asMember(shop, thief).mySecurity.listMySessions())
    assert.equal(ended?.code, 'INVALID_TOKEN')
  })

  test('says why not: closed, canceled, without an address, unknown', async () => {
    await set({ registration: 'CLOSED' })
    assert.equal(said(await come())['error'], 'REGISTRATION_CLOSED')
    await set({ registration: 'APPROVAL' })
    assert.equal(said(await come())['signInState'], 'REQUIRE_OWNER_APPROVAL')
    await set({})
    provider.declines = true
    assert.equal(said(await come())['error'], 'CANCELED')
    provider.declines = false
    provider.account = { sub: `person-${++people}` }
    assert.equal(said(await come())['error'], 'EMAIL_MISSING')
    const unknown = `${shop.url}/_api/iam/authentication/v1/sso/login/${shop.site}/77777777-7777-4777-8777-777777777777`
    assert.equal(said(await browse(unknown, landing))['error'], 'UNKNOWN_CONNECTION')
    const otherSite = `${shop.url}/_api/iam/authentication/v1/sso/login/77777777-7777-4777-8777-777777777777/${connectionId}`
    assert.equal(said(await browse(otherSite, landing))['error'], 'UNKNOWN_CONNECTION')
  })

  test('another browser, another state and a second time come to nothing', async () => {
    const jar = new Map<string, string>()
    const back = await browse(door(), callback, jar)
    assert.equal(said(await browse(back.href, landing))['error'], 'FAILED', 'without the cookie')
    const other = new URL(back)
    other.searchParams.set('state', 'x')
    assert.equal(said(await browse(other.href, landing, new Map(jar)))['error'], 'FAILED')
    const saved = new Map(jar)
    assert.equal(said(await browse(back.href, landing, jar))['signInState'], 'SUCCESS')
    assert.equal(said(await browse(back.href, landing, saved))['error'], 'FAILED', 'a second time')
  })

  test('leads nowhere but into the shop', async () => {
    for (const to of ['//evil.example', 'https://evil.example', '/\\evil.example', 'javascript:alert(1)']) {
      const url = await come(`?to=${encodeURIComponent(to)}`)
      assert.deepEqual([url.origin, said(url)['to']], [shop.url, undefined], to)
    }
  })

  test('a program of another website may ask where it leads, and the browser that it leads there gets in', async () => {
    const { access } = await enter(
      shop,
      await guest(shop).authentication.register({ loginId: { email: newEmail() }, password: goodPassword }),
    )
    const origin = 'https://app.example'
    const path = `${door()}?to=%2Fcart`
    const asked = { origin, 'access-control-request-method': 'GET', 'access-control-request-headers': 'authorization,x-wix-bi-gateway' }
    const first = await fetch(path, { method: 'OPTIONS', headers: asked })
    assert.deepEqual([first.status, first.headers.get('access-control-allow-origin')], [200, '*'])
    assert.match(first.headers.get('access-control-allow-headers')!, /Authorization.*x-wix-bi-gateway/)
    const answer = await fetch(path, { headers: { origin, authorization: access } })
    assert.deepEqual(
      [answer.status, answer.headers.get('access-control-allow-origin'), answer.headers.get('content-type'), answer.headers.getSetCookie()],
      [200, '*', 'application/json; charset=utf-8', []],
    )
    const { body, statusCode, headers } = (await answer.json()) as {
      body: string
      statusCode: number
      headers: { key: string; value: string }[]
    }
    assert.deepEqual([body, statusCode], ['', 302])
    const back = await browse(headers.find(({ key }) => key === 'location')!.value, landing)
    assert.deepEqual([said(back)['signInState'], said(back)['to']], ['SUCCESS', '/cart'])

    const nobody = await fetch(`${door().replace(connectionId, '77777777-7777-4777-8777-777777777777')}`, {
      headers: { origin, authorization: access },
    })
    const no = (await nobody.json()) as { headers: typeof headers }
    assert.equal(nobody.headers.get('access-control-allow-origin'), '*')
    assert.match(no.headers.find(({ key }) => key === 'location')!.value, /\/login\/back\?error=UNKNOWN_CONNECTION$/)
  })

  test('what the browser keeps meanwhile tells it nothing', async () => {
    const response = await fetch(door(), { redirect: 'manual' })
    const [line = ''] = response.headers.getSetCookie()
    assert.match(line, /^vitrine_social=[\w-]+; Path=\/_api\/iam\/authentication\/v1\/callback; HttpOnly; SameSite=Lax; Max-Age=600$/)
    const target = new URL(response.headers.get('location')!)
    assert.equal(target.searchParams.get('code_challenge_method'), 'S256')
    const text = Buffer.from(line.split(/[=;]/)[1]!, 'base64url').toString('latin1')
    assert.ok(!text.includes(target.searchParams.get('state')!))
  })
})

describe('signing in with a token of the provider', () => {
  test('404 CONNECTION_NOT_FOUND and 403 SOCIAL_LOGIN_FAILED for what the provider did not sign for the shop', async () => {
    const login = (idpConnectionId: string, tokenParams: Record<string, string>) =>
      attempt(guest(shop).authentication.loginWithTokenParams({ idpConnectionId, tokenParams }))
    assert.equal((await login('77777777-7777-4777-8777-777777777777', {}))[0]?.code, 'CONNECTION_NOT_FOUND')
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const claims = { iss: provider.issuer, aud: provider.clientId, sub: 'x', iat: 1, exp: 9_999_999_999 }
    for (const id_token of ['x', `${part({ alg: 'none' })}.${part(claims)}.`, `${part({ alg: 'HS256' })}.${part(claims)}.x`])
      assert.equal((await login(connectionId, { id_token }))[0]?.code, 'SOCIAL_LOGIN_FAILED')
    assert.equal((await login(connectionId, {}))[0]?.code, 'SOCIAL_LOGIN_FAILED')
  })

  test('signs in once with one that it did', async () => {
    const id_token = await idTokenOf(provider, `${shop.url}${callback}`)
    const login = () =>
      attempt(guest(shop).authentication.loginWithTokenParams({ idpConnectionId: connectionId, tokenParams: { id_token } }))
    const outcomes = await Promise.all([login(), login()])
    const codes = outcomes.map(([refused, answer]) => refused?.code ?? answer?.state)
    assert.deepEqual(codes.toSorted(), ['SOCIAL_LOGIN_FAILED', 'SUCCESS'])
  })
})
