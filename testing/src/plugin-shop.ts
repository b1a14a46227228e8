import { after, afterEach, beforeEach } from 'node:test'
import { apiKey, createClient } from '@vitrine/client'
import * as backOffice from '@vitrine/client/back-office'
import { createClient as modular } from '@vitrine/client/modular'
import { writeSettings } from '@vitrine/platform/kernel/settings/settings'
import { additionalFees, shippingRates, taxCalculationProvider } from '@wix/ecom/service-plugins'
import { AppStrategy, createClient as published } from '@wix/sdk'
import { berlin, newBuyer } from './buyer.ts'
import { httpService } from './http-service.ts'
import { startTestPlatform, testClock } from './platform.ts'
import { addProduct } from './products.ts'
import { testSections } from './shop.ts'

/** A service as others write it: with the published client, which verifies signature, sender and receiver. */
export const publishedService = (appId: string, publicKey: string) =>
  published({ auth: AppStrategy({ appId, publicKey }), modules: { additionalFees, shippingRates, taxCalculationProvider } })

/**
 * For a file of tests of services for rates, fees and taxes: a shop with a mug, and a server that answers for all of them. After each test
 * the shop has no plug-in, and ships and taxes as before.
 */
export async function startPluginShop() {
  // The published library compares what it is sent with a clock of its own.
  const shop = await startTestPlatform({ clock: testClock(new Date().toISOString()) })
  const { platform, site, clock } = shop
  const mug = await addProduct(platform, { site, name: 'Morning Mug', price: 2600, stock: 500 }, clock.now())
  const admin = modular({ baseUrl: shop.url, auth: apiKey(shop.apiKey), modules: backOffice })
  const asked: { path: string; body: string }[] = []
  const services = {
    /** What the services do next; each test says. */
    answer: (_path: string, _body: string): Promise<Response> | Response => new Response(null, { status: 404 }),
  }
  const { answer: unknown } = services
  const server = await httpService((path, body) => {
    asked.push({ path, body })
    return services.answer(path, body)
  })
  const baseUrl = `${server.url}/plugins`

  after(async () => {
    await server.close()
    await shop[Symbol.asyncDispose]()
  })
  beforeEach(() => {
    asked.length = 0
    shop.faults.length = 0
    services.answer = unknown
  })
  afterEach(async () => {
    await writeSettings(platform.database, site, 'plugins', { plugins: [] }, clock.now())
    await writeSettings(platform.database, site, 'shipping', testSections.shipping, clock.now())
    await writeSettings(platform.database, site, 'taxes', testSections.taxes, clock.now())
  })

  type Plugin = Parameters<(typeof admin)['servicePlugins']['createServicePlugin']>[0]['servicePlugin']
  let postcode = 10_115
  return {
    shop,
    mug,
    admin,
    app: createClient({ baseUrl: shop.url, auth: apiKey(shop.apiKey) }),
    baseUrl,
    asked,
    services,
    plug: async (plugin: Omit<Plugin, 'name' | 'baseUrl'> & Partial<Plugin>) =>
      (await admin.servicePlugins.createServicePlugin({ servicePlugin: { name: 'Elsewhere', baseUrl, ...plugin } })).servicePlugin,
    /** This service answers from now on. */
    hears(made: ReturnType<typeof publishedService>): void {
      services.answer = (path, body) =>
        made.servicePlugins.processRequest(new Request(`http://service.example${path}`, { method: 'POST', body }))
    },
    /** What a cart with two mugs comes to. Each is sent to another postcode, so nothing of one test is cached for the next. */
    async estimate() {
      const buyer = newBuyer(shop)
      await buyer.currentCart.addToCurrentCart({ lineItems: [{ quantity: 2, catalogReference: mug.reference() }] })
      postcode += 1
      return buyer.currentCart.estimateCurrentCartTotals({ shippingAddress: { ...berlin.address, postalCode: String(postcode) } })
    },
  }
}
