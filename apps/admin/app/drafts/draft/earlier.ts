import type { AddressWithContact, Order } from '@vitrine/contract'
import { client } from '../../client.ts'

/** Somebody who bought before. */
export interface Earlier {
  readonly email: string
  readonly memberId?: string
  /** Where the last of it went. */
  readonly info: AddressWithContact
}

const looked = 20
const atMost = 5

/** Where an order went. */
export const lastOf = ({ shippingInfo, recipientInfo, billingInfo }: Order): AddressWithContact =>
  shippingInfo?.logistics?.shippingDestination ?? recipientInfo ?? billingInfo ?? {}

/** Those whose email addresses begin so, each once, whoever bought last first. */
export async function findEarlier(text: string, signal: AbortSignal): Promise<readonly Earlier[]> {
  const { orders } = await client.orders.searchOrders(
    {
      search: {
        filter: { 'buyerInfo.email': { $startsWith: text } },
        sort: [{ fieldName: 'createdDate', order: 'DESC' }],
        cursorPaging: { limit: looked },
      },
    },
    { signal },
  )
  const found = new Map<string, Earlier>()
  for (const order of orders) {
    const { email, memberId } = order.buyerInfo ?? {}
    if (email && !found.has(email.toLowerCase()))
      found.set(email.toLowerCase(), { email, ...(memberId && { memberId }), info: lastOf(order) })
  }
  return [...found.values()].slice(0, atMost)
}
