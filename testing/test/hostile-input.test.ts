/** Bodies that are made to cost more than they say. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { attack } from '../src/attack.ts'
import { startTestPlatform, type TestPlatform } from '../src/platform.ts'
import { newVisitor, type RawAnswer, refusalOf, send } from '../src/wire.ts'

let shop: TestPlatform
before(async () => {
  shop = await startTestPlatform()
})
after(async () => {
  await shop[Symbol.asyncDispose]()
  assert.deepEqual(shop.faults, [])
})

const formType = { 'content-type': 'application/x-www-form-urlencoded' }
const numbered = <T>(count: number, make: (i: number) => T): T[] => Array.from({ length: count }, (_, i) => make(i))
const reasonOf = ({ json }: RawAnswer): string => json.details.applicationError.data.reason
const violationsOf = ({ json }: RawAnswer): { field: string; violatedRule: string; data: object }[] =>
  json.details.validationError.fieldViolations

describe('a form', () => {
  const grant = (more = '') => `grant_type=anonymous&client_id=${shop.clientId}${more}`
  const token = (body: string) => send(shop, { method: 'POST', path: '/oauth2/token', headers: formType, body })

  test('of an OAuth client gets a token, also with fields that nobody knows', async () => {
    assert.equal((await token(grant())).status, 200)
    assert.equal((await token(grant(numbered(998, (i) => `&k${i}=1`).join('')))).status, 200)
  })

  test(
    attack({
      area: 'Input, files, HTTP',
      tries: 'a form of 100,000 keys at the token endpoint, without a token',
      answer: '400 MALFORMED_REQUEST before any key is read',
    }),
    async () => {
      for (const keys of [numbered(100_000, (i) => `k${i}=1`), numbered(180_000, () => 'a'), numbered(999, (i) => `&k${i}=1`)]) {
        const answer = await token(grant(`&${keys.join('&')}`))
        assert.equal(refusalOf(answer), 'MALFORMED_REQUEST')
        assert.equal(reasonOf(answer), 'the form has more than 1000 keys')
      }
    },
  )

  test(
    attack({
      area: 'Input, files, HTTP',
      tries: 'a form where the operation takes JSON',
      answer: '415 UNSUPPORTED_MEDIA_TYPE, and the body is not read',
    }),
    async () => {
      const authorization = (await newVisitor(shop)).token
      for (const path of [
        '/ecom/v1/carts/current/add-to-cart',
        '/oauth2/token-info',
        '/ecom/v1/checkouts',
        '/_api/iam/authentication/v2/login',
      ])
        for (const body of ['a=1', '{"lineItems":[]}', numbered(100_000, (i) => `k${i}=1`).join('&')])
          for (const type of [formType['content-type'], 'Application/X-WWW-form-urlencoded;charset=utf-8'])
            assert.equal(
              refusalOf(await send(shop, { method: 'POST', path, headers: { authorization, 'content-type': type }, body })),
              'UNSUPPORTED_MEDIA_TYPE',
              path,
            )
      assert.equal((await send(shop, { method: 'GET', path: '/ecom/v1/carts/current', headers: { authorization } })).status, 404)
    },
  )

  test('is what an empty body may call itself, and JSON may call itself anything else', async () => {
    const authorization = (await newVisitor(shop)).token
    const path = '/ecom/v1/carts/current/add-to-cart'
    assert.equal((await send(shop, { method: 'POST', path, headers: { authorization, ...formType } })).status, 200)
    for (const type of ['text/plain;charset=UTF-8', 'application/json', 'multipart/form-data; boundary=x', ''])
      assert.equal(
        (await send(shop, { method: 'POST', path, headers: { authorization, 'content-type': type }, body: '{}' })).status,
        200,
        type,
      )
  })
})

describe('JSON', () => {
  const redirect = (additionalQueryParameters: object, authorization: string) =>
    send(shop, {
      method: 'POST',
      path: '/_api/redirects-api/v1/redirect-session',
      headers: { authorization },
      body: { login: {}, preferences: { additionalQueryParameters } },
    })

  test(
    attack({
      area: 'Input, files, HTTP',
      tries: 'a redirect session with 30,000 additional query parameters',
      answer: '400 INVALID_ARGUMENT, one violation',
    }),
    async () => {
      const { token } = await newVisitor(shop)
      for (const count of [101, 30_000]) {
        const answer = await redirect(Object.fromEntries(numbered(count, (i) => [`k${i}`, '1'])), token)
        assert.equal(refusalOf(answer), 'INVALID_ARGUMENT')
        assert.deepEqual(
          violationsOf(answer).map(({ field, violatedRule, data }) => ({ field, violatedRule, data })),
          [{ field: 'preferences.additionalQueryParameters', violatedRule: 'MAX_SIZE', data: { threshold: 100 } }],
        )
      }
    },
  )

  test('a redirect session adds a hundred parameters in their order, and none that the page sets itself', async () => {
    const { token } = await newVisitor(shop)
    const asked = numbered(99, (i) => [`k ${i}`, `ü&=${i}`] as const)
    const { json } = await redirect(Object.fromEntries([['to', 'https://evil.example'], ...asked]), token)
    const { searchParams } = new URL(json.redirectSession.fullUrl)
    assert.deepEqual([...searchParams], [['to', '/account'], ...asked])
    assert.deepEqual(json.redirectSession.urlDetails.searchParams, Object.fromEntries(searchParams))
  })

  test(
    attack({
      area: 'Input, files, HTTP',
      tries: 'bodies of a megabyte that are wrong in each of their values',
      answer: '400 with a hundred violations at the most, in less than 40 kB',
    }),
    async () => {
      const { token } = await newVisitor(shop)
      const headers = { authorization: token }
      const bodies: [string, object][] = [
        ['/ecom/v1/carts/current/remove-line-items', { lineItemIds: numbered(90_000, () => 'x') }],
        ['/ecom/v1/carts/current/remove-line-items', { lineItemIds: numbered(100, () => 'x'.repeat(9000)) }],
        ['/ecom/v1/checkouts', { channelType: 'WEB', lineItems: numbered(300, () => ({ quantity: 'x', catalogReference: { a: 1 } })) }],
        ['/ecom/v1/checkouts', { checkoutInfo: { customFields: numbered(30, () => ({ title: 'x'.repeat(30_000) })) } }],
        ['/ecom/v1/checkouts', Object.fromEntries(numbered(50_000, (i) => [`key number ${i}`, i]))],
      ]
      for (const [path, body] of bodies) {
        const answer = await send(shop, { method: 'POST', path, headers, body })
        assert.equal(refusalOf(answer), 'INVALID_ARGUMENT', path)
        assert.ok(violationsOf(answer).length <= 100, path)
        assert.ok(answer.text.length < 40_000, `${path}: ${answer.text.length}`)
      }
    },
  )

  test(
    attack({
      area: 'Input, files, HTTP',
      tries: 'a JSON body of half a million values, or of brackets alone',
      answer: '400 MALFORMED_REQUEST before any value is made',
    }),
    async () => {
      const { token } = await newVisitor(shop)
      for (const body of [`{"a":[${'1,'.repeat(500_000)}1]}`, `{"a":[${'{},'.repeat(250_000)}{}]}`, `{"a":${'['.repeat(900_000)}`]) {
        const answer = await send(shop, { method: 'POST', path: '/ecom/v1/checkouts', headers: { authorization: token }, body })
        assert.equal(refusalOf(answer), 'MALFORMED_REQUEST')
      }
    },
  )
})
