import type { FulfillmentStatus, FulfillmentUpdate, NewFulfillment, OrderStatus } from '@vitrine/contract'
import { isSame } from '../../kernel/canonical.ts'
import { Refusal, refuse } from '../../kernel/refusal.ts'
import { carrierName, trackingLinkOf } from './carriers.ts'

/** How far units are: on the table, in their box, on their way; or waiting to be collected; and with their buyer. */
export type Stage = 'PREPARING' | 'PACKED' | 'SENT' | 'READY' | 'DELIVERED'

export interface Units {
  readonly id: string
  readonly quantity: number
}

export interface Tracking {
  readonly trackingNumber?: string
  readonly shippingProvider?: string
  readonly trackingLink?: string
}

/** What was shipped together. */
export interface Fulfilled {
  readonly lines: readonly Units[]
  readonly tracking?: Tracking
  readonly custom?: Readonly<Record<string, string>>
  /** In the words of whoever wrote it. */
  readonly status?: string
  /** Whether its units count as handed over. */
  readonly completed: boolean
  readonly stage: Stage
  /** When it first came so far. */
  readonly reached: Readonly<Partial<Record<Stage, string>>>
}

export interface Shipment extends Fulfilled {
  readonly id: string
}

/** An order as far as it is to be handed over. */
export interface OrderToFulfil {
  readonly status: OrderStatus
  readonly fulfillmentStatus: FulfillmentStatus
  /** Whether its buyer comes for it. */
  readonly collected: boolean
  readonly lines: readonly LineToFulfil[]
}

export interface LineToFulfil {
  readonly id: string
  readonly quantity: number
  /** Units that went back into stock. */
  readonly restocked: number
  /** Whether somebody has to hand it over: files and gift cards go by themselves. */
  readonly byHand: boolean
}

export type NotNow = Refusal<'ORDER_NOT_FOUND' | 'ORDER_CANCELED' | 'ORDER_IS_PENDING' | 'ORDER_IS_REJECTED'>
export type NotSo = Refusal<'ORDER_LINE_ITEM_NOT_FOUND' | 'FULFILLMENT_EXCEEDS_ORDER' | 'TRACKING_NUMBER_ALREADY_EXISTS'>

/** Whether an order can be handed over at all; what waits for its first payment is none yet. */
export function notNow({ status }: Pick<OrderToFulfil, 'status'>): NotNow | undefined {
  switch (status) {
    case 'APPROVED':
      return undefined
    case 'INITIALIZED':
      return refuse('ORDER_NOT_FOUND')
    case 'CANCELED':
      return refuse('ORDER_CANCELED')
    case 'PENDING':
      return refuse('ORDER_IS_PENDING')
    case 'REJECTED':
      return refuse('ORDER_IS_REJECTED')
  }
}

/** What shipments travel under. */
export const trackingNumbersOf = (shipments: readonly Pick<Fulfilled, 'tracking'>[]): string[] =>
  shipments.flatMap(({ tracking }) => tracking?.trackingNumber ?? [])

/** A new shipment beside those that there are. */
export function packed(order: OrderToFulfil, others: readonly Fulfilled[], sent: NewFulfillment, now: Date): Fulfilled | NotSo {
  const lines = taken(order, others, sent.lineItems)
  if (lines instanceof Refusal) return lines
  return placed(order, others, { lines, completed: true, stage: 'PREPARING', reached: {} }, sent, now, undefined)
}

/** A shipment with what was sent written over what was stored: null clears, absent leaves unchanged. */
export function repacked(
  order: OrderToFulfil,
  others: readonly Fulfilled[],
  before: Fulfilled,
  sent: FulfillmentUpdate,
  now: Date,
): Fulfilled | NotSo {
  const lines = sent.lineItems ? taken(order, others, sent.lineItems) : before.lines
  if (lines instanceof Refusal) return lines
  return placed(order, others, { ...before, lines }, sent, now, before)
}

function placed(
  order: OrderToFulfil,
  others: readonly Fulfilled[],
  saved: Fulfilled,
  sent: Omit<FulfillmentUpdate, 'lineItems'>,
  now: Date,
  before: Fulfilled | undefined,
): Fulfilled | Refusal<'TRACKING_NUMBER_ALREADY_EXISTS'> {
  const { tracking: _, custom: __, status: ___, ...rest } = saved
  const tracking = sent.customInfo ? undefined : trackingWith(saved.tracking, sent.trackingInfo)
  const custom = sent.trackingInfo ? undefined : sent.customInfo === undefined ? saved.custom : (sent.customInfo?.fieldsData ?? undefined)
  const status = sent.status === undefined ? saved.status : (sent.status ?? undefined)
  const { trackingNumber } = tracking ?? {}
  if (trackingNumber !== undefined && others.some((other) => other.tracking?.trackingNumber === trackingNumber))
    return refuse('TRACKING_NUMBER_ALREADY_EXISTS', { trackingNumber })

  const said = sent.completed ?? undefined
  const stage = before && sent.status === undefined && said === undefined ? before.stage : stageOf(order, status, said, before)
  const at = before?.stage === stage ? before.reached : { ...saved.reached, [stage]: now.toISOString() }
  return {
    ...rest,
    ...(tracking && { tracking }),
    ...(custom && { custom }),
    ...(status !== undefined && { status }),
    completed:
      said ??
      (before && sent.status === undefined && sent.completed === undefined ? before.completed : !['PREPARING', 'PACKED'].includes(stage)),
    stage,
    reached: at,
  }
}

