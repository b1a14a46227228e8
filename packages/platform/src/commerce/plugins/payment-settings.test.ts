import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Order } from '@vitrine/contract'
import { paymentSettingsOf } from './payment-settings.ts'

const plugin = { id: 'p', type: 'PAYMENT_SETTINGS', name: 'Risk', baseUrl: 'https://risk.example', active: true } as const
const order = { id: 'o', number: '10001', currency: 'EUR' } as Order
const asked = { site: 's', providerId: 'p', currency: 'EUR', language: 'en', order }
const { signal } = new AbortController()
const demands = (answer: unknown) => paymentSettingsOf(plugin, async () => answer).demandsOf(asked, signal)

test('is asked with the whole order', async () => {
  const requests: unknown[] = []
  await paymentSettingsOf(plugin, async (_plugin, _asked, request) => {
    requests.push(request)
    return { paymentSettings: {} }
  }).demandsOf(asked, signal)
  assert.deepEqual(requests, [{ order }])
})

test('demands 3-D Secure or says nothing of it; anything else cannot be used', async () => {
  assert.deepEqual(await demands({ paymentSettings: { requires3dSecure: true } }), { requires3dSecure: true })
  for (const nothing of [{}, { requires3dSecure: null }, { requires3dSecure: false }])
    assert.deepEqual(await demands({ paymentSettings: nothing }), { requires3dSecure: false })
  for (const nonsense of [undefined, {}, [], { paymentSettings: [] }, { paymentSettings: { requires3dSecure: 'yes' } }])
    await assert.rejects(demands(nonsense), { code: 'UNUSABLE_ANSWER' })
})

test('while it is silent the merchant’s word holds', () => {
  const fallbackOf = (more: object) => paymentSettingsOf({ ...plugin, ...more }, async () => undefined).fallback
  assert.deepEqual(
    [fallbackOf({}), fallbackOf({ requires3dSecureFallback: true })],
    [{ requires3dSecure: false }, { requires3dSecure: true }],
  )
})
