/** The published client signs members in against our platform, as it was published. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { apiKey, createClient as createVitrine } from '@vitrine/client'
import * as account from '@vitrine/client/account'
import * as backOffice from '@vitrine/client/back-office'
import { sql } from '@vitrine/platform/kernel/db/sql'
import { writeSettings } from '@vitrine/platform/kernel/settings/settings'
import { freshSignIn } from '@vitrine/platform/kernel/settings/sign-in-settings'
import { createClient, OAuthStrategy } from '@wix/sdk'
import { browser } from '../src/browser.ts'
import { codeFor, emailsTo } from '../src/mailbox.ts'
import { newMember, prove } from '../src/member.ts'
import { startTestPlatform, type TestPlatform } from '../src/platform.ts'
import { type PublishedHosts, publishedHosts } from '../src/published-client.ts'

let shop: TestPlatform
let hosts: PublishedHosts
const password = 'slow mornings, 1 cup'
let people = 0
const newEmail = () => `published-${++people}@example.com`

before(async () => {
  shop = await startTestPlatform()
  hosts = publishedHosts(shop.url)
})
after(async () => {
  hosts[Symbol.dispose]()
  await shop[Symbol.asyncDispose]()
  assert.deepEqual(shop.faults, [])
})

const policy = (more: Partial<typeof freshSignIn>) =>
  writeSettings(
    shop.platform.database,
    shop.site,
    'signIn',
    { ...freshSignIn, captcha: 'NEVER', emailVerification: false, ...more },
    shop.clock.now(),
  )
const shopper = () => createClient({ modules: {}, auth: OAuthStrategy({ clientId: shop.clientId }) }).auth

const shopSdk = () => createVitrine({ baseUrl: shop.url, modules: account })

const codeOf = (state: object) => ('errorCode' in state ? state.errorCode : state)

/** What the hidden frame of `getMemberTokensForDirectLogin` does, without a window. */
async function directLogin(auth: ReturnType<typeof shopper>, sessionToken: string) {
  const data = auth.generateOAuthData('http://localhost:5173/in')
  const { authUrl } = await auth.getAuthUrl(data, { prompt: 'none', sessionToken } as object)
  const { location } = await browser().go(authUrl)
  const { code, state } = auth.parseFromUrl(location!.href)
  auth.setTokens(await auth.getMemberTokens(code, state, data))
}

test('registers, signs in by its session token, renews with its first refresh token for good', async () => {
  await policy({})
  const auth = shopper()
  const email = newEmail()
  const registered = await auth.register({ email, password })
  assert.equal(registered.loginState, 'SUCCESS', JSON.stringify(registered))
  await directLogin(auth, (registered as { data: { sessionToken: string } }).data.sessionToken)
  assert.equal(auth.loggedIn(), true)
  const first = auth.getTokens().refreshToken
  for (let i = 0; i < 3; i++) {
    shop.clock.advance(4 * 3_600_000)
    const renewed = await auth.renewToken(first)
    assert.deepEqual(renewed.refreshToken, first)
    auth.setTokens(renewed)
  }
  assert.equal(auth.loggedIn(), true)
})

/** What the shop says of an account. */
const change = (email: string, to: 'blocked' | 'to set a password') =>
  shop.platform.database.query(
    to === 'blocked'
      ? sql`update member set status = 'BLOCKED' where site = ${shop.site} and login_email = ${email}`
      : sql`update member_credential set must_change = true where site = ${shop.site}
            and member_id = (select id from member where site = ${shop.site} and login_email = ${email})`,
  )

