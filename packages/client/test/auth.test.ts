import assert from 'node:assert/strict'
import { afterEach, beforeEach, mock, test } from 'node:test'
import { createClient, inMemory, noTokens, type TokenStore, type Tokens, type VisitorOptions, visitor } from '@vitrine/client'
import { elapse } from './elapse.ts'
import { type Answering, recording, refusal, withTokens } from './recording.ts'

const nowSeconds = () => Math.floor(Date.now() / 1000)
const held = (secondsLeft: number, role: 'visitor' | 'member' = 'visitor'): Tokens => ({
  accessToken: { value: 'held', expiresAt: nowSeconds() + secondsLeft },
  refreshToken: { value: 'first-refresh', role },
})

function setUp(answering: Answering, options: Partial<VisitorOptions> = {}, connection: object = {}) {
  const { fetch, sent } = recording(answering)
  const auth = visitor({ clientId: 'app-1', ...options })
  const client = createClient({ baseUrl: 'https://x.test', fetch, auth, ...connection })
  const grants = () => sent.filter(({ url }) => url.endsWith('/oauth2/token')).map(({ body }) => JSON.parse(body!))
  const authorizations = () => sent.filter(({ url }) => !url.endsWith('/oauth2/token')).map(({ headers }) => headers.Authorization)
  return { client, sent, grants, authorizations }
}

beforeEach(() => mock.timers.enable({ apis: ['setTimeout', 'Date'], now: Date.parse('2026-11-21T12:00:00Z') }))
afterEach(() => mock.timers.reset())

test('the first call gets anonymous tokens, in camelCase, without a token of its own', async () => {
  const { client, sent, grants, authorizations } = setUp(withTokens())
  await client.shop.getShop()
  assert.deepEqual(grants(), [{ grantType: 'anonymous', clientId: 'app-1' }])
  assert.equal(sent[0]!.headers.Authorization, '')
  assert.equal(sent[0]!.headers['x-wix-bi-gateway'], 'environment=vitrine,package-name=@vitrine/client,method-fqn=POST /oauth2/token')
  assert.deepEqual(authorizations(), ['access-1'])
})

test('parallel first calls make one token request and are one visitor', async () => {
  const { client, grants, authorizations } = setUp(withTokens())
  await Promise.all(Array.from({ length: 10 }, () => client.shop.getShop()))
  assert.equal(grants().length, 1)
  assert.deepEqual(authorizations(), Array(10).fill('access-1'))
})

test('a valid token is used as it is; the store is told nothing', async () => {
  const tokens = { get: () => held(3600), set: mock.fn() }
  const { client, grants, authorizations } = setUp(withTokens(), { tokens })
  await client.shop.getShop()
  assert.deepEqual(grants(), [])
  assert.deepEqual(authorizations(), ['held'])
  assert.equal(tokens.set.mock.callCount(), 0)
})

test('an access token that is missing, over, or about to be is renewed once for all; the newest refresh token is kept, and the role', async () => {
  for (const accessToken of [
    { value: '', expiresAt: 0 },
    { value: 'old', expiresAt: nowSeconds() - 1 },
    { value: 'old', expiresAt: nowSeconds() + 3 },
  ]) {
    const tokens = inMemory({ accessToken, refreshToken: { value: 'first-refresh', role: 'member' } })
    const { client, grants, authorizations } = setUp(withTokens(), { tokens })
    await Promise.all([client.shop.getShop(), client.shop.getShop()])
    assert.deepEqual(grants(), [{ grantType: 'refresh_token', clientId: 'app-1', refreshToken: 'first-refresh' }])
    assert.deepEqual(authorizations(), ['renewed-1', 'renewed-1'])
    assert.deepEqual(await tokens.get(), {
      accessToken: { value: 'renewed-1', expiresAt: nowSeconds() + 14_400 },
      refreshToken: { value: 'first-refresh+', role: 'member' },
    })
  }
})

test('each renewal takes the refresh token of the one before; without a new one the old one stays', async () => {
  const { client, grants } = setUp(withTokens(undefined, 600))
  await client.shop.getShop()
  for (let i = 0; i < 2; i++) {
    mock.timers.tick(600_000)
    await client.shop.getShop()
  }
  assert.deepEqual(
    grants().map(({ refreshToken }) => refreshToken),
    [undefined, 'refresh-1', 'refresh-1+'],
  )
  const same = setUp(() => ({ body: { access_token: 'a', refresh_token: '', expires_in: 600, token_type: 'Bearer' } }), {
    tokens: inMemory(held(-1)),
  })
  await same.client.auth.tokens()
  assert.equal((await same.client.auth.tokens()).refreshToken.value, 'first-refresh')
})

test('a token that runs out while the client lives is renewed by the next call', async () => {
  const { client, grants, authorizations } = setUp(withTokens(undefined, 600))
  await client.shop.getShop()
  mock.timers.tick(500_000)
  await client.shop.getShop()
  mock.timers.tick(100_000)
  await client.shop.getShop()
  assert.deepEqual(
    grants().map(({ grantType }) => grantType),
    ['anonymous', 'refresh_token'],
  )
  assert.deepEqual(authorizations(), ['access-1', 'access-1', 'renewed-1'])
})

