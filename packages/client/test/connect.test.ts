import assert from 'node:assert/strict'
import { test } from 'node:test'
import { apiKey, createClient, token, visitor } from '@vitrine/client'
import { recording, withTokens } from './recording.ts'

const baseUrl = 'https://shop.example'
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

test('a read carries the bare token and the analytics gateway header, and nothing about content', async () => {
  const { fetch, sent } = recording()
  await createClient({ baseUrl, fetch, auth: token('OauthNG.JWS.x') }).shop.getShop()
  assert.deepEqual(sent, [
    {
      method: 'GET',
      url: 'https://shop.example/vitrine/v1/shop',
      headers: {
        Authorization: 'OauthNG.JWS.x',
        'x-wix-bi-gateway': 'environment=vitrine,package-name=@vitrine/client,method-fqn=GET /vitrine/v1/shop',
      },
      body: undefined,
    },
  ])
})

test('a write names itself with a UUID of its own and says that it is JSON', async () => {
  const { fetch, sent } = recording()
  const { currentCart } = createClient({ baseUrl, fetch, auth: token('t') })
  await currentCart.removeCouponFromCurrentCart()
  await currentCart.removeCouponFromCurrentCart()
  for (const { headers } of sent) {
    assert.equal(headers['Content-Type'], 'application/json')
    assert.match(headers['Idempotency-Key']!, uuid)
  }
  assert.notEqual(sent[0]!.headers['Idempotency-Key'], sent[1]!.headers['Idempotency-Key'])
})

test('a DELETE is a write without a body', async () => {
  const { fetch, sent } = recording()
  await createClient({ baseUrl, fetch, auth: token('t') }).currentCart.deleteCurrentCart()
  assert.match(sent[0]!.headers['Idempotency-Key']!, uuid)
  assert.equal(sent[0]!.headers['Content-Type'], undefined)
  assert.equal(sent[0]!.body, undefined)
})

test('a POST that only reads takes no Idempotency-Key', async () => {
  const { fetch, sent } = recording()
  await createClient({ baseUrl, fetch, auth: token('t') }).currentCart.estimateCurrentCartTotals()
  assert.equal(sent[0]!.method, 'POST')
  assert.equal(sent[0]!.headers['Idempotency-Key'], undefined)
})

test('the caller may name a write, name all of them, or none', async () => {
  const { fetch, sent } = recording()
  await createClient({ baseUrl, fetch }).currentCart.deleteCurrentCart({}, { idempotencyKey: 'form-7' })
  await createClient({ baseUrl, fetch, idempotency: () => 'mine' }).currentCart.deleteCurrentCart()
  await createClient({ baseUrl, fetch, idempotency: false }).currentCart.deleteCurrentCart()
  assert.deepEqual(
    sent.map(({ headers }) => headers['Idempotency-Key']),
    ['form-7', 'mine', undefined],
  )
})

test('an unauthenticated client sends Authorization with an empty value', async () => {
  const { fetch, sent } = recording()
  await createClient({ baseUrl, fetch }).shop.getShop()
  assert.equal(sent[0]!.headers.Authorization, '')
})

test('an API key goes bare, beside the site and the account it speaks for', async () => {
  const { fetch, sent } = recording()
  await createClient({ baseUrl, fetch, auth: apiKey('IST.key', { siteId: 's1', accountId: 'a1' }) }).shop.getShop()
  await createClient({ baseUrl, fetch, auth: apiKey('IST.key') }).shop.getShop()
  const [withSite, without] = sent.map(({ headers }) => headers)
  assert.deepEqual([withSite!.Authorization, withSite!['wix-site-id'], withSite!['wix-account-id']], ['IST.key', 's1', 'a1'])
  assert.deepEqual([without!.Authorization, 'wix-site-id' in without!, 'wix-account-id' in without!], ['IST.key', false, false])
})

test('headers of the host are passed through', async () => {
  const { fetch, sent } = recording()
  await createClient({ baseUrl, fetch, headers: { 'x-wix-linguist': 'de' } }).shop.getShop()
  assert.equal(sent[0]!.headers['x-wix-linguist'], 'de')
})

test('a consistency token is kept and sent on every later call of that client, and of no other', async () => {
  const { fetch, sent } = recording((_, count) => (count === 1 ? { headers: { 'X-Wix-Consistent': 'v7' } } : {}))
  const client = createClient({ baseUrl, fetch, auth: token('t') })
  await client.currentCart.deleteCurrentCart()
  await client.shop.getShop()
  await client.shop.getShop()
  await createClient({ baseUrl, fetch }).shop.getShop()
  assert.deepEqual(
    sent.map(({ headers }) => headers['X-Wix-Consistent']),
    [undefined, 'v7', 'v7', undefined],
  )
})

test('the base URL may end in a slash, have a path, or be empty for the page’s own origin', async () => {
  const { fetch, sent } = recording()
  for (const base of ['https://x.test/', 'https://x.test/api', '']) await createClient({ baseUrl: base, fetch }).shop.getShop()
  assert.deepEqual(
    sent.map(({ url }) => url),
    ['https://x.test/vitrine/v1/shop', 'https://x.test/api/vitrine/v1/shop', '/vitrine/v1/shop'],
  )
})

test('it looks `fetch` up at call time, and needs neither a window nor a document', async () => {
  const { fetch, sent } = recording(withTokens())
  const client = createClient({ baseUrl, auth: visitor({ clientId: 'app' }) })
  const own = globalThis.fetch
  globalThis.fetch = fetch
  try {
    await client.shop.getShop()
  } finally {
    globalThis.fetch = own
  }
  assert.equal(sent.length, 2)
  assert.equal('window' in globalThis || 'document' in globalThis, false)
})

test('a long products query becomes its POST twin, without an Idempotency-Key because it only reads', async () => {
  const { fetch, sent } = recording(() => ({ body: { products: [], metadata: {} } }))
  const { products } = createClient({ baseUrl, fetch, auth: token('t') })
  const query = { filter: { name: { $in: Array.from({ length: 300 }, (_, i) => `A long name, number ${i}`) } } }
  await products.queryProducts({ query })
  assert.deepEqual(
    { ...sent[0]!, headers: Object.keys(sent[0]!.headers).sort() },
    {
      method: 'POST',
      url: 'https://shop.example/stores-reader/v1/products/query-platformized',
      headers: ['Authorization', 'Content-Type', 'x-wix-bi-gateway'],
      body: JSON.stringify({ query }),
    },
  )
})
