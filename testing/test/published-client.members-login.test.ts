/** The published client signs members in against our platform, as it was published. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { writeSettings } from '@vitrine/platform/settings/settings'
import { freshSignIn } from '@vitrine/platform/settings/sign-in-settings'
import { createClient, OAuthStrategy } from '@wix/sdk'
import { browser } from '../src/browser.ts'
import { codeFor, lettersTo } from '../src/mailbox.ts'
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
  assert.deepEqual(shop.faults, [])
  await shop[Symbol.asyncDispose]()
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

test('each failure of registering and signing in has its published code', async () => {
  await policy({})
  const auth = shopper()
  const email = newEmail()
  await auth.register({ email, password })
  assert.equal(codeOf(await auth.register({ email, password })), 'emailAlreadyExists')
  assert.equal(codeOf(await auth.register({ email: 'no address', password })), 'invalidEmail')
  assert.equal(codeOf(await auth.login({ email, password: 'something else' })), 'invalidPassword')
  await policy({ captcha: 'ALWAYS' })
  assert.equal(codeOf(await auth.login({ email, password })), 'missingCaptchaToken')
  assert.equal(codeOf(await auth.register({ email: newEmail(), password })), 'missingCaptchaToken')
  assert.equal(codeOf(await auth.login({ email, password, captchaTokens: { recaptchaToken: 'made up' } })), 'invalidCaptchaToken')
})

test('verifies an address by the code of the letter, and waits for the owner', async () => {
  await policy({ emailVerification: true })
  const auth = shopper()
  const email = newEmail()
  const state = await auth.register({ email, password })
  assert.equal(state.loginState, 'EMAIL_VERIFICATION_REQUIRED')
  const done = await auth.processVerification({ verificationCode: await codeFor(shop, email) })
  assert.equal(done.loginState, 'SUCCESS')
  await policy({ registration: 'APPROVAL' })
  assert.equal((await auth.register({ email: newEmail(), password })).loginState, 'OWNER_APPROVAL_REQUIRED')
  assert.deepEqual(await shopper().processVerification({ verificationCode: '123456' }), { loginState: 'FAILURE', error: 'Unknown _state' })
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

test('asks for a letter to set a new password', async () => {
  await policy({})
  const auth = shopper()
  const email = newEmail()
  await auth.register({ email, password })
  const before = (await lettersTo(shop, email)).length
  await auth.sendPasswordResetEmail(email, 'http://localhost:5173/new-password')
  assert.equal((await lettersTo(shop, email)).length, before + 1)
})
