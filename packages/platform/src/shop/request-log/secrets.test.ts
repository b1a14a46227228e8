import assert from 'node:assert/strict'
import { test } from 'node:test'
import { storedAddress } from './address.ts'
import { mostCharacters, storedBody } from './bodies.ts'
import { isSecretName, withoutSecretTexts } from './secrets.ts'

const how = { leaveOut: false, isCode: false }
const stored = (body: string, more: Partial<typeof how> = {}) => storedBody(body, { ...how, ...more })

test('names of secrets are told from names about secrets', () => {
  for (const name of [
    'password',
    'newPassword',
    'client_secret',
    'access_token',
    'Authorization',
    'giftCardCode',
    'cvc',
    'securityCode',
    'sessionToken',
  ])
    assert.ok(isSecretName(name), name)
  for (const name of ['tokenId', 'hasSecretSet', 'couponCode', 'code', 'number', 'passwordDate', 'name', 'expires_in'])
    assert.ok(!isSecretName(name), name)
  assert.ok(isSecretName('number', 'creditCard') && isSecretName('code', 'giftCard'))
})

test('a body without secrets is stored as it was sent', () => {
  const body = '{ "name": "Mug",\n "price": 26.00 }'
  assert.deepEqual(stored(body), { state: 'WHOLE', text: body, bytes: body.length })
  assert.deepEqual(stored(''), { state: 'NONE', text: null, bytes: 0 })
})

test('secrets are removed at any depth, and nothing else is', () => {
  const { state, text } = stored(
    JSON.stringify({
      a: [{ password: 'pw-1', keep: 'yes', hasToken: true }],
      creditCard: { number: '4242424242424242', holder: 'Ada' },
      note: `key vk_${'a1'.repeat(20)} and card 4242 4242 4242 4242, order 1234567890123`,
      url: 'https://shop.example/in?token=abc123&x=1',
    }),
  )
  assert.equal(state, 'WITHOUT_SECRETS')
  for (const secret of ['pw-1', '4242', 'vk_', 'abc123']) assert.ok(!text!.includes(secret), `${secret} in ${text}`)
  for (const whole of ['yes', 'true', 'Ada', '1234567890123', 'x=1']) assert.ok(text!.includes(whole), `${whole} not in ${text}`)
})

test('a code is removed where it is worth money, and never the code of a refusal', () => {
  const { text } = stored(JSON.stringify({ giftCards: [{ code: 'ABCD' }], details: { applicationError: { code: 'X' } } }), { isCode: true })
  assert.ok(!text!.includes('ABCD') && text!.includes('"X"'))
  assert.equal(stored('{"coupon":{"code":"SPRING"}}').state, 'WHOLE')
})

test('what is no JSON is stored where no name in it stands for a secret', () => {
  assert.equal(stored('{ "name": "Mug", }').state, 'WHOLE')
  assert.deepEqual(stored('{ "password": "x", }').state, 'LEFT_OUT')
  assert.equal(stored('{}', { leaveOut: true }).state, 'LEFT_OUT')
})

test('a long body is cut, between characters, and a huge one is left out', () => {
  const long = stored(JSON.stringify({ text: `${'x'.repeat(mostCharacters - 10)}😀😀😀` }))
  assert.equal(long.state, 'CUT')
  assert.equal(long.text!.length, mostCharacters)
  assert.ok(long.text!.isWellFormed())
  assert.equal(stored(JSON.stringify('x'.repeat(300_000))).state, 'LEFT_OUT')
  assert.equal(stored('['.repeat(100_000) + ']'.repeat(100_000)).state, 'LEFT_OUT')
})

test('what PostgreSQL does not take as text is replaced', () => {
  const { text } = storedBody(Buffer.from('a\0b'), how)
  assert.equal(text, 'a\ufffdb')
})

test('paths and queries lose their secrets, and say so', () => {
  const line = 'GET /vitrine/v1/look-previews/{token}'
  assert.deepEqual(storedAddress('/vitrine/v1/look-previews/abc', '', line, undefined), {
    path: '/vitrine/v1/look-previews/{removed}',
    query: '',
    isOther: true,
  })
  const found = storedAddress('/ecom/v1/orders', 'limit=5&access_token=abc&q=a%20b', undefined, undefined)
  assert.deepEqual(found, { path: '/ecom/v1/orders', query: 'limit=5&access_token={removed}&q=a%20b', isOther: true })
  assert.ok(!storedAddress('/ecom/v1/orders', 'limit=5', undefined, undefined).isOther)
})

test('a body that is made to be slow takes no longer than any other', () => {
  const started = performance.now()
  for (const text of ['eyJ-', 'vk_-', 'Bearer ', '4 ', '?token', '&code=', 'a=']) stored(JSON.stringify(text.repeat(200_000 / text.length)))
  assert.ok(performance.now() - started < 2000)
})

test('texts that look like tokens go wherever they stand', () => {
  assert.equal(withoutSecretTexts('Bearer eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiIxIn0.sig x'), 'Bearer {removed} x')
  assert.equal(withoutSecretTexts('Bearer abcdefgh12345, x'), '{removed}, x')
  assert.equal(withoutSecretTexts('a plain sentence about a mug'), 'a plain sentence about a mug')
})
