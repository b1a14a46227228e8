import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { newId } from '@vitrine/platform/kernel/db/id'
import { registerOauthApp } from '@vitrine/platform/people/identity/store'
import { browser, pkce } from '../src/browser.ts'
import { newMember, prove } from '../src/member.ts'
import { startTestPlatform, type TestPlatform } from '../src/platform.ts'
import { addProduct } from '../src/products.ts'
import { newVisitor, refusalOf, send } from '../src/wire.ts'

let shop: TestPlatform
let visitor: string
const app = '33333333-3333-4333-8333-333333333333'
const back = 'https://app.example/back'

before(async () => {
  shop = await startTestPlatform()
  await registerOauthApp(
    shop.platform.database,
    { site: shop.site, id: app, name: 'An app', redirectUris: [back, 'https://app.example/*'], firstParty: true },
    shop.clock.now(),
  )
  visitor = (await newVisitor(shop, app)).token
})
after(async () => {
  await shop[Symbol.asyncDispose]()
  assert.deepEqual(shop.faults, [])
})

const ask = (body: object, authorization = visitor) =>
  send(shop, { method: 'POST', path: '/_api/redirects-api/v1/redirect-session', headers: { authorization }, body })
const urlOf = async (body: object, authorization = visitor) => {
  const { status, json, text } = await ask(body, authorization)
  assert.equal(status, 200, text)
  return new URL(json.redirectSession.fullUrl)
}

test('auth: the authorize endpoint with what the app asks for; its endpoint and the session token stand beside', async () => {
  const { challenge, state } = pkce()
  const { sessionToken } = await prove(shop, await newMember(shop))
  const authRequest = { clientId: app, redirectUri: back, codeChallenge: challenge, codeChallengeMethod: 'S256', state, sessionToken }
  const { json } = await ask({ auth: { authRequest, prompt: 'none' } })
  const url = new URL(json.redirectSession.fullUrl)
  assert.equal(json.redirectSession.urlDetails.endpoint, `${shop.url}/oauth2/authorize`)
  assert.equal(json.redirectSession.sessionToken, sessionToken)
  assert.deepEqual([url.searchParams.get('prompt'), url.searchParams.get('state')], ['none', state])
  const { location } = await browser().go(url.href)
  assert.ok(new URLSearchParams(location!.hash.slice(1)).get('code'))
})

// attack: Tokens, OAuth, sessions | a redirect session to a foreign callback | REDIRECT_URI_NOT_ALLOWED
test('auth: INVALID_CLIENT for an unknown app, REDIRECT_URI_NOT_ALLOWED for an address that takes no codes', async () => {
  assert.equal(refusalOf(await ask({ auth: { authRequest: { clientId: newId(), redirectUri: back } } })), 'INVALID_CLIENT')
  assert.equal(refusalOf(await ask({ auth: {} })), 'INVALID_CLIENT')
  for (const redirectUri of ['https://app.example/elsewhere', 'https://evil.example/', undefined])
    assert.equal(refusalOf(await ask({ auth: { authRequest: { clientId: app, redirectUri } } })), 'REDIRECT_URI_NOT_ALLOWED')
})

test('login: the shop’s own page, and from there back to where the app said', async () => {
  const url = await urlOf({ login: {}, callbacks: { postFlowUrl: 'https://app.example/after' } })
  assert.equal(url.pathname, '/login')
  const { location } = await browser().go(shop.url + url.searchParams.get('to'))
  assert.equal(location?.href, 'https://app.example/after')
  assert.equal((await urlOf({ login: {} })).searchParams.get('to'), '/account')
})

test('logout: ends the session of whoever asked, and leads back', async () => {
  const { sessionToken } = await prove(shop, await newMember(shop))
  const { json } = await send(shop, {
    method: 'POST',
    path: '/oauth2/token',
    body: { grantType: 'authorized_client', clientId: app, sessionToken },
  })
  const url = await urlOf({ logout: { clientId: app }, callbacks: { postFlowUrl: 'https://app.example/bye' } }, json.access_token)
  const { location } = await browser().go(url.href)
  assert.equal(location?.href, 'https://app.example/bye')
  const renewed = await send(shop, {
    method: 'POST',
    path: '/oauth2/token',
    body: { grantType: 'refresh_token', refreshToken: json.refresh_token },
  })
  assert.equal(refusalOf(renewed), 'INVALID_GRANT')
})

