import assert from 'node:assert/strict'
import { afterEach, beforeEach, mock, test } from 'node:test'
import { createClient, Refused, token, Unreachable, visitor } from '@vitrine/client'
import { elapse } from './elapse.ts'
import { type Answer, recording, refusal } from './recording.ts'

const clientOf = (answers: readonly (Answer | Error)[], options: object = {}) => {
  const { fetch, sent } = recording((_, count) => answers[Math.min(count, answers.length) - 1]!)
  return { client: createClient({ baseUrl: 'https://x.test', auth: token('t'), fetch, ...options }), sent }
}
const keysOf = (sent: readonly { headers: Readonly<Record<string, string>> }[]) => sent.map(({ headers }) => headers['Idempotency-Key'])

beforeEach(() => mock.timers.enable({ apis: ['setTimeout', 'Date'] }))
afterEach(() => mock.timers.reset())

for (const [what, lost] of [
  ['a network that fails', new TypeError('fetch failed')],
  ['502', { status: 502, body: '<html>' }],
  ['503', refusal(503, 'SERVICE_UNAVAILABLE')],
  ['504', { status: 504, body: '' }],
] as const) {
  test(`${what}: a write is sent again with the same Idempotency-Key and the same body`, async () => {
    const { client, sent } = clientOf([lost, lost, { body: { cart: {} } }])
    const call = client.currentCart.removeCouponFromCurrentCart()
    await elapse(call)
    assert.deepEqual(await call, { cart: {} })
    assert.equal(sent.length, 3)
    assert.equal(new Set(keysOf(sent)).size, 1)
    assert.equal(new Set(sent.map(({ body }) => body)).size, 1)
  })
}

test('a read is sent again too', async () => {
  const { client, sent } = clientOf([new TypeError('fetch failed'), { body: { shop: 1 } }])
  const call = client.shop.getShop()
  await elapse(call)
  assert.deepEqual(await call, { shop: 1 })
  assert.equal(sent.length, 2)
})

test('after three more tries it gives up, with pauses that double and differ', async () => {
  const took: number[] = []
  for (let i = 0; i < 10; i++) {
    const { client, sent } = clientOf([new TypeError('fetch failed')])
    const call = client.shop.getShop()
    took.push(await elapse(call))
    await assert.rejects(call, Unreachable)
    assert.equal(sent.length, 4)
  }
  for (const ms of took) assert.ok(ms >= 1050 && ms <= 2130, `${ms} ms is not within half of and the whole of 300 + 600 + 1200`)
  assert.ok(new Set(took).size > 1)
})

test('retries: 0 sends once', async () => {
  const { client, sent } = clientOf([new TypeError('fetch failed')], { retries: 0 })
  await assert.rejects(client.shop.getShop(), Unreachable)
  assert.equal(sent.length, 1)
})

test('409 IDEMPOTENCY_IN_PROGRESS: the same write is asked for again until the first one is through', async () => {
  const { client, sent } = clientOf([...Array<Answer>(8).fill(refusal(409, 'IDEMPOTENCY_IN_PROGRESS')), { body: { orderId: 'o1' } }])
  const call = client.checkout.createOrder({ id: 'c1' })
  await elapse(call)
  assert.deepEqual(await call, { orderId: 'o1' })
  assert.equal(new Set(keysOf(sent)).size, 1)
})

test('409 IDEMPOTENCY_IN_PROGRESS for ever is told to the caller in the end', async () => {
  const { client, sent } = clientOf([refusal(409, 'IDEMPOTENCY_IN_PROGRESS')])
  const call = client.checkout.createOrder({ id: 'c1' })
  await elapse(call)
  await assert.rejects(call, { name: 'Refused', code: 'IDEMPOTENCY_IN_PROGRESS' })
  assert.equal(sent.length, 13)
})

test('any other answer is final: a refusal, a fault of the platform, another 409', async () => {
  for (const answer of [
    refusal(400, 'EMPTY_CHECKOUT'),
    refusal(500, 'INTERNAL'),
    refusal(409, 'CHECKOUT_CHANGED'),
    refusal(429, 'TOO_MANY_REQUESTS'),
  ]) {
    const { client, sent } = clientOf([answer])
    await assert.rejects(client.checkout.createOrder({ id: 'c1' }))
    assert.equal(sent.length, 1)
  }
})

test('a write without a name is not sent again: it could be done twice', async () => {
  const { client, sent } = clientOf([new TypeError('fetch failed')], { idempotency: false })
  await assert.rejects(client.currentCart.deleteCurrentCart(), Unreachable)
  assert.equal(sent.length, 1)
})

