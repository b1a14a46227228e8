import type { OrderTransactions } from '@vitrine/contract'
import { type Minor, minor, parseDecimal, sum, toDecimal } from '@vitrine/pricing'

/** What is captured of one authorized payment. */
export interface Taking {
  readonly paymentId: string
  readonly amount: { readonly amount: string }
}

/** How an amount is taken of what is authorized: of the first payment as far as it goes, then of the next. Those that nothing is needed of stay authorized. */
export function takingsOf(authorized: OrderTransactions['payments'], amount: Minor, currency: string): Taking[] {
  let rest: number = amount
  return authorized.flatMap(({ id, amount: whole }) => {
    const part = minor(Math.min(rest, whole ? parseDecimal(whole.amount, currency) : 0))
    rest -= part
    return part > 0 ? [{ paymentId: id!, amount: { amount: toDecimal(part, currency) } }] : []
  })
}

/** What is voided with it: the rest of a payment that was captured in part. */
export function voidedBy(takings: readonly Taking[], authorized: OrderTransactions['payments'], currency: string): Minor {
  return sum(
    takings.map(({ paymentId, amount }) => {
      const whole = authorized.find(({ id }) => id === paymentId)?.amount
      return minor((whole ? parseDecimal(whole.amount, currency) : 0) - parseDecimal(amount.amount, currency))
    }),
  )
}
