import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { apiKey, attempt, createClient, token } from '@vitrine/client'
import * as backOffice from '@vitrine/client/back-office'
import type { StaffRole } from '@vitrine/contract'
import { newId } from '@vitrine/platform/kernel/db/id'
import { keyRing } from '@vitrine/platform/people/identity/keys'
import { tokens } from '@vitrine/platform/people/identity/tokens'
import { startTestPlatform, type TestPlatform } from '../src/platform.ts'
import { newVisitor, refusalOf, send } from '../src/wire.ts'

let shop: TestPlatform

before(async () => {
  shop = await startTestPlatform()
})
after(async () => {
  await shop[Symbol.asyncDispose]()
  assert.deepEqual(shop.faults, [])
})

const office = (key = shop.apiKey) => createClient({ baseUrl: shop.url, auth: apiKey(key), modules: backOffice })
async function as(role: StaffRole) {
  const access = await tokens(keyRing(shop.platform.database), shop.clock).issueStaff({
    kind: 'user',
    site: shop.site,
    userId: newId(),
    role,
  })
  return createClient({ baseUrl: shop.url, auth: token(access), modules: backOffice })
}

describe('apps', () => {
  test('are registered, listed, changed by revision and revoked', async () => {
    const { developers } = await as('DEVELOPER')
    const { app } = await developers.createApp({ app: { name: 'A shop of friends', redirectUris: ['https://friends.example/back'] } })
    assert.ok((await developers.listApps({})).apps.some(({ id }) => id === app.id))
    const renamed = await developers.updateApp({
      app: { id: app.id, revision: app.revision, redirectUris: ['https://friends.example/in'] },
    })
    assert.deepEqual([renamed.app.name, renamed.app.redirectUris], ['A shop of friends', ['https://friends.example/in']])
    const [stale] = await attempt(developers.updateApp({ app: { id: app.id, revision: app.revision, name: 'Late' } }))
    assert.equal(stale?.code, 'STALE_REVISION')
    const { token: visitor } = await newVisitor(shop, app.id)
    await developers.revokeApp({ id: app.id })
    const [gone] = await attempt(developers.revokeApp({ id: app.id }))
    assert.equal(gone?.code, 'APP_NOT_FOUND')
    const [gone2] = await attempt(developers.updateApp({ app: { id: app.id, revision: '3' } }))
    assert.equal(gone2?.code, 'APP_NOT_FOUND')
    const [gone3] = await attempt(developers.makeAppSecret({ id: app.id }))
    assert.equal(gone3?.code, 'APP_NOT_FOUND')
    await shop.platform.learnEnded()
    const cart = await send(shop, { method: 'GET', path: '/ecom/v1/carts/current', headers: { authorization: visitor } })
    assert.equal(refusalOf(cart), 'INVALID_TOKEN', 'its tokens stop')
    const again = await send(shop, { method: 'POST', path: '/oauth2/token', body: { grantType: 'anonymous', clientId: app.id } })
    assert.equal(refusalOf(again), 'INVALID_CLIENT')
  })

  test('are registered under a client id of one’s choice, once; 409 APP_ID_TAKEN also after they were revoked', async () => {
    const { developers } = await as('DEVELOPER')
    const id = newId()
    const { app } = await developers.createApp({ app: { id, name: 'Published elsewhere' } })
    assert.equal(app.id, id)
    const { id: visitorId } = await newVisitor(shop, id)
    assert.ok(visitorId, 'visitors come in its name')
    const seen = await send(shop, { method: 'GET', path: `/oauth-app/v1/oauth-apps/${id}` })
    assert.deepEqual(seen.json, { oAuthApp: { id, name: 'Published elsewhere', createdDate: app.createdDate } })
    const again = async () => (await attempt(developers.createApp({ app: { id, name: 'Again' } })))[0]?.code
    assert.equal(await again(), 'APP_ID_TAKEN')
    await developers.revokeApp({ id })
    assert.equal(await again(), 'APP_ID_TAKEN')
    for (const path of [`/oauth-app/v1/oauth-apps/${id}`, '/oauth-app/v1/oauth-apps/none'])
      assert.equal(refusalOf(await send(shop, { method: 'GET', path })), 'APP_NOT_FOUND')
  })

  test('a member of a request that nothing reads is refused on our own paths, and named in a header on those of the published client', async () => {
    const headers = { authorization: shop.apiKey }
    const refused = await send(shop, {
      method: 'POST',
      path: '/vitrine/v1/apps',
      headers,
      body: { app: { name: 'An app', clientId: newId() }, dryRun: true },
    })
    assert.equal(refused.status, 400)
    assert.deepEqual(
      refused.json.details.validationError.fieldViolations.map(({ field, violatedRule }: Record<string, unknown>) => [field, violatedRule]),
      [
        ['app.clientId', 'FIELD_NOT_ALLOWED'],
        ['dryRun', 'FIELD_NOT_ALLOWED'],
      ],
    )
    assert.equal(refusalOf(await send(shop, { method: 'GET', path: '/vitrine/v1/apps', search: 'sort=name', headers })), 'INVALID_ARGUMENT')
    const { token: visitor } = await newVisitor(shop)
    const read = await send(shop, {
      method: 'PATCH',
      path: '/ecom/v1/carts/current',
      headers: { authorization: visitor },
      body: { cartInfo: { buyerNote: 'x', 'é, x': 1 } },
    })
    assert.deepEqual([read.status, read.headers['x-vitrine-ignored']], [200, 'cartInfo.%C3%A9%2C%20x'])
    const cut = await send(shop, {
      method: 'PATCH',
      path: '/ecom/v1/carts/current',
      headers: { authorization: visitor },
      body: { cartInfo: { [`${'x'.repeat(190)}💥💥`]: 1 } },
    })
    assert.equal(cut.status, 200, 'a name that is cut in the middle of a character is still one that a header can hold')
    const plain = await send(shop, { method: 'GET', path: '/ecom/v1/carts/current', headers: { authorization: visitor } })
    assert.equal(plain.headers['x-vitrine-ignored'], undefined)
  })

  test('REDIRECT_ENTRY_NOT_POSSIBLE for what is no address of the web', async () => {
    const { developers } = office()
    for (const entry of [
      'javascript:alert(1)',
      'https://*.example/*',
      'http://plain.example/',
      'shop',
      'https://a.example/#x',
      'https://u@a.example/',
    ]) {
      const [refused] = await attempt(developers.createApp({ app: { name: 'X', redirectUris: [entry] } }))
      assert.equal(refused?.code, 'REDIRECT_ENTRY_NOT_POSSIBLE', entry)
    }
    const { app } = await developers.createApp({ app: { name: 'X', redirectUris: ['https://x.example/back'] } })
    const [refused] = await attempt(developers.updateApp({ app: { id: app.id, revision: app.revision, redirectUris: ['shop'] } }))
    assert.equal(refused?.code, 'REDIRECT_ENTRY_NOT_POSSIBLE')
    for (const entry of [
      'https://a.example/back?x=1',
      'https://a.example/*',
      'http://localhost:*/*',
      'http://localhost:3000/back',
      'http://127.0.0.1:*',
    ])
      await developers.createApp({ app: { name: 'X', redirectUris: [entry] } })
  })

  test('a program speaks in the name of an app with its secret, for a few minutes and within its scopes', async () => {
    const { developers } = office()
    const { app } = await developers.createApp({ app: { name: 'Warehouse', redirectUris: [] } })
    const { secret } = await developers.makeAppSecret({ id: app.id, scopes: ['developers.read'] })
    const ask = (client_secret: string, instance_id = shop.site) =>
      send(shop, {
        method: 'POST',
        path: '/oauth2/token',
        body: { grant_type: 'client_credentials', client_id: app.id, client_secret, instance_id },
      })
    const { json } = await ask(secret)
    const program = createClient({ baseUrl: shop.url, auth: token(json.access_token), modules: backOffice })
    assert.ok((await program.developers.listApps({})).apps.length > 0)
    const [refused] = await attempt(program.developers.createApp({ app: { name: 'More' } }))
    assert.equal(refused?.code, 'PERMISSION_DENIED')
    assert.equal(refusalOf(await ask('guessed')), 'INVALID_CLIENT')
    assert.equal(refusalOf(await ask(secret, newId())), 'INVALID_GRANT')
    const { secret: second } = await developers.makeAppSecret({ id: app.id })
    assert.equal(refusalOf(await ask(secret)), 'INVALID_CLIENT', 'the one before is of no more use')
    assert.equal((await ask(second)).status, 200)
    shop.clock.advance(301_000)
    const [over] = await attempt(program.developers.listApps({}))
    assert.equal(over?.code, 'INVALID_TOKEN')
  })

  test('APP_IS_THE_SHOPS_OWN: pages of the shop itself are not revoked', async () => {
    const { registerOauthApp } = await import('@vitrine/platform/people/identity/store')
    const own = { site: shop.site, name: 'Own', redirectUris: [], firstParty: true }
    const id = await registerOauthApp(shop.platform.database, own, shop.clock.now())
    const [refused] = await attempt(office().developers.revokeApp({ id }))
    assert.equal(refused?.code, 'APP_IS_THE_SHOPS_OWN')
  })
})

