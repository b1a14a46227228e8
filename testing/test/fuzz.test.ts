import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { contract, type Route } from '@vitrine/contract'
import fc from 'fast-check'
import type * as z from 'zod'
import { arbitraryOf, type Known } from '../src/arbitrary.ts'
import { card } from '../src/buyer.ts'
import { startTestPlatform, type TestPlatform } from '../src/platform.ts'
import { type Customer, fillStock, newCustomer, rowsOf, type StockItems } from '../src/populate.ts'
import { storesAppId } from '../src/products.ts'
import type { FakeStripe } from '../src/stripe/model.ts'
import { fakeStripe } from '../src/stripe/stripe.ts'
import { type Address, addresses, newVisitor, pathOf, type RawAnswer, type RawRequest, refusalOf, send } from '../src/wire.ts'

// FUZZ_RUNS=500 FUZZ_SEED=… looks further than a usual run does.
const runs = Number(process.env.FUZZ_RUNS ?? 8)
const seed = Number(process.env.FUZZ_SEED ?? 20261121)

let shop: TestPlatform
let stripe: FakeStripe
let stockItems: StockItems
let victim: Customer

before(async () => {
  stripe = await fakeStripe()
  shop = await startTestPlatform({ stripeApi: stripe })
  stockItems = await fillStock(shop)
  victim = await newCustomer(shop, stockItems)
})
after(async () => {
  await shop[Symbol.asyncDispose]()
  await stripe[Symbol.asyncDispose]()
})

/** What went wrong on our side since the last time. */
function noFaults(what: string): void {
  const [fault] = shop.faults.splice(0)
  if (fault) throw new Error(`a fault of ours at ${what}`, { cause: fault })
}

const packed = (payload: unknown): string =>
  `.r=${Buffer.from(typeof payload === 'string' ? payload : JSON.stringify(payload)).toString('base64url')}`
