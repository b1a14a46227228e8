import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import * as z from 'zod'
import { AnyObject, AnyValue, amount, Cart, contract, Flag, float, Guid, many, type Operation, refusals, text, whole } from './index.ts'

const lines = Object.entries<Operation>(contract)
const pathOf = (line: string) => line.slice(line.indexOf(' ') + 1)
const methodOf = (line: string) => line.slice(0, line.indexOf(' '))
const params = (path: string) => [...path.matchAll(/\{([^}]+)\}/g)].map((match) => match[1] as string)

/** Every address under which an operation answers. */
const addresses = ([line, operation]: [string, Operation]) => [
  line,
  ...(operation.aliases ?? []).map((path) => `${methodOf(line)} ${path}`),
  ...(operation.twin ? [`POST ${operation.twin}`] : []),
  ...(operation.alsoGet ? [`GET ${pathOf(line)}`] : []),
]

type Schema = Record<string, unknown>
const walk = (schema: unknown, at: string, visit: (schema: Schema, at: string) => void): void => {
  if (typeof schema !== 'object' || schema === null) return
  if (!Array.isArray(schema)) visit(schema as Schema, at)
  for (const [key, inner] of Object.entries(schema)) walk(inner, `${at}.${key}`, visit)
}

describe('every operation', () => {
  test('answers alone at each of its addresses, whatever the parameters are called', () => {
    const seen = new Map<string, string>()
    for (const entry of lines)
      for (const address of addresses(entry)) {
        const shape = address.replaceAll(/\{[^}]+\}/g, '{}')
        assert.equal(seen.get(shape), undefined, `${address} also answers as ${seen.get(shape)}`)
        seen.set(shape, address)
      }
  })

  test('has a field for each parameter of its path, and the same parameters in its aliases', () => {
    for (const [line, { input, aliases = [] }] of lines) {
      const names = params(pathOf(line))
      for (const name of names) {
        let schema: unknown = input
        for (const part of name.split('.')) {
          assert.ok(schema instanceof z.ZodObject, `${line}: ${name}`)
          schema = schema.shape[part]
        }
        assert.ok(schema, `${line}: no field ${name}`)
      }
      for (const alias of aliases) assert.deepEqual(params(alias), names, `${line}: ${alias}`)
    }
  })

  test('declares refusals that exist, once, and none that every operation has', () => {
    const common = ['INVALID_ARGUMENT', 'MALFORMED_REQUEST', 'UNAUTHENTICATED', 'INVALID_TOKEN', 'PERMISSION_DENIED', 'TOO_MANY_REQUESTS']
    for (const [line, { errors }] of lines) {
      assert.equal(new Set(errors).size, errors.length, line)
      for (const code of errors) {
        assert.ok(code in refusals, `${line}: ${code}`)
        assert.ok(!common.includes(code), `${line}: ${code}`)
      }
    }
  })

  test('has a summary in the imperative, of one line', () => {
    for (const [line, { summary }] of lines) assert.match(summary, /^[A-Z][^\n.]{3,78}$/, line)
  })

  test('turns into JSON Schema, input and answer', () => {
    for (const [line, { input, ok }] of lines) {
      assert.doesNotThrow(() => z.toJSONSchema(input, { io: 'input' }), line)
      assert.doesNotThrow(() => z.toJSONSchema(input, { io: 'output' }), line)
      assert.doesNotThrow(() => z.toJSONSchema(ok, { io: 'output', target: 'draft-7' }), line)
    }
  })

  test('answers with what was put in: no default, no transform, no union, no null', () => {
    const open = (schema: unknown) =>
      JSON.stringify(schema, (key, value: unknown) => (key === 'additionalProperties' && value === false ? undefined : value))
    for (const [line, { ok }] of lines) {
      const output = z.toJSONSchema(ok, { io: 'output' })
      assert.equal(open(z.toJSONSchema(ok, { io: 'input' })), open(output), line)
      walk(output, line, (schema, at) => assert.ok(!('anyOf' in schema) && !('oneOf' in schema) && schema.type !== 'null', at))
    }
  })

  test('accepts no text without a greatest length and no list without a greatest size', () => {
    const bounded = ({ maxLength, enum: words, format, pattern = '' }: Schema) =>
      maxLength !== undefined || words !== undefined || format === 'uuid' || /^\^[^*+]+\$$/.test(String(pattern))
    for (const [line, { input }] of lines)
      walk(z.toJSONSchema(input, { io: 'input' }), line, (schema, at) => {
        if (schema.type === 'string' && !at.endsWith('.propertyNames')) assert.ok(bounded(schema), at)
        if (schema.type === 'array') assert.ok('maxItems' in schema, at)
        if (schema.type === 'number' || schema.type === 'integer') assert.ok('maximum' in schema || at.includes('customFields'), at)
      })
  })
})

