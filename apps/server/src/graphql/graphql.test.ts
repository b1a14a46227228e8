import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, afterEach, before, suite, test } from 'node:test'
import { contract } from '@vitrine/contract'
import { openapi } from '@vitrine/contract/openapi'
import { addProduct, type TestProduct } from '@vitrine/testing/products'
import { publishedHosts, publishedVisitor } from '@vitrine/testing/published-client'
import { getIntrospectionQuery, validateSchema } from 'graphql'
import { apiInfo } from '../api-info.ts'
import { type ServedShop, serveShop } from '../test/served-shop.ts'
import { graphqlSchema } from './schema.ts'

let served: ServedShop
let mug: TestProduct
before(async () => {
  served = await serveShop()
  const { platform, site, clock } = served.shop
  mug = await addProduct(platform, { site, name: 'Morning Mug', price: 2600, stock: 50 }, clock.now())
})
after(() => served[Symbol.asyncDispose]())
afterEach(() => {
  assert.deepEqual(served.shop.faults, [])
  assert.deepEqual(served.logged, [], 'nothing was logged')
})

interface Answer {
  readonly data?: Record<string, never> | null
  readonly errors?: { readonly message: string; readonly path?: string[]; readonly extensions?: Readonly<Record<string, unknown>> }[]
}