test('Retry-After is honoured, in seconds and as a date', async () => {
  for (const inFourSeconds of [() => '4', () => new Date(Date.now() + 4000).toUTCString()]) {
    const value = inFourSeconds()
    const { client } = clientOf([refusal(503, 'SERVICE_UNAVAILABLE', {}, { 'Retry-After': value }), {}])
    const call = client.shop.getShop()
    const took = await elapse(call)
    await call
    assert.ok(took >= 3000 && took <= 4050, `${took} ms after Retry-After: ${value}`)
  }
})

test('a platform that asks for minutes is not waited for; the error says how long it asked', async () => {
  const { client, sent } = clientOf([refusal(503, 'SERVICE_UNAVAILABLE', {}, { 'Retry-After': '120' })])
  await assert.rejects(client.shop.getShop(), { name: 'Refused', code: 'SERVICE_UNAVAILABLE', retryAfterMs: 120_000 })
  assert.equal(sent.length, 1)
})

test('an answer that breaks off is a lost one', async () => {
  let count = 0
  const fetch = (async () => {
    if (count++ > 0) return new Response('{"cart":1}')
    return new Response(new ReadableStream({ pull: (body) => body.error(new TypeError('terminated')) }))
  }) as unknown as typeof globalThis.fetch
  const call = createClient({ baseUrl: 'https://x.test', fetch }).currentCart.removeCouponFromCurrentCart()
  await elapse(call)
  assert.deepEqual(await call, { cart: 1 })
})

test('a signal stops the call on the wire, with the caller’s reason, unreported', async () => {
  const heard: unknown[] = []
  const { fetch, sent } = recording(() => new Promise(() => {}))
  const client = createClient({ baseUrl: 'https://x.test', fetch, onError: (error) => heard.push(error) })
  const stop = new AbortController()
  const call = client.shop.getShop({}, { signal: stop.signal })
  await new Promise(setImmediate)
  stop.abort(new Error('the page is gone'))
  await assert.rejects(call, /the page is gone/)
  assert.equal(sent.length, 1)
  assert.deepEqual(heard, [])
})

test('a signal stops the pause between two tries', async () => {
  const { client, sent } = clientOf([new TypeError('fetch failed')])
  const stop = new AbortController()
  const call = client.shop.getShop({}, { signal: stop.signal })
  setTimeout(() => stop.abort(), 100)
  const took = await elapse(call)
  await assert.rejects(call, { name: 'AbortError' })
  assert.ok(took < 150)
  assert.equal(sent.length, 1)
})

test('a signal that is over already sends nothing', async () => {
  const { client, sent } = clientOf([{}])
  await assert.rejects(client.shop.getShop({}, { signal: AbortSignal.abort() }), { name: 'AbortError' })
  assert.equal(sent.length, 0)
})

test('nor does it ask for a token', async () => {
  const { fetch, sent } = recording()
  const client = createClient({ baseUrl: 'https://x.test', fetch, auth: visitor({ clientId: 'app' }) })
  await assert.rejects(client.shop.getShop({}, { signal: AbortSignal.abort() }), { name: 'AbortError' })
  assert.equal(sent.length, 0)
})

test('timeoutMs: Infinity never ends a call', async () => {
  const { fetch } = recording(() => new Promise((resolve) => setTimeout(() => resolve({ body: { shop: 1 } }), 100_000)))
  const call = createClient({ baseUrl: 'https://x.test', fetch, timeoutMs: Number.POSITIVE_INFINITY }).shop.getShop()
  await elapse(call, 1000)
  assert.deepEqual(await call, { shop: 1 })
})

test('the transport hears of the stop as well', async () => {
  let signal: AbortSignal | null | undefined
  const fetch = ((_: unknown, init: RequestInit) => {
    signal = init.signal
    return new Promise(() => {})
  }) as typeof globalThis.fetch
  const stop = new AbortController()
  const call = createClient({ baseUrl: 'https://x.test', fetch }).shop.getShop({}, { signal: stop.signal })
  await new Promise(setImmediate)
  stop.abort()
  await assert.rejects(call)
  assert.equal(signal?.aborted, true)
})

test('a call that takes longer than its time is Unreachable, tries and pauses included', async () => {
  const heard: unknown[] = []
  const { fetch } = recording(() => new Promise(() => {}))
  const client = createClient({ baseUrl: 'https://x.test', fetch, timeoutMs: 2000, onError: (error) => heard.push(error) })
  const call = client.shop.getShop()
  const took = await elapse(call)
  await assert.rejects(call, { name: 'Unreachable', message: 'GET /vitrine/v1/shop was not answered within 2000 ms' })
  assert.ok(took >= 2000 && took < 2100)
  const quick = client.shop.getShop({}, { timeoutMs: 50 })
  assert.ok((await elapse(quick)) < 100)
  await assert.rejects(quick, Unreachable)
  assert.equal(heard.length, 2)
  assert.ok(heard.every((error) => error instanceof Unreachable && !(error instanceof Refused)))
})