/** The units asked for, or all that is left of a line where nobody says how many: never more than were bought and are not back in stock. */
function taken(
  { lines }: OrderToFulfil,
  others: readonly Fulfilled[],
  wanted: NewFulfillment['lineItems'],
): readonly Units[] | Refusal<'ORDER_LINE_ITEM_NOT_FOUND' | 'FULFILLMENT_EXCEEDS_ORDER'> {
  const units = new Map<string, number>()
  for (const { id, quantity } of wanted) {
    const line = lines.find((one) => one.id === id)
    if (!line) return refuse('ORDER_LINE_ITEM_NOT_FOUND', { lineItemId: id })
    const left = Math.max(0, line.quantity - line.restocked - allotted(others, id)) - (units.get(id) ?? 0)
    if (left <= 0 || (quantity ?? 0) > left) return refuse('FULFILLMENT_EXCEEDS_ORDER', { lineItemId: id, left })
    units.set(id, (units.get(id) ?? 0) + (quantity ?? left))
  }
  return [...units].map(([id, quantity]) => ({ id, quantity }))
}

const allotted = (fulfilled: readonly Fulfilled[], lineId: string): number =>
  fulfilled.flatMap(({ lines }) => lines).reduce((all, { id, quantity }) => (id === lineId ? all + quantity : all), 0)

function trackingWith(saved: Tracking | undefined, sent: FulfillmentUpdate['trackingInfo']): Tracking | undefined {
  if (sent === undefined) return saved
  if (sent === null) return undefined
  const now = (name: keyof Tracking) => (sent[name] === undefined ? saved?.[name] : (sent[name] ?? undefined))
  const [trackingNumber, shippingProvider] = [now('trackingNumber'), now('shippingProvider')]
  const moved = trackingNumber !== saved?.trackingNumber || shippingProvider !== saved?.shippingProvider
  // A link that was derived from the old number is derived anew from the new one.
  const trackingLink =
    sent.trackingLink ??
    (shippingProvider !== undefined && trackingNumber !== undefined && (moved || sent.trackingLink === null)
      ? trackingLinkOf(shippingProvider, trackingNumber)
      : undefined) ??
    (sent.trackingLink === null || moved ? undefined : saved?.trackingLink)
  if (trackingNumber === undefined && shippingProvider === undefined && trackingLink === undefined) return undefined
  return {
    ...(trackingNumber !== undefined && { trackingNumber }),
    ...(shippingProvider !== undefined && { shippingProvider }),
    ...(trackingLink !== undefined && { trackingLink }),
  }
}

function stageOf(
  { collected }: Pick<OrderToFulfil, 'collected'>,
  status: string | undefined,
  completed: boolean | undefined,
  before: Fulfilled | undefined,
): Stage {
  const gone: Stage = collected ? 'READY' : 'SENT'
  const stage = ((): Stage => {
    switch (status?.toLowerCase().replace(/[\s-]+/g, '_')) {
      case 'pending':
      case 'accepted':
        return 'PREPARING'
      case 'ready':
        return collected ? 'READY' : 'PACKED'
      case 'in_delivery':
        return 'SENT'
      case 'delivered':
        return 'DELIVERED'
      case 'fulfilled':
        // The end of the way where there was one; else the one word for all of it.
        return collected || before?.stage === 'DELIVERED' || (before?.stage === 'SENT' && before.status !== undefined)
          ? 'DELIVERED'
          : 'SENT'
      case undefined:
        return completed === false ? 'PREPARING' : gone
      default:
        return before?.stage ?? (completed === false ? 'PREPARING' : gone)
    }
  })()
  return completed && (stage === 'PREPARING' || stage === 'PACKED') ? gone : stage
}

/** How much of an order is handed over. What goes by itself does not count, and what is back in stock does not either. */
export function fulfillmentStatusOf(
  { lines, fulfillmentStatus }: Pick<OrderToFulfil, 'lines' | 'fulfillmentStatus'>,
  fulfilled: readonly Fulfilled[],
): FulfillmentStatus {
  const byHand = lines.filter((line) => line.byHand)
  if (byHand.length === 0) return fulfillmentStatus
  const handed = fulfilled.filter(({ completed }) => completed)
  const done = byHand.every(({ id, quantity, restocked }) => allotted(handed, id) >= quantity - restocked)
  if (done && handed.length > 0) return 'FULFILLED'
  return byHand.some(({ id }) => allotted(handed, id) > 0) ? 'PARTIALLY_FULFILLED' : 'NOT_FULFILLED'
}

