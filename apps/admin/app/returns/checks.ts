import type { ReturnCondition, ReturnLine } from '@vitrine/contract'
import { type Minor, minor, parseDecimal } from '@vitrine/pricing'

export const conditionText: Readonly<Record<ReturnCondition, string>> = { AS_NEW: 'As new', USED: 'Used', DAMAGED: 'Damaged' }

/** What is said of a line while it is looked at. */
export interface CheckedLine {
  readonly lineItemId: string
  readonly condition: ReturnCondition
  readonly accepted: number
  readonly restocked: number
}

/** As it mostly is: all of it as new, and back in stock. */
export const checksOf = (lines: readonly Pick<ReturnLine, 'lineItemId' | 'quantity'>[]): CheckedLine[] =>
  lines.map(({ lineItemId, quantity }) => ({ lineItemId, condition: 'AS_NEW', accepted: quantity, restocked: quantity }))

/** A line with something said of it: what is damaged is not sold again, and neither is what is not accepted. */
export function checkedWith(line: CheckedLine, change: Partial<Omit<CheckedLine, 'lineItemId'>>): CheckedLine {
  const next = { ...line, ...change }
  const wasWhole = line.restocked === line.accepted
  // What is said of the units that are accepted holds for those that come to it.
  const restocked = change.restocked ?? (wasWhole && line.condition !== 'DAMAGED' ? next.accepted : next.restocked)
  return { ...next, restocked: next.condition === 'DAMAGED' ? 0 : Math.min(restocked, next.accepted) }
}

/** What was paid for the units of a line that are accepted, as the shop counts it; for all of them as long as nobody has looked. */
export function paidFor({ amount, quantity }: Pick<ReturnLine, 'amount' | 'quantity'>, accepted: number, currency: string): Minor {
  const all = parseDecimal(amount.amount, currency)
  return minor(accepted === quantity ? all : Math.floor((all * accepted) / quantity))
}
