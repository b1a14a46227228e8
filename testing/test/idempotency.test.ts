import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { describe, test } from 'node:test'
import { newId } from '@vitrine/platform/kernel/db/id'
import { sql } from '@vitrine/platform/kernel/db/sql'
import { writeSettings } from '@vitrine/platform/kernel/settings/settings'
import { freshSignIn } from '@vitrine/platform/kernel/settings/sign-in-settings'
import { replayed, startKeyedShop } from '../src/keyed-shop.ts'
import { newVisitor, type RawAnswer, refusalOf, send } from '../src/wire.ts'

const { shop, stockItems, post, everythingSaved } = await startKeyedShop()
const hour = 60 * 60 * 1000
const addPath = '/ecom/v1/carts/current/add-to-cart'
const addOne = () => ({ lineItems: [{ quantity: 1, catalogReference: stockItems.print.reference() }] })

const quantity = ({ json }: RawAnswer): number =>
  json.cart.lineItems.reduce((sum: number, line: { quantity: number }) => sum + line.quantity, 0)
const savedFor = async (key: string) =>
  (
    await shop.platform.database.query<{ count: number }>(
      sql`select count(*)::int as count from idempotency where site = ${shop.site} and key = ${key}`,
    )
  )[0]!.count

describe('one key', () => {
  test('is one write: the second time the answer of the first comes back, and says so', async () => {
    const { token } = await newVisitor(shop)
    const key = newId()
    const first = await post(addPath, token, key, addOne())
    const second = await post(addPath, token, key, addOne())
    assert.deepEqual([first.status, replayed(first), quantity(first)], [200, false, 1])
    assert.deepEqual([second.status, replayed(second), second.text], [200, true, first.text])
    const third = await post(addPath, token, newId(), addOne())
    assert.equal(quantity(third), 2, 'another key is another write')
  })

  test('of racing twins runs once: the others hear 409 IDEMPOTENCY_IN_PROGRESS or get its answer', async () => {
    const { token } = await newVisitor(shop)
    const key = newId()
    const twins = await Promise.all(Array.from({ length: 12 }, () => post(addPath, token, key, addOne())))
    const ran = twins.filter((answer) => answer.status === 200 && !replayed(answer))
    assert.equal(ran.length, 1)
    for (const twin of twins) {
      if (twin.status !== 200) assert.equal(refusalOf(twin), 'IDEMPOTENCY_IN_PROGRESS')
      else assert.equal(twin.text, ran[0]!.text)
    }
    assert.ok(replayed(await post(addPath, token, key, addOne())))
    assert.equal(quantity(await send(shop, { method: 'GET', path: '/ecom/v1/carts/current', headers: { authorization: token } })), 1)
  })

  // attack: Input, files, HTTP | an Idempotency-Key is reused with another body or operation | 422 IDEMPOTENCY_KEY_REUSED
  test('with another body, address or operation is 422 IDEMPOTENCY_KEY_REUSED, and does nothing', async () => {
    const { token } = await newVisitor(shop)
    const key = newId()
    const first = await post(addPath, token, key, addOne())
    const two = { lineItems: [{ quantity: 2, catalogReference: stockItems.print.reference() }] }
    assert.equal(refusalOf(await post(addPath, token, key, two)), 'IDEMPOTENCY_KEY_REUSED')
    assert.equal(refusalOf(await post('/ecom/v1/carts/current/remove-coupon', token, key, {})), 'IDEMPOTENCY_KEY_REUSED')
    assert.equal(refusalOf(await post('/_api/ecom-cart/v1/carts/current/add-to-cart', token, key, addOne())), 'IDEMPOTENCY_KEY_REUSED')
    const deleted = await send(shop, {
      method: 'DELETE',
      path: '/ecom/v1/carts/current',
      headers: { authorization: token, 'idempotency-key': key },
    })
    assert.equal(refusalOf(deleted), 'IDEMPOTENCY_KEY_REUSED')
    assert.equal((await post(addPath, token, key, addOne())).text, first.text)
  })

  // attack: Other people's data | an Idempotency-Key of another caller is guessed | the answers never meet
  test('of different callers never meets', async () => {
    const key = newId()
    const [one, other] = [await newVisitor(shop), await newVisitor(shop)]
    for (const token of [one.token, other.token, shop.apiKey]) assert.equal(replayed(await post(addPath, token, key, addOne())), false)
    assert.equal(await savedFor(key), 3)
    const anonymous = { grantType: 'anonymous', clientId: shop.clientId }
    const tokens = await Promise.all(
      ['10.0.0.1', '10.0.0.2'].map((peer) => post('/oauth2/token', '', key, anonymous, { 'x-vitrine-peer': peer })),
    )
    assert.notEqual(tokens[0]!.json.access_token, tokens[1]!.json.access_token, 'strangers are told apart by where they come from')
    await send(shop, { method: 'DELETE', path: '/ecom/v1/carts/current', headers: { authorization: shop.apiKey } })
  })

  test('is kept for a day by the clock, then it is a new one, and swept', async () => {
    const visitorId = newId()
    const token = async () => {
      const { keyRing } = await import('@vitrine/platform/people/identity/keys')
      const { tokens } = await import('@vitrine/platform/people/identity/tokens')
      const issuer = tokens(keyRing(shop.platform.database), shop.clock)
      return (await issuer.issue({ kind: 'visitor', site: shop.site, visitorId, clientId: shop.clientId })).access
    }
    const key = newId()
    await post(addPath, await token(), key, addOne())
    shop.clock.advance(24 * hour)
    assert.ok(replayed(await post(addPath, await token(), key, addOne())))
    await shop.platform.everyMinute()
    assert.equal(await savedFor(key), 1)
    shop.clock.advance(1)
    const again = await post(addPath, await token(), key, addOne())
    assert.deepEqual([replayed(again), quantity(again)], [false, 2])
    shop.clock.advance(23 * hour)
    assert.ok(replayed(await post(addPath, await token(), key, addOne())), 'its day began anew')
    shop.clock.advance(2 * hour)
    await shop.platform.everyMinute()
    assert.equal(await savedFor(key), 0)
  })

  test('has 1 to 255 characters; 400 MALFORMED_REQUEST otherwise', async () => {
    const { token } = await newVisitor(shop)
    for (const key of ['', 'x'.repeat(256)]) assert.equal(refusalOf(await post(addPath, token, key, addOne())), 'MALFORMED_REQUEST')
    for (const key of ['x', 'x'.repeat(255), 'a b/c"ü']) assert.equal((await post(addPath, token, key, addOne())).status, 200)
  })
})

