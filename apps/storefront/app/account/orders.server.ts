import { attempt } from '@vitrine/client'
import type { Fulfillment, Order } from '@vitrine/contract'
import { localeIn } from '@vitrine/pricing'
import { lineImage } from '../catalogue/image.server.ts'
import { timeOf } from '../checkout/time-of.ts'
import { catalogueApp } from '../shop/apps.ts'
import type { Visit } from '../shop.server.ts'
import type { OrderRow, OrderState, Wanted } from './orders.ts'

export interface OrderPage {
  rows: readonly OrderRow[]
  next?: string | undefined
  previous?: string | undefined
}

const filters: Readonly<Record<Wanted, Record<string, unknown>>> = {
  all: {},
  open: { status: { $in: ['APPROVED', 'PENDING'] }, fulfillmentStatus: { $in: ['NOT_FULFILLED', 'PARTIALLY_FULFILLED'] } },
  sent: { status: 'APPROVED', fulfillmentStatus: 'FULFILLED' },
  cancelled: { status: { $in: ['CANCELED', 'REJECTED'] } },
}

/** A page of the member's orders, the latest first; undefined where a cursor is none. */
export async function listOrders(
  { client, shop }: Visit,
  { wanted = 'all', cursor, limit }: { wanted?: Wanted; cursor?: string | undefined; limit: number },
): Promise<OrderPage | undefined> {
  const [refused, found] = await attempt(
    client.orders.searchOrders({
      search: cursor
        ? { cursorPaging: { limit, cursor } }
        : { filter: filters[wanted], sort: [{ fieldName: 'createdDate', order: 'DESC' }], cursorPaging: { limit } },
    }),
  )
  if (refused?.code === 'INVALID_ARGUMENT') return undefined
  if (refused) throw refused
  const { orders, metadata } = found
  const [shipments, back] = await Promise.all([shipmentsOf(client, orders), sentBackOf(client, orders)])
  return {
    rows: await Promise.all(
      orders.map(async (order) => {
        const row = rowOf(order, shipments.get(order.id ?? '') ?? [])
        const came = back.get(row.id)
        if (came && mayComeBack.has(row.state)) return { ...row, ...came }
        return dated(client, { ...row, arrives: arrivalOf(order, row.state, shop) })
      }),
    ),
    next: metadata.hasNext ? metadata.cursors?.next : undefined,
    previous: metadata.cursors?.prev,
  }
}

/** What has arrived of the orders that were sent last, with its day where that is known. */
export async function findArrived(
  { client }: Visit,
  limit: number,
): Promise<{ productIds: readonly string[]; date: string | undefined }[]> {
  const { orders } = await client.orders.searchOrders({
    search: { filter: filters.sent, sort: [{ fieldName: 'createdDate', order: 'DESC' }], cursorPaging: { limit } },
  })
  const shipments = await shipmentsOf(client, orders)
  const arrived = orders.flatMap((order) => {
    const row = rowOf(order, shipments.get(order.id ?? '') ?? [])
    return row.state === 'arrived' || row.state === 'collected' ? [{ order, row }] : []
  })
  return Promise.all(arrived.map(async ({ order, row }) => ({ productIds: goodsOf(order), date: (await dated(client, row)).date })))
}

const goodsOf = ({ lineItems }: Order): string[] =>
  lineItems.flatMap(({ catalogReference, physicalProperties }) =>
    catalogReference?.appId === catalogueApp && physicalProperties?.shippable !== false ? (catalogReference.catalogItemId ?? []) : [],
  )

async function shipmentsOf(client: Visit['client'], orders: readonly Order[]): Promise<ReadonlyMap<string, readonly Fulfillment[]>> {
  const orderIds = orders.flatMap(({ id, fulfillmentStatus }) => (id && fulfillmentStatus !== 'NOT_FULFILLED' ? [id] : []))
  if (orderIds.length === 0) return new Map()
  const { ordersWithFulfillments } = await client.orderFulfillments.listFulfillmentsForMultipleOrders({ orderIds })
  return new Map(ordersWithFulfillments.map(({ orderId, fulfillments }) => [orderId, fulfillments]))
}

