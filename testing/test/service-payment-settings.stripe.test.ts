// What services demand of payments with Stripe.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { apiKey, createClient } from '@vitrine/client'
import * as backOffice from '@vitrine/client/back-office'
import { httpService } from '../src/http-service.ts'
import { startStripeShop } from '../src/stripe-shop.ts'

const { stripe, shop, place, placeHere } = await startStripeShop()
const admin = createClient({ baseUrl: shop.url, auth: apiKey(shop.apiKey), modules: backOffice })
let requires3dSecure = true
const service = await httpService(() => Response.json({ paymentSettings: { requires3dSecure } }))
const asked = (line: string) => JSON.stringify(stripe.requests.findLast((request) => request.line === line))

before(() => admin.servicePlugins.createServicePlugin({ servicePlugin: { type: 'PAYMENT_SETTINGS', name: 'Risk', baseUrl: service.url } }))
after(() => service.close())

test('3-D Secure is demanded of Stripe’s page and of the form on our page, and only where a service says so', async () => {
  await place()
  assert.match(asked('POST /v1/checkout/sessions'), /request_three_d_secure.{1,8}any/)
  await placeHere()
  assert.match(asked('POST /v1/payment_intents'), /request_three_d_secure.{1,8}any/)
  requires3dSecure = false
  await place()
  assert.doesNotMatch(asked('POST /v1/checkout/sessions'), /request_three_d_secure/)
  await placeHere()
  assert.doesNotMatch(asked('POST /v1/payment_intents'), /request_three_d_secure/)
})
