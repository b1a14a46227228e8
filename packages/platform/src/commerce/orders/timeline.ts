import type { OrderStop } from '@vitrine/contract'
import type { StoredOrder } from './stored-order.ts'

/** How far the shipments of an order are, and since when. */
export interface ShipmentOnTheWay {
  readonly stage: 'PREPARING' | 'PACKED' | 'SENT' | 'READY' | 'DELIVERED'
  readonly completed: boolean
  readonly reached: Readonly<Partial<Record<'PREPARING' | 'PACKED' | 'SENT' | 'READY' | 'DELIVERED', string>>>
}

const moneyCame: readonly StoredOrder['paymentStatus'][] = ['PAID', 'PARTIALLY_REFUNDED', 'FULLY_REFUNDED']

/** Where an order is on its way: what is done, what is now, what comes. */
export function timeline(order: StoredOrder, shipments: readonly ShipmentOnTheWay[]): OrderStop[] {
  const placed: OrderStop = { stop: 'PLACED', state: 'DONE', date: order.createdAt.toISOString() }
  if (order.status === 'CANCELED') return [placed, { stop: 'CANCELED', state: 'NOW', date: order.updatedAt.toISOString() }]
  const paid = moneyCame.includes(order.paymentStatus) || (order.status === 'APPROVED' && onlyLaterIsLeft(order))
  const collected = order.document.shippingInfo?.logistics?.pickupDetails !== undefined
  const goods = order.document.lineItems.some(({ physicalProperties }) => physicalProperties?.shippable)
  const payment: OrderStop = {
    stop: 'PAID',
    state: paid ? 'DONE' : 'NOW',
    ...(paid && order.document.purchasedDate && { date: order.document.purchasedDate }),
  }
  if (!goods) return [placed, payment]

  const gone = shipments.filter(({ completed }) => completed)
  const sent = order.fulfillmentStatus === 'FULFILLED'
  const arrived = sent && gone.length > 0 && gone.every(({ stage }) => stage === 'DELIVERED')
  const left = collected ? 'READY' : 'SENT'
  const packedAt = latest(shipments, ['PACKED'])
  const leftAt = latest(gone, [left])
  const arrivedAt = arrived ? latest(gone, ['DELIVERED']) : undefined
  const stop = (name: OrderStop['stop'], state: OrderStop['state'], date?: string): OrderStop => ({
    stop: name,
    state,
    ...(date !== undefined && state !== 'NEXT' && { date }),
  })
  return [
    placed,
    payment,
    stop('PACKED', sent ? 'DONE' : paid || gone.length > 0 ? 'NOW' : 'NEXT', packedAt),
    stop(collected ? 'READY_FOR_PICKUP' : 'SENT', arrived ? 'DONE' : sent ? 'NOW' : 'NEXT', leftAt),
    stop('DELIVERED', arrived ? 'NOW' : 'NEXT', arrivedAt),
  ]
}

/** Whether all that was due with the order is paid: the open balance is no more than what was agreed to be paid later or after a free trial. */
function onlyLaterIsLeft({ document: { reasons, balanceSummary } }: StoredOrder): boolean {
  const agreed = reasons?.find(({ step }) => step === 'LATER')
  return agreed !== undefined && units(balanceSummary?.balance?.amount) <= units(agreed.later) + units(agreed.afterFreeTrial)
}

/** The amounts of one order have the same number of figures behind their point. */
const units = (amount = '0'): bigint => BigInt(amount.replace('.', ''))

/** When the last of the shipments came so far. */
const latest = (shipments: readonly ShipmentOnTheWay[], stages: readonly (keyof ShipmentOnTheWay['reached'])[]): string | undefined =>
  shipments
    .flatMap(({ reached }) => stages.map((stage) => reached[stage]))
    .filter((at) => at !== undefined)
    .sort()
    .at(-1)