describe('API keys', () => {
  test('TOO_MANY_API_KEYS and TOO_MANY_APPS: a hundred of each, until one is revoked', async () => {
    await using many = await startTestPlatform()
    const { developers } = createClient({ baseUrl: many.url, auth: apiKey(many.apiKey), modules: backOffice })
    const makeKey = () => attempt(developers.createApiKey({ apiKey: { name: 'One more' } }))
    const makeApp = () => attempt(developers.createApp({ app: { name: 'One more', redirectUris: [] } }))
    for (const [make, code] of [[makeKey, 'TOO_MANY_API_KEYS'] as const, [makeApp, 'TOO_MANY_APPS'] as const]) {
      let refused: Awaited<ReturnType<typeof make>>[0]
      for (let i = 0; i <= 100 && !refused; i++) [refused] = await make()
      assert.deepEqual([refused?.code, refused?.data], [code, { limit: 100 }])
    }
    const [one] = (await developers.listApps({})).apps.filter(({ name }) => name === 'One more')
    await developers.revokeApp({ id: one!.id })
    assert.equal((await makeApp())[0], undefined)
  })

  test('are shown once, listed by their last characters, and stop soon after they are revoked', async () => {
    const { developers } = office()
    const { apiKey: made, key } = await developers.createApiKey({ apiKey: { name: 'Courier' } })
    assert.equal(made.hint, key.slice(-4))
    const listed = await office(key).developers.listApiKeys({})
    assert.ok(listed.apiKeys.some(({ id }) => id === made.id))
    assert.ok(!JSON.stringify(listed).includes(key))
    await developers.revokeApiKey({ id: made.id })
    await shop.platform.learnEnded()
    assert.equal((await attempt(office(key).developers.listApiKeys({})))[0]?.code, 'INVALID_TOKEN')
    assert.equal((await attempt(developers.revokeApiKey({ id: made.id })))[0]?.code, 'API_KEY_NOT_FOUND')
  })

  test('do what their scopes name and nothing else', async () => {
    const { key } = await office().developers.createApiKey({ apiKey: { name: 'Reader', scopes: ['orders.read', 'developers.read'] } })
    const reader = office(key)
    await reader.developers.listApps({})
    assert.equal((await attempt(reader.developers.createApp({ app: { name: 'X' } })))[0]?.code, 'PERMISSION_DENIED')
    assert.equal((await attempt(reader.emails.listEmails({})))[0]?.code, 'PERMISSION_DENIED')
  })

  // attack: API keys and roles | a developer makes a key with a right that they do not have | 403 SCOPE_NOT_YOURS
  test('SCOPE_NOT_YOURS: nobody makes a key that can do more than they can', async () => {
    const { developers } = await as('DEVELOPER')
    for (const scope of ['orders.write', 'settings.write', 'everything']) {
      const [refused] = await attempt(developers.createApiKey({ apiKey: { name: 'More', scopes: [scope] } }))
      assert.deepEqual([refused?.code, refused?.data], ['SCOPE_NOT_YOURS', { scope }])
    }
    const { apiKey: own } = await developers.createApiKey({ apiKey: { name: 'Mine' } })
    assert.ok(own.scopes?.includes('developers.write') && !own.scopes.includes('orders.write'), 'without scopes it gets their own')
    const { app } = await developers.createApp({ app: { name: 'Mine' } })
    assert.equal((await attempt(developers.makeAppSecret({ id: app.id, scopes: ['staff.write'] })))[0]?.code, 'SCOPE_NOT_YOURS')
    const { key } = await office().developers.createApiKey({ apiKey: { name: 'Narrow', scopes: ['developers.write'] } })
    assert.equal(
      (await attempt(office(key).developers.createApiKey({ apiKey: { name: 'Wide', scopes: ['orders.read'] } })))[0]?.code,
      'SCOPE_NOT_YOURS',
    )
  })

  // attack: API keys and roles | staff without the right make keys | 403 PERMISSION_DENIED
  test('PERMISSION_DENIED for staff who are no developers', async () => {
    for (const role of ['ORDERS', 'WAREHOUSE', 'SUPPORT'] as const)
      assert.equal((await attempt((await as(role)).developers.listApps({})))[0]?.code, 'PERMISSION_DENIED', role)
  })

  test('by hand a new signing key comes at once, and with revoke the tokens before it are over', async () => {
    const { token: before } = await newVisitor(shop)
    await office().developers.rotateSigningKey({})
    const read = () => send(shop, { method: 'GET', path: '/ecom/v1/carts/current', headers: { authorization: before } })
    assert.equal(refusalOf(await read()), 'OWNED_CART_NOT_FOUND')
    await office().developers.rotateSigningKey({ revoke: true })
    const ring = keyRing(shop.platform.database)
    assert.equal(await tokens(ring, shop.clock).read(before), undefined)
    assert.equal((await ring.published(shop.site)).length, 1)
  })
})
