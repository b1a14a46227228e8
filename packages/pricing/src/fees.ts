import { atPrice, type Discount, discounted, type Line, netOf } from './lines.ts'
import { type Minor, share, sum } from './money.ts'
import { covers, type Scope } from './promotions.ts'
import type { Fee } from './quote.ts'
import { parsePercent } from './ratio.ts'

/** Something that a merchant charges beside goods and delivery: handling, an insurance. */
export interface FeeRule {
  readonly code: string
  readonly name: string
  /** An amount, once for an order, or a percentage of the goods after discounts as decimal text. */
  readonly charge: { readonly amount: Minor } | { readonly percent: string }
  /** Only for what has to be delivered. */
  readonly shippedOnly?: boolean
  /** Only for these goods; null or absent for all. */
  readonly scopes?: readonly Scope[] | null
  readonly taxGroupId?: string | null
}

/**
 * The fees of a cart: of each rule that finds goods which cost something, one.
 *
 * @throws RangeError when a line is none (see `quote`) or a charge is negative
 * @example
 * const rules = [
 *   { code: 'handling', name: 'Handling', charge: { amount: minor(250) }, shippedOnly: true },
 *   { code: 'insurance', name: 'Insurance', charge: { percent: '1.5' } },
 * ]
 * const vase = { id: 'vase', quantity: 2, price: minor(9400), shippable: true }
 * const print = { id: 'print', quantity: 1, price: minor(900), shippable: false }
 * feesFor([vase, print], [], rules).map((fee) => fee.price) // => [250, 296]
 * feesFor([print], [], rules).map((fee) => fee.code) // => ['insurance']
 */
export function feesFor(lines: readonly Line[], discounts: readonly Discount[], rules: readonly FeeRule[]): Fee[] {
  if (rules.length === 0) return []
  const priced = discounted(atPrice(lines), discounts).lines
  return rules.flatMap(({ code, name, charge, shippedOnly, scopes, taxGroupId }): Fee[] => {
    const meant = priced.filter(
      ({ line }) => (!shippedOnly || line.shippable) && (!scopes || (line.item && scopes.some((scope) => covers(scope, line.item!)))),
    )
    const goods = sum(meant.map(netOf))
    const price = 'amount' in charge ? charge.amount : share(goods, parsePercent(charge.percent))
    if (price < 0) throw new RangeError(`A fee cannot be negative, as ${JSON.stringify(name)} is`)
    if (goods === 0 || price === 0) return []
    const lineIds = meant.length === priced.length ? null : meant.map(({ line }) => line.id)
    return [{ code, name, price, taxGroupId: taxGroupId ?? null, lineIds }]
  })
}
