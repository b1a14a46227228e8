import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { contract, type Route } from '@vitrine/contract'
import type { Database } from '../db/pool.ts'
import { DatabaseUnavailable } from '../db/retry.ts'
import { Refusal, Refused, refuse } from '../refusal.ts'
import type { Caller } from './caller.ts'
import { type AllHandlers, type Scope, staged } from './handlers.ts'
import { serve } from './serve.ts'
import { Prepared, type WireRequest } from './wire.ts'

const now = new Date('2026-11-21T09:00:00.000Z')
const visitor: Caller = { kind: 'visitor', site: 'site', visitorId: 'v', clientId: 'c' }

/** A database that holds nothing and remembers how its transactions ended. */
function emptyDatabase() {
  const ends: string[] = []
  const database: Database = {
    query: async () => [],
    async transact(work) {
      try {
        const answer = await work(database, false)
        ends.push(answer instanceof Refusal ? 'rolled back' : 'kept')
        return answer
      } catch (error) {
        ends.push('rolled back')
        throw error
      }
    },
    optimistic: (work) => database.transact(work),
    close: async () => {},
    [Symbol.asyncDispose]: async () => {},
  }
  return { database, ends }
}

type Handler = (input: Record<string, unknown>, scope: Scope) => unknown

function apiWith(
  given: { readonly [R in Route]?: Handler | ReturnType<typeof staged> },
  caller: Caller | Refusal<'INVALID_TOKEN'> = visitor,
) {
  const { database, ends } = emptyDatabase()
  const faults: unknown[] = []
  const seen: [string, number][] = []
  let wrote = 0
  const unused = async () => assert.fail('a handler that was not asked for')
  const handlers = Object.fromEntries(Object.keys(contract).map((line) => [line, given[line as Route] ?? unused])) as unknown as AllHandlers
  const api = serve(handlers, {
    database,
    clock: { now: () => now },
    identify: async () => caller,
    report: (fault, requestId, line) => faults.push([fault, requestId, line]),
    wrote: () => wrote++,
    observe: (line, status) => seen.push([line, status]),
  })
  const call = async (method: string, path: string, more: Partial<WireRequest> = {}) => {
    const { status, headers, body } = await api.answer({
      method,
      path,
      search: '',
      headers: {},
      body: undefined,
      requestId: 'request 1',
      ...more,
    })
    return { status, headers, text: body.toString(), json: JSON.parse(body.toString()) }
  }
  return { call, ends, faults, seen, wrote: () => wrote }
}
const body = (value: unknown) => ({ body: Buffer.from(JSON.stringify(value)) })
const id = '0f0e0d0c-0000-4000-8000-000000000000'

describe('a preflight', () => {
  test('is answered 200 {} and allows what the published client sends, at every path', async () => {
    const { call } = apiWith({})
    for (const path of ['/ecom/v1/carts/current', '/ecom/v1/nothing', '/']) {
      const { status, headers, text } = await call('OPTIONS', path)
      assert.deepEqual([status, text], [200, '{}'])
      const allowed = headers['access-control-allow-headers']!.toLowerCase().split(', ')
      const wanted = [
        'authorization',
        'content-type',
        'x-wix-bi-gateway',
        'x-wix-consistent',
        'wix-site-id',
        'wix-account-id',
        'x-wix-linguist',
      ]
      for (const header of [...wanted, 'client-binding', 'idempotency-key']) assert.ok(allowed.includes(header), header)
      assert.equal(headers['access-control-allow-methods'], 'GET, POST, PUT, PATCH, DELETE')
      assert.equal(headers['access-control-allow-origin'], '*')
      assert.equal(headers['access-control-allow-credentials'], undefined)
      assert.match(headers['access-control-expose-headers']!, /X-Wix-Request-Id, X-Wix-Consistent/)
    }
  })
})

describe('an answer', () => {
  const handler = async () => ({ checkoutUrl: 'https://shop.example/checkout/1', secret: 'x' })

  test('is 200 JSON with the request’s id, readable from other origins, and holds what the contract names and no more', async () => {
    const { call, seen } = apiWith({ 'GET /ecom/v1/checkouts/{id}/checkout-url': handler })
    const { status, headers, json } = await call('GET', `/ecom/v1/checkouts/${id}/checkout-url`)
    assert.deepEqual([status, json], [200, { checkoutUrl: 'https://shop.example/checkout/1' }])
    assert.equal(headers['content-type'], 'application/json; charset=utf-8')
    assert.equal(headers['x-wix-request-id'], 'request 1')
    assert.equal(headers['access-control-allow-origin'], '*')
    assert.equal(headers['x-content-type-options'], 'nosniff')
    assert.deepEqual(seen, [['GET /ecom/v1/checkouts/{id}/checkout-url', 200]])
  })

  test('to a HEAD is that of the GET', async () => {
    const { call } = apiWith({ 'GET /ecom/v1/checkouts/{id}/checkout-url': handler })
    assert.equal((await call('HEAD', `/ecom/v1/checkouts/${id}/checkout-url`)).status, 200)
  })

  test('that was serialised before goes out as it stands', async () => {
    const { call } = apiWith({ 'GET /ecom/v1/carts/current': async () => new Prepared(Buffer.from('{"cart":{"prepared":true}}')) })
    assert.equal((await call('GET', '/ecom/v1/carts/current')).text, '{"cart":{"prepared":true}}')
  })
})

