import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, test } from 'node:test'
import { recommendations } from '@wix/ecom'
import { ApiKeyStrategy, createClient, OAuthStrategy } from '@wix/sdk'
import { sellTogether } from '../src/orders-of.ts'
import { startTestPlatform, type TestPlatform } from '../src/platform.ts'
import { addProduct, storesAppId, type TestProduct } from '../src/products.ts'
import { type PublishedHosts, publishedHosts } from '../src/published-client.ts'

let shop: TestPlatform
let hosts: PublishedHosts
let mug: TestProduct
let pot: TestProduct
let lamp: TestProduct

before(async () => {
  shop = await startTestPlatform()
  const add = (name: string) => addProduct(shop.platform, { site: shop.site, name, price: 2000, stock: 50 }, shop.clock.now())
  mug = await add('Morning Mug')
  pot = await add('Round Teapot')
  lamp = await add('Dusk Lamp')
  await sellTogether(shop, [[mug, pot], [mug, pot], [pot, mug], [lamp], [lamp], [lamp], [lamp], [lamp]])
  await shop.platform.everyHour()
  await shop.platform.everyMinute()
})
after(async () => {
  await shop[Symbol.asyncDispose]()
  assert.deepEqual(shop.faults, [])
})
beforeEach(() => {
  hosts = publishedHosts(shop.url)
})
afterEach(() => hosts[Symbol.dispose]())

const visitor = () => createClient({ modules: { recommendations }, auth: OAuthStrategy({ clientId: shop.clientId }) }).recommendations
const program = () =>
  createClient({ modules: { recommendations }, auth: ApiKeyStrategy({ apiKey: shop.apiKey, siteId: shop.site }) }).recommendations

const idOf = {
  boughtTogether: 'd5aac1e1-2e53-4d11-85f7-7172710b4783',
  viewedTogether: '5dd69f67-9ab9-478e-ba7c-10c6c6e7285f',
  sameCategories: '68ebce04-b96a-4c52-9329-08fc9d8c1253',
  bestSellers: 'ba491fd2-b172-4552-9ea6-7202e01d1d3c',
} as const

const items = () => [{ appId: storesAppId, catalogItemId: mug.id }]

/** The published client changes what it is given. */
const algorithmsOf = (...names: (keyof typeof idOf)[]) => names.map((name) => ({ _id: idOf[name], appId: storesAppId }))

test('the published client lists the algorithms, under the ids that its storefronts know', async () => {
  for (const client of [visitor(), program()]) {
    const { availableAlgorithms } = await client.listAvailableAlgorithms()
    const listed = availableAlgorithms?.map(({ config, appId }) => [config?.algorithmId, config?.name, config?.algorithmType, appId])
    assert.deepEqual(listed?.slice(0, 4), [
      [idOf.boughtTogether, 'Frequently bought together', 'RELATED_ITEMS', storesAppId],
      [idOf.viewedTogether, 'Frequently viewed together', 'RELATED_ITEMS', storesAppId],
      [idOf.sameCategories, 'From the same categories', 'RELATED_ITEMS', storesAppId],
      [idOf.bestSellers, 'Best sellers', 'GLOBAL', storesAppId],
    ])
    assert.deepEqual(
      listed?.slice(4).map(([, name, type]) => [name, type]),
      [
        ['New arrivals', 'GLOBAL'],
        ['For you', 'GLOBAL'],
      ],
    )
  }
})

test('the published client is recommended what is bought together, by the first algorithm that finds enough, and nothing where none does', async () => {
  for (const client of [visitor(), program()]) {
    const { recommendation } = await client.getRecommendation(algorithmsOf('viewedTogether', 'boughtTogether', 'bestSellers'), {
      items: items(),
    })
    assert.deepEqual(recommendation?.items, [{ catalogItemId: pot.id, appId: storesAppId }])
    assert.deepEqual(recommendation?.algorithm, { _id: idOf.boughtTogether, appId: storesAppId })

    const more = await client.getRecommendation(algorithmsOf('boughtTogether', 'bestSellers'), {
      items: items(),
      minimumRecommendedItems: 2,
    })
    assert.deepEqual(
      more.recommendation?.items?.map(({ catalogItemId }) => catalogItemId),
      [lamp.id, pot.id],
      'the best sellers, but for what is asked about',
    )
    assert.deepEqual(more.recommendation?.algorithm, { _id: idOf.bestSellers, appId: storesAppId })
    assert.deepEqual(
      await client.getRecommendation(algorithmsOf('boughtTogether', 'viewedTogether'), { items: items(), minimumRecommendedItems: 5 }),
      {},
    )
  }
})

test('the published client hears which algorithms and items are not known', async () => {
  const client = visitor()
  const unknown = { _id: '00000000-0000-4000-8000-000000000001', appId: storesAppId }
  await assert.rejects(client.getRecommendation([unknown]), /no such algorithm/)
  await assert.rejects(client.getRecommendation([{ _id: idOf.boughtTogether, appId: shop.clientId }]), /No app of this id/)
  await assert.rejects(
    client.getRecommendation(algorithmsOf('boughtTogether'), { items: [{ appId: shop.clientId, catalogItemId: mug.id }] }),
    /catalogue/,
  )
})
