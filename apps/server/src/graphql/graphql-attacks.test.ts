import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import { addProduct } from '@vitrine/testing/products'
import Fastify from 'fastify'
import { parse } from 'graphql'
import { acceptBytes } from '../mount-api.ts'
import { type ServedShop, serveShop } from '../test/served-shop.ts'
import { mountGraphql } from './mount-graphql.ts'

let served: ServedShop
before(async () => {
  served = await serveShop()
})
after(() => served[Symbol.asyncDispose]())
afterEach(() => {
  assert.deepEqual(served.shop.faults, [])
  assert.deepEqual(served.logged, [], 'nothing was logged')
})

interface Answer {
  readonly data?: Readonly<Record<string, { readonly access_token?: string }>> | null
  readonly errors?: { readonly extensions?: { readonly code?: string } }[]
}
const post = async (body: object, headers: Readonly<Record<string, string>> = {}) => {
  const answer = await fetch(`${served.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  return { status: answer.status, ...((await answer.json()) as Answer) }
}
const get = async (search: Record<string, string>, headers: Readonly<Record<string, string>> = {}) => {
  const answer = await fetch(`${served.url}/graphql?${new URLSearchParams(search)}`, { headers })
  return { status: answer.status, ...((await answer.json()) as Answer) }
}
const newToken = async (): Promise<string> => {
  const { data } = await post({
    query: `mutation { oauth_exchangeToken(grantType: "anonymous", clientId: "${served.shop.clientId}") { access_token } }`,
  })
  return data!['oauth_exchangeToken']!.access_token!
}

// attack: Rights | a GraphQL mutation by GET, as a syntax tree in JSON instead of a query | 400, nothing is written
test('400 for a syntax tree instead of a query', async () => {
  const { platform, site, clock } = served.shop
  const mug = await addProduct(platform, { site, name: 'Morning Mug', price: 2600, stock: 50 }, clock.now())
  const authorization = await newToken()
  const lines = JSON.stringify([{ quantity: 1, catalogReference: mug.reference() }]).replaceAll(/"(\w+)":/g, '$1:')
  const tree = JSON.stringify(parse(`mutation { currentCart_addToCurrentCart(lineItems: ${lines}) { cart { id } } }`, { noLocation: true }))
  const written = await get({ query: tree }, { authorization })
  assert.equal(written.status, 400)
  assert.equal((await post({ query: tree }, { authorization })).status, 400)
  const { errors } = await post({ query: '{ currentCart_getCurrentCart { cart { id } } }' }, { authorization })
  assert.deepEqual(errors?.[0]?.extensions?.code, 'OWNED_CART_NOT_FOUND')
})

// attack: Rights | a GraphQL document with two operations, sent often with one name, then with the other | the named operation runs
test('the named operation of several runs, however often another one ran before', async () => {
  const query = 'query A { shop_getShop { shop { currency } } } query B { shop_getShop { shop { id } } }'
  for (let nth = 0; nth < 5; nth++) await post({ query, operationName: 'A' })
  assert.deepEqual((await post({ query, operationName: 'B' })).data, { shop_getShop: { shop: { id: served.shop.site } } })
  const both = `query A { shop_getShop { shop { currency } } }
    mutation B { oauth_exchangeToken(grantType: "anonymous", clientId: "${served.shop.clientId}") { access_token } }`
  for (let nth = 0; nth < 5; nth++) await post({ query: both, operationName: 'B' })
  assert.deepEqual((await get({ query: both, operationName: 'A' })).data, { shop_getShop: { shop: { currency: 'EUR' } } })
})

// attack: Capacity | GraphQL lists, fields, fragments and variables nested thousands of levels deep | 400 QUERY_TOO_LARGE
test('queries and variables that are nested too deeply are refused', async () => {
  const nested = (n: number, open: string, inside: string, close: string) => open.repeat(n) + inside + close.repeat(n)
  const queries = [
    `{ products_queryProducts(query: { filter: ${nested(20_000, '[', '1', ']')} }) { products { id } } }`,
    `{ products_queryProducts(query: { filter: ${nested(1000, '[', '1', ']')} }) { products { id } } }`,
    `{ shop_getShop ${nested(15_000, '{a', '', '}')} }`,
    `{ ${nested(2000, '...{', 'shop_getShop { shop { id } }', '}')} }`,
  ]
  for (const query of queries) {
    const { status, errors } = await post({ query })
    assert.deepEqual([status, errors?.[0]?.extensions?.code], [400, 'QUERY_TOO_LARGE'], query.slice(0, 60))
  }
  const deep = await fetch(`${served.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: `{"query":"query ($f: JSON) { products_queryProducts(query: { filter: $f }) { products { id } } }","variables":{"f":${nested(200_000, '[', '1', ']')}}}`,
  })
  const { errors } = (await deep.json()) as Answer
  assert.deepEqual([deep.status, errors?.[0]?.extensions?.code], [400, 'QUERY_TOO_LARGE'])
})

// attack: Capacity | GraphQL introspection of all fields of all types under a hundred aliases | 400 QUERY_TOO_LARGE
test('introspection has no aliases', async () => {
  const aliases = Array.from({ length: 100 }, (_, nth) => `f${nth}: fields { type { fields { name } } }`).join(' ')
  for (const query of [`{ __schema { types { ${aliases} } } }`, '{ a: __schema { types { name } } b: __schema { types { name } } }']) {
    const { status, errors } = await post({ query })
    assert.deepEqual([status, errors?.[0]?.extensions?.code], [400, 'QUERY_TOO_LARGE'])
  }
  const widest = await post({ query: '{ __schema { types { name fields { type { fields { name args { type { name } } } } } } } }' })
  assert.equal(widest.status, 200)
})

// attack: Capacity | an endless series of GraphQL queries without an operation | 429, not parsed
test('429 for an address with too many requests, before the query is read', async () => {
  await using app = Fastify()
  acceptBytes(app)
  const limitAddress = () => ({ retryAfterSeconds: 7, headers: { 'retry-after': '7' } })
  const unasked = () => assert.fail('nothing is asked')
  mountGraphql(app, { platform: { ...served.shop.platform, limitAddress }, documents: unasked, api: unasked, report: unasked })
  for (const query of ['{ __typename }', '{']) {
    const answers = [
      await app.inject({ method: 'POST', url: '/graphql', body: { query } }),
      await app.inject({ url: '/graphql', query: { query } }),
    ]
    for (const { statusCode, headers, json } of answers)
      assert.deepEqual([statusCode, headers['retry-after'], json().errors[0].extensions.code], [429, '7', 'TOO_MANY_REQUESTS'])
  }
})
