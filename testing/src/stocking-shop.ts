import assert from 'node:assert/strict'
import { apiKey, attempt, createClient } from '@vitrine/client'
import * as backOffice from '@vitrine/client/back-office'
import { sql } from '@vitrine/platform/kernel/db/sql'
import { card, newBuyer, toCheckout } from './buyer.ts'
import { startPlatformForFile } from './platform-for-file.ts'
import { addProduct, type NewTestProduct, type TestProduct } from './products.ts'
import { refusedWith } from './refused.ts'

/** For a file of tests of inventory: a shop whose stock is set and moved, and what is seen of it. */
export async function startStockingShop() {
  const shop = await startPlatformForFile()
  const { platform, site, clock } = shop
  const office = createClient({ baseUrl: shop.url, auth: apiKey(shop.apiKey), modules: backOffice })
  type Update = Parameters<typeof office.inventory.updateInventoryVariants>[0]['inventoryItem']
  const stocked = (stock: number | null, more: Partial<NewTestProduct> = {}): Promise<TestProduct> =>
    addProduct(platform, { site, name: 'Bowl', price: 2000, stock, ...more }, clock.now())
  return {
    shop,
    office,
    stocked,
    mugs: (colours: Readonly<Record<string, number>>) => stocked(0, { name: 'Mug', colours }),
    update: (product: TestProduct, change: Omit<Update, 'productId'>) =>
      office.inventory.updateInventoryVariants({ inventoryItem: { productId: product.id, ...change } }),
    itemOf: async ({ id }: TestProduct) => (await office.inventory.getInventoryVariants({ inventoryId: 'x', productId: id })).inventoryItem,
    increment: (product: TestProduct, incrementBy: number, variantId?: string) =>
      office.inventory.incrementInventory({ incrementData: [{ productId: product.id, variantId, incrementBy }] }),
    decrement: (product: TestProduct, decrementBy: number, variantId?: string) =>
      office.inventory.decrementInventory({ decrementData: [{ productId: product.id, variantId, decrementBy }] }),
    /** The quantity of each variant, and what its movements come to: the same, whatever happened. */
    async quantitiesOf({ id }: TestProduct) {
      const rows = await platform.database.query<{ quantity: number; moved: number }>(sql`
        select quantity, (select coalesce(sum(m.quantity), 0)::bigint from stock_movement m
          where m.site = s.site and m.product_id = s.product_id and m.variant_id = s.variant_id) as moved
        from stock s where site = ${site} and product_id = ${id} order by sku`)
      for (const { quantity, moved } of rows) assert.equal(quantity, moved)
      return rows.map(({ quantity }) => quantity)
    },
    eventsOf: async ({ id }: TestProduct) =>
      (
        await platform.database.query<{ type: string; payload: Record<string, unknown> }>(sql`
          select type, payload from outbox where site = ${site} and entity_id = ${id} and type like '%inventory%' order by id`)
      ).map(({ type, payload }) => ({ type: type.split('.').at(-1), ...payload })),
    shownTo: async ({ slug }: TestProduct) => (await newBuyer(shop).products.queryProducts({ query: { filter: { slug } } })).products[0]!,
    /** How it ends when somebody orders so many. */
    async order(product: TestProduct, quantity: number, colour?: string): Promise<string> {
      const buyer = newBuyer(shop)
      const [refused, id] = await attempt(toCheckout(buyer, [{ product, quantity, ...(colour && { colour }) }]))
      if (refused) return refused.code
      const paymentToken = await card(buyer)
      const [no, placed] = await attempt(buyer.payments.placeOrder({ id, paymentToken, returnUrl: 'http://localhost/back' }))
      return no?.code ?? placed?.status ?? 'nothing'
    },
  }
}

/** The fields that a refusal names. */
export async function wrongIn(call: Promise<unknown>): Promise<string> {
  const refused = await refusedWith(call)
  assert.equal(refused?.code, 'INVALID_ARGUMENT')
  return (refused.data as { fieldViolations: { field: string }[] }).fieldViolations.map(({ field }) => field).join()
}
