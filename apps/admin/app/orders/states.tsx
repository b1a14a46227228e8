import type { FulfillmentStatus, Order, OrderStatus, PaymentStatus } from '@vitrine/contract'
import { type GlyphName, Status, type Tone } from '../parts/glyph.tsx'

type Said = readonly [GlyphName, Tone, string]

const payments: Readonly<Record<PaymentStatus, Said>> = {
  UNSPECIFIED: ['c-ring', 'wait', 'Unknown'],
  NOT_PAID: ['c-ring', 'wait', 'Not paid'],
  PAID: ['c-full', 'done', 'Paid'],
  PARTIALLY_REFUNDED: ['c-half', 'done', 'Part refunded'],
  FULLY_REFUNDED: ['c-back', 'done', 'Refunded'],
  PENDING: ['c-ring', 'wait', 'Pending'],
  PARTIALLY_PAID: ['c-half', 'wait', 'Part paid'],
  PENDING_MERCHANT: ['c-dot', 'wait', 'Authorised'],
  CANCELED: ['c-slash', 'done', 'Voided'],
  DECLINED: ['c-x', 'bad', 'Failed'],
}

type Paid = Pick<Order, 'paymentStatus' | 'balanceSummary'>

/** Money that is authorized and not captured is what one has to know of an order first. */
const saidOfPayment = ({ paymentStatus, balanceSummary }: Paid): Said =>
  Number(balanceSummary?.authorized?.amount ?? 0) > 0 ? ['c-dot', 'wait', 'Authorised'] : payments[paymentStatus]

export const paymentWord = (of: Paid): string => saidOfPayment(of)[2]

export function PaymentState({ of }: { of: Paid }) {
  const [glyph, tone, word] = saidOfPayment(of)
  return (
    <Status glyph={glyph} tone={tone}>
      {word}
    </Status>
  )
}

const fulfillments: Readonly<Record<FulfillmentStatus, Said>> = {
  NOT_FULFILLED: ['s-open', 'wait', 'To fulfil'],
  PARTIALLY_FULFILLED: ['s-half', 'warn', 'Part fulfilled'],
  FULFILLED: ['s-full', 'done', 'Fulfilled'],
}

interface Sent {
  readonly status: OrderStatus
  readonly fulfillmentStatus: FulfillmentStatus
}

const saidOfShipments = ({ status, fulfillmentStatus }: Sent): Said =>
  status === 'CANCELED'
    ? ['s-slash', 'done', 'Cancelled']
    : status === 'REJECTED'
      ? ['s-slash', 'done', 'Turned away']
      : fulfillments[fulfillmentStatus]

export const fulfillmentWord = (of: Sent): string => saidOfShipments(of)[2]

export function FulfillmentState({ of }: { of: Sent }) {
  const [glyph, tone, word] = saidOfShipments(of)
  return (
    <Status glyph={glyph} tone={tone}>
      {word}
    </Status>
  )
}