interface Inside {
  readonly shape?: Readonly<Record<string, z.ZodType>>
  readonly innerType?: z.ZodType
  readonly element?: z.ZodType
  readonly options?: readonly z.ZodType[]
  readonly valueType?: z.ZodType
  readonly in?: z.ZodType
  readonly out?: z.ZodType
}
const insideOf = (schema: z.ZodType): Inside => schema._zod.def as Inside
const mostOf = (schema: z.ZodType): number | undefined => schema.meta()?.['maxProperties'] as number | undefined
/** What `record` makes counts the names first, so the map inside is behind a pipe. */
const isBoundedMap = (schema: z.ZodType): boolean => schema._zod.def.type === 'pipe' && mostOf(schema) !== undefined

// attack: Input, files, HTTP | a list or map of a million entries in a field that may be of any size | no input has such a field
describe('every list, map and unknown value of every input', () => {
  const found = new Map<z.ZodType, string>()
  const visit = (schema: z.ZodType, at: string): void => {
    if (found.has(schema)) return
    found.set(schema, at)
    if (schema === AnyObject || schema === AnyValue) return
    if (isBoundedMap(schema)) return visit(insideOf(insideOf(schema).out!).valueType!, at)
    const { shape, innerType, element, options, valueType, in: first, out } = insideOf(schema)
    for (const [key, inner] of Object.entries(shape ?? {})) visit(inner, `${at}.${key}`)
    for (const inner of [innerType, element, valueType, first, out, ...(options ?? [])]) if (inner) visit(inner, at)
  }
  for (const [line, { input }] of lines) visit(input, line)
  const all = (type: string) => [...found].filter(([schema]) => schema._zod.def.type === type)
  const crowd = (most: number) => Object.fromEntries(Array.from({ length: most + 1 }, (_, i) => [`k${i}`, null]))

  test('a list refuses one entry more than its most, by one issue', () => {
    assert.ok(all('array').length > 50)
    for (const [schema, at] of all('array')) {
      const { maxItems } = z.toJSONSchema(schema, { io: 'input' })
      assert.ok(maxItems !== undefined && maxItems <= 1000, `${at}: ${maxItems}`)
      const { error } = schema.safeParse(Array(maxItems + 1).fill(null))
      assert.deepEqual(
        error?.issues.map(({ code }) => code),
        ['too_big'],
        at,
      )
    }
  })

  test('a map is made by `record`, which refuses one name more than its most by one issue, or is AnyObject', () => {
    const maps = [...found].filter(([schema]) => isBoundedMap(schema))
    assert.ok(maps.length > 5)
    for (const [schema, at] of maps) {
      const { error } = schema.safeParse(crowd(mostOf(schema)!))
      assert.deepEqual(
        error?.issues.map(({ path }) => path),
        [[]],
        at,
      )
    }
    for (const [schema, at] of all('record')) assert.equal(schema, AnyObject, at)
  })

  test('what may be anything is AnyValue or AnyObject, with 10,000 values at the most', () => {
    for (const type of ['unknown', 'any']) for (const [schema, at] of all(type)) assert.equal(schema, AnyValue, at)
    for (const schema of [AnyValue, AnyObject]) {
      accepts(schema, { list: Array(9000).fill(1) })
      refuses(schema, { list: Array(10_001).fill(1) })
      refuses(schema, crowd(10_001))
      refuses(schema, { a: crowd(5000), b: Array(5000).fill(1) })
    }
  })
})

const accepts = (schema: z.ZodType, value: unknown) => assert.ok(schema.safeParse(value).success, JSON.stringify(value).slice(0, 200))
const refuses = (schema: z.ZodType, value: unknown) => assert.ok(!schema.safeParse(value).success, JSON.stringify(value).slice(0, 200))

