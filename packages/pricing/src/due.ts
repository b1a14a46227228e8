import type { Line } from './lines.ts'
import { allot, type Minor, minor, sum, zero } from './money.ts'

/** A total with its parts: `subtotal − discount + shipping + additionalFees`, and `+ tax` where prices do not include it, is the total. */
export interface Sums {
  /** Lines before discounts, without what a membership pays for. */
  readonly subtotal: Minor
  /** All discounts of rules, coupon and merchant, on lines and delivery. */
  readonly discount: Minor
  /**
   * The part of the discount that rules take off the items themselves: `subtotal − itemDiscount` is the lines at the prices that they are
   * sold at.
   */
  readonly itemDiscount: Minor
  readonly shipping: Minor
  readonly additionalFees: Minor
  readonly tax: Minor
  readonly total: Minor
}

/** What is paid when: with the order, some time after it, or when a free trial is over. Together they are the total, part by part. */
export interface Due {
  readonly payNow: Sums
  readonly payLater: Sums
  readonly payAfterFreeTrial: Sums
}

/**
 * The value of the lines at the prices that they are sold at: after memberships and rules, before coupon and merchant.
 *
 * @example
 * afterRules({ subtotal: minor(10_450), itemDiscount: minor(950) }) // => 9500
 */
export const afterRules = ({ subtotal, itemDiscount }: Pick<Sums, 'subtotal' | 'itemDiscount'>): Minor => minor(subtotal - itemDiscount)

type When = keyof Due

/** A part of the total: a line, the delivery or a fee. */
export interface Part extends Sums {
  /** Absent for delivery and fees. */
  readonly line?: Line
}

const whens: readonly When[] = ['payNow', 'payLater', 'payAfterFreeTrial']

/** The sums of nothing. */
export const noSums: Sums = {
  subtotal: zero,
  discount: zero,
  itemDiscount: zero,
  shipping: zero,
  additionalFees: zero,
  tax: zero,
  total: zero,
}

/** Delivery and fees are paid with the earliest payment of the lines; with the order where no line needs one. */
export function dueOf(parts: readonly Part[]): Due {
  const asked = parts.filter(({ line, total }) => line && total > 0).map(({ line }) => whenOf(line!))
  const first = whens.find((when) => asked.includes(when)) ?? 'payNow'
  const all: Record<When, Sums[]> = { payNow: [], payLater: [], payAfterFreeTrial: [] }
  for (const part of parts) {
    if (!part.line) all[first].push(part)
    else if (part.line.paymentOption !== 'DEPOSIT_ONLINE') all[whenOf(part.line)].push(part)
    else {
      const [now, later] = divided(part, depositOf(part.line, part.total))
      all.payNow.push(now)
      all.payLater.push(later)
    }
  }
  return { payNow: added(all.payNow), payLater: added(all.payLater), payAfterFreeTrial: added(all.payAfterFreeTrial) }
}

/** What is due for a line with the order, of what it costs with its tax. */
export function nowOf(line: Line, total: Minor): Minor {
  if (line.paymentOption === 'DEPOSIT_ONLINE') return depositOf(line, total)
  return whenOf(line) === 'payNow' ? total : zero
}

function whenOf({ paymentOption, subscription }: Line): When {
  if (paymentOption === 'FULL_PAYMENT_OFFLINE') return 'payLater'
  return subscription?.freeTrial ? 'payAfterFreeTrial' : 'payNow'
}

/** A deposit is due for every unit, and never more than they cost. */
export const depositOf = ({ deposit, quantity }: Line, total: Minor): Minor => minor(Math.min(total, (deposit ?? 0) * quantity))

/** Splits a line in two so that each half adds up, and both together are the line. */
function divided(part: Sums, now: Minor): readonly [Sums, Sums] {
  if (part.total === 0) return [part, noSums]
  const weights = [now, part.total - now]
  const [taxNow = zero] = allot(part.tax, weights)
  const [discountNow = zero] = allot(part.discount, weights)
  const [itemDiscountNow = zero] = allot(part.itemDiscount, weights)
  const taxAdded = part.total - (part.subtotal - part.discount)
  const addedNow = taxAdded === 0 ? 0 : taxNow
  const subtotal = minor(now + discountNow - addedNow)
  const first = { ...noSums, subtotal, discount: discountNow, itemDiscount: itemDiscountNow, tax: taxNow, total: now }
  return [first, minus(part, first)]
}

const minus = (a: Sums, b: Sums): Sums => ({
  subtotal: minor(a.subtotal - b.subtotal),
  discount: minor(a.discount - b.discount),
  itemDiscount: minor(a.itemDiscount - b.itemDiscount),
  shipping: minor(a.shipping - b.shipping),
  additionalFees: minor(a.additionalFees - b.additionalFees),
  tax: minor(a.tax - b.tax),
  total: minor(a.total - b.total),
})

/** Adds totals up, part by part. */
export const added = (all: readonly Sums[]): Sums => ({
  subtotal: sum(all.map((one) => one.subtotal)),
  discount: sum(all.map((one) => one.discount)),
  itemDiscount: sum(all.map((one) => one.itemDiscount)),
  shipping: sum(all.map((one) => one.shipping)),
  additionalFees: sum(all.map((one) => one.additionalFees)),
  tax: sum(all.map((one) => one.tax)),
  total: sum(all.map((one) => one.total)),
})
