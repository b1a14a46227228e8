import { apiKey, createClient } from '@vitrine/client'
import * as backOffice from '@vitrine/client/back-office'
import type { CouponSpecificationInput, Input } from '@vitrine/contract'
import { setStock } from '@vitrine/platform/commerce/inventory/stock'
import { sql } from '@vitrine/platform/kernel/db/sql'
import { type Buyer, card, newBuyer, toCheckout } from './buyer.ts'
import { startPlatformForFile } from './platform-for-file.ts'
import { addProduct, shared, storesAppId, type TestProduct } from './products.ts'

/** For a file of tests of refusals that no other test has a reason to meet (each call says its own, and what was refused has changed nothing): a shop, and orders, checkouts and coupons that something can be wrong with. */
export async function startRefusingShop() {
  const shop = await startPlatformForFile()
  const { platform, site, clock } = shop
  const mug = await addProduct(platform, { site, name: 'Morning Mug', price: 2600, stock: 5000 }, clock.now())
  const app = createClient({ baseUrl: shop.url, auth: apiKey(shop.apiKey) })
  const office = createClient({ baseUrl: shop.url, auth: apiKey(shop.apiKey), modules: backOffice })
  const written = async (more: Partial<NewOrder> = {}) => (await app.orders.createOrder({ order: jar(more) })).order
  /** Somebody with a mug at the checkout. */
  async function atCheckout(email = 'ada@example.com'): Promise<{ buyer: Buyer; id: string }> {
    const buyer = newBuyer(shop)
    const id = await toCheckout(buyer, [{ product: mug }])
    await buyer.checkout.updateCheckout({ checkout: { id, buyerInfo: { email } } })
    return { buyer, id }
  }
  let codes = 0
  return {
    shop,
    mug,
    app,
    office,
    written,
    atCheckout,
    stocked: (name: string, stock: number) => addProduct(platform, { site, name, price: 2000, stock }, clock.now()),
    leave: (product: TestProduct, quantity: number) =>
      platform.database.transact((db) => setStock(db, site, [{ productId: product.id, variantId: shared, quantity }], clock.now())),
    async revisionOf(checkoutId: string) {
      const [row] = await platform.database.query<{ revision: number }>(
        sql`select revision from checkout where site = ${site} and id = ${checkoutId}`,
      )
      return row!.revision
    },
    async rejected() {
      const order = await written({ status: 'PENDING' })
      await app.orders.updateOrderStatus({ orderId: order.id!, status: 'REJECTED' })
      return order
    },
    async bought(): Promise<{ buyer: Buyer; id: string; orderId: string }> {
      const { buyer, id } = await atCheckout()
      const { orderId } = await buyer.payments.placeOrder({ id, paymentToken: await card(buyer), returnUrl })
      return { buyer, id, orderId }
    },
    async coupon(more: CouponSpecificationInput = {}): Promise<{ id: string; code: string }> {
      const code = `SPOILT${++codes}`
      const { id } = await office.coupons.createCoupon({ specification: { name: code, code, percentOffRate: 10, ...more } })
      return { id, code }
    },
  }
}

/** An id of the right form that nothing has. */
export const nobody = '99999999-9999-4999-8999-999999999999'
export const returnUrl = 'http://localhost/back'

export const lineOf = (product: TestProduct, quantity = 1) => ({ quantity, catalogReference: product.reference() })
/** A line with a product that the shop has not. */
export const unknownLine = { quantity: 1, catalogReference: { appId: storesAppId, catalogItemId: nobody } }

type NewOrder = Input<'POST /ecom/v1/orders'>['order']
const jar = (more: Partial<NewOrder>): NewOrder => ({
  channelInfo: { type: 'BACKOFFICE_MERCHANT' },
  lineItems: [{ productName: { original: 'A jar' }, quantity: 1, price: { amount: '10' }, itemType: { custom: 'jar' } }],
  priceSummary: {},
  ...more,
})