describe('what comes in', () => {
  test('keeps null and absent apart', () => {
    const { input } = contract['PATCH /ecom/v1/carts/current']
    assert.deepEqual(input.parse({ cartInfo: { buyerNote: null } }), { cartInfo: { buyerNote: null } })
    assert.deepEqual(input.parse({ cartInfo: {} }), { cartInfo: {} })
    assert.deepEqual(input.parse({}), {})
  })

  test('drops what a buyer may not write: names, prices, stock', () => {
    const { input } = contract['POST /ecom/v1/carts/current/add-to-cart']
    const line = { quantity: 1, catalogReference: { appId: 'stores', catalogItemId: 'mug' } }
    assert.deepEqual(
      input.parse({
        lineItems: [{ ...line, id: 'mine', price: { amount: '0.01' }, productName: { original: 'Gold' }, availability: {} }],
        currency: 'XXX',
      }),
      { lineItems: [line] },
    )
  })

  test('bounds quantities', () => {
    const { input } = contract['POST /ecom/v1/carts/current/update-line-items-quantity']
    const id = '0199d0e5-7c1e-7b33-8f5e-2b1c7a8d9e10'
    accepts(input, { lineItems: [{ id, quantity: 100_000 }] })
    for (const quantity of [0, -1, 1.5, 100_001, '1', null, 1e308]) refuses(input, { lineItems: [{ id, quantity }] })
    refuses(input, { lineItems: [] })
    refuses(input, { lineItems: Array.from({ length: 101 }, () => ({ id, quantity: 1 })) })
  })

  test('is text that the database can hold', () => {
    accepts(text(4), 'a\nb😀')
    for (const bad of ['\0', 'a\0b', '\ud83d', 'a\udc00']) refuses(text(9), bad)
    refuses(text(3), 'four')
    refuses(text(3, 1), '')
    accepts(AnyObject, { a: [{ b: 'c', d: null, e: 1 }] })
    for (const bad of [{ a: '\0' }, { '\0': 1 }, { a: [{ b: '\ud83d' }] }, [], 'text', null]) refuses(AnyObject, bad)
    refuses(AnyObject, JSON.parse(`{"a":${'['.repeat(9)}${']'.repeat(9)}}`))
  })

  test('has amounts from zero to 10^15', () => {
    for (const good of ['0', '0.5', '10.50', '999999999999999.999', '1000000000000000', '1000000000000000.000']) accepts(amount(3), good)
    for (const bad of ['', '-1', '1.', '.5', '1.2345', '1e3', '1000000000000000.001', '1000000000000001', '10000000000000000', 'NaN', 10])
      refuses(amount(3), bad)
    refuses(amount(2), '1.234')
  })

  test('reads numbers, truths and lists out of a query, where all is text', () => {
    assert.equal(whole(0, 100).parse('20'), 20)
    assert.equal(whole(0, 100).parse(20), 20)
    for (const bad of ['', ' 1', '1.5', '1e1', '101', '-1', 'NaN', null, 1.5]) refuses(whole(0, 100), bad)
    assert.equal(Flag.parse('false'), false)
    assert.equal(Flag.parse('true'), true)
    for (const bad of ['', '0', 'no', 1, null]) refuses(Flag, bad)
    assert.deepEqual(many(text(9), 2).parse('one'), ['one'])
    assert.deepEqual(many(text(9), 2).parse(['one', 'two']), ['one', 'two'])
    refuses(many(text(9), 2), ['one', 'two', 'three'])
  })

  test('takes the numbers that JSON cannot write as no value', () => {
    const latitude = float(-90, 90)
    for (const text of ['NaN', 'Infinity', '-Infinity']) assert.equal(latitude.parse(text), null)
    assert.equal(latitude.parse(48.2), 48.2)
    for (const bad of [91, '48.2', Number.NaN, Number.POSITIVE_INFINITY]) refuses(latitude, bad)
  })

  test('has ids in the form of a GUID, of any version', () => {
    for (const good of ['00000000-0000-0000-0000-000000000000', '0199D0E5-7C1E-7B33-8F5E-2B1C7A8D9E10']) accepts(Guid, good)
    for (const bad of ['', 'undefined', '0199d0e5-7c1e-7b33-8f5e-2b1c7a8d9e1', '0199d0e57c1e7b338f5e2b1c7a8d9e10']) refuses(Guid, bad)
  })

  test('has one intent or another, the ones not served yet too', () => {
    const { input } = contract['POST /_api/redirects-api/v1/redirect-session']
    accepts(input, { logout: { clientId: '10c1663b-2cdf-47c5-a3ef-30c2e8543849' }, callbacks: { postFlowUrl: 'https://shop.example/' } })
    accepts(input, {
      auth: { authRequest: { clientId: '10c1663b-2cdf-47c5-a3ef-30c2e8543849', state: 's', responseType: 'code' }, prompt: 'login' },
    })
    accepts(input, {})
    refuses(input, { ecomCheckout: { checkoutId: 'undefined' } })
  })
})

