import { setTimeout as sleep } from 'node:timers/promises'
import type { OpenShop } from './shop.ts'

export interface Storm {
  readonly ids: readonly string[]
  /** Orders a second, as many as the machine let through. */
  readonly rate: number
}

/** So many ask at once; more would only wait for a connection to the database. */
const mostAtOnce = 12

/** Real orders, made through the API, so many a second as far as the machine lets them through. */
export async function storm({ merchant }: Pick<OpenShop, 'merchant'>, perSecond: number, seconds: number): Promise<Storm> {
  const startedAt = performance.now()
  const ids: string[] = []
  let begun = 0
  const blow = async () => {
    for (let i = begun++; i < perSecond * seconds; i = begun++) {
      await sleep(Math.max(0, startedAt + (i * 1000) / perSecond - performance.now()))
      const quantity = 1 + (i % 3)
      const { order } = await merchant.orders.createOrder({
        order: {
          channelInfo: { type: 'BACKOFFICE_MERCHANT' },
          lineItems: [
            { productName: { original: `Morning Mug ${i}` }, quantity, price: { amount: '26.00' }, itemType: { preset: 'PHYSICAL' } },
          ],
          priceSummary: { total: { amount: `${26 * quantity}.00` } },
          taxIncludedInPrices: true,
          buyerInfo: { email: `storm-${i}@example.com` },
        },
        settings: { notifications: { sendNotificationToBuyer: false } },
      })
      ids.push(order.id!)
    }
  }
  await Promise.all(Array.from({ length: mostAtOnce }, blow))
  return { ids, rate: ids.length / ((performance.now() - startedAt) / 1000) }
}
