import assert from 'node:assert/strict'
import { test } from 'node:test'
import { attempt, createClient, Refused, token, Unreachable } from '@vitrine/client'
import { type Answer, recording, refusal } from './recording.ts'

const clientOf = (answer: Answer | Error, options: object = {}) =>
  createClient({ baseUrl: 'https://x.test', auth: token('t'), fetch: recording(() => answer).fetch, retries: 0, ...options })

const thrownBy = (promise: Promise<unknown>) =>
  promise.then(
    () => assert.fail('nothing was thrown'),
    (error: unknown) => error,
  )

test('a refusal has message, code, data, status, details and the request id', async () => {
  const error = await thrownBy(
    clientOf(refusal(400, 'ITEM_NOT_AVAILABLE', { catalogItemId: 'p1', available: 2 })).currentCart.addToCurrentCart(),
  )
  assert.ok(error instanceof Refused)
  const { message, code, data, status, requestId, fieldViolations, details } = error
  assert.deepEqual(
    { message, code, data, status, requestId, fieldViolations, details },
    {
      message: 'No: ITEM_NOT_AVAILABLE',
      code: 'ITEM_NOT_AVAILABLE',
      data: { catalogItemId: 'p1', available: 2 },
      status: 400,
      requestId: 'r-1',
      fieldViolations: [],
      details: {
        applicationError: {
          code: 'ITEM_NOT_AVAILABLE',
          description: 'No: ITEM_NOT_AVAILABLE',
          data: { catalogItemId: 'p1', available: 2 },
        },
      },
    },
  )
})

test('a number in the place of the code gives way to the code beside it', async () => {
  const applicationError = { code: 404, description: 'No such collection.', data: { code: 'COLLECTION_NOT_FOUND' } }
  const answer = { status: 404, body: { message: 'No such collection.', details: { applicationError } } }
  const error = await thrownBy(clientOf(answer).collections.getCollection({ id: 'x' }))
  assert.ok(error instanceof Refused)
  assert.equal(error.code, 'COLLECTION_NOT_FOUND')
  assert.deepEqual(error.details, { applicationError })
})

test('broken rules come as INVALID_ARGUMENT with one violation a field', async () => {
  const fieldViolations = [{ field: 'email', description: 'is no e-mail', violatedRule: 'FORMAT', data: { type: 'EMAIL' } }]
  const answer = { status: 400, body: { message: 'email: is no e-mail', details: { validationError: { fieldViolations } } } }
  const error = await thrownBy(clientOf(answer).checkout.getCheckout({ id: 'x' }))
  assert.ok(error instanceof Refused)
  assert.equal(error.code, 'INVALID_ARGUMENT')
  assert.deepEqual(error.fieldViolations, fieldViolations)
  assert.deepEqual(error.data, { fieldViolations })
})

test('a fault of the platform is Unreachable and still names its request', async () => {
  const error = await thrownBy(clientOf(refusal(500, 'INTERNAL')).shop.getShop())
  assert.ok(error instanceof Unreachable)
  assert.deepEqual([error.status, error.requestId], [500, 'r-1'])
})

test('a failed network is Unreachable with its cause and no status', async () => {
  const cause = new TypeError('fetch failed')
  const error = await thrownBy(clientOf(cause).shop.getShop())
  assert.ok(error instanceof Unreachable)
  assert.equal(error.cause, cause)
  assert.equal(error.status, undefined)
  assert.equal(error.message, 'GET /vitrine/v1/shop got no answer')
})

test('an answer in another form, even a 200, is Unreachable', async () => {
  for (const answer of [
    { status: 200, body: '<html>Welcome to the hotel</html>' },
    { status: 404, body: '<html>' },
    { status: 403, body: { message: 'a proxy says so' } },
    { status: 418, body: 'null' },
    { status: 429, body: '"slow down"' },
  ]) {
    const error = await thrownBy(clientOf(answer).shop.getShop())
    assert.ok(error instanceof Unreachable, JSON.stringify(answer))
    assert.equal(error.status, answer.status)
  }
})

test('onError hears each failure once, before the call throws it', async () => {
  for (const answer of [refusal(404, 'OWNED_CART_NOT_FOUND'), new TypeError('fetch failed')]) {
    const heard: unknown[] = []
    const order: string[] = []
    const client = clientOf(answer, {
      onError: (error: Error, { route }: { route: string }) => {
        heard.push(error, route)
        order.push('hook')
      },
    })
    const error = await client.currentCart.getCurrentCart().catch((error: unknown) => {
      order.push('thrown')
      return error
    })
    assert.deepEqual(heard, [error, 'GET /ecom/v1/carts/current'])
    assert.deepEqual(order, ['hook', 'thrown'])
  }
})

test('attempt gives the refusal as a value, the answer otherwise, and still throws what is no refusal', async () => {
  const [refused, none] = await attempt(clientOf(refusal(404, 'OWNED_CART_NOT_FOUND')).currentCart.getCurrentCart())
  assert.equal(refused?.code, 'OWNED_CART_NOT_FOUND')
  assert.equal(none, undefined)
  assert.deepEqual(await attempt(clientOf({ body: { shop: 1 } }).shop.getShop()), [undefined, { shop: 1 }])
  await assert.rejects(attempt(clientOf(new TypeError('fetch failed')).shop.getShop()), Unreachable)
})

test('a missing path parameter is a mistake of the program and no failure of the call', async () => {
  const heard: unknown[] = []
  await assert.rejects(clientOf({}, { onError: (error: Error) => heard.push(error) }).orders.getOrder({ id: '' }), TypeError)
  assert.deepEqual(heard, [])
})
