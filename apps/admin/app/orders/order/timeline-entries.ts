import type { OrderActivity } from '@vitrine/contract'

/** One act: what was done in one go, with its author, and what followed from it in the same instant. */
export interface TimelineAct {
  readonly main: OrderActivity
  /** What followed from it and is worth a line of its own below. */
  readonly also: readonly OrderActivity[]
}

const isShipment = ({ customActivity }: OrderActivity): boolean => customActivity?.type.startsWith('SHIPMENT_') ?? false
const ofShipments: ReadonlySet<string> = new Set(['TRACKING_NUMBER_ADDED', 'TRACKING_NUMBER_EDITED', 'TRACKING_LINK_ADDED'])
/** What money that came, or items that were sent, mean for the order: said below the act itself. */
const follows: ReadonlySet<string> = new Set(['ORDER_PAID', 'ORDER_PARTIALLY_PAID', 'ORDER_FULFILLED', 'ORDER_NOT_FULFILLED'])

const endOf = ({ paymentRefunded, paymentRefundFailed }: OrderActivity): string | undefined =>
  (paymentRefunded ?? paymentRefundFailed)?.refundId

/** Activities as the acts that they tell of: one for each thing that somebody did. */
export function actsOf(activities: readonly OrderActivity[]): TimelineAct[] {
  const begun = new Map(activities.flatMap((one) => (one.refundInitiated ? [[one.refundInitiated.refundId, one] as const] : [])))
  const ended = new Set(activities.flatMap((one) => endOf(one) ?? []))
  const told = activities
    // A refund is told once, with its reason and whoever asked for it, when its end is known.
    .filter(({ refundInitiated }) => !(refundInitiated && ended.has(refundInitiated.refundId)))
    .map((one) => {
      const beginning = begun.get(endOf(one) ?? '')
      return beginning ? { ...one, authorEmail: one.authorEmail ?? beginning.authorEmail, refundInitiated: beginning.refundInitiated } : one
    })
  const byInstant = Map.groupBy(told, ({ createdDate, authorEmail }) => `${createdDate} ${authorEmail ?? ''}`)
  return [...byInstant.values()].flatMap((together) => {
    const hasShipment = together.some(isShipment)
    const all = together.filter(({ type }) => !(hasShipment && ofShipments.has(type)))
    const also = all.filter(({ type }) => follows.has(type))
    const mains = all.filter(({ type }) => !follows.has(type))
    if (mains.length === 0) return all.map((main) => ({ main, also: [] }))
    // It follows from the last of them: several shipments at once have sent everything with the last.
    return mains.map((main, at) => ({ main, also: at === mains.length - 1 ? also : [] }))
  })
}

/** A shipment in words: `Shipment 1 sent, 2 items, DHL 0034…`. */
export function shipmentText({ type, additionalData = {} }: NonNullable<OrderActivity['customActivity']>): string {
  const { shipment, quantity = '0', carrier, trackingNumber } = additionalData
  const done = type === 'SHIPMENT_VOIDED' ? 'voided' : type === 'SHIPMENT_CHANGED' ? 'changed' : 'sent'
  return [
    `Shipment${shipment ? ` ${shipment}` : ''} ${done}`,
    `${quantity} ${quantity === '1' ? 'item' : 'items'}`,
    [carrier, trackingNumber].filter(Boolean).join(' '),
  ]
    .filter(Boolean)
    .join(', ')
}