const json = { 'content-type': 'application/json' }
const nested = (depth: number): string => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`
const megabyte = 1024 * 1024

const shortly = (body: unknown): string => (typeof body === 'string' ? body : (JSON.stringify(body) ?? '')).slice(0, 200)

/** Requests that nobody should send, for any address. `id` fills the holes of the path. */
function hostile({ method, template, inQuery }: Address, id: string): RawRequest[] {
  const path = pathOf(template, () => id)
  const request = (more: Partial<RawRequest>): RawRequest => ({ method, path, ...more })
  const paths = template.includes('{')
    ? [
        '',
        '%',
        '%zz',
        '%E0%A4',
        '%00',
        '%2e%2e%2f',
        '..',
        'undefined',
        'null',
        '💥',
        'x'.repeat(600),
        "'--",
        '%27%20or%20%271',
        '%2541',
        '%C0%80',
        '#',
        '?',
        ';a=1',
      ].map((text) => request({ path: pathOf(template, () => text) }))
    : []
  const odd = {
    id: 1,
    paging: 'x',
    query: [],
    lineItems: {},
    cartInfo: 7,
    checkout: 'x',
    filter: 'x',
    q: { a: 1 },
    limit: 'many',
  }
  const values: unknown[] = [
    odd,
    { query: { filter: { price: 1e308 }, paging: { limit: 1e21, offset: -1 } } },
    { query: { filter: { $or: 1, $and: 'x', $not: [], name: { $regex: 'a' } }, sort: [{ fieldName: '__proto__', order: 'UP' }] } },
    { query: { filter: { id: { $in: Array(5000).fill('x') } } } },
    { query: { sort: Array(5000).fill({ fieldName: 'name' }) } },
    {
      lineItems: Array(5000).fill({ quantity: 1, catalogReference: { appId: 'x', catalogItemId: 'x' } }),
      lineItemIds: Array(5000).fill('x'),
    },
    { lineItems: [{ quantity: 1e308, catalogReference: { appId: storesAppId, catalogItemId: '\ud800' } }] },
    { cartFieldmask: '__proto__.x,constructor.prototype.y', fieldMask: '__proto__.x', checkout: { id }, cartInfo: {} },
    { token: 'x'.repeat(9000), q: 'x'.repeat(9000), cartInfo: { buyerNote: 'x'.repeat(100_000) }, returnUrl: 'javascript:alert(1)' },
  ]
  if (inQuery) {
    const queries = [
      '%',
      '%zz=1',
      '%E0%A4=1',
      'a=%C0%80',
      'q=%00',
      '__proto__.x=1',
      'constructor.prototype.x=1',
      'a.b=1&a=2&a.b.c=3',
      '.',
      '..',
      '=',
      '&&&',
      '.r',
      '.r=',
      '.r=%00',
      '.r=!!!',
      '.r=e',
      `.r=${'A'.repeat(9000)}`,
      '.r=bnVsbA',
      '.r=WzFd',
      '.r=MQ',
      packed(nested(5000)),
      packed('{"__proto__":{"x":1},"query":{"__proto__":1}}'),
      packed(Buffer.from([0x7b, 0xff, 0xfe]).toString('latin1')),
      packed('{"q":"\\ud800"}'),
      packed('{"q":"\\u0000"}'),
      `.r=${Buffer.from([0x22, 0xff]).toString('base64url')}`,
      `id=${id}&id=${id}`,
      'limit=1&limit=2',
      'limit=1e400',
      'limit=NaN',
      'offset=99999999999999999999',
      `${'a.'.repeat(500)}b=1`,
      `x=${'y'.repeat(20_000)}`,
      'q[]=1',
      'q=1&q=2',
      'choices.__proto__=1',
      'choices=1',
      'choices.Glaze.Sage=1',
      'query.paging.limit=x',
      'query.filter=x',
      'query.sort=x',
      'query.sort.fieldName=name',
    ]
    return [
      ...paths,
      ...queries.map((search) => request({ search })),
      ...values.map((value) => request({ search: packed(value) })),
      request({ body: '{"a":', headers: json }),
    ]
  }
  const texts: (string | Buffer)[] = [
    '{',
    '[]',
    '1',
    'null',
    '"text"',
    '{"a":1}}',
    "{'a':1}",
    '{"a":1e400,"quantity":1e400}',
    'NaN',
    '\ufeff{}',
    `{"a":${'9'.repeat(400)}}`,
    nested(63),
    nested(64),
    nested(100_000),
    `[${'['.repeat(100_000)}`,
    '{"a":"\\ud800"}',
    '{"a":"\\u0000"}',
    '{"\\u0000":1}',
    '{"a":"\0"}',
    '{"__proto__":{"as":"app"}}',
    '{"constructor":{"prototype":{"x":1}}}',
    Buffer.from([0xff, 0xfe, 0x7b, 0x7d]),
    Buffer.from([0x7b, 0x22, 0xed, 0xa0, 0x80, 0x22, 0x3a, 0x31, 0x7d]),
    Buffer.alloc(64),
    `{"a":"${'x'.repeat(megabyte / 2)}"}`,
    '"',
    '{"id":"other","id":"other"}',
  ]
  return [
    ...paths,
    ...texts.map((body) => request({ body, headers: json })),
    ...values.map((body) => request({ body, headers: json })),
    request({ body: 'hello', headers: { 'content-type': 'text/plain' } }),
    request({ body: 'a=1&b=%00&__proto__=1', headers: { 'content-type': 'application/x-www-form-urlencoded' } }),
    request({ body: 'a.b=1&a=2', headers: { 'content-type': 'application/x-www-form-urlencoded' } }),
    request({
      body: 'grantType=%00&clientId=%ED%A0%80&grant_type=anonymous',
      headers: { 'content-type': 'application/x-www-form-urlencoded;charset=utf-16' },
    }),
    request({ body: '{"a":', headers: { 'content-type': 'multipart/form-data; boundary=x' } }),
    request({ body: '{}', headers: { ...json, 'idempotency-key': '' } }),
    request({ body: '{}', headers: { ...json, 'idempotency-key': 'k'.repeat(256) } }),
  ]
}

describe('hostile requests get a 4xx in the wire’s form and change nothing of anybody else’s', () => {
  for (const address of addresses) {
    test(`${address.method} ${address.template}`, async () => {
      const before = await rowsOf(shop, victim)
      const callers: Record<string, string>[] = [{}, { authorization: (await newVisitor(shop)).token }, { authorization: shop.apiKey }]
      for (const headers of callers) {
        // Where a path has no hole, what no id is would be the same request again.
        for (const id of address.template.includes('{') ? [crypto.randomUUID(), 'no-id'] : [crypto.randomUUID()]) {
          for (const request of hostile(address, id)) {
            const answer = await send(shop, { ...request, headers: { ...request.headers, ...headers } })
            const what = `${request.method} ${request.path.slice(0, 100)}?${request.search?.slice(0, 200) ?? ''} ${shortly(request.body)}`
            noFaults(what)
            if (answer.status !== 200) refusalOf(answer)
          }
        }
      }
      assert.deepEqual(await rowsOf(shop, victim), before)
      assert.equal(({} as { x?: unknown }).x, undefined)
    })
  }

  test('405 names the methods that there are; methods that nobody knows are refused; 404 elsewhere', async () => {
    for (const { method, template } of addresses) {
      const path = pathOf(template, () => crypto.randomUUID())
      for (const other of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'CONNECT', 'QUERY', '', 'get', 'GET ', '__proto__']) {
        if (other === method || addresses.some((one) => one.method === other && matches(one.template, path))) continue
        const answer = await send(shop, { method: other, path, headers: { authorization: shop.apiKey } })
        assert.equal(refusalOf(answer), 'METHOD_NOT_ALLOWED', `${other} ${path}`)
        assert.ok(answer.headers['allow']?.split(', ').includes(method), answer.headers['allow'])
      }
    }
    for (const path of [
      '/ecom/v1',
      '/ecom/v1/',
      '/ecom/v1/carts/current/',
      '/v1',
      '/vitrine/v1/../v1/shop',
      '/_api',
      '//ecom/v1/carts/current',
    ]) {
      assert.equal(refusalOf(await send(shop, { method: 'GET', path })), 'ROUTE_NOT_FOUND', path)
    }
    noFaults('unknown methods')
  })

  const matches = (template: string, path: string): boolean => new RegExp(`^${template.replaceAll(/\{[^}]+\}/g, '[^/]+')}$`).test(path)

  // attack: Input, files, HTTP | random bytes as a token at every operation | 401
  test('tokens that are no tokens are refused by every operation', async () => {
    const odd = [
      'x',
      'Bearer',
      'Bearer x',
      'OauthNG.JWS.',
      'OauthNG.JWS.a.b.c',
      'JWS.x',
      `${'x'.repeat(10_000)}`,
      'a\0b',
      ',',
      `${shop.apiKey},`,
      `OauthNG.JWS.${'.'.repeat(50)}`,
      'é',
    ]
    for (const { method, template, inQuery } of addresses) {
      for (const authorization of odd) {
        const path = pathOf(template, () => crypto.randomUUID())
        const answer = await send(shop, { method, path, headers: { authorization }, ...(!inQuery && { body: '{}' }) })
        if (authorization === 'Bearer') continue // the word alone names nobody
        assert.equal(refusalOf(answer), 'INVALID_TOKEN', `${method} ${path} ${authorization.slice(0, 30)}`)
      }
    }
    noFaults('odd tokens')
  })
})

describe('what each schema accepts is never answered with a 5xx, and what is answered fits its schema', () => {
  let attacker: Customer
  let known: Known

  before(async () => {
    attacker = await newCustomer(shop, stockItems)
    const waiting = await newCustomer(shop, stockItems)
    const { resultToken } = await waiting.buyer.payments.answerSandboxAuthentication({ id: waiting.waitingPaymentId, answer: 'CONFIRM' })
    const { mug, print, collectionId } = stockItems
    const anybodys = [attacker, victim, waiting].flatMap((customer) => [
      customer.cartId,
      customer.checkoutId,
      customer.paidCheckoutId,
      customer.waitingCheckoutId,
      customer.paidOrderId,
      customer.waitingOrderId,
      customer.waitingPaymentId,
      customer.redirectSessionId,
      ...customer.lineIds,
      ...customer.checkoutLineIds,
    ])
    const own = [attacker.checkoutId, attacker.checkoutId, attacker.paidOrderId, attacker.waitingOrderId, attacker.waitingCheckoutId]
    const variants = Object.values(mug.variants)
    const filters = [
      {},
      { name: 'Morning Mug' },
      { slug: mug.slug },
      { id: { $in: [mug.id, 'x'] } },
      { 'priceData.price': { $gte: 5, $lt: '50' } },
      { price: { $gt: -1e300 } },
      { numericId: 1e300 },
      { numericId: { $lte: 0.5 } },
      { $or: [{ productType: 'physical' }, { $not: { sku: { $startsWith: 'SKU' } } }] },
      { 'collections.id': { $hasSome: [collectionId] } },
      { collectionIds: { $hasAll: ['x'] } },
      { lastUpdated: { $gt: '2026-01-01T00:00:00.000Z' } },
      { createdDate: { $lt: 'yesterday' } },
      { name: { $contains: '%_\\' } },
      { $and: [] },
      { $or: [] },
      { $not: {} },
      { name: { $exists: true } },
      { name: null },
      { description: { $endsWith: 'x' } },
      { id: 7 },
      { $where: '1' },
      { lastUpdated: { $gt: '+275760-09-13T00:00:00.000Z' } },
      { createdDate: { $gt: '-000001-01-01T00:00:00.000Z' } },
      { price: '1e999' },
      { price: 1e15 },
      { numericId: '9223372036854775808' },
    ]
    known = {
      id: [...own, ...anybodys, mug.id, print.id, collectionId],
      orderId: [attacker.paidOrderId, victim.paidOrderId],
      checkoutId: [attacker.checkoutId, attacker.paidCheckoutId, victim.checkoutId],
      cartId: [attacker.cartId, victim.cartId],
      catalogItemId: [mug.id, print.id, collectionId],
      appId: [storesAppId],
      variantId: [...variants, null],
      variantIds: [variants, []],
      lineItemIds: [[attacker.lineIds[0]], [attacker.checkoutLineIds[0]], [...attacker.lineIds, crypto.randomUUID()]],
      options: [{ Glaze: 'Sage' }, { Glaze: 'Ink' }, { Glaze: 'Mauve' }, {}],
      choices: [{ Glaze: 'Sage' }, { Glaze: ['Sage', 'Ink'] }, {}],
      slug: [mug.slug, 'mugs', 'all-products'],
      collection: ['mugs'],
      q: ['mug', 'mgu', 'print', 'für', "mug's", '!', 'mug:*', 'a & b | !c', '"'],
      filter: filters,
      fieldName: [
        'name',
        'price',
        'priceData.price',
        'id',
        'numericId',
        'lastUpdated',
        'sku',
        'slug',
        'productType',
        'createdDate',
        'nothing',
      ],
      ecomOrderId: [attacker.paidOrderId, attacker.waitingOrderId, victim.paidOrderId],
      paymentId: [attacker.waitingPaymentId, victim.waitingPaymentId],
      code: ['standard', 'express', 'pickup', 'air', 'none'],
      country: ['DE', 'US', 'XX'],
      subdivision: ['US-NY', 'US-CA', 'NY', null],
      email: ['ada@example.com', null],
      key: [attacker.checkoutKey, victim.checkoutKey.toUpperCase()],
      token: [attacker.token, attacker.statusToken, 'x'],
      clientId: [shop.clientId],
      client_id: [shop.clientId],
      grantType: ['anonymous', 'refresh_token'],
      paymentToken: [
        await card(attacker.buyer),
        await card(attacker.buyer, '4000000000000002'),
        await card(attacker.buyer, '4000000000003220'),
        await card(attacker.buyer, '4000000000000408'),
        'x',
      ],
      resultToken: [resultToken, 'x'],
      returnUrl: [`${shop.url}/back`, 'https://shop.example/x', 'https://evil.example/', 'http://localhost:99999/'],
      postFlowUrl: ['https://shop.example/done', 'https://evil.example/'],
      expectedTotal: ['9.00', '56.90', '0'],
      cardNumber: ['4242424242424242', '4000 0000 0000 0002', '4242424242424241', '378282246310005'],
      quantity: [1, 2, 100_000],
      fieldMask: [
        'buyerNote,billingInfo.address',
        'shippingInfo.selectedCarrierServiceOption.code',
        'customFields',
        'buyerInfo.email.x',
        'id',
      ],
      cartFieldmask: ['buyerNote', 'contactInfo.address.city', 'selectedShippingOption.code', 'buyerInfo'],
      ecomCheckout: [{ checkoutId: attacker.checkoutId }, { checkoutId: attacker.checkoutId }, { checkoutId: victim.checkoutId }],
      bookingsCheckout: [null],
      eventsCheckout: [null],
      paidPlansCheckout: [null],
      login: [null],
      logout: [null],
      auth: [null],
      memberAccountPage: [null],
      storesProduct: [null],
      bookingsBook: [null],
      ecomOrderPaymentRequest: [null],
    }
  })

  for (const address of addresses) {
    test(`${address.method} ${address.template}`, async () => {
      const { input } = contract[address.line]
      const payloads = arbitraryOf(input, known) as fc.Arbitrary<Record<string, unknown>>
      const headers: readonly Record<string, string>[] = [{ authorization: attacker.token }, { authorization: shop.apiKey }, {}]
      const before = await rowsOf(shop, victim)
      for (const caller of headers) {
        const asApp = caller['authorization'] === shop.apiKey
        const property = fc.asyncProperty(payloads, fc.constantFrom<Form>('packed', 'plain'), async (payload, form) => {
          if (asApp) keepFromOthers(payload)
          const request = requestOf(address, payload, form)
          const answer = await send(shop, { ...request, headers: { ...json, ...caller } })
          const what = `${request.method} ${request.path}?${request.search ?? ''} ${JSON.stringify(request.body)}`
          noFaults(what)
          fits(address.line, answer, what)
        })
        await fc.assert(property, { numRuns: caller['authorization'] === undefined ? 3 : runs, seed, endOnFailure: true })
      }
      assert.deepEqual(await rowsOf(shop, victim), before, 'what is another’s has changed')
    })
  }

  /** An app may change whatever it names, so it names nothing of the victim's: the attacker's own of that kind instead. */
  function keepFromOthers(payload: Record<string, unknown>): void {
    const instead: Readonly<Record<string, string>> = {
      [victim.cartId]: attacker.cartId,
      [victim.checkoutId]: attacker.checkoutId,
      [victim.paidCheckoutId]: attacker.checkoutId,
      [victim.waitingCheckoutId]: attacker.checkoutId,
      [victim.paidOrderId]: attacker.paidOrderId,
      [victim.waitingOrderId]: attacker.paidOrderId,
      [victim.waitingPaymentId]: attacker.waitingPaymentId,
    }
    const spare = (place: Record<string, unknown>): void => {
      for (const [key, value] of Object.entries(place)) {
        if (typeof value === 'string' && instead[value]) place[key] = instead[value]
        else if (typeof value === 'object' && value !== null) spare(value as Record<string, unknown>)
      }
    }
    spare(payload)
  }
})

type Form = 'packed' | 'plain'

function requestOf({ method, template, inQuery }: Address, payload: Record<string, unknown>, form: Form): RawRequest {
  const path = pathOf(template, (name) =>
    encodeURIComponent(String(name.split('.').reduce<unknown>((place, step) => (place as Record<string, unknown>)?.[step], payload))),
  )
  if (!inQuery) return { method, path, body: payload }
  return { method, path, search: form === 'packed' ? packed(payload) : dotted(payload) }
}

/** The plain form: nested keys dotted, lists repeated, what is null left out, and lists of objects too. */
function dotted(payload: Record<string, unknown>): string {
  const pairs: [string, string][] = []
  const walk = (value: unknown, name: string) => {
    if (value === null || value === undefined) return
    if (Array.isArray(value))
      pairs.push(...value.filter((one) => typeof one !== 'object').map((one): [string, string] => [name, String(one)]))
    else if (typeof value === 'object') for (const [key, inner] of Object.entries(value)) walk(inner, name ? `${name}.${key}` : key)
    else pairs.push([name, String(value)])
  }
  walk(payload, '')
  return pairs.map((pair) => pair.map(encodeURIComponent).join('=')).join('&')
}

/** A 200 holds what the contract says, no more and no less; anything else is a refusal that the operation declares. */
function fits(line: Route, answer: RawAnswer, what: string): void {
  if (answer.status !== 200) {
    refusalOf(answer, line)
    return
  }
  const parsed = (contract[line].ok as z.ZodType).safeParse(answer.json)
  if (!parsed.success) throw new Error(`the answer to ${what} breaks its schema: ${parsed.error.message} in ${answer.text.slice(0, 2000)}`)
  assert.deepEqual(parsed.data, answer.json, `the answer to ${what} holds what the contract does not name`)
}
