// A strict program in an empty project: what it expects of the types.
import { attempt, createClient, each, visitor } from '@vitrine/client'
import { createClient as createSmallClient } from '@vitrine/client/modular'
import type { Cart, Input, Ok, Product } from '@vitrine/client/types'
import { verifyWebhook } from '@vitrine/client/webhooks'
import { shopModules, useCart, useProducts } from '@vitrine/react'

const client = createClient({ baseUrl: 'https://shop.example', auth: visitor({ clientId: 'app' }) })

export async function names(): Promise<string[]> {
  const found: string[] = []
  for await (const product of each('products', client.products.queryProducts, { query: {} })) {
    const same: Product = product
    found.push(same.name ?? '')
  }
  return found
}

export async function left(lineItems: Input<'POST /ecom/v1/carts/current/add-to-cart'>['lineItems']): Promise<number | Cart> {
  const [refused, answer] = await attempt(client.currentCart.addToCurrentCart({ lineItems }))
  if (!refused) return answer.cart
  if (refused.code === 'ITEM_NOT_AVAILABLE') return refused.data.available
  throw refused
}

export async function orderNumber(body: string, headers: Headers): Promise<string | undefined> {
  const event = await verifyWebhook('whsec_AAAA', { headers, body })
  return event.type === 'wix.ecom.v1.order_approved' ? event.data.order?.number : undefined
}

export function useFirst(): string | undefined {
  const { data } = useProducts({ query: { paging: { limit: 1 } } })
  const { cart } = useCart()
  return cart?.currency ?? data?.products[0]?.name
}

void createSmallClient({ baseUrl: '', modules: shopModules }).currentCart.getCurrentCart()
// @ts-expect-error a quantity is a number
void client.currentCart.updateCurrentCartLineItemQuantity({ lineItems: [{ id: 'l1', quantity: '2' }] })
// @ts-expect-error the path parameter is required
void client.orders.getOrder()
// @ts-expect-error a currency is a text
export const currency: number | undefined = ({} as Ok<'GET /ecom/v1/carts/current'>).cart.currency
