import type { OrderRefundability } from '@vitrine/contract'
import { type Minor, minor, parseDecimal, toDecimal } from '@vitrine/pricing'

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
