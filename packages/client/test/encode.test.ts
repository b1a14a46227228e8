import assert from 'node:assert/strict'
import { test } from 'node:test'
import { encode } from '../src/encode.ts'

const unpacked = (target: string) => JSON.parse(Buffer.from(new URL(target, 'http://x').searchParams.get('.r')!, 'base64url').toString())

test('a POST carries its whole payload in the body, path parameters included', () => {
  assert.deepEqual(encode('POST /ecom/v1/checkouts/{id}/remove-line-items', { id: 'c1', lineItemIds: ['l1'] }), {
    method: 'POST',
    target: '/ecom/v1/checkouts/c1/remove-line-items',
    body: '{"id":"c1","lineItemIds":["l1"]}',
  })
})

test('an empty payload is sent as {}', () => {
  assert.equal(encode('POST /ecom/v1/carts/current/remove-coupon', {}).body, '{}')
})

test('a dotted path parameter is taken from inside the payload', () => {
  const { target, body } = encode('PATCH /ecom/v1/checkouts/{checkout.id}', { checkout: { id: 'c1', buyerNote: null } })
  assert.equal(target, '/ecom/v1/checkouts/c1')
  assert.equal(body, '{"checkout":{"id":"c1","buyerNote":null}}')
})

test('a GET without anything to ask has no query and no body', () => {
  assert.deepEqual(encode('GET /ecom/v1/carts/current', {}), { method: 'GET', target: '/ecom/v1/carts/current', body: undefined })
})

test('GET and DELETE repeat path parameters in the query', () => {
  assert.equal(encode('GET /ecom/v1/orders/{id}', { id: 'o1' }).target, '/ecom/v1/orders/o1?id=o1')
  assert.deepEqual(encode('DELETE /things/{id}', { id: 't1' }), { method: 'DELETE', target: '/things/t1?id=t1', body: undefined })
})

test('a path parameter is escaped, and a missing or empty one is refused before anything is sent', () => {
  assert.equal(encode('GET /v2/collections/{id}', { id: 'a/b ü' }).target, '/v2/collections/a%2Fb%20%C3%BC?id=a%2Fb+%C3%BC')
  for (const id of [undefined, null, '']) assert.throws(() => encode('GET /v2/collections/{id}', { id }), TypeError)
})

test('plain values are written plainly: text, number, truth, and a list by repeating its name', () => {
  const { target } = encode('GET /search', {
    q: 'mug & bowl',
    limit: 5,
    inStock: true,
    sets: ['FULL', 'PUBLIC'],
    gone: undefined,
    none: null,
  })
  assert.equal(target, '/search?q=mug+%26+bowl&limit=5&inStock=true&sets=FULL&sets=PUBLIC')
})

test('anything nested makes the whole payload one .r: base64url without padding of its JSON in UTF-8', () => {
  for (const payload of [
    { query: { filter: { name: { $startsWith: 'Größe ☕' } }, paging: { limit: 2 } } },
    { sets: [{ a: 1 }] },
    { sets: [], q: 'an empty list would be gone from a plain query' },
    { sets: [['a']] },
  ]) {
    const { target, body } = encode('GET /search', payload)
    assert.match(target, /^\/search\?\.r=[A-Za-z0-9_-]+$/)
    assert.deepEqual(unpacked(target), payload)
    assert.equal(body, undefined)
  }
})

test('a query of 4000 characters is still a GET; one more and it travels as the POST twin', () => {
  const route = 'GET /v2/collections/query'
  const plain = (length: number) => ({ q: 'x'.repeat(length - 2) })
  assert.equal(encode(route, plain(4000), '/v2/collections/query').method, 'GET')
  assert.deepEqual(encode(route, plain(4001), '/v2/collections/twin'), {
    method: 'POST',
    target: '/v2/collections/twin',
    body: JSON.stringify(plain(4001)),
  })
  const nested = { query: { filter: { id: { $in: Array.from({ length: 100 }, (_, i) => `id-${i}`.padEnd(36, '0')) } } } }
  assert.equal(encode(route, nested, '/v2/collections/query').body, JSON.stringify(nested))
})

test('without a twin a long query is sent as it is', () => {
  const { method, target } = encode('GET /search', { q: 'x'.repeat(5000) })
  assert.equal(method, 'GET')
  assert.equal(target.length, '/search?q='.length + 5000)
})