describe('nothing is remembered of', () => {
  test('what broke its schema or could not be read: the mended request runs under the same key', async () => {
    const { token } = await newVisitor(shop)
    const key = newId()
    assert.equal(refusalOf(await post(addPath, token, key, { lineItems: 7 })), 'INVALID_ARGUMENT')
    assert.equal(refusalOf(await post(addPath, token, key, '{')), 'MALFORMED_REQUEST')
    assert.equal(await savedFor(key), 0)
    assert.equal((await post(addPath, token, key, addOne())).status, 200)
  })

  test('a refusal: it changed nothing, and may be otherwise the next time', async () => {
    const { token } = await newVisitor(shop)
    const key = newId()
    const remove = () => post('/ecom/v1/carts/current/remove-coupon', token, key, {})
    assert.equal(refusalOf(await remove()), 'OWNED_CART_NOT_FOUND')
    assert.equal(await savedFor(key), 0)
    await post(addPath, token, undefined, addOne())
    assert.equal((await remove()).status, 200)
  })

  test('a call that was not allowed', async () => {
    const key = newId()
    assert.equal(refusalOf(await post(addPath, '', key, addOne())), 'UNAUTHENTICATED')
    assert.equal(refusalOf(await post(addPath, 'x', key, addOne())), 'INVALID_TOKEN')
    assert.equal(await savedFor(key), 0)
  })

  test('reads, also those by POST', async () => {
    const { token } = await newVisitor(shop)
    const key = newId()
    await post(addPath, token, undefined, addOne())
    for (const _ of [1, 2]) {
      const estimate = await post('/ecom/v1/carts/current/estimate-totals', token, key, {})
      assert.deepEqual([estimate.status, replayed(estimate)], [200, false])
    }
    assert.equal(await savedFor(key), 0)
  })
})