describe('the input', () => {
  test('has the path parameter from the path, whatever body or query say of it', async () => {
    const inputs: unknown[] = []
    const keep: Handler = async (input) => {
      inputs.push(input)
      return refuse('CHECKOUT_NOT_FOUND')
    }
    const { call } = apiWith({
      'GET /ecom/v1/checkouts/{id}': keep,
      'POST /ecom/v1/checkouts/{id}/create-order': keep,
      'PATCH /ecom/v1/checkouts/{checkout.id}': keep,
    })
    await call('GET', `/ecom/v1/checkouts/${id}`, { search: `id=${crypto.randomUUID()}&id=x` })
    await call('POST', `/ecom/v1/checkouts/${id}/create-order`, body({ id: 'other' }))
    await call('PATCH', `/ecom/v1/checkouts/${id}`, body({ checkout: { id: 'other', buyerNote: 'x' } }))
    await call('PATCH', `/ecom/v1/checkouts/${id}`, body({ checkout: 'no object' }))
    assert.deepEqual(inputs, [{ id }, { id }, { checkout: { id, buyerNote: 'x' } }, { checkout: { id } }])
  })

  test('of a GET is the same from its plain query, from .r, and from the body of its POST twin', async () => {
    const inputs: unknown[] = []
    const keep: Handler = async (input) => {
      inputs.push(input)
      return { products: [], metadata: { items: 0, offset: 0, total: 0 } }
    }
    const { call } = apiWith({ 'GET /stores-reader/v1/products/query-platformized': keep })
    const path = '/stores-reader/v1/products/query-platformized'
    const payload = { query: { paging: { limit: 5, offset: 10 } } }
    await call('GET', path, { search: 'query.paging.limit=5&query.paging.offset=10' })
    await call('GET', path, { search: `.r=${Buffer.from(JSON.stringify(payload)).toString('base64url')}` })
    await call('POST', path, body(payload))
    assert.deepEqual(inputs, [payload, payload, payload])
  })
})

describe('a refusal', () => {
  test('of a field is a validationError: the message names each field, the violations have rules and data', async () => {
    const { call } = apiWith({})
    const { status, json } = await call(
      'POST',
      '/ecom/v1/carts/current/add-to-cart',
      body({ lineItems: [{ quantity: 'two', catalogReference: {} }] }),
    )
    assert.equal(status, 400)
    assert.deepEqual(Object.keys(json), ['message', 'details'])
    assert.deepEqual(Object.keys(json.details), ['validationError'])
    const { fieldViolations } = json.details.validationError
    assert.deepEqual(
      fieldViolations.map(({ field, violatedRule }: { field: string; violatedRule: string }) => [field, violatedRule]),
      [
        ['lineItems.0.catalogReference.appId', 'REQUIRED_FIELD'],
        ['lineItems.0.catalogReference.catalogItemId', 'REQUIRED_FIELD'],
        ['lineItems.0.quantity', 'VALIDATION'],
      ],
    )
    for (const { field, description } of fieldViolations) assert.ok(json.message.includes(`${field}: ${description}`))
  })

  test('of a rule is an applicationError with code, description and data', async () => {
    const { call } = apiWith({
      'POST /ecom/v1/checkouts/{id}/create-order': async () => refuse('FULL_OUT_OF_STOCK', { lineItemIds: [id] }),
    })
    const { status, json } = await call('POST', `/ecom/v1/checkouts/${id}/create-order`, body({}))
    assert.equal(status, 409)
    assert.deepEqual(json, {
      message: 'Every item is sold out.',
      details: { applicationError: { code: 'FULL_OUT_OF_STOCK', description: 'Every item is sold out.', data: { lineItemIds: [id] } } },
    })
  })

  test('without facts has empty data; thrown from deep below it is the same', async () => {
    const deep: Handler = async () => {
      throw new Refused(refuse('CHECKOUT_NOT_FOUND'))
    }
    for (const handler of [async () => refuse('CHECKOUT_NOT_FOUND'), deep]) {
      const { call, faults } = apiWith({ 'GET /ecom/v1/checkouts/{id}': handler })
      const { status, json } = await call('GET', `/ecom/v1/checkouts/${id}`)
      assert.deepEqual([status, json.details.applicationError.data], [404, {}])
      assert.deepEqual(faults, [])
    }
  })

  test('rolls its transaction back; an answer keeps it', async () => {
    const path = `/ecom/v1/checkouts/${id}/create-order`
    const refused = apiWith({ 'POST /ecom/v1/checkouts/{id}/create-order': async () => refuse('EMPTY_CHECKOUT') })
    await refused.call('POST', path, body({}))
    assert.deepEqual(refused.ends, ['rolled back'])
    const saved = apiWith({ 'POST /ecom/v1/checkouts/{id}/create-order': async () => ({ orderId: id }) })
    await saved.call('POST', path, body({}))
    assert.deepEqual([saved.ends, saved.wrote()], [['kept'], 1])
  })

  test('comes before the handler where the caller may not call, is not known, or nobody answers', async () => {
    const { call } = apiWith({}, { kind: 'unauthenticated', site: 'site' })
    assert.equal((await call('GET', '/ecom/v1/carts/current')).json.details.applicationError.code, 'UNAUTHENTICATED')
    const visiting = apiWith({})
    assert.equal((await visiting.call('GET', `/ecom/v1/payments/orders/${id}`)).json.details.applicationError.code, 'PERMISSION_DENIED')
    const forged = apiWith({}, refuse('INVALID_TOKEN'))
    assert.equal((await forged.call('GET', '/ecom/v1/carts/current')).status, 401)
    assert.equal((await call('GET', '/ecom/v1/nothing')).json.details.applicationError.code, 'ROUTE_NOT_FOUND')
    const wrong = await call('PUT', '/ecom/v1/carts/current')
    assert.deepEqual([wrong.status, wrong.headers['allow']], [405, 'OPTIONS, GET, PATCH, DELETE'])
    assert.equal((await call('GET', '/ecom/v1/checkouts/%zz')).json.details.applicationError.code, 'MALFORMED_REQUEST')
  })
})

