// Services that recommend products, made with the published client's own plug-in.
import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { apiKey, createClient } from '@vitrine/client'
import * as backOffice from '@vitrine/client/back-office'
import { writeSettings } from '@vitrine/platform/kernel/settings/settings'
import { recommendationsProvider } from '@wix/ecom/service-plugins'
import { AppStrategy, createClient as published } from '@wix/sdk'
import { newBuyer } from '../src/buyer.ts'
import { httpService } from '../src/http-service.ts'
import { sellTogether } from '../src/orders-of.ts'
import { startTestPlatform, type TestPlatform, testClock } from '../src/platform.ts'
import { addProduct, storesAppId, type TestProduct } from '../src/products.ts'
import { codeOf } from '../src/refused.ts'

const related = '5b0c1f0e-6a57-4a40-9d3b-0f6c7d2e8a11'
const global = '5b0c1f0e-6a57-4a40-9d3b-0f6c7d2e8a12'
const bestSellers = { id: 'ba491fd2-b172-4552-9ea6-7202e01d1d3c', appId: storesAppId }
const algorithms = [
  { algorithmId: related, algorithmType: 'RELATED_ITEMS' as const, name: 'Pairings', description: 'What a taster puts beside it.' },
  {
    algorithmId: global,
    algorithmType: 'GLOBAL' as const,
    name: 'In season',
    description: 'What is best this week.',
    additionalInfo: 'Changes on Mondays.',
  },
]

let shop: TestPlatform
let mug: TestProduct
let pot: TestProduct
let lamp: TestProduct
let soldOut: TestProduct
let hidden: TestProduct
let admin: ReturnType<typeof newAdmin>
let service: Awaited<ReturnType<typeof httpService>>
/** Another service in each test: what is remembered of one is not of the next. */
let id = ''
let asked = 0
let answer: (path: string, body: string) => Promise<Response> | Response

const newAdmin = () => createClient({ baseUrl: shop.url, auth: apiKey(shop.apiKey), modules: backOffice })

before(async () => {
  // The published library compares what it is sent with a clock of its own.
  shop = await startTestPlatform({ clock: testClock(new Date().toISOString()) })
  const add = (name: string, more: { stock?: number; hidden?: true } = { stock: 50 }) =>
    addProduct(shop.platform, { site: shop.site, name, price: 2000, ...more }, shop.clock.now())
  ;[mug, pot, lamp] = [await add('Morning Mug'), await add('Round Teapot'), await add('Dusk Lamp')]
  soldOut = await add('Sold out', { stock: 0 })
  hidden = await add('Hidden', { stock: 5, hidden: true })
  admin = newAdmin()
  await sellTogether(shop, [[lamp], [lamp], [lamp]])
  await shop.platform.everyHour()
  await shop.platform.everyMinute()
  service = await httpService((path, body) => {
    asked += 1
    return answer(path, body)
  })
})
after(async () => {
  await service.close()
  await shop[Symbol.asyncDispose]()
})
beforeEach(() => {
  asked = 0
  shop.faults.length = 0
  says({})
})
afterEach(async () => {
  const { database } = shop.platform
  await writeSettings(database, shop.site, 'plugins', { plugins: [] }, shop.clock.now())
})

type Plugin = Parameters<(typeof admin)['servicePlugins']['createServicePlugin']>[0]['servicePlugin']
const plug = async (more: Partial<Plugin> = {}) => {
  id = crypto.randomUUID()
  const servicePlugin: Plugin = { type: 'RECOMMENDATIONS', id, name: 'Taster', baseUrl: service.url, algorithms, ...more }
  return (await admin.servicePlugins.createServicePlugin({ servicePlugin })).servicePlugin
}
const item = (product: TestProduct) => ({ catalogItemId: product.id, appId: storesAppId })
const says = (lists: Readonly<Record<string, readonly TestProduct[]>>) => {
  answer = () =>
    Response.json({
      recommendationPerAlgorithm: Object.entries(lists).map(([algorithmId, products]) => ({
        algorithmId,
        recommendedItems: products.map(item),
      })),
    })
}
const of = (algorithmId: string) => ({ id: algorithmId, appId: id })
const get = async (list: readonly { id: string; appId: string }[], more: object = { items: [item(mug)] }) => {
  const { recommendation } = await newBuyer(shop).recommendations.getRecommendation({ algorithms: [...list], ...more })
  return recommendation && { by: recommendation.algorithm, ids: recommendation.items.map(({ catalogItemId }) => catalogItemId) }
}