test('each failure of registering and signing in has its published code', async () => {
  await policy({})
  const auth = shopper()
  const email = newEmail()
  await auth.register({ email, password })
  assert.equal(codeOf(await auth.register({ email, password })), 'emailAlreadyExists')
  assert.equal(codeOf(await auth.register({ email: 'no address', password })), 'invalidEmail')
  const weak = await auth.register({ email: newEmail(), password: 'short' })
  assert.deepEqual([weak.loginState, 'errorCode' in weak], ['FAILURE', false])
  assert.match((weak as { error: string }).error, /PASSWORD_TOO_WEAK/, 'any other failure says why in the words of the shop')
  assert.equal(codeOf(await auth.login({ email, password: 'something else' })), 'invalidPassword')
  assert.equal(codeOf(await auth.login({ email: newEmail(), password })), 'invalidPassword', 'who is unknown looks the same')
  await change(email, 'to set a password')
  assert.equal(codeOf(await auth.login({ email, password })), 'resetPassword')
  await policy({ captcha: 'ALWAYS' })
  const captchaTokens = { recaptchaToken: 'made up', invisibleRecaptchaToken: 'made up' }
  assert.equal(codeOf(await auth.login({ email, password })), 'missingCaptchaToken')
  assert.equal(codeOf(await auth.register({ email: newEmail(), password })), 'missingCaptchaToken')
  assert.equal(codeOf(await auth.login({ email, password, captchaTokens })), 'invalidCaptchaToken')
  assert.equal(codeOf(await auth.register({ email: newEmail(), password, captchaTokens })), 'invalidCaptchaToken')
  await policy({ registration: 'CLOSED', methods: { password: false, emailCode: true, passkey: true, social: [] } })
  assert.equal(codeOf(await auth.login({ email, password })), 'invalidEmail', 'any other failure')
})

test("'Unknown _state' for who is blocked, who has a second proof to give, and for a verification that nobody waits for", async () => {
  await policy({})
  const unknown = { loginState: 'FAILURE', error: 'Unknown _state' }
  const auth = shopper()
  const email = newEmail()
  await auth.register({ email, password })
  await change(email, 'blocked')
  assert.deepEqual(await auth.login({ email, password }), unknown)
  await policy({ mfa: 'REQUIRED' })
  const other = newEmail()
  assert.deepEqual(await auth.register({ email: other, password }), unknown)
  assert.deepEqual(await auth.login({ email: other, password }), unknown)
  assert.deepEqual(await shopper().processVerification({ verificationCode: '123456' }), unknown)
})

test('verifies an address by the code of the email, and waits for the owner', async () => {
  await policy({ emailVerification: true })
  const auth = shopper()
  const email = newEmail()
  const state = await auth.register({ email, password })
  assert.equal(state.loginState, 'EMAIL_VERIFICATION_REQUIRED')
  const code = await codeFor(shop, email)
  await assert.rejects(
    auth.processVerification({ verificationCode: code === '000000' ? '111111' : '000000' }, state),
    /VERIFICATION_FAILED/,
  )
  const done = await auth.processVerification({ verificationCode: code })
  assert.equal(done.loginState, 'SUCCESS')
  await policy({ registration: 'APPROVAL' })
  assert.equal((await auth.register({ email: newEmail(), password })).loginState, 'OWNER_APPROVAL_REQUIRED')
})

test('goes to the hosted pages and back with PKCE; out again', async () => {
  await policy({})
  const auth = shopper()
  const data = auth.generateOAuthData('http://localhost:5173/in', 'http://localhost:5173/bag')
  const { authUrl } = await auth.getAuthUrl(data)
  const eyes = browser()
  const page = await eyes.go(authUrl)
  assert.equal(page.location?.pathname, '/login')
  const { sessionToken } = await prove(shop, await newMember(shop))
  const done = await eyes.go(
    `${shop.url}/oauth2/authorize/continue?request=${page.location.searchParams.get('request')}&session_token=${sessionToken}`,
  )
  const { code, state } = auth.parseFromUrl(done.location!.href)
  await assert.rejects(auth.getMemberTokens(code, 'other', data), { message: 'Invalid _state' })
  const tokens = await auth.getMemberTokens(code, state, data)
  auth.setTokens(tokens)
  const { logoutUrl } = await auth.logout('http://localhost:5173/bye')
  assert.equal(auth.loggedIn(), false)
  assert.equal((await eyes.go(logoutUrl)).location?.href, 'http://localhost:5173/bye')
  await assert.rejects(auth.renewToken(tokens.refreshToken))
})

