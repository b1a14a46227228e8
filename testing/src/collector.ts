import { apiKey, createClient } from '@vitrine/client'
import { sql } from '@vitrine/platform/kernel/db/sql'
import { card, newBuyer, toCheckout } from './buyer.ts'
import { delayCapture } from './delayed-capture.ts'
import type { TestPlatform } from './platform.ts'
import { addProduct } from './products.ts'

/** Orders that are paid by card, and what a merchant does with their money. */
export async function openCollector(shop: TestPlatform) {
  const app = createClient({ baseUrl: shop.url, auth: apiKey(shop.apiKey) })
  const mug = await addProduct(shop.platform, { site: shop.site, name: 'Morning Mug', price: 2600, stock: 500 }, shop.clock.now())

  /** Three mugs and their delivery: 78.00 + 4.90. */
  async function placed(number?: string): Promise<{ orderId: string; paymentId: string; lineItemId: string }> {
    const buyer = newBuyer(shop)
    const id = await toCheckout(buyer, [{ product: mug, quantity: 3 }])
    const { orderId } = await buyer.payments.placeOrder({ id, paymentToken: await card(buyer, number), returnUrl: `${shop.url}/back` })
    const { orderTransactions } = await app.orderTransactions.listTransactionsForSingleOrder({ orderId })
    const { order } = await app.orders.getOrder({ id: orderId })
    return { orderId, paymentId: orderTransactions.payments[0]!.id!, lineItemId: order.lineItems[0]!.id }
  }
  async function held(delayed: Parameters<typeof delayCapture>[1] = {}) {
    await delayCapture(shop, delayed)
    return placed()
  }
  async function stock(): Promise<number> {
    const [row] = await shop.platform.database.query<{ quantity: number }>(
      sql`select quantity from stock where site = ${shop.site} and product_id = ${mug.id}`,
    )
    return row!.quantity
  }
  const orderOf = async (id: string) => (await app.orders.getOrder({ id })).order
  const activitiesOf = async (id: string) => (await orderOf(id)).activities.map(({ activityType }) => activityType)
  const refund = (orderId: string, paymentId: string, amount?: string, more: object = {}) =>
    app.orders.triggerRefund({ ecomOrderId: orderId, payments: [{ paymentId, ...(amount && { amount: { amount } }) }], ...more })
  const captureOf = (orderId: string, paymentId: string, amount?: string) =>
    app.orders.captureAuthorizedPayments({ ecomOrderId: orderId, payments: [{ paymentId, ...(amount && { amount: { amount } }) }] })
  const voidOf = (orderId: string, paymentId: string) =>
    app.orders.voidAuthorizedPayments({ ecomOrderId: orderId, paymentIds: [paymentId] })
  return { app, mug, placed, held, stock, orderOf, activitiesOf, refund, captureOf, voidOf }
}