describe('a fault of ours', () => {
  const path = `/ecom/v1/checkouts/${id}`
  const failing = (error: Error) =>
    apiWith({
      'GET /ecom/v1/checkouts/{id}': async () => {
        throw error
      },
    })

  // attack: Input, files, HTTP | a fault of the server is provoked to read its message | the request id and nothing else
  test('is 500 and tells the request’s id and nothing else; we are told everything', async () => {
    const fault = new Error('secret of ours: postgres://user:password@host')
    const { call, faults, seen } = failing(fault)
    const { status, json, text } = await call('GET', path)
    assert.equal(status, 500)
    assert.doesNotMatch(text, /secret|password/)
    assert.deepEqual(json.details.applicationError.data, { requestId: 'request 1' })
    assert.deepEqual(faults, [[fault, 'request 1', 'GET /ecom/v1/checkouts/{id}']])
    assert.deepEqual(seen, [['GET /ecom/v1/checkouts/{id}', 500]])
  })

  test('is none where the database is away: 503 SERVICE_UNAVAILABLE says when to come back', async () => {
    const slow = Object.assign(new Error('canceling statement due to statement timeout'), { code: '57014' })
    for (const error of [new DatabaseUnavailable('gone'), slow]) {
      const { call } = failing(error)
      const { status, headers, json } = await call('GET', path)
      assert.deepEqual([status, json.details.applicationError.code, headers['retry-after']], [503, 'SERVICE_UNAVAILABLE', '5'])
    }
  })

  test('is none where the database comes back in a moment: the read is done again', async () => {
    let tries = 0
    const { call, faults } = apiWith({
      'GET /ecom/v1/checkouts/{id}/checkout-url': async () => {
        if (++tries < 3) throw new Error('Connection terminated unexpectedly')
        return { checkoutUrl: 'x' }
      },
    })
    assert.equal((await call('GET', `${path}/checkout-url`)).status, 200)
    assert.deepEqual([tries, faults], [3, []])
  })

  test('is the caller’s where a value cannot be stored: 400, and we hear of the hole in the schema', async () => {
    const { call, faults } = failing(Object.assign(new Error('numeric field overflow'), { code: '22003' }))
    const { status, json } = await call('GET', path)
    assert.deepEqual([status, json.details.applicationError.code], [400, 'MALFORMED_REQUEST'])
    assert.equal(faults.length, 1)
  })
})

test('a staged write opens its own transactions, and knows its attempt', async () => {
  const attempts: string[] = []
  const { call, ends } = apiWith({
    'POST /vitrine/v1/checkouts/{id}/place-order': staged(async (_input, { transact, attempt }) => {
      attempts.push(attempt)
      await transact(async () => 'first')
      await transact(async () => 'second')
      return { orderId: id, orderNumber: '1', status: 'PENDING', statusToken: 'x' }
    }) as never,
  })
  const path = `/vitrine/v1/checkouts/${id}/place-order`
  for (const _ of [1, 2]) assert.equal((await call('POST', path, body({ returnUrl: 'x' }))).status, 200)
  assert.deepEqual(ends, ['kept', 'kept', 'kept', 'kept'])
  assert.equal(new Set(attempts).size, 2, 'without a key each call is an attempt of its own')
})
