import { type Minor, minor, share, zero } from './money.ts'
import { parsePercent } from './ratio.ts'

/** The subscriber's discount on a unit: a percentage as decimal text, or an amount. */
export interface PlanDiscount {
  readonly percentOff?: string
  readonly amountOff?: Minor
}

/**
 * What a unit costs a subscriber; never less than zero.
 * @throws RangeError when the percentage is no plain, non-negative decimal
 * @example
 * planPrice(minor(4750), { percentOff: '12' }) // => 4180
 * planPrice(minor(4750), { amountOff: minor(500) }) // => 4250
 * planPrice(minor(400), { amountOff: minor(500) }) // => 0
 * planPrice(minor(4750), {}) // => 4750
 */
export function planPrice(price: Minor, { percentOff, amountOff }: PlanDiscount): Minor {
  const off = percentOff === undefined ? (amountOff ?? zero) : share(price, parsePercent(percentOff))
  return minor(Math.max(0, price - off))
}
