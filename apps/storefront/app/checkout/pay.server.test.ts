import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Refused } from '@vitrine/client'
import type { Visit } from '../shop.server.ts'
import { pay } from './pay.server.ts'

function refusing(field: string): Visit {
  const violation = { field, description: 'is not a decimal', violatedRule: 'OTHER' as const, data: {} }
  const trace = { status: 400, requestId: undefined, retryAfterMs: undefined }
  const placeOrder = () => Promise.reject(new Refused('', { validationError: { fieldViolations: [violation] } }, trace))
  return { client: { payments: { placeOrder } }, host: { baseUrl: 'https://shop.example' } } as unknown as Visit
}

const request = {
  id: crypto.randomUUID(),
  by: 'stripe',
  card: undefined,
  total: 'x',
  currency: 'EUR',
  key: 'key',
  session: undefined,
  keeps: false,
  withElement: true,
  policiesAgreed: false,
  subscribed: false,
}

test('a total that is not a decimal is answered with 400', async () => {
  const thrown = await pay(refusing('expectedTotal'), request).then(
    () => undefined,
    (error: unknown) => error,
  )
  assert.ok(thrown instanceof Response)
  assert.equal(thrown.status, 400)
})

test('what a buyer has left out is asked for', async () => {
  assert.deepEqual(await pay(refusing('checkout.buyerInfo.email'), request), { missing: 'answers' })
})
