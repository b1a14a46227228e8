/** The published client of the spec's day signs members in against our platform, as it was published, and says what the spec says. */
import assert from 'node:assert/strict'
import { createRequire } from 'node:module'
import { after, before, beforeEach, describe, test } from 'node:test'
import { apiKey, createClient as vitrineClient } from '@vitrine/client'
import { mySecurity } from '@vitrine/client/account'
import { signInSettings } from '@vitrine/client/back-office'
import { sql } from '@vitrine/platform/kernel/db/sql'
import type { SignInSettings } from '@vitrine/platform/kernel/settings/sign-in-settings'
import { Secret, TOTP } from 'otpauth'
import { createClient, OAuthStrategy } from 'wix-sdk-1-15'
import { browser } from '../src/browser.ts'
import { goodPassword, newEmail, signInPolicy } from '../src/guest.ts'
import { browse, identityProvider, idTokenOf } from '../src/identity-provider.ts'
import { codeFor, emailsTo } from '../src/mailbox.ts'
import { newMember, prove } from '../src/member.ts'
import { startTestPlatform, type TestPlatform, testClock } from '../src/platform.ts'
import { type PublishedHosts, publishedHosts } from '../src/published-client.ts'

type Call<Asked extends unknown[], Told> = () => (...asked: Asked) => Promise<Told>
type Step = { readonly state?: string; readonly sessionToken?: string | null; readonly stateToken?: string | null }
type Led = { readonly statusCode?: number | null; readonly headers?: readonly { readonly key: string; readonly value: string }[] }
type Identity = {
  readonly authentication: {
    readonly registerV2: Call<[loginId: { email: string }, options: { password: string }], Step>
    readonly loginV2: Call<[loginId: { email: string }, options: { password: string }], Step>
    readonly verify: Call<[factorType: 'TOTP', options: { stateToken: string; totpData: { code: string } }], Step>
    readonly loginWithIdpConnection: Call<[connection: { idpConnectionId: string; tenantId: string }, tenantType: 'SITE'], Led>
    readonly loginCallback: Call<[options: { state: string; sessionToken: string }], Led>
    readonly loginWithIdpConnectionTokenParams: Call<[options: { idpConnectionId: string; tokenParams: Record<string, string> }], Step>
  }
  readonly recovery: { readonly recover: Call<[recoveryToken: string, options: { password: string }], Step> }
  readonly verification: {
    readonly verifyDuringAuthentication: Call<[code: string, options: { stateToken: string }], Step>
    readonly resendDuringAuthentication: Call<[stateToken: string], Step>
  }
}

// As it was published it has its sources beside its types, which our compiler would hold to our rules, and its modules for `import` name
// files without their endings, which Node does not find.
const require = createRequire(import.meta.url)
const { authentication, recovery, verification } = require('wix-identity-1-0-100') as Identity

let shop: TestPlatform
let hosts: PublishedHosts

before(async () => {
  // A provider of identities goes by the machine's clock.
  shop = await startTestPlatform({ clock: testClock(new Date().toISOString()) })
  hosts = publishedHosts(shop.url)
})
after(async () => {
  hosts[Symbol.dispose]()
  await shop[Symbol.asyncDispose]()
  assert.deepEqual(shop.faults, [])
})
beforeEach(() => policy({}))

const password = goodPassword
const policy = (more: Partial<SignInSettings>) => signInPolicy(shop, { emailVerification: false, ...more })
const shopper = () =>
  createClient({ modules: { authentication, recovery, verification }, auth: OAuthStrategy({ clientId: shop.clientId }) })
type Shopper = ReturnType<typeof shopper>

async function registered() {
  const { auth } = shopper()
  const email = newEmail()
  const state = await auth.register({ email, password })
  assert.equal(state.loginState, 'SUCCESS', JSON.stringify(state))
  return { auth, email, sessionToken: (state as { data: { sessionToken: string } }).data.sessionToken }
}

const change = (email: string, to: 'blocked' | 'to set a password') =>
  shop.platform.database.query(
    to === 'blocked'
      ? sql`update member set status = 'BLOCKED' where site = ${shop.site} and login_email = ${email}`
      : sql`update member_credential set must_change = true where site = ${shop.site}
            and member_id = (select id from member where site = ${shop.site} and login_email = ${email})`,
  )