async function ask(body: object | string, headers: Readonly<Record<string, string>> = {}, path = '/graphql') {
  const answer = await fetch(served.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
  return { status: answer.status, headers: answer.headers, ...((await answer.json()) as Answer) }
}
const codesOf = ({ errors = [] }: Answer) => errors.map(({ extensions }) => extensions?.['code'])

async function newToken(): Promise<string> {
  const { data } = await ask({
    query: 'mutation ($clientId: String!) { oauth_exchangeToken(grantType: "anonymous", clientId: $clientId) { access_token } }',
    variables: { clientId: served.shop.clientId },
  })
  return (data as unknown as { oauth_exchangeToken: { access_token: string } }).oauth_exchangeToken.access_token
}

test('the schema is valid and has every operation of the contract: reads as queries, writes as mutations', () => {
  const schema = graphqlSchema(openapi(apiInfo))
  assert.deepEqual(validateSchema(schema), [])
  const queries = Object.keys(schema.getQueryType()!.getFields())
  const mutations = Object.keys(schema.getMutationType()!.getFields())
  assert.equal(queries.length + mutations.length, Object.keys(contract).length)
  assert.ok(queries.includes('currentCart_getCurrentCart') && queries.includes('products_queryProducts'))
  assert.deepEqual(
    schema
      .getQueryType()!
      .getFields()
      ['orders_getOrder']!.args.map(({ name, type }) => `${name}: ${type.toString()}`),
    ['id: String!'],
  )
  assert.ok(mutations.includes('currentCart_addToCurrentCart') && mutations.includes('orders_cancelOrder'))
})

test('the published client buys through it: products, cart, totals, checkout', async () => {
  using _hosts = publishedHosts(served.url)
  const client = publishedVisitor(served.shop.clientId)
  const found = await client.graphql<
    { products_queryProducts: { products: { id: string; name: string; price: { price: number } }[] } },
    object
  >('query ($query: OffsetQueryInput) { products_queryProducts(query: $query) { products { id name price { price } } } }', {
    query: { filter: { name: 'Morning Mug' } },
  })
  assert.equal(found.errors, undefined)
  const [product] = found.data.products_queryProducts.products
  assert.deepEqual([product?.name, product?.price.price], ['Morning Mug', 26])
  const added = await client.graphql(
    `mutation ($lines: [NewLineItemInput]) {
      first: currentCart_addToCurrentCart(lineItems: $lines) { cart { lineItems { quantity } } }
      second: currentCart_addToCurrentCart(lineItems: $lines) { cart { lineItems { quantity } subtotal { amount } } }
    }`,
    { lines: [{ quantity: 1, catalogReference: mug.reference() }] } as never,
  )
  assert.deepEqual(added, {
    data: {
      first: { cart: { lineItems: [{ quantity: 1 }] } },
      second: { cart: { lineItems: [{ quantity: 2 }], subtotal: { amount: '52.00' } } },
    },
    errors: undefined,
  })
  const made = await client.graphql<{ checkout: { checkoutId: string } }, object>(
    'mutation { checkout: currentCart_createCheckoutFromCurrentCart(channelType: "WEB") { checkoutId } }',
  )
  assert.match(made.data.checkout.checkoutId, /^[0-9a-f-]{36}$/)
})

test('a repeated query has the same answer, under its alias', async () => {
  const authorization = await newToken()
  for (let nth = 0; nth < 5; nth++) {
    const { data, errors } = await ask(
      { query: '{ mine: shop_getShop { shop { id currency } } again: shop_getShop { shop { id } } }' },
      { authorization },
    )
    assert.equal(errors, undefined)
    assert.deepEqual(data, { mine: { shop: { id: served.shop.site, currency: 'EUR' } }, again: { shop: { id: served.shop.site } } })
  }
})

test('writes of one request run in their order, each under an idempotency key of its own', async () => {
  const authorization = await newToken()
  const send = () =>
    ask(
      {
        query: `mutation ($lines: [NewLineItemInput]) {
          one: currentCart_addToCurrentCart(lineItems: $lines) { cart { lineItems { quantity } } }
          two: currentCart_addToCurrentCart(lineItems: $lines) { cart { lineItems { quantity } } }
        }`,
        variables: { lines: [{ quantity: 1, catalogReference: mug.reference() }] },
      },
      { authorization, 'idempotency-key': 'a key that nobody guesses '.repeat(9) },
    )
  const first = await send()
  const again = await send()
  assert.deepEqual(first.data, { one: { cart: { lineItems: [{ quantity: 1 }] } }, two: { cart: { lineItems: [{ quantity: 2 }] } } })
  assert.deepEqual(again.data, first.data)
})

// attack: Rights | merchants' operations by GraphQL, as a visitor and without a token | PERMISSION_DENIED, UNAUTHENTICATED
test('a caller has the rights of the API and no others; a refused field does not affect the others', async () => {
  const query = '{ coupons_queryCoupons { coupons { id } } shop_getShop { shop { currency } } }'
  const visitor = await ask({ query }, { authorization: await newToken() })
  assert.deepEqual([codesOf(visitor), visitor.errors![0]!.path], [['PERMISSION_DENIED'], ['coupons_queryCoupons']])
  assert.deepEqual(visitor.data, { coupons_queryCoupons: null, shop_getShop: { shop: { currency: 'EUR' } } })
  assert.equal(visitor.errors![0]!.extensions!['status'], 403)
  assert.equal(visitor.errors![0]!.extensions!['requestId'], visitor.headers.get('x-wix-request-id'))
  assert.deepEqual(codesOf(await ask({ query })), ['UNAUTHENTICATED'])
  const merchant = await ask({ query }, { authorization: served.shop.apiKey, 'wix-site-id': served.shop.site })
  assert.equal(merchant.errors, undefined)
})

test('a refusal has its code, status, fields and facts in the extensions', async () => {
  const authorization = await newToken()
  const missing = await ask({ query: '{ currentCart_getCurrentCart { cart { id } } }' }, { authorization })
  assert.deepEqual([missing.status, codesOf(missing)], [200, ['OWNED_CART_NOT_FOUND']])
  const invalid = await ask(
    {
      query:
        'mutation { currentCart_addToCurrentCart(lineItems: [{ quantity: 0, catalogReference: { appId: "x", catalogItemId: "y" } }]) { cart { id } } }',
    },
    { authorization },
  )
  assert.deepEqual(codesOf(invalid), ['INVALID_ARGUMENT'])
  assert.match(JSON.stringify(invalid.errors![0]!.extensions!['validationError']), /lineItems\.0\.quantity/)
})

suite('refused requests', () => {
  // attack: Capacity | twenty-one operations in one GraphQL request, fields seventeen deep | 400 QUERY_TOO_LARGE
  test('a request over the limits is refused before any operation runs', async () => {
    const many = Array.from({ length: 21 }, (_, nth) => `n${nth}: shop_getShop { shop { id } }`).join(' ')
    const { status, errors } = await ask({ query: `{ ${many} }` })
    assert.deepEqual([status, errors?.[0]?.extensions?.['code']], [400, 'QUERY_TOO_LARGE'])
  })

  test('introspection is answered within the limits', async () => {
    const { status, data } = await ask({ query: getIntrospectionQuery() })
    assert.equal(status, 200)
    assert.ok((data as unknown as { __schema: { types: object[] } }).__schema.types.length > 500)
  })

  // attack: Input, files, HTTP | twelve kinds of bodies that are not GraphQL requests | 400, nothing logged
  test('400 for a malformed body and for a query that is not GraphQL', async () => {
    const broken = ['', '{', 'null', '[]', '7', '{}', '{"query":7}', '{"query":"   "}', '{"query":"{"}', '{"query":"{ nothing }"}']
    for (const body of [...broken, '{"query":"{ shop_getShop { shop { id } } }","variables":7}', `{"query":"${'a'.repeat(70_000)}"}`]) {
      const { status, errors } = await ask(body)
      assert.deepEqual([status, (errors?.length ?? 0) > 0], [400, true], body.slice(0, 60))
    }
  })

  test('GET answers queries and refuses mutations', async () => {
    const get = async (query: string) => fetch(`${served.url}/graphql?${new URLSearchParams({ query })}`)
    const read = await get('{ shop_getShop { shop { currency } } }')
    assert.deepEqual([read.status, await read.json()], [200, { data: { shop_getShop: { shop: { currency: 'EUR' } } } }])
    const written = await get('mutation { currentCart_deleteCurrentCart }')
    assert.deepEqual([written.status, written.headers.get('allow')], [405, 'POST'])
  })
})

test('other origins may send requests, and GraphiQL calls only this server', async () => {
  const preflight = await fetch(`${served.url}/graphql/alpha`, {
    method: 'OPTIONS',
    headers: { origin: 'https://site.example', 'access-control-request-method': 'POST' },
  })
  assert.deepEqual([preflight.status, preflight.headers.get('access-control-allow-origin')], [200, '*'])
  const page = await fetch(`${served.url}/graphql`, { headers: { accept: 'text/html' } })
  const html = await page.text()
  const [, script = ''] = /<script>([\s\S]*)<\/script>/.exec(html) ?? []
  const policy = page.headers.get('content-security-policy')!
  assert.ok(policy.includes(createHash('sha256').update(script).digest('base64')))
  assert.doesNotMatch(policy, /script-src[^;]*(?:unsafe|https?:)/)
})