test('storesProduct and memberAccountPage: pages of the shop, with the parameters the app wishes', async () => {
  await addProduct(shop.platform, { site: shop.site, name: 'Mug', price: 2000, stock: 10 }, shop.clock.now())
  const [row] = await shop.platform.database.query<{ slug: string }>({ strings: ['select slug from product limit 1'], values: [] })
  const url = await urlOf({
    storesProduct: { productSlug: row!.slug },
    preferences: { additionalQueryParameters: { utm: 'app' } },
  })
  assert.equal(url.href, `${shop.url}/products/${row!.slug}?utm=app`)
  assert.equal(refusalOf(await ask({ storesProduct: { productSlug: 'nowhere' } })), 'PRODUCT_NOT_FOUND')
  assert.equal((await urlOf({ memberAccountPage: { section: 'ORDERS' } })).pathname, '/account/orders')
  assert.equal((await urlOf({ memberAccountPage: {} })).pathname, '/account/profile')
})

test('REDIRECT_INTENT_NOT_SERVED for pages that the shop does not have; callbacks are on the app’s list', async () => {
  assert.equal(refusalOf(await ask({ bookingsCheckout: {} })), 'REDIRECT_INTENT_NOT_SERVED')
  assert.equal(refusalOf(await ask({ login: {}, logout: {} })), 'REDIRECT_INTENT_REQUIRED')
  for (const intent of [{ login: {} }, { logout: { clientId: app } }])
    assert.equal(refusalOf(await ask({ ...intent, callbacks: { postFlowUrl: 'https://evil.example/' } })), 'REDIRECT_URI_NOT_ALLOWED')
})

test('memberAccountPage: each section of the account has its page', async () => {
  const pages = { ACCOUNT_INFO: 'profile', ORDERS: 'orders', SUBSCRIPTIONS: 'subscriptions', BOOKINGS: 'bookings', EVENTS: 'events' }
  for (const [section, page] of Object.entries(pages))
    assert.equal((await urlOf({ memberAccountPage: { section } })).pathname, `/account/${page}`)
})

test('auth: each prompt goes along as it was asked for', async () => {
  const { challenge, state } = pkce()
  const authRequest = { clientId: app, redirectUri: back, codeChallenge: challenge, codeChallengeMethod: 'S256', state }
  for (const prompt of ['login', 'none', 'consent', 'select_account'])
    assert.equal((await urlOf({ auth: { authRequest, prompt } })).searchParams.get('prompt'), prompt)
})

test('404 REDIRECT_SESSION_NOT_FOUND for one that there never was', async () => {
  assert.equal(
    refusalOf(await send(shop, { method: 'GET', path: `/vitrine/v1/redirect-sessions/${newId()}` })),
    'REDIRECT_SESSION_NOT_FOUND',
  )
})

test('ecomCheckout: 409 CHECKOUT_IS_COMPLETE once it is an order', async () => {
  const product = await addProduct(shop.platform, { site: shop.site, name: 'Jar', price: 2000, stock: 10 }, shop.clock.now())
  const call = (path: string, authorization: string, body: object) =>
    send(shop, { method: 'POST', path: `/ecom/v1/checkouts${path}`, headers: { authorization }, body })
  const lineItems = [{ quantity: 1, catalogReference: product.reference() }]
  const { json } = await call('', visitor, { channelType: 'WEB', lineItems })
  const checkoutId = json.checkout.id as string
  assert.match((await urlOf({ ecomCheckout: { checkoutId } })).pathname, /checkout/)
  assert.equal((await call(`/${checkoutId}/mark-as-completed`, shop.apiKey, {})).status, 200)
  assert.equal(refusalOf(await ask({ ecomCheckout: { checkoutId } })), 'CHECKOUT_IS_COMPLETE')
})