/** What its hidden frame does, without a window. */
async function directLogin({ auth }: Pick<Shopper, 'auth'>, sessionToken: string) {
  const data = auth.generateOAuthData('http://localhost:5173/in')
  const { authUrl } = await auth.getAuthUrl(data, { prompt: 'none', responseMode: 'fragment', sessionToken } as object)
  const { location } = await browser().go(authUrl)
  const { code, state } = auth.parseFromUrl(location!.href)
  auth.setTokens(await auth.getMemberTokens(code, state, data))
}

const nameOf = (outcome: object) => ('errorCode' in outcome ? outcome.errorCode : outcome)

describe('register', () => {
  test('SUCCESS gives a session token, which gives tokens that are renewed by the first refresh token for good', async () => {
    const { auth, sessionToken } = await registered()
    assert.equal(auth.loggedIn(), false)
    await directLogin({ auth }, sessionToken)
    assert.equal(auth.loggedIn(), true)
    const { refreshToken } = auth.getTokens()
    for (let i = 0; i < 3; i++) {
      shop.clock.advance(4 * 3_600_000)
      const renewed = await auth.renewToken(refreshToken)
      assert.deepEqual(renewed.refreshToken, refreshToken)
    }
    shop.clock.advance(-12 * 3_600_000)
  })

  test('OWNER_APPROVAL_REQUIRED where the shop decides', async () => {
    await policy({ registration: 'APPROVAL' })
    const email = newEmail()
    assert.deepEqual(await shopper().auth.register({ email, password }), { loginState: 'OWNER_APPROVAL_REQUIRED' })
    assert.deepEqual(await shopper().auth.login({ email, password }), { loginState: 'OWNER_APPROVAL_REQUIRED' })
  })

  test('EMAIL_VERIFICATION_REQUIRED, until processVerification has the code of the email', async () => {
    await policy({ emailVerification: true })
    const { auth } = shopper()
    const email = newEmail()
    const waiting = await auth.register({ email, password })
    assert.equal(waiting.loginState, 'EMAIL_VERIFICATION_REQUIRED')
    const code = await codeFor(shop, email)
    await assert.rejects(auth.processVerification({ verificationCode: code === '000000' ? '111111' : '000000' }), {
      message: /VERIFICATION_FAILED/,
    })
    const done = await auth.processVerification({ verificationCode: code }, waiting)
    assert.equal(done.loginState, 'SUCCESS')
    await directLogin({ auth }, (done as { data: { sessionToken: string } }).data.sessionToken)
    assert.equal(auth.loggedIn(), true)
  })

  test('each failure has the name that the spec gives it', async () => {
    const { auth } = shopper()
    const { email } = await registered()
    assert.equal(nameOf(await auth.register({ email, password })), 'emailAlreadyExists')
    assert.equal(nameOf(await auth.register({ email: 'no address', password })), 'invalidEmail')
    const weak = await auth.register({ email: newEmail(), password: 'short' })
    assert.deepEqual([weak.loginState, 'errorCode' in weak], ['FAILURE', false])
    assert.match((weak as { error: string }).error, /PASSWORD_TOO_WEAK/)
    await policy({ captcha: 'ALWAYS' })
    assert.equal(nameOf(await auth.register({ email: newEmail(), password })), 'missingCaptchaToken')
    const captchaTokens = { recaptchaToken: 'made up', invisibleRecaptchaToken: 'made up' }
    assert.equal(nameOf(await auth.register({ email: newEmail(), password, captchaTokens })), 'invalidCaptchaToken')
  })
})

describe('login', () => {
  test('each failure has the name that the spec gives it', async () => {
    const { auth } = shopper()
    const { email } = await registered()
    assert.equal(nameOf(await auth.login({ email, password: 'something else' })), 'invalidPassword')
    assert.equal(nameOf(await auth.login({ email: newEmail(), password })), 'invalidPassword', 'who is unknown looks the same')
    await change(email, 'to set a password')
    assert.equal(nameOf(await auth.login({ email, password })), 'resetPassword')
    await policy({ captcha: 'ALWAYS' })
    assert.equal(nameOf(await auth.login({ email, password })), 'missingCaptchaToken')
    assert.equal(nameOf(await auth.login({ email, password, captchaTokens: { recaptchaToken: 'made up' } })), 'invalidCaptchaToken')
    await policy({ methods: { password: false, emailCode: true, passkey: true, social: [] } })
    assert.equal(nameOf(await auth.login({ email, password })), 'invalidEmail', 'any other failure')
  })

  test("'Unknown _state' for who is blocked, and for a verification that nobody waits for", async () => {
    const { auth, email } = await registered()
    await change(email, 'blocked')
    assert.deepEqual(await auth.login({ email, password }), { loginState: 'FAILURE', error: 'Unknown _state' })
    assert.deepEqual(await auth.processVerification({ verificationCode: '123456' }), { loginState: 'FAILURE', error: 'Unknown _state' })
  })
})

