import type { OrderTransactions } from '@vitrine/contract'
import { type Minor, minor, parseDecimal, sum, toDecimal } from '@vitrine/pricing'

/** What is taken of one held payment. */
export interface Taking {
  readonly paymentId: string
  readonly amount: { readonly amount: string }
}

/** How an amount is taken of what is held: of the first payment as far as it goes, then of the next. Those that nothing is needed of stay held. */
export function takingsOf(held: OrderTransactions['payments'], amount: Minor, currency: string): Taking[] {
  let rest: number = amount
  return held.flatMap(({ id, amount: whole }) => {
    const part = minor(Math.min(rest, whole ? parseDecimal(whole.amount, currency) : 0))
    rest -= part
    return part > 0 ? [{ paymentId: id!, amount: { amount: toDecimal(part, currency) } }] : []
  })
}

/** What is let go with it: the rest of a payment that a part was taken of. */
export function letGoBy(takings: readonly Taking[], held: OrderTransactions['payments'], currency: string): Minor {
  return sum(
    takings.map(({ paymentId, amount }) => {
      const whole = held.find(({ id }) => id === paymentId)?.amount
      return minor((whole ? parseDecimal(whole.amount, currency) : 0) - parseDecimal(amount.amount, currency))
    }),
  )
}
