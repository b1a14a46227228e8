import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { contract, type Route } from '@vitrine/contract'
import { contractRouter } from './routes.ts'

const router = contractRouter()
const lineAt = (method: string, path: string) => router.find(method, path)?.entry.line

describe('a path', () => {
  test('leads to its operation, at its own address, its aliases and its POST twin', () => {
    for (const line of Object.keys(contract) as Route[]) {
      const [method, template] = line.split(' ') as [string, string]
      const { aliases = [], twin } = contract[line] as { aliases?: readonly string[]; twin?: string }
      const fill = (path: string) => path.replaceAll(/\{[^}]+\}/g, '0f0e0d0c-0000-4000-8000-000000000000')
      for (const path of [template, ...aliases]) assert.equal(lineAt(method, fill(path)), line)
      if (!twin) continue
      const match = router.find('POST', fill(twin))!
      assert.deepEqual([match.entry.line, match.entry.inQuery, match.entry.writes], [line, false, false], 'a twin reads, from its body')
    }
  })

  test('of a write that the published client sends as a GET leads to it by both, reading the query, and by no HEAD', () => {
    const line = 'POST /_api/payments/saved-payment-methods/v1/saved-payment-methods/{savedPaymentMethodId}/mark-primary'
    const path = line.slice(5).replace(/\{[^}]+\}/, 'x')
    const { entry } = router.find('GET', path)!
    assert.deepEqual([entry.line, entry.inQuery, entry.writes], [line, true, true])
    assert.equal(router.find('POST', path)!.entry.inQuery, false)
    assert.equal(router.find('HEAD', path), undefined)
  })

  test('that is static comes before one with a parameter', () => {
    assert.equal(lineAt('GET', '/ecom/v1/checkouts/by-cart-id/x'), 'GET /ecom/v1/checkouts/by-cart-id/{id}')
    assert.equal(lineAt('GET', '/ecom/v1/checkouts/x/checkout-url'), 'GET /ecom/v1/checkouts/{id}/checkout-url')
    assert.equal(lineAt('GET', '/stores-reader/v1/products/query-platformized'), 'GET /stores-reader/v1/products/query-platformized')
    assert.equal(lineAt('GET', '/stores-reader/v1/products/query'), 'GET /stores-reader/v1/products/{id}')
    assert.equal(lineAt('GET', '/v2/collections/query'), 'GET /v2/collections/query')
    assert.equal(lineAt('GET', '/v2/collections/slug/query'), 'GET /v2/collections/slug/{slug}')
  })

  test('that is a fixed word is no id, whatever the method', () => {
    for (const [method, path, allowed] of [
      ['GET', '/ecom/v1/orders/search', ['POST']],
      ['PATCH', '/ecom/v1/orders/search', ['POST']],
      ['PATCH', '/members/v1/members/query', ['POST']],
      ['PATCH', '/stores/v2/coupons/query', ['POST']],
      ['GET', '/ecom/v1/fulfillments/orders/bulk', []],
    ] as const) {
      assert.equal(lineAt(method, path), undefined, `${method} ${path}`)
      assert.deepEqual(router.methodsAt(path), allowed, path)
    }
    assert.equal(lineAt('GET', '/v2/collections/slug/slug'), 'GET /v2/collections/slug/{slug}', 'a slug may be spelled like any word')
  })

  test('is decoded once', () => {
    const segment = (path: string) => router.find('GET', `/v2/collections/slug/${path}`)?.segments[0]
    assert.equal(segment('a%20b'), 'a b')
    assert.equal(segment('%2541'), '%41')
    assert.equal(segment('%C3%BC'), 'ü')
    assert.equal(segment('a%2Fb'), 'a/b')
  })

  test('differs by case and by a slash at its end, and by its method', () => {
    assert.equal(lineAt('GET', '/ecom/v1/Carts/current'), undefined)
    assert.equal(lineAt('GET', '/ecom/v1/carts/Current'), 'GET /ecom/v1/carts/{id}', 'it is an id like any other')
    assert.equal(lineAt('GET', '/ecom/v1/carts/current/'), undefined)
    assert.equal(lineAt('get', '/ecom/v1/carts/current'), undefined)
    assert.equal(lineAt('PUT', '/ecom/v1/carts/current'), undefined)
    assert.deepEqual(router.methodsAt('/ecom/v1/carts/current'), ['GET', 'PATCH', 'DELETE'])
    assert.deepEqual(router.methodsAt('/nowhere'), [])
  })

  test('belongs to the API by its first step, also where nothing answers', () => {
    for (const path of [
      '/ecom/v1/nothing',
      '/_api/x',
      '/members/v1/members/my',
      '/oauth2/token',
      '/vitrine',
      '/v2/x',
      '/iam/x',
      '/reviews',
    ]) {
      assert.equal(router.claims(path), true, path)
    }
    for (const path of ['/', '/products/mug', '/checkout/x', '/ecommerce', '/Ecom/v1', '//ecom/v1', '/media/x', '']) {
      assert.equal(router.claims(path), false, path)
    }
  })
})

test('each hole of a path belongs to a place of the input', () => {
  const match = router.find('PATCH', '/ecom/v1/checkouts/x')!
  assert.deepEqual(match.entry.holes, [['checkout', 'id']])
  assert.deepEqual(match.segments, ['x'])
})

test('what writes is every call but GETs and those that say that they read', () => {
  for (const line of Object.keys(contract) as Route[]) {
    const [method, template] = line.split(' ') as [string, string]
    const { entry } = router.find(method, template.replaceAll(/\{[^}]+\}/g, 'x'))!
    assert.equal(entry.writes, method !== 'GET' && !('reads' in contract[line]), line)
    assert.equal(entry.inQuery, method === 'GET' || method === 'DELETE', line)
  }
})
