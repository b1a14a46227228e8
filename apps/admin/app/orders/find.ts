import type { FulfillmentStatus, OrderStatus } from '@vitrine/contract'
import { client } from '../client.ts'
import { buyerOf } from './text.ts'

/** What of the wire's filters a text in a search box means: a number, an address, or words of the order, its items, its shipments and its buyer. */
export function meaning(text: string): Readonly<Record<string, unknown>> {
  const words = text.trim()
  const digits = words.replace(/[\s\u2009]/g, '')
  if (/^\d{1,12}$/.test(digits)) return { $or: [{ number: Number(digits) }, { words }] }
  if (words.includes('@')) return { 'buyerInfo.email': { $startsWith: words } }
  return { words }
}

export interface OrderHit {
  readonly id: string
  readonly number: string
  readonly about: string
  readonly total: string
  readonly status: OrderStatus
  readonly fulfillmentStatus: FulfillmentStatus
}

/** The newest orders that a text means; the newest of all for none. */
export async function findOrders(text: string, limit: number, signal: AbortSignal): Promise<readonly OrderHit[]> {
  const { orders } = await client.orders.searchOrders(
    { search: { ...(text.trim() !== '' && { filter: meaning(text) }), cursorPaging: { limit } } },
    { signal },
  )
  return orders.map((order) => ({
    id: order.id!,
    number: order.number,
    about: [
      buyerOf(order),
      ...order.lineItems.slice(0, 1).map(({ quantity, productName }) => `${quantity} × ${productName?.original}`),
    ].join(', '),
    total: order.priceSummary?.total?.formattedAmount ?? '',
    status: order.status,
    fulfillmentStatus: order.fulfillmentStatus,
  }))
}