test('expires_in may come as text', async () => {
  const { client } = setUp(() => ({ body: { access_token: 'a', refresh_token: 'r', expires_in: '300', token_type: 'Bearer' } }))
  assert.equal((await client.auth.tokens()).accessToken.expiresAt, nowSeconds() + 300)
})

test('a refused refresh begins a new visitor, and says so', async () => {
  const lost: unknown[] = []
  const grant = withTokens()
  const answering: Answering = (request, count) =>
    request.body?.includes('refresh_token') ? refusal(400, 'INVALID_GRANT', { error: 'unknown' }) : grant(request, count)
  const { client, authorizations } = setUp(answering, {
    tokens: inMemory(held(-1, 'member')),
    onSessionLost: (role, why) => lost.push(role, why.code),
  })
  await client.shop.getShop()
  assert.deepEqual(authorizations(), ['access-1'])
  assert.deepEqual(lost, ['member', 'INVALID_GRANT'])
  assert.equal(await client.auth.role(), 'visitor')
})

test('a refresh that nobody answered loses nothing: the call fails and the next one tries again', async () => {
  for (const answer of [
    new TypeError('fetch failed'),
    refusal(503, 'SERVICE_UNAVAILABLE'),
    refusal(429, 'TOO_MANY_REQUESTS'),
    refusal(500, 'INTERNAL'),
  ]) {
    let down = true
    const grant = withTokens()
    const heard: unknown[] = []
    const tokens = inMemory(held(-1))
    const onSessionLost = mock.fn()
    const { client, grants } = setUp(
      (request, count) => (down ? answer : grant(request, count)),
      { tokens, onSessionLost },
      { retries: 0, onError: (error: Error, { route }: { route: string }) => heard.push(route) },
    )
    await assert.rejects(client.shop.getShop())
    assert.deepEqual(heard, ['GET /vitrine/v1/shop'])
    down = false
    await client.shop.getShop()
    assert.deepEqual(
      grants().map(({ refreshToken }) => refreshToken),
      ['first-refresh', 'first-refresh'],
    )
    assert.equal((await tokens.get())!.refreshToken.value, 'first-refresh+')
    assert.equal(onSessionLost.mock.callCount(), 0)
  }
})

test('401 INVALID_TOKEN: the token is renewed and the same call sent again, once', async () => {
  const grant = withTokens((request) => (request.headers.Authorization === 'renewed-1' ? {} : refusal(401, 'INVALID_TOKEN')))
  const { client, sent, authorizations } = setUp(grant, { tokens: inMemory(held(3600)) })
  await Promise.all([client.currentCart.removeCouponFromCurrentCart(), client.shop.getShop()])
  assert.deepEqual(authorizations(), ['held', 'held', 'renewed-1', 'renewed-1'])
  const keys = sent.filter(({ url }) => url.endsWith('remove-coupon')).map(({ headers }) => headers['Idempotency-Key'])
  assert.equal(keys.length, 2)
  assert.equal(keys[0], keys[1])
})

test('401 INVALID_TOKEN again is told to the caller', async () => {
  const { client, authorizations } = setUp(
    withTokens(() => refusal(401, 'INVALID_TOKEN')),
    { tokens: inMemory(held(3600)) },
  )
  await assert.rejects(client.shop.getShop(), { name: 'Refused', code: 'INVALID_TOKEN' })
  assert.deepEqual(authorizations(), ['held', 'renewed-1'])
})

test('an unknown app is told to the caller', async () => {
  const { client } = setUp(() => refusal(401, 'INVALID_CLIENT'))
  await assert.rejects(client.shop.getShop(), { name: 'Refused', code: 'INVALID_CLIENT' })
})

test('the store may be asynchronous, and shared: what another tab wrote is used', async () => {
  let saved: Tokens | undefined
  const tokens: TokenStore = {
    get: async () => saved,
    set: async (next) => {
      saved = JSON.parse(JSON.stringify(next))
    },
  }
  const { client, authorizations, grants } = setUp(withTokens(), { tokens })
  await client.shop.getShop()
  saved = { accessToken: { value: 'other-tab', expiresAt: nowSeconds() + 60 }, refreshToken: { value: 'x', role: 'member' } }
  await client.shop.getShop()
  assert.deepEqual(authorizations(), ['access-1', 'other-tab'])
  assert.equal(await client.auth.role(), 'member')
  assert.equal(grants().length, 1)
})