describe('a service for recommendations', () => {
  test('200 its algorithms are listed under its id, and the published client is asked with the items of those that are related', async () => {
    const { publicKey, algorithms: stored } = await plug()
    assert.deepEqual(stored, algorithms)
    const { availableAlgorithms } = await newBuyer(shop).recommendations.listAvailableAlgorithms({})
    assert.deepEqual(
      availableAlgorithms.filter(({ appId }) => appId === id).map(({ config }) => config),
      algorithms,
    )
    const made = published({ auth: AppStrategy({ appId: id, publicKey }), modules: { recommendationsProvider } })
    const seen: unknown[] = []
    made.recommendationsProvider.provideHandlers({
      async getRecommendations({ request, metadata }) {
        seen.push([request.items, request.algorithmIds, metadata.currency])
        return {
          recommendationPerAlgorithm: [
            { algorithmId: related, recommendedItems: [soldOut, pot, hidden, mug].map(item) },
            { algorithmId: global, recommendedItems: [lamp, pot].map(item) },
          ],
        }
      },
    })
    answer = (path, body) => made.servicePlugins.processRequest(new Request(`http://service.example${path}`, { method: 'POST', body }))
    assert.deepEqual(
      await get([of(related), of(global)]),
      { by: of(related), ids: [pot.id] },
      'what can be bought, without what is asked about',
    )
    assert.deepEqual(seen, [[[item(mug)], [related, global], 'EUR']])
    assert.deepEqual(await get([of(related), of(global)], { items: [item(mug)], minimumRecommendedItems: 2 }), {
      by: of(global),
      ids: [lamp.id, pot.id],
    })
    assert.equal(asked, 1, 'an answer holds for a minute')
  })

  test('200 what is the same for everybody is asked for without items, and what goes with nothing is not asked for', async () => {
    await plug()
    let body = ''
    answer = (_, sent) => {
      body = sent
      return Response.json({ recommendationPerAlgorithm: [{ algorithmId: global, recommendedItems: [item(lamp)] }] })
    }
    assert.deepEqual(await get([of(related), of(global)], {}), { by: of(global), ids: [lamp.id] })
    const { data } = JSON.parse(Buffer.from(body.split('.')[1]!, 'base64url').toString()) as { data: { request: object } }
    assert.deepEqual(data.request, { algorithmIds: [global] })
    assert.deepEqual(await get([of(related), bestSellers], {}), { by: bestSellers, ids: [lamp.id] })
    assert.equal(asked, 1)
  })

  test('200 one that is silent, refuses or says nonsense recommends nothing: the next algorithm of the list answers', async () => {
    for (const silent of [
      () => new Response(null, { status: 500 }),
      () => new Promise<Response>(() => {}),
      () => Response.json({ applicationError: { code: 'ALGORITHM_NOT_SUPPORTED' } }, { status: 400 }),
      () => Response.json({ recommendationPerAlgorithm: 'many' }),
      () => Response.json({ recommendationPerAlgorithm: [] }),
    ]) {
      await plug({ timeoutMs: 100 })
      answer = silent
      assert.deepEqual(await get([of(related), bestSellers]), { by: bestSellers, ids: [lamp.id] })
      assert.equal(await get([of(related), of(global)]), undefined)
    }
  })

  test('after five silences in a row nobody waits for it for half a minute', async () => {
    await plug()
    answer = () => new Response(null, { status: 503 })
    for (const product of [mug, pot, lamp, soldOut, hidden]) await get([of(related), bestSellers], { items: [item(product)] })
    assert.equal(asked, 5)
    await get([of(related), bestSellers], { items: [item(mug), item(pot)] })
    assert.equal(asked, 5)
  })

  test('400 ALGORITHM_NOT_SUPPORTED for one that was not named, RECOMMENDATIONS_PROVIDER_NOT_FOUND for a service that is switched off', async () => {
    await plug({ algorithms: [algorithms[0]!] })
    const client = newBuyer(shop).recommendations
    assert.equal(await codeOf(client.getRecommendation({ algorithms: [of(global)] })), 'ALGORITHM_NOT_SUPPORTED')
    await admin.servicePlugins.updateServicePlugin({ servicePlugin: { id, active: false } })
    assert.equal(await codeOf(client.getRecommendation({ algorithms: [of(related)] })), 'RECOMMENDATIONS_PROVIDER_NOT_FOUND')
    const { availableAlgorithms } = await client.listAvailableAlgorithms({})
    assert.equal(
      availableAlgorithms.some(({ appId }) => appId === id),
      false,
    )
    assert.equal(asked, 0)
  })

  test('200 of two algorithms with one id the first counts; null takes them back; the settings of the shop name the service', async () => {
    const { algorithms: stored } = await plug({ algorithms: [algorithms[0]!, { ...algorithms[1]!, algorithmId: related.toUpperCase() }] })
    assert.deepEqual(stored, [algorithms[0]])
    const { ecommerceSettings } = await admin.shopSettings.getEcommerceSettings({ fields: ['PURCHASE_RECOMMENDATIONS_SERVICE_PLUGIN'] })
    assert.deepEqual(ecommerceSettings.purchaseRecommendationsServicePlugin, { activeProviders: [{ appId: id }] })
    const { servicePlugin } = await admin.servicePlugins.updateServicePlugin({ servicePlugin: { id, algorithms: null } })
    assert.deepEqual(servicePlugin.algorithms, [])
  })
})

