import { apiKey, createClient } from '@vitrine/client'
import type { TestPlatform } from './platform.ts'
import { storesAppId } from './products.ts'

/** Writes orders of products into a shop, one unit of each; the ids of the orders. */
export async function sellTogether(
  shop: Pick<TestPlatform, 'url' | 'apiKey'>,
  baskets: readonly (readonly { readonly id: string }[])[],
  memberId?: string,
): Promise<string[]> {
  const office = createClient({ baseUrl: shop.url, auth: apiKey(shop.apiKey) })
  const ids: string[] = []
  for (const basket of baskets) {
    const { order } = await office.orders.createOrder({
      order: {
        channelInfo: { type: 'POS' },
        status: 'APPROVED',
        priceSummary: {},
        ...(memberId && { buyerInfo: { memberId } }),
        lineItems: basket.map(({ id }) => ({
          productName: { original: 'Something' },
          quantity: 1,
          price: { amount: '10.00' },
          itemType: { preset: 'PHYSICAL' },
          catalogReference: { appId: storesAppId, catalogItemId: id },
        })),
      },
    })
    ids.push(order.id!)
  }
  return ids
}