/** Two tabs of one browser: a client each, one store, and a platform that answers one of them late. */
function tabs(tokens: TokenStore, late: (grantType: string) => Promise<void>, onSessionLost = mock.fn()) {
  const grant = withTokens()
  const slow = setUp(
    async (request, count) => {
      if (!request.url.endsWith('/oauth2/token')) return {}
      const { grantType, refreshToken } = JSON.parse(request.body!)
      await late(grantType)
      return refreshToken === 'over' ? refusal(400, 'INVALID_GRANT', { error: 'unknown' }) : grant(request, count)
    },
    { tokens, onSessionLost },
  )
  return { slow, fast: setUp(withTokens(), { tokens }), onSessionLost }
}

test('of two tabs that renew at once, both speak with what the faster one got, and one refresh token goes on', async () => {
  const tokens = inMemory(held(-1, 'member'))
  const { slow, fast } = tabs(tokens, () => new Promise((resolve) => setTimeout(resolve, 500)))
  const first = slow.client.shop.getShop()
  await fast.client.shop.getShop()
  const saved = (await tokens.get())!
  await elapse(first)
  assert.deepEqual(await tokens.get(), saved, 'the slower one put nothing over it')
  assert.deepEqual([slow.authorizations(), fast.authorizations()], [['renewed-1'], ['renewed-1']])
  assert.equal(saved.refreshToken.value, 'first-refresh+')
})

test('two tabs that begin at once are one visitor', async () => {
  const tokens = inMemory()
  const { slow, fast } = tabs(tokens, () => new Promise((resolve) => setTimeout(resolve, 500)))
  const first = slow.client.auth.tokens()
  const [other] = await Promise.all([fast.client.auth.tokens(), elapse(first)])
  assert.deepEqual(await first, other)
})

test('a renewal that comes late brings nobody back: who signed in or out in another tab meanwhile did', async () => {
  const out = inMemory(held(-1, 'member'))
  const left = tabs(out, (grantType) =>
    grantType === 'refresh_token' ? new Promise((resolve) => setTimeout(resolve, 500)) : Promise.resolve(),
  )
  const call = left.slow.client.shop.getShop()
  await left.fast.client.auth.setTokens(noTokens)
  await elapse(call)
  assert.deepEqual(left.slow.authorizations(), ['access-1'])
  assert.equal((await out.get())!.refreshToken.role, 'visitor')
})

test('a refresh token that another tab has replaced meanwhile is no lost session', async () => {
  const tokens = inMemory({ accessToken: { value: '', expiresAt: 0 }, refreshToken: { value: 'over', role: 'member' } })
  const { slow, fast, onSessionLost } = tabs(tokens, () => new Promise((resolve) => setTimeout(resolve, 500)))
  const call = slow.client.shop.getShop()
  await fast.client.auth.setTokens(held(3600, 'member'))
  await elapse(call)
  assert.deepEqual(slow.authorizations(), ['held'])
  assert.equal(onSessionLost.mock.callCount(), 0)
})

test('the role is none before the first call, visitor after it, and what setTokens says', async () => {
  const { client } = setUp(withTokens())
  assert.equal(await client.auth.role(), 'none')
  await client.shop.getShop()
  assert.equal(await client.auth.role(), 'visitor')
  await client.auth.setTokens(held(3600, 'member'))
  assert.equal(await client.auth.role(), 'member')
  await client.auth.setTokens(noTokens)
  assert.equal(await client.auth.role(), 'none')
  await client.shop.getShop()
  assert.equal((await client.auth.tokens()).accessToken.value, 'access-2')
})

test('tokens that are set while others are being asked for win', async () => {
  const grant = withTokens()
  let open = () => {}
  const gate = new Promise<void>((resolve) => {
    open = resolve
  })
  const { client, authorizations } = setUp(async (request, count) => {
    if (request.url.endsWith('/oauth2/token')) await gate
    return grant(request, count)
  })
  const call = client.shop.getShop()
  for (let i = 0; i < 5; i++) await new Promise(setImmediate)
  await client.auth.setTokens(held(3600, 'member'))
  open()
  await call
  assert.deepEqual(authorizations(), ['held'])
  assert.equal(await client.auth.role(), 'member')
})

test('a signal of one call does not take the token request away from the others', async () => {
  const grant = withTokens()
  const { client, grants, authorizations } = setUp(async (request, count) => {
    if (request.url.endsWith('/oauth2/token')) await new Promise((resolve) => setTimeout(resolve, 100))
    return grant(request, count)
  })
  const stop = new AbortController()
  const stopped = client.shop.getShop({}, { signal: stop.signal })
  const other = client.shop.getShop()
  await new Promise(setImmediate)
  stop.abort()
  await assert.rejects(stopped, { name: 'AbortError' })
  await elapse(other)
  await other
  assert.equal(grants().length, 1)
  assert.deepEqual(authorizations(), ['access-1'])
})

test('a token request that fails is not remembered', async () => {
  let down = true
  const grant = withTokens()
  const { client } = setUp((request, count) => (down ? new TypeError('fetch failed') : grant(request, count)), {}, { retries: 0 })
  await assert.rejects(client.shop.getShop(), { name: 'Unreachable' })
  down = false
  await client.shop.getShop()
})