describe('a confidential call', () => {
  const password = 'slow mornings, 1 cup'
  const isKnown = (text: string) => text.includes(password)

  test('is done once, and its answer comes again for whoever has the key; the database has neither', async () => {
    const key = newId()
    const body = { apiKey: { name: 'A till', scopes: ['orders.read'] } }
    const make = (name = key, said: object = body) => post('/vitrine/v1/api-keys', shop.apiKey, name, said)
    const first = await make()
    const again = await make()
    assert.deepEqual([first.status, again.status, replayed(again), again.text], [200, 200, true, first.text])
    const secret: string = first.json.key
    const saved = await everythingSaved()
    for (const text of [key, secret, first.json.apiKey.id, Buffer.from(first.text).toString('base64').slice(0, 40)])
      assert.ok(!saved.includes(text), text)
    assert.notEqual((await make(newId())).json.key, secret)
    assert.equal(refusalOf(await make(key, { apiKey: { name: 'Another till' } })), 'IDEMPOTENCY_KEY_REUSED')
    const [row] = await shop.platform.database.query<{ keys: number }>(sql`select count(*)::int as keys from api_key where name = 'A till'`)
    assert.equal(row!.keys, 2, 'one by each key')
  })

  test('of racing twins is done once, too', async () => {
    const key = newId()
    const body = { apiKey: { name: 'Twins', scopes: ['orders.read'] } }
    const twins = await Promise.all(Array.from({ length: 8 }, () => post('/vitrine/v1/api-keys', shop.apiKey, key, body)))
    const made = twins.filter(({ status }) => status === 200)
    for (const twin of twins) if (twin.status !== 200) assert.equal(refusalOf(twin), 'IDEMPOTENCY_IN_PROGRESS')
    assert.equal(made.filter((answer) => !replayed(answer)).length, 1)
    assert.equal(new Set(made.map(({ text }) => text)).size, 1)
  })

  // attack: Operations and defaults | passwords are looked for in stored idempotency answers | no trace
  test('leaves no trace of a password: neither itself nor a quick hash by which it could be guessed', async () => {
    await writeSettings(
      shop.platform.database,
      shop.site,
      'signIn',
      { ...freshSignIn, captcha: 'NEVER', emailVerification: false },
      shop.clock.now(),
    )
    const { token } = await newVisitor(shop)
    const key = newId()
    const path = '/_api/iam/authentication/v2/register'
    const body = JSON.stringify({ loginId: { email: `${newId()}@example.com` }, password })
    const first = await post(path, token, key, body)
    assert.equal(first.json.state, 'SUCCESS', first.text)
    const again = await post(path, token, key, body)
    assert.deepEqual([replayed(again), again.text], [true, first.text], 'a registration whose answer got lost can still be gone on with')
    const saved = await everythingSaved()
    assert.ok(!isKnown(saved))
    for (const said of [body, `POST ${path}\0${path}\0${body}`]) {
      const hash = createHash('sha256').update(said).digest()
      for (const text of [hash.toString('hex'), hash.toString('base64')]) assert.ok(!saved.includes(text))
    }
    assert.ok(!saved.includes(first.json.sessionToken))
    assert.equal(refusalOf(await post(path, token, key, body.replace(password, 'another password'))), 'IDEMPOTENCY_KEY_REUSED')
  })
})
