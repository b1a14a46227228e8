import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { apiKey, createClient } from '@vitrine/client'
import { startTestPlatform, type TestPlatform } from '../src/platform.ts'
import { addProduct, storesAppId } from '../src/products.ts'

let shop: TestPlatform
before(async () => {
  shop = await startTestPlatform()
})
after(async () => {
  await shop[Symbol.asyncDispose]()
  assert.deepEqual(shop.faults, [])
})

test('products are sorted by what was sold lately, counted or not, and by nothing that was canceled', async () => {
  const { platform, site, clock } = shop
  const app = createClient({ baseUrl: shop.url, auth: apiKey(shop.apiKey) })
  const add = (name: string, stock: number | null = null) => addProduct(platform, { site, name, price: 1000, stock }, clock.now())
  const [old, lately, counted, canceled] = [await add('Old'), await add('Lately'), await add('Counted', 50), await add('Canceled')]
  await add('Never')
  const sell = async (productId: string, quantity: number) => {
    const { order } = await app.orders.createOrder({
      order: {
        channelInfo: { type: 'POS' },
        status: 'APPROVED',
        priceSummary: {},
        lineItems: [
          {
            productName: { original: 'Something' },
            quantity,
            price: { amount: '10.00' },
            itemType: { preset: 'PHYSICAL' },
            catalogReference: { appId: storesAppId, catalogItemId: productId },
          },
        ],
      },
    })
    return order.id!
  }
  const names = async () =>
    (await app.search.searchProducts({ sort: 'bestSelling' })).products.map(({ name }) => name).filter((name) => name !== undefined)

  await sell(old.id, 3)
  clock.advance(60 * 24 * 3_600_000)
  await sell(lately.id, 2)
  await sell(counted.id, 4)
  const gone = await sell(canceled.id, 9)
  await platform.everyHour()
  assert.deepEqual(await names(), ['Canceled', 'Counted', 'Lately', 'Old', 'Never'])

  await app.orders.cancelOrder({ id: gone })
  clock.advance(60_000)
  await platform.everyHour()
  await platform.everyHour()
  assert.deepEqual((await names()).slice(0, 3), ['Counted', 'Lately', 'Old'])
})