const mayComeBack: ReadonlySet<OrderState> = new Set(['sent', 'arrived', 'collected'])

const RETURNS = 50

/** What became of orders of which something was sent back, and when; only of those that have a refund. */
async function sentBackOf(
  client: Visit['client'],
  orders: readonly Order[],
): Promise<ReadonlyMap<string, { state: 'back' | 'exchanged'; date: string }>> {
  if (!orders.some((order) => refundedOf(order))) return new Map()
  const { returns } = await client.returns.listMyReturns({ limit: RETURNS })
  return new Map(
    returns.flatMap(({ orderId, status, history }) => {
      const date = history.at(-1)?.date
      if (!date || (status !== 'REFUNDED' && status !== 'EXCHANGED')) return []
      return [[orderId, { state: status === 'REFUNDED' ? 'back' : 'exchanged', date }] as const]
    }),
  )
}

/** The days on which what is wrapped or sent is to arrive, as long as they are not over. */
function arrivalOf(order: Order, state: OrderState, { locale, country, timeZone, today }: Visit['shop']): string | undefined {
  const logistics = order.shippingInfo?.logistics
  const last = logistics?.deliveryTimeSlot?.to
  if (!last || last.slice(0, 10) < today || (state !== 'wrapping' && state !== 'sent')) return undefined
  return logistics.pickupDetails ? undefined : timeOf(logistics, localeIn(locale, country), timeZone, 'short')
}

/** The day on which all of it had arrived is told by the order's own page alone; a shipment knows when it left. */
async function dated(client: Visit['client'], row: OrderRow): Promise<OrderRow> {
  if (row.state !== 'arrived' && row.state !== 'collected') return row
  const [, answer] = await attempt(client.orders.getOrderStatus({ id: row.id }))
  return { ...row, date: answer?.order.timeline.find(({ stop }) => stop === 'DELIVERED')?.date }
}

function refundedOf({ balanceSummary }: Order): string | undefined {
  const refunded = balanceSummary?.refunded?.amount
  return refunded && Number(refunded) > 0 ? refunded : undefined
}

function rowOf(order: Order, shipments: readonly Fulfillment[]): OrderRow {
  const { lineItems, priceSummary } = order
  return {
    id: order.id ?? '',
    number: order.number ?? '',
    placedDate: order.createdDate ?? '',
    currency: order.currency ?? '',
    total: priceSummary?.total?.amount ?? '0',
    state: stateOf(order, shipments),
    date: shipments.findLast(({ completed }) => completed)?.createdDate,
    refunded: refundedOf(order),
    pictures: lineItems.flatMap(({ image }) => lineImage(image) ?? []),
    units: lineItems.reduce((sum, { quantity }) => sum + quantity, 0),
  }
}

function stateOf(order: Order, shipments: readonly Fulfillment[]): OrderState {
  const { status, paymentStatus, fulfillmentStatus, shippingInfo, lineItems } = order
  if (status === 'CANCELED' || status === 'REJECTED') return 'cancelled'
  const collected = shippingInfo?.logistics?.pickupDetails !== undefined
  const goods = lineItems.some(({ physicalProperties }) => physicalProperties?.shippable !== false) && shippingInfo !== undefined
  const statuses = shipments.map((shipment) => shipment.status?.toLowerCase())
  if (fulfillmentStatus === 'FULFILLED') {
    if (!goods) return 'yours'
    if (collected) return statuses.every((one) => one === 'delivered' || one === 'fulfilled') && statuses.length > 0 ? 'collected' : 'ready'
    return statuses.length > 0 && statuses.every((one) => one === 'delivered') ? 'arrived' : 'sent'
  }
  if (statuses.includes('ready')) return 'ready'
  if (fulfillmentStatus === 'PARTIALLY_FULFILLED') return 'part'
  return status === 'PENDING' || paymentStatus === 'NOT_PAID' ? 'owed' : 'wrapping'
}