describe('the examples in the docs', () => {
  const appId = '215238eb-22a5-4c36-9e7b-e7c08025e04e'
  const id = '0199d0e5-7c1e-7b33-8f5e-2b1c7a8d9e10'
  const examples: [keyof typeof contract, unknown][] = [
    ['POST /oauth2/token', { grantType: 'anonymous', clientId: id }],
    ['POST /oauth2/token', { grant_type: 'refresh_token', refresh_token: 'JWS.x' }],
    [
      'GET /stores-reader/v1/products/query-platformized',
      { query: { filter: { 'priceData.price': { $lt: 50 } }, sort: [{ fieldName: 'price', order: 'ASC' }], paging: { limit: 20 } } },
    ],
    ['POST /stores-reader/v1/products/{id}/productOptionsAvailability', { id, options: { Glaze: 'Sage' } }],
    [
      'POST /ecom/v1/carts/current/add-to-cart',
      { lineItems: [{ catalogReference: { appId, catalogItemId: id, options: { variantId: id } }, quantity: 1 }] },
    ],
    ['POST /ecom/v1/checkouts', { channelType: 'WEB', lineItems: [{ catalogReference: { appId, catalogItemId: id }, quantity: 2 }] }],
    [
      'POST /_api/redirects-api/v1/redirect-session',
      {
        ecomCheckout: { checkoutId: id },
        callbacks: { postFlowUrl: 'https://shop.example/cart', thankYouPageUrl: 'https://shop.example/thanks' },
      },
    ],
    ['GET /vitrine/v1/search', { q: 'mug', choices: { Glaze: ['Sage', 'Ink'] }, maxPrice: '40', sort: 'priceAsc' }],
    [
      'POST /vitrine/v1/sandbox/card-tokens',
      { cardNumber: '4242 4242 4242 4242', expiryMonth: '4', expiryYear: '2030', securityCode: '123', holder: 'Ada Lovelace' },
    ],
  ]
  for (const [line, example] of examples)
    test(`${line} takes ${JSON.stringify(example).slice(0, 60)}…`, () => accepts(contract[line].input, example))
})

/** The names under which a schema has text, at any depth. */
function textsIn(schema: z.ZodType, io: 'input' | 'output'): string[] {
  const names: string[] = []
  walk(z.toJSONSchema(schema, { io, unrepresentable: 'any' }), '', ({ properties }) => {
    for (const [name, is] of Object.entries(properties ?? {})) if (/"type":"string"/.test(JSON.stringify(is))) names.push(name)
  })
  return names
}

test('a write that takes or answers a secret is confidential: nothing of it is kept that can be read', () => {
  const token = '(session|state|setup|recovery|device)_?token'
  const [taken, answered] = [`(old|new)?password|(client)?secret|${token}`, `(client)?secret|key|(recovery)?codes|uri|joinLink|${token}`]
  const among = (names: string[], wanted: string) => names.filter((name) => new RegExp(`^(${wanted})$`, 'i').test(name))
  // What a shop calls a field of its own is a key, too.
  const writes = lines.filter(([line, { reads }]) => !reads && !line.startsWith('GET ') && line !== 'PUT /vitrine/v1/members/fields')
  const secret = writes.flatMap(([line, { input, ok, confidential }]) => {
    const names = [...among(textsIn(input, 'input'), taken), ...among(textsIn(ok, 'output'), answered)]
    return names.length > 0 ? [{ line, names, confidential }] : []
  })
  assert.ok(secret.length > 15)
  assert.deepEqual(
    secret.filter(({ confidential }) => confidential !== true),
    [],
  )
})

test('a cart as the wire has it is a cart, and one without what it promises is none', () => {
  const price = { amount: '26.00', convertedAmount: '26.00', formattedAmount: '€26.00', formattedConvertedAmount: '€26.00' }
  const line = {
    id: '0199d0e5-7c1e-7b33-8f5e-2b1c7a8d9e10',
    quantity: 2,
    catalogReference: { catalogItemId: 'mug', appId: 'stores', options: { variantId: 'v', options: { Glaze: 'Sage' } } },
    productName: { original: 'Morning Mug' },
    url: { relativePath: '/products/morning-mug', url: 'https://shop.example/products/morning-mug' },
    price,
    fullPrice: price,
    descriptionLines: [{ name: { original: 'Glaze' }, colorInfo: { original: 'Sage', code: '#9AA58F' }, lineType: 'COLOR' }],
    image: { id: 'm1', url: 'https://shop.example/media/m1', width: 1000, height: 1250 },
    availability: { status: 'AVAILABLE', quantityAvailable: 42 },
    physicalProperties: { weight: 0.38, sku: 'MRW-MUG', shippable: true },
    itemType: { preset: 'PHYSICAL' },
    paymentOption: 'FULL_PAYMENT_ONLINE',
    customLineItem: false,
    priceUndetermined: false,
    fixedQuantity: false,
    savePaymentMethod: false,
    membersOnly: false,
  }
  const cart = {
    id: '0199d0e5-7c1e-7b33-8f5e-2b1c7a8d9e11',
    lineItems: [line],
    currency: 'EUR',
    conversionCurrency: 'EUR',
    paymentCurrency: 'EUR',
    weightUnit: 'KG',
    appliedDiscounts: [],
    createdDate: '2026-11-21T07:30:00.000Z',
  }
  assert.deepEqual(Cart.parse(cart), cart)
  const { appliedDiscounts: _, ...without } = cart
  refuses(Cart, without)
  refuses(Cart, { ...cart, lineItems: [{ ...line, price: { ...price, amount: 26 } }] })
  refuses(Cart, { ...cart, createdDate: 'yesterday' })
})
