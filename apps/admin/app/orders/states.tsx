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

/** Money that is held and not taken is what one has to know of an order first. */
export function PaymentState({ of }: { of: Pick<Order, 'paymentStatus' | 'balanceSummary'> }) {
  const held = Number(of.balanceSummary?.authorized?.amount ?? 0) > 0
  const [glyph, tone, word]: Said = held ? ['c-dot', 'wait', 'Authorised'] : payments[of.paymentStatus]
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

export function FulfillmentState({ of }: { of: { status: OrderStatus; fulfillmentStatus: FulfillmentStatus } }) {
  const [glyph, tone, word]: Said =
    of.status === 'CANCELED'
      ? ['s-slash', 'done', 'Cancelled']
      : of.status === 'REJECTED'
        ? ['s-slash', 'done', 'Turned away']
        : fulfillments[of.fulfillmentStatus]
  return (
    <Status glyph={glyph} tone={tone}>
      {word}
    </Status>
  )
}