test('recovers an account by the email: the new password is good, the old one and the email are not', async () => {
  const { auth, email } = await registered()
  await auth.sendPasswordResetEmail(email, 'http://localhost:5173/new-password')
  const [message] = await emailsTo(shop, email)
  const [, token] = /[?&]token=([^&\s]+)/.exec(message!.text)!
  const newPassword = 'a kettle, two cups'
  const client = shopper()
  const { state, sessionToken } = await client.recovery.recover(decodeURIComponent(token!), { password: newPassword })
  assert.equal(state, 'SUCCESS')
  await directLogin(client, sessionToken!)
  assert.equal(client.auth.loggedIn(), true)
  await assert.rejects(client.recovery.recover(decodeURIComponent(token!), { password: 'a third one, cold' }), {
    message: /RECOVERY_TOKEN_OVER/,
  })
  assert.equal(nameOf(await shopper().auth.login({ email, password })), 'invalidPassword')
  assert.equal((await shopper().auth.login({ email, password: newPassword })).loginState, 'SUCCESS')
})

test('goes to the hosted pages and back with PKCE, each way of going wrong by its message; out again', async () => {
  const { auth } = shopper()
  const data = auth.generateOAuthData('http://localhost:5173/in', 'http://localhost:5173/bag')
  assert.equal(data.codeVerifier.length, 43)
  const { authUrl } = await auth.getAuthUrl(data)
  const eyes = browser()
  const page = await eyes.go(authUrl)
  assert.equal(page.location?.pathname, '/login')
  const { sessionToken } = await prove(shop, await newMember(shop))
  const request = page.location.searchParams.get('request')
  const done = await eyes.go(`${shop.url}/oauth2/authorize/continue?request=${request}&session_token=${sessionToken}`)
  const { code, state } = auth.parseFromUrl(done.location!.href)
  await assert.rejects(auth.getMemberTokens('', state, data), { message: 'Missing code or _state' })
  await assert.rejects(auth.getMemberTokens(code, 'other', data), { message: 'Invalid _state' })
  await assert.rejects(auth.getMemberTokens('made-up', state, data), { message: 'Failed to get member tokens' })
  const tokens = await auth.getMemberTokens(code, state, data)
  assert.deepEqual(tokens.refreshToken.role, 'member')
  auth.setTokens(tokens)
  const { logoutUrl } = await auth.logout('http://localhost:5173/bye')
  assert.deepEqual(auth.getTokens(), { accessToken: { value: '', expiresAt: 0 }, refreshToken: { value: '', role: 'none' } })
  assert.equal((await eyes.go(logoutUrl)).location?.href, 'http://localhost:5173/bye')
  await assert.rejects(auth.renewToken(tokens.refreshToken), { message: 'something went wrong' })
})

test('a code that was used comes to nothing a second time, and a verifier that does not fit to nothing at all', async () => {
  const { auth, sessionToken } = await registered()
  const data = auth.generateOAuthData('http://localhost:5173/in')
  const ask = async () => {
    const { authUrl } = await auth.getAuthUrl(data, { prompt: 'none', responseMode: 'query', sessionToken } as object)
    const { location } = await browser().go(authUrl)
    return auth.parseFromUrl(location!.href, 'query')
  }
  const { code, state } = await ask()
  const other = { ...data, codeVerifier: auth.generateOAuthData('x').codeVerifier }
  await assert.rejects(auth.getMemberTokens(code, state, other), { message: 'Failed to get member tokens' })
  await assert.rejects(auth.getMemberTokens(code, state, data), { message: 'Failed to get member tokens' })
})

test('signs a member in whom a program knows by itself', async () => {
  const { auth } = shopper()
  await auth.getAuthHeaders()
  const memberId = await newMember(shop)
  const tokens = await auth.getMemberTokensForExternalLogin(memberId, shop.apiKey)
  assert.equal(tokens.refreshToken.role, 'member')
  await assert.rejects(auth.getMemberTokensForExternalLogin(memberId, 'made up'), { message: 'something went wrong' })
  auth.setTokens(tokens)
  assert.equal(auth.loggedIn(), true)
})

