import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { lineOf, nobody, startPublishedCallers } from '../src/published-callers.ts'
import { publishedApp, publishedVisitor } from '../src/published-client.ts'
import { errorOf } from '../src/published-error.ts'

const { platform, stocked, visitor, app, takeSeen } = await startPublishedCallers()

describe('OAuth client: tokens', () => {
  test('the first call makes an anonymous visitor; calls go to the edge host, tokens to the other', async () => {
    const client = visitor()
    await client.products.queryProducts().limit(1).find()
    const [token, call] = takeSeen()
    assert.deepEqual(
      [token!.host, token!.path, JSON.parse(token!.body!)],
      ['www.wixapis.com', '/oauth2/token', { clientId: platform.clientId, grantType: 'anonymous' }],
    )
    assert.equal(call!.host, 'edge.wixapis.com')
    const { accessToken, refreshToken } = client.auth.getTokens()
    assert.match(accessToken.value, /^OauthNG\.JWS\./)
    assert.equal(call!.headers.get('authorization'), accessToken.value)
    assert.ok(accessToken.expiresAt > Date.now() / 1000 + 60)
    assert.equal(refreshToken.role, 'visitor')
    assert.equal(client.auth.loggedIn(), false)
  })

  test('an expired access token is renewed by the refresh token: the same visitor, the same cart', async () => {
    const client = visitor()
    await client.currentCart.addToCurrentCart({ lineItems: [lineOf(stocked.plain.id)] })
    const { accessToken, refreshToken } = client.auth.getTokens()
    client.auth.setTokens({ accessToken: { ...accessToken, expiresAt: 1 }, refreshToken })
    takeSeen()
    const cart = await client.currentCart.getCurrentCart()
    assert.equal(cart.lineItems!.length, 1)
    assert.equal(JSON.parse(takeSeen()[0]!.body!).grantType, 'refresh_token')
    assert.equal(client.auth.getTokens().refreshToken.value, refreshToken.value)
  })

  test('a refresh token that is none silently becomes a new visitor', async () => {
    const client = publishedVisitor(platform.clientId, {
      accessToken: { value: '', expiresAt: 0 },
      refreshToken: { value: 'JWS.forged', role: 'visitor' },
    })
    await client.products.queryProducts().limit(1).find()
    assert.deepEqual(
      takeSeen()
        .filter(({ path }) => path === '/oauth2/token')
        .map(({ body }) => JSON.parse(body!).grantType),
      ['refresh_token', 'anonymous'],
    )
    assert.notEqual(client.auth.getTokens().refreshToken.value, 'JWS.forged')
  })

  test('two parallel first calls are two visitors, as published: one of the two carts is found again', async () => {
    const client = visitor()
    await Promise.all([1, 2].map(() => client.currentCart.addToCurrentCart({ lineItems: [lineOf(stocked.plain.id)] })))
    const cart = await client.currentCart.getCurrentCart()
    assert.equal(cart.lineItems![0]!.quantity, 1)
  })

  test('a token that says nothing to us is refused with 401', async () => {
    const client = publishedVisitor(platform.clientId, {
      accessToken: { value: 'OauthNG.JWS.forged', expiresAt: 9_999_999_999 },
      refreshToken: { value: 'x', role: 'visitor' },
    })
    const error = await errorOf(client.currentCart.getCurrentCart())
    assert.equal(error.status, 401)
    assert.equal(error.details.applicationError?.code, 'INVALID_TOKEN')
  })

  test('an app that nobody registered gets no tokens', async () => {
    await assert.rejects(publishedVisitor(nobody).auth.generateVisitorTokens(), /Failed to fetch tokens from OAuth API/)
    await assert.rejects(publishedVisitor(nobody).products.queryProducts().find())
  })

  test('token-info says whom a token speaks for', async () => {
    const client = visitor()
    const { accessToken } = await client.auth.generateVisitorTokens()
    const ask = async (token: string) =>
      (
        await client.fetchWithAuth('https://www.wixapis.com/oauth2/token-info', {
          method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify({ token }),
        })
      ).json()
    const info = await ask(accessToken.value)
    assert.deepEqual([info.active, info.subjectType, info.clientId, typeof info.exp], [true, 'VISITOR', platform.clientId, 'string'])
    assert.deepEqual(await ask('OauthNG.JWS.forged'), { active: false })
  })
})

describe('API-key client: who it is', () => {
  test('the bare key and the site go with every call, to the plain host', async () => {
    await app().products.queryProducts().limit(1).find()
    const [call] = takeSeen()
    assert.deepEqual(
      [call!.host, call!.headers.get('authorization'), call!.headers.get('wix-site-id')],
      ['www.wixapis.com', platform.apiKey, platform.site],
    )
  })

  test('a key that nobody made is refused with 401', async () => {
    const error = await errorOf(publishedApp('IST.no-such-key', platform.site).products.queryProducts().find())
    assert.equal(error.status, 401)
  })
})
