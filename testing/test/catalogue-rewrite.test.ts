/** Products are written again in the shape of today while shoppers buy them and their merchant changes them. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { apiKey, createClient } from '@vitrine/client'
import { merchantProducts } from '@vitrine/client/back-office'
import { rewriteCatalogues } from '@vitrine/platform/commerce/catalogue/rewrite'
import { sql } from '@vitrine/platform/kernel/db/sql'
import { settings } from '@vitrine/platform/kernel/settings/settings'
import { card, newBuyer, toCheckout } from '../src/buyer.ts'
import { startTestPlatform, type TestPlatform } from '../src/platform.ts'
import { addProduct, type TestProduct } from '../src/products.ts'

let shop: TestPlatform
const goods: TestProduct[] = []
const each = 20

before(async () => {
  shop = await startTestPlatform()
  for (let i = 0; i < 24; i++)
    goods.push(await addProduct(shop.platform, { site: shop.site, name: `Thing ${i}`, price: 1000 + i, stock: each }, shop.clock.now()))
  await shop.platform.database.query(sql`update product set written = 0, max_price = null, brand_id = null where site = ${shop.site}`)
})
after(async () => {
  await shop[Symbol.asyncDispose]()
  assert.deepEqual(shop.faults, [])
})

test('every order is taken, every change stays, and at the end all are of the shape of today', async () => {
  const { database } = shop.platform
  const { read } = settings()
  const desk = createClient({ baseUrl: shop.url, auth: apiKey(shop.apiKey, { siteId: shop.site }), modules: { merchantProducts } })
  let batches = 0
  const rewriting = async () => {
    const deps = {
      database,
      clock: shop.clock,
      sites: async () => [shop.site],
      commerce: async (db: Parameters<typeof read>[0], site: string) => (await read(db, site)).commerce,
      report: (fault: unknown) => assert.fail(String(fault)),
      batch: 2,
      rest: async () => {
        batches++
        await new Promise((resolve) => setImmediate(resolve))
      },
    }
    await Promise.all([rewriteCatalogues(deps), rewriteCatalogues(deps)])
    await rewriteCatalogues(deps)
  }
  const buying = async (first: number) => {
    const buyer = newBuyer(shop)
    const things = [goods[first]!, goods[first + 12]!]
    const id = await toCheckout(
      buyer,
      things.map((product) => ({ product, quantity: 2 })),
    )
    const paid = await buyer.payments.placeOrder({ id, paymentToken: await card(buyer), returnUrl: `${shop.url}/back` })
    assert.equal(paid.status, 'APPROVED')
    return things
  }
  const changing = async (i: number) => {
    const product = { id: goods[i]!.id, ribbon: `Changed ${i}` }
    await desk.merchantProducts.updateProduct({ product })
  }
  const buyers = Array.from({ length: 12 }, (_, i) => buying(i))
  const [sold] = await Promise.all([Promise.all(buyers), rewriting(), ...[0, 5, 11, 17, 23].map(changing)])

  const rows = await database.query<{ id: string; written: number; ribbon: string; quantity: number }>(sql`
    select product.id, product.written, product.ribbon, stock.quantity::integer as quantity
    from product join stock on stock.site = product.site and stock.product_id = product.id where product.site = ${shop.site}`)
  assert.equal(rows.length, goods.length)
  const took = new Map<string, number>()
  for (const { id } of sold.flat()) took.set(id, (took.get(id) ?? 0) + 2)
  for (const { id, written, ribbon, quantity } of rows) {
    const i = goods.findIndex((product) => product.id === id)
    assert.equal(written, 1)
    assert.equal(ribbon, [0, 5, 11, 17, 23].includes(i) ? `Changed ${i}` : '')
    assert.equal(quantity, each - (took.get(id) ?? 0))
  }
  assert.ok(batches > 0)
})