describe('services at a placement', () => {
  const choose = (algorithms: readonly ('SERVICES' | 'BEST_SELLING')[]) =>
    admin.recommendationManagement.setRecommendationSettings({
      settings: { placements: [{ placement: 'PRODUCT', enabled: true, algorithms: [...algorithms] }] },
    })
  const shown = async (product = mug) => {
    const { items } = await newBuyer(shop).recommendations.getPlacement({ placement: 'PRODUCT', productIds: [product.id], limit: 4 })
    return items.map(({ productId, kind }) => [productId, kind])
  }
  const byService = () => [
    [pot.id, 'SERVICES'],
    [lamp.id, 'BEST_SELLING'],
  ]

  test('200 what they recommend fills it in its turn, but for what the shop excludes', async () => {
    await plug()
    await choose(['SERVICES', 'BEST_SELLING'])
    says({ [related]: [pot, soldOut] })
    assert.deepEqual(await shown(), byService())
    await admin.recommendationManagement.setProductPicks({ productId: mug.id, pinned: [], excluded: [pot.id] })
    assert.deepEqual(await shown(), [[lamp.id, 'BEST_SELLING']])
    await admin.recommendationManagement.setProductPicks({ productId: mug.id, pinned: [], excluded: [] })
  })

  test('200 a page waits for a moment only, and shows what was said later from then on', async () => {
    await plug()
    await choose(['SERVICES', 'BEST_SELLING'])
    answer = async () => {
      await sleep(600)
      return Response.json({ recommendationPerAlgorithm: [{ algorithmId: related, recommendedItems: [item(pot)] }] })
    }
    const before = performance.now()
    assert.deepEqual(await shown(), [[lamp.id, 'BEST_SELLING']])
    assert.ok(performance.now() - before < 600)
    await sleep(800)
    assert.deepEqual(await shown(), byService())
    assert.equal(asked, 1)
  })
})
