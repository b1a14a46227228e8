import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { currentCart, inMemory, oauth, visitor } from '@vitrine/client'
import { type MemberLogin, memberLogin } from '@vitrine/client/member'
import { createClient } from '@vitrine/client/modular'
import { writeSettings } from '@vitrine/platform/kernel/settings/settings'
import { freshSignIn } from '@vitrine/platform/kernel/settings/sign-in-settings'
import { browser } from '../src/browser.ts'
import { codeFor } from '../src/mailbox.ts'
import { newMember, prove } from '../src/member.ts'
import { startTestPlatform, type TestPlatform } from '../src/platform.ts'
import { addProduct } from '../src/products.ts'

let shop: TestPlatform
const password = 'slow mornings, 1 cup'
const back = 'http://localhost:5173/signed-in'
let people = 0
const newEmail = () => `shopper-${++people}@example.com`

before(async () => {
  shop = await startTestPlatform()
})
after(async () => {
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

function shopper() {
  const { clientId, url: baseUrl } = shop
  const client = createClient({ baseUrl, auth: visitor({ clientId, tokens: inMemory() }), modules: { currentCart, oauth } })
  return { client, login: memberLogin({ baseUrl, clientId, session: client.auth }) }
}

const sessionTokenOf = (state: Awaited<ReturnType<MemberLogin['login']>>): string => {
  assert.equal(state.loginState, 'SUCCESS', JSON.stringify(state))
  return (state as { data: { sessionToken: string } }).data.sessionToken
}

test('register, exchange the session, and the bag is the member’s; without a window', async () => {
  await policy({})
  const { client, login } = shopper()
  const mug = await addProduct(shop.platform, { site: shop.site, name: 'Mug', price: 2000, stock: 10 }, shop.clock.now())
  await client.currentCart.addToCurrentCart({ lineItems: [{ quantity: 2, catalogReference: mug.reference() }] })
  const state = await login.register({ email: newEmail(), password, profile: { nickname: 'ada' } })
  assert.equal(await login.loggedIn(), false)
  await client.auth.setTokens(await login.exchangeSession(sessionTokenOf(state)))
  assert.equal(await login.loggedIn(), true)
  const { cart } = await client.currentCart.getCurrentCart()
  assert.equal(cart.lineItems[0]?.quantity, 2)
  const info = await client.oauth.getTokenInfo({ token: (await client.auth.tokens()).accessToken.value })
  assert.equal(info.subjectType, 'MEMBER')
})

test('failures are states with the published codes', async () => {
  await policy({})
  const { login } = shopper()
  const email = newEmail()
  await login.register({ email, password })
  const codeOf = (state: object) => ('errorCode' in state ? state.errorCode : state)
  assert.equal(codeOf(await login.register({ email, password })), 'emailAlreadyExists')
  assert.equal(codeOf(await login.register({ email: 'no address', password })), 'invalidEmail')
  assert.equal(codeOf(await login.login({ email, password: 'something else' })), 'invalidPassword')
  await policy({ captcha: 'ALWAYS' })
  assert.equal(codeOf(await login.login({ email, password })), 'missingCaptchaToken')
  assert.equal(
    codeOf(await login.register({ email: newEmail(), password, captchaTokens: { recaptchaToken: 'made up' } })),
    'invalidCaptchaToken',
  )
  assert.deepEqual(await shopper().login.processVerification({ verificationCode: '123456' }), {
    loginState: 'FAILURE',
    error: 'Unknown _state',
  })
})

test('an address that has to be verified, by the code of the email; an owner who has to approve', async () => {
  await policy({ emailVerification: true })
  const { login } = shopper()
  const email = newEmail()
  const state = await login.register({ email, password })
  assert.equal(state.loginState, 'EMAIL_VERIFICATION_REQUIRED')
  sessionTokenOf(await login.processVerification({ verificationCode: await codeFor(shop, email) }))
  await policy({ registration: 'APPROVAL' })
  assert.deepEqual(await login.register({ email: newEmail(), password }), { loginState: 'OWNER_APPROVAL_REQUIRED' })
})

test('by the hosted pages and back, with a verifier and a state; out again', async () => {
  const { client, login } = shopper()
  const data = await login.generateOAuthData(back, '/bag')
  assert.match(data.codeVerifier, /^[\w.~-]{43}$/)
  const { authUrl } = await login.getAuthUrl(data, { responseMode: 'query' })
  const eyes = browser()
  const page = await eyes.go(authUrl)
  const memberId = await newMember(shop)
  const { sessionToken } = await prove(shop, memberId)
  const request = page.location!.searchParams.get('request')
  const { location } = await eyes.go(`${shop.url}/oauth2/authorize/continue?request=${request}&session_token=${sessionToken}`)
  const { code, state } = login.parseFromUrl(location!.href, 'query')
  await assert.rejects(login.getMemberTokens(code, 'other', data), { message: 'Invalid _state' })
  await assert.rejects(login.getMemberTokens('', state, data), { message: 'Missing code or _state' })
  await client.auth.setTokens(await login.getMemberTokens(code, state, data))
  assert.equal(await login.loggedIn(), true)
  const { refreshToken } = await client.auth.tokens()
  const { logoutUrl } = await login.logout('http://localhost:5173/bye')
  assert.equal(await login.loggedIn(), false)
  const out = await browser().go(logoutUrl)
  assert.equal(out.location?.href, 'http://localhost:5173/bye')
  await assert.rejects(client.oauth.exchangeToken({ grantType: 'refresh_token', refreshToken: refreshToken.value }), {
    code: 'INVALID_GRANT',
  })
})

test('a program knows by itself who somebody is', async () => {
  const { client, login } = shopper()
  const memberId = await newMember(shop)
  await client.auth.setTokens(await login.getMemberTokensForExternalLogin(memberId, shop.apiKey))
  const info = await client.oauth.getTokenInfo({ token: (await client.auth.tokens()).accessToken.value })
  assert.deepEqual([info.subjectType, info.subjectId], ['MEMBER', memberId])
})
