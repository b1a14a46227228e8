// Services that say which payments need 3-D Secure, made with the published client's own plug-in.
import assert from 'node:assert/strict'
import { after, afterEach, beforeEach, describe, test } from 'node:test'
import { apiKey, createClient } from '@vitrine/client'
import * as backOffice from '@vitrine/client/back-office'
import { writeSettings } from '@vitrine/platform/kernel/settings/settings'
import { paymentSettings } from '@wix/ecom/service-plugins'
import { AppStrategy, createClient as published } from '@wix/sdk'
import { card, newBuyer, toCheckout } from '../src/buyer.ts'
import { httpService } from '../src/http-service.ts'
import { startTestPlatform, testClock } from '../src/platform.ts'
import { addProduct } from '../src/products.ts'

// The published library compares what it is sent with a clock of its own.
const shop = await startTestPlatform({ clock: testClock(new Date().toISOString()) })
const mug = await addProduct(shop.platform, { site: shop.site, name: 'Morning Mug', price: 2000, stock: 500 }, shop.clock.now())
const admin = createClient({ baseUrl: shop.url, auth: apiKey(shop.apiKey), modules: backOffice })
let asked = 0
let answer: (path: string, body: string) => Promise<Response> | Response
const service = await httpService((path, body) => {
  asked += 1
  return answer(path, body)
})
/** Another service in each test: what is remembered of one is not of the next. */
let id = ''

after(async () => {
  await service.close()
  await shop[Symbol.asyncDispose]()
})
beforeEach(() => {
  asked = 0
  shop.faults.length = 0
  says({ requires3dSecure: true })
})
afterEach(() => writeSettings(shop.platform.database, shop.site, 'plugins', { plugins: [] }, shop.clock.now()))

type Plugin = Parameters<typeof admin.servicePlugins.createServicePlugin>[0]['servicePlugin']
const plug = async (more: Partial<Plugin> = {}) => {
  id = crypto.randomUUID()
  const servicePlugin: Plugin = { type: 'PAYMENT_SETTINGS', id, name: 'Risk', baseUrl: service.url, ...more }
  return (await admin.servicePlugins.createServicePlugin({ servicePlugin })).servicePlugin
}
const says = (said: object) => {
  answer = () => Response.json({ paymentSettings: said })
}
async function place(cardNumber?: string) {
  const buyer = newBuyer(shop)
  const checkoutId = await toCheckout(buyer, [{ product: mug }])
  const key = { idempotencyKey: crypto.randomUUID() }
  const request = { id: checkoutId, paymentToken: await card(buyer, cardNumber), returnUrl: `${shop.url}/back` }
  return { buyer, placed: await buyer.payments.placeOrder(request, key), again: () => buyer.payments.placeOrder(request, key) }
}

describe('a service for payment settings', () => {
  test('is asked with the whole order, and what it demands the buyer confirms; sent again it is asked once', async () => {
    const { publicKey } = await plug()
    const made = published({ auth: AppStrategy({ appId: id, publicKey }), modules: { paymentSettings } })
    const seen: unknown[] = []
    made.paymentSettings.provideHandlers({
      async getPaymentSettings({ request: { order }, metadata }) {
        seen.push([
          order?._id,
          order?.priceSummary?.total?.amount,
          order?.lineItems?.map(({ productName, quantity }) => [productName?.original, quantity]),
          order?.buyerInfo?.email,
          order?.shippingInfo?.logistics?.shippingDestination?.address?.city,
          order?._createdDate instanceof Date,
          metadata.currency,
        ])
        return { paymentSettings: { requires3dSecure: true } }
      },
    })
    answer = (path, body) => made.servicePlugins.processRequest(new Request(`http://service.example${path}`, { method: 'POST', body }))
    const { buyer, placed, again } = await place()
    assert.equal(placed.status, 'REQUIRES_ACTION')
    assert.deepEqual(seen, [[placed.orderId, '24.90', [['Morning Mug', 1]], 'ada@example.com', 'Berlin', true, 'EUR']])
    assert.deepEqual(await again(), placed)
    assert.equal(asked, 1)
    const { resultToken } = await buyer.payments.answerSandboxAuthentication({
      id: placed.actionUrl!.split('/').at(-1)!,
      answer: 'CONFIRM',
    })
    assert.equal((await buyer.payments.confirmPayment({ id: placed.orderId, resultToken })).status, 'APPROVED')
  })

  test('200 what it does not demand is paid at once, and a card that is declined stays declined', async () => {
    await plug()
    for (const nothing of [{ requires3dSecure: false }, { requires3dSecure: null }, {}]) {
      says(nothing)
      assert.equal((await place()).placed.status, 'APPROVED')
    }
    says({ requires3dSecure: true })
    await assert.rejects(place('4000 0000 0000 0002'), { code: 'PAYMENT_ERROR' })
  })

  test('while it is silent or says what cannot be read, the merchant’s word holds', async () => {
    await plug({ timeoutMs: 100 })
    for (const silent of [
      () => new Response(null, { status: 500 }),
      () => new Promise<Response>(() => {}),
      () => Response.json({ paymentSettings: { requires3dSecure: 'always' } }),
    ]) {
      answer = silent
      assert.equal((await place()).placed.status, 'APPROVED')
    }
    const { servicePlugin } = await admin.servicePlugins.updateServicePlugin({ servicePlugin: { id, requires3dSecureFallback: true } })
    assert.equal(servicePlugin.requires3dSecureFallback, true)
    assert.equal((await place()).placed.status, 'REQUIRES_ACTION')
  })

  test('of several services one that demands it is enough, and one that is switched off is not asked', async () => {
    await plug()
    answer = (path) => Response.json({ paymentSettings: { requires3dSecure: path.startsWith('/strict/') } })
    const strict = { type: 'PAYMENT_SETTINGS' as const, name: 'Strict', baseUrl: `${service.url}/strict` }
    const { id: other } = (await admin.servicePlugins.createServicePlugin({ servicePlugin: strict })).servicePlugin
    assert.equal((await place()).placed.status, 'REQUIRES_ACTION')
    assert.equal(asked, 2)
    await admin.servicePlugins.updateServicePlugin({ servicePlugin: { id: other, active: false } })
    assert.equal((await place()).placed.status, 'APPROVED')
    assert.equal(asked, 3)
  })

  test('after five silences in a row nobody waits for it for half a minute', async () => {
    await plug()
    answer = () => new Response(null, { status: 503 })
    for (let n = 0; n < 7; n++) assert.equal((await place()).placed.status, 'APPROVED')
    assert.equal(asked, 5)
  })
})
