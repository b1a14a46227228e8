import type { OrderRefundability } from '@vitrine/contract'
import { type Minor, minor, parseDecimal, toDecimal } from '@vitrine/pricing'
import { written } from '../sums.ts'
import { cardText } from '../text.ts'

export interface PaymentRefund {
  readonly paymentId: string
  readonly amount: { readonly amount: string }
  /** Money that came by hand goes back by hand. */
  readonly externalRefund?: true
}

/** Those that something can be given back of. */
export const refundablePayments = ({ payments }: OrderRefundability): OrderRefundability['payments'] =>
  payments.filter(({ refundable, manuallyRefundable }) => refundable || manuallyRefundable)

/** How an amount goes back: over the first payment as far as that goes, then over the next. */
export function refundsOf(can: OrderRefundability, amount: Minor, currency: string): PaymentRefund[] {
  let rest: number = amount
  return refundablePayments(can).flatMap(({ payment: { paymentId, monetary }, manuallyRefundable }) => {
    const part = minor(Math.min(rest, parseDecimal(monetary.maxRefund.amount, currency)))
    rest -= part
    return part > 0
      ? [{ paymentId, amount: { amount: toDecimal(part, currency) }, ...(manuallyRefundable && { externalRefund: true as const }) }]
      : []
  })
}

/** Where an amount goes, by payment: `to Visa •••• 4242`; of several each with its part. */
export function waysBack(can: OrderRefundability, amount: Minor, currency: string): string[] {
  const refunds = refundsOf(can, amount, currency)
  return refunds.map(({ paymentId, amount: { amount: part }, externalRefund }) => {
    const { creditCardDetails: card, paymentMethod } = can.payments.find(({ payment }) => payment.paymentId === paymentId)!.payment
    const to = card ? cardText(card.brand, card.lastFourDigits) : paymentMethod
    const way = externalRefund ? 'back by hand, outside the shop' : to ? `to ${to}` : 'back where it came from'
    return refunds.length === 1 ? way : `${way} with ${written(parseDecimal(part, currency), currency)}`
  })
}

/** Of which lines money can still go back, and for how many units of each. */
export const refundableUnits = ({ lineItems }: OrderRefundability): ReadonlyMap<string, number> =>
  new Map(lineItems.map(({ lineItemId, availableRefundQuantity }) => [lineItemId, availableRefundQuantity]))

export const isDeliveryRefundable = ({ shipping }: OrderRefundability): boolean =>
  shipping !== undefined && Number(shipping.availableRefundAmount.amount) > 0

/** What a refund is for, so that the books say it. */
export function refundItemsOf(units: ReadonlyMap<string, number>, delivery: boolean): object {
  const lineItems = [...units].filter(([, quantity]) => quantity > 0).map(([lineItemId, quantity]) => ({ lineItemId, quantity }))
  return { ...(lineItems.length > 0 && { lineItems }), ...(delivery && { shipping: {} }) }
}