describe('what only this client still asks', () => {
  test('{factorType}/verify: a code of an authenticator app ends a sign-in that its password began', async () => {
    const { auth, email, sessionToken } = await registered()
    await directLogin({ auth }, sessionToken)
    const token = auth.getTokens().accessToken.value
    const mine = vitrineClient({ baseUrl: shop.url, auth: () => ({ headers: () => ({ Authorization: token }) }), modules: { mySecurity } })
    const { secret, setupToken } = await mine.mySecurity.beginTotp()
    const codeNow = () => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: shop.clock.now().getTime() })
    await mine.mySecurity.confirmFactor({ setupToken, code: codeNow() })
    shop.clock.advance(30_000)

    assert.deepEqual(await auth.login({ email, password }), { loginState: 'FAILURE', error: 'Unknown _state' })
    const client = shopper()
    const begun = await client.authentication.loginV2({ email }, { password })
    assert.equal(begun.state, 'MFA_CHALLENGE')
    const verify = (code: string) => client.authentication.verify('TOTP', { stateToken: begun.stateToken!, totpData: { code } })
    await assert.rejects(verify(codeNow() === '000000' ? '111111' : '000000'), { message: /VERIFICATION_FAILED/ })
    const done = await verify(codeNow())
    assert.equal(done.state, 'SUCCESS')
    await directLogin(client, done.sessionToken!)
    assert.equal(client.auth.loggedIn(), true)
  })

  test('auth/resend: another email, whose code ends the verification', async () => {
    await policy({ emailVerification: true })
    const client = shopper()
    const email = newEmail()
    const begun = await client.authentication.registerV2({ email }, { password })
    assert.equal(begun.state, 'REQUIRE_EMAIL_VERIFICATION')
    const before = (await emailsTo(shop, email)).length
    shop.clock.advance(60_000)
    const again = await client.verification.resendDuringAuthentication(begun.stateToken!)
    assert.equal(again.state, 'REQUIRE_EMAIL_VERIFICATION')
    assert.equal((await emailsTo(shop, email)).length, before + 1)
    const done = await client.verification.verifyDuringAuthentication(await codeFor(shop, email), { stateToken: again.stateToken! })
    assert.equal(done.state, 'SUCCESS')
  })

  test('sso/login, callback and login-with-token-params: by a real provider of identities', async () => {
    const callback = `${shop.url}/_api/iam/authentication/v1/callback`
    await using provider = await identityProvider(callback)
    const { issuer, clientId } = provider
    const admin = vitrineClient({ baseUrl: shop.url, auth: apiKey(shop.apiKey), modules: { signInSettings } }).signInSettings
    const { signIn } = await admin.getSignInSettings()
    const { updatedDate: _, socialRedirectUri: __, ...now } = signIn
    const social = [{ name: 'Loopback', issuer, clientId, clientSecret: provider.clientSecret }]
    const answer = await admin.setSignInSettings({ signIn: { ...now, methods: { ...now.methods, social } } })
    const idpConnectionId = answer.signIn.methods.social[0]!.connectionId
    provider.account = { sub: 'spec-era', email: newEmail(), email_verified: true, given_name: 'Ada' }

    const client = shopper()
    const tenantId = shop.site
    const led = await client.authentication.loginWithIdpConnection({ idpConnectionId, tenantId }, 'SITE')
    assert.equal(led.statusCode, 302)
    const target = led.headers?.find(({ key }) => key === 'location')?.value
    const back = await browse(target!, '/login/back')
    assert.equal(back.searchParams.get('signInState'), 'SUCCESS')

    const nowhere = await client.authentication.loginCallback({ state: 'x', sessionToken: 'y' })
    assert.equal(nowhere.statusCode, 303)
    assert.match(nowhere.headers?.find(({ key }) => key === 'location')?.value ?? '', /\/login\/back\?error=FAILED$/)

    const id_token = await idTokenOf(provider, callback)
    const done = await client.authentication.loginWithIdpConnectionTokenParams({ idpConnectionId, tokenParams: { id_token } })
    assert.equal(done.state, 'SUCCESS')
    await directLogin(client, done.sessionToken!)
    assert.equal(client.auth.loggedIn(), true)
  })
})