/** How many units somebody has still to hand over, once these are. */
export const waitingAfter = ({ lines }: Pick<OrderToFulfil, 'lines'>, fulfilled: readonly Fulfilled[]): number => {
  const handed = fulfilled.filter(({ completed }) => completed)
  return lines
    .filter(({ byHand }) => byHand)
    .reduce((all, { id, quantity, restocked }) => all + Math.max(0, quantity - restocked - allotted(handed, id)), 0)
}

export type FulfillmentEmail = 'SHIPPED' | 'TRACKING' | 'PICKUP_READY' | 'DELIVERED'

/** What its buyer is to be told, if anything: once when it goes, and when it is there. */
export function emailAbout(
  { collected, lines }: OrderToFulfil,
  before: Fulfilled | undefined,
  after: Fulfilled,
): FulfillmentEmail | undefined {
  const goods = after.lines.some(({ id }) => lines.some((line) => line.id === id && line.byHand))
  if (!goods) return undefined
  const moved = before?.stage !== after.stage
  if (collected) return moved && after.stage === 'READY' && before?.stage !== 'DELIVERED' ? 'PICKUP_READY' : undefined
  if (after.stage === 'DELIVERED') return moved ? 'DELIVERED' : undefined
  if (after.stage !== 'SENT') return undefined
  if (moved) return 'SHIPPED'
  return after.tracking?.trackingNumber !== undefined && before?.tracking?.trackingNumber !== after.tracking.trackingNumber
    ? 'TRACKING'
    : undefined
}

export type FulfillmentActivity =
  | 'ORDER_FULFILLED'
  | 'ORDER_NOT_FULFILLED'
  | 'TRACKING_NUMBER_ADDED'
  | 'TRACKING_NUMBER_EDITED'
  | 'TRACKING_LINK_ADDED'

/** What is told of a shipment itself, beside what the wire has words for. */
export interface ShipmentTold {
  readonly type: 'SHIPMENT_SENT' | 'SHIPMENT_CHANGED' | 'SHIPMENT_VOIDED'
  readonly additionalData: Readonly<Record<string, string>>
}

/** One entry for each shipment that went, was changed or was voided: which of the order's, with how many units, by whom and under which number. */
export function shipmentsTold(
  changes: readonly { readonly before?: Shipment | undefined; readonly after?: Shipment | undefined }[],
  all: readonly Shipment[],
): ShipmentTold[] {
  return changes.flatMap(({ before, after }) => {
    const shipment = (after ?? before)!
    const type = after === undefined ? 'SHIPMENT_VOIDED' : after.completed && !before?.completed ? 'SHIPMENT_SENT' : 'SHIPMENT_CHANGED'
    if (type === 'SHIPMENT_CHANGED' && (!before || isSame(before.tracking, shipment.tracking))) return []
    const { shippingProvider, trackingNumber } = shipment.tracking ?? {}
    const nth = all.findIndex(({ id }) => id === shipment.id)
    return [
      {
        type,
        additionalData: {
          ...(nth >= 0 && { shipment: String(nth + 1) }),
          quantity: String(shipment.lines.reduce((sum, { quantity }) => sum + quantity, 0)),
          ...(shippingProvider !== undefined && { carrier: carrierName(shippingProvider) }),
          ...(trackingNumber !== undefined && { trackingNumber }),
        },
      },
    ]
  })
}

/** What the order's story says of it. */
export function activitiesOf(
  status: { readonly before: FulfillmentStatus; readonly after: FulfillmentStatus },
  shipments: readonly { readonly before?: Fulfilled | undefined; readonly after?: Fulfilled | undefined }[],
): FulfillmentActivity[] {
  const told: FulfillmentActivity[] = []
  for (const { before, after } of shipments) {
    const [was, is] = [before?.tracking ?? {}, after?.tracking ?? {}]
    if (is.trackingNumber !== undefined && is.trackingNumber !== was.trackingNumber)
      told.push(was.trackingNumber === undefined ? 'TRACKING_NUMBER_ADDED' : 'TRACKING_NUMBER_EDITED')
    if (is.trackingLink !== undefined && is.trackingLink !== was.trackingLink) told.push('TRACKING_LINK_ADDED')
  }
  if (status.before !== status.after) {
    if (status.after === 'FULFILLED') told.push('ORDER_FULFILLED')
    else if (status.before === 'FULFILLED' || status.after === 'NOT_FULFILLED') told.push('ORDER_NOT_FULFILLED')
  }
  return told
}
