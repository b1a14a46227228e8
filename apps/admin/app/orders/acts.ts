import { Refused } from '@vitrine/client'
import type { Order, OrderTransactions } from '@vitrine/contract'
import { client } from '../client.ts'

/** What came of a call that may be refused. */
export interface Done {
  readonly ok: boolean
  readonly says: string
}

/** Tells a refusal in words instead of throwing it. */
export async function attempted(act: () => Promise<string>): Promise<Done> {
  try {
    return { ok: true, says: await act() }
  } catch (error) {
    if (error instanceof Refused) return { ok: false, says: refusedWords(error) }
    return { ok: false, says: 'The shop did not answer. Look whether it was done before you try again.' }
  }
}

const words: Readonly<Record<string, string>> = {
  PERMISSION_DENIED: 'Your role may not do this.',
  ORDER_CANCELED: 'The order was cancelled meanwhile.',
  FULFILLMENT_EXCEEDS_ORDER: 'Some of these pieces have left already.',
  TRACKING_NUMBER_ALREADY_EXISTS: 'Another parcel has that tracking number.',
  PAYMENT_ALREADY_CAPTURED: 'The money was captured already.',
  PAYMENT_ALREADY_VOIDED: 'The money was let go already.',
  ORDER_HAS_AUTHORIZED_TRANSACTION: 'Money is held for it: capture it or let it go first.',
  INVALID_PAYMENT_REFUND_AMOUNT: 'That is more than is left of the payment.',
  PAYMENT_NOT_REFUNDABLE: 'This payment cannot be given back.',
}

const refusedWords = ({ code, message }: Refused): string => words[code] ?? `${message} (${code})`

export const isHeld = ({ regularPaymentDetails: details }: OrderTransactions['payments'][number]): boolean =>
  details?.status === 'AUTHORIZED' && details.authorizationDetails !== undefined

/** The pieces of each line that have not left. */
export function leftOf(
  order: Order,
  fulfillments: readonly { lineItems: readonly { id: string; quantity?: number | undefined }[] }[],
): Map<string, number> {
  const left = new Map(order.lineItems.map(({ id, quantity }) => [id, quantity]))
  for (const { lineItems } of fulfillments)
    for (const { id, quantity = 0 } of lineItems) left.set(id, Math.max(0, (left.get(id) ?? 0) - quantity))
  return left
}

interface Tally {
  readonly done: number
  readonly failed: number
}

/** Sends all that is left of each order. */
export async function fulfilAll(orders: readonly Order[]): Promise<Tally> {
  const { ordersWithFulfillments } = await client.orderFulfillments.listFulfillmentsForMultipleOrders({
    orderIds: orders.map(({ id }) => id!),
  })
  const known = new Map(ordersWithFulfillments.map(({ orderId, fulfillments }) => [orderId, fulfillments]))
  const waiting = orders.flatMap((order) => {
    const lineItems = [...leftOf(order, known.get(order.id!) ?? [])]
      .filter(([, quantity]) => quantity > 0)
      .map(([id, quantity]) => ({ id, quantity }))
    return lineItems.length > 0 ? [{ orderId: order.id!, fulfillments: [{ lineItems }] }] : []
  })
  if (waiting.length === 0) return { done: 0, failed: orders.length }
  const { bulkActionMetadata } = await client.orderFulfillments.bulkCreateFulfillments({ ordersWithFulfillments: waiting })
  return { done: bulkActionMetadata.totalSuccesses, failed: orders.length - bulkActionMetadata.totalSuccesses }
}

/** Takes the money that is held for each order. */
export async function captureAll(orders: readonly Order[]): Promise<Tally> {
  const { orderTransactions } = await client.orderTransactions.listTransactionsForMultipleOrders({ orderIds: orders.map(({ id }) => id!) })
  const held = orderTransactions
    .map(({ orderId, payments }) => ({ orderId, payments: payments.filter(isHeld).map(({ id }) => ({ paymentId: id! })) }))
    .filter(({ payments }) => payments.length > 0)
  let done = 0
  for (const { orderId, payments } of held)
    if ((await attempted(async () => (await client.orderBilling.captureAuthorizedPayments({ orderId, payments }), ''))).ok) done++
  return { done, failed: orders.length - done }
}

export async function tagAll(orders: readonly Order[], change: { readonly assign?: string; readonly unassign?: string }): Promise<Tally> {
  const { bulkActionMetadata } = await client.orders.bulkUpdateOrderTags({
    orderIds: orders.map(({ id }) => id!),
    ...(change.assign !== undefined && { assignTags: { tags: { tagIds: [change.assign] } } }),
    ...(change.unassign !== undefined && { unassignTags: { tags: { tagIds: [change.unassign] } } }),
  })
  return { done: bulkActionMetadata.totalSuccesses, failed: bulkActionMetadata.totalFailures }
}

export async function archiveAll(orders: readonly Order[], archived: boolean): Promise<Tally> {
  const { bulkActionMetadata } = await client.orders.bulkUpdateOrders({
    orders: orders.map(({ id }) => ({ order: { id: id!, archived } })),
  })
  return { done: bulkActionMetadata.totalSuccesses, failed: bulkActionMetadata.totalFailures }
}