test('asks for Google and Facebook by the ids that they are known by, which the connections of a shop to them get', async () => {
  const office = createVitrine({ baseUrl: shop.url, auth: apiKey(shop.apiKey), modules: backOffice })
  const { signIn } = await office.signInSettings.getSignInSettings()
  const { updatedDate: _, socialRedirectUri: __, ...before } = signIn
  const google = { name: 'Google', issuer: 'https://accounts.google.com', clientId: 'ours' }
  const facebook = { name: 'Facebook', issuer: 'https://www.facebook.com', clientId: 'ours' }
  const other = { name: 'Elsewhere', issuer: 'https://id.example', clientId: 'ours' }
  const social = [other, google, { ...google, clientId: 'of our school' }, facebook]
  await office.signInSettings.setSignInSettings({ signIn: { ...before, methods: { ...before.methods, social } } })

  const { methods } = (await shopSdk().signIn.getSignIn()).signIn
  const idAt = (at: number) => methods.social[at]!.connectionId
  const auth = shopper()
  for (const [idp, at] of [
    ['google', 1],
    ['facebook', 3],
  ] as const) {
    const { authUrl } = await auth.getAuthUrl(auth.generateOAuthData('http://localhost:5173/in'), { idp })
    const page = await browser().go(authUrl)
    const request = page.location!.searchParams.get('request')!
    const { authorizeRequest } = await shopSdk().authorizeRequests.getAuthorizeRequest({ request })
    assert.equal(authorizeRequest.idp, idAt(at), `${idp} is what the page goes on to at once`)
  }
  assert.equal(new Set(methods.social.map(({ connectionId }) => connectionId)).size, 4, 'a second one has an id of its own')
  // Sent again with their ids, and with the secret of one, they stay what they are.
  const again = await office.signInSettings.getSignInSettings()
  assert.deepEqual(
    again.signIn.methods.social.map(({ connectionId }) => connectionId),
    methods.social.map(({ connectionId }) => connectionId),
  )
})

test('signs members in whom a program knows by itself, with and without a session', async () => {
  await policy({})
  const memberId = await newMember(shop)
  const auth = shopper()
  await auth.getAuthHeaders()
  const tokens = await auth.getMemberTokensForExternalLogin(memberId, shop.apiKey)
  assert.equal(tokens.refreshToken.role, 'member')
  const email = newEmail()
  const known = await auth.getMemberTokensForExternalLoginWithSession(email, shop.apiKey, { profile: { nickname: 'ada' } })
  auth.setTokens(known)
  assert.equal(auth.loggedIn(), true)
})

test('recovers an account: the email leads to where the app said, its token sets a new password and ends what was before', async () => {
  await policy({})
  const auth = shopper()
  const email = newEmail()
  const registered = await auth.register({ email, password })
  await directLogin(auth, (registered as { data: { sessionToken: string } }).data.sessionToken)
  await auth.sendPasswordResetEmail(email, 'http://localhost:5173/new-password')
  const [message] = await emailsTo(shop, email)
  const link = new URL(/http:\/\/localhost:5173\/new-password\S*/.exec(message!.text)![0])
  const recoveryToken = link.searchParams.get('token')
  const newPassword = 'a kettle, two cups'
  const asks = createClient({ modules: {}, auth: OAuthStrategy({ clientId: shop.clientId }) })
  const recovered = await asks.fetchWithAuth('https://www.wixapis.com/_api/iam/recovery/v1/recover', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ recoveryToken, password: newPassword }),
  })
  assert.equal((await recovered.json()).state, 'SUCCESS')
  assert.equal(codeOf(await shopper().login({ email, password })), 'invalidPassword')
  assert.equal((await shopper().login({ email, password: newPassword })).loginState, 'SUCCESS')
  await assert.rejects(auth.renewToken(auth.getTokens().refreshToken))
})
