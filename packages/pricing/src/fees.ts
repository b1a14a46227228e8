import { atPrice, type Discount, discounted, type Line, netOf } from './lines.ts'
import { type Minor, minor, share, sum, times } from './money.ts'
import { type Place, sameCountry, subdivisionOf } from './place.ts'
import { covers, type Scope } from './promotions.ts'
import type { Fee } from './quote.ts'
import { parsePercent } from './ratio.ts'

/** A fee that a merchant charges on top of goods and delivery: handling, insurance, a small-order surcharge. */
export interface FeeRule {
  readonly code: string
  readonly name: string
  /** False for an inactive one. */
  readonly active?: boolean
  /** An amount, once for an order or for each unit, or a percentage of the goods after discounts as decimal text. */
  readonly charge: { readonly amount: Minor; readonly perPiece?: boolean } | { readonly percent: string }
  /** The minimum and the maximum of the fee; absent or null for no bound. */
  readonly least?: Minor | null
  readonly most?: Minor | null
  /** Only while its goods are worth at least this much after discounts, or less than this: a small-order surcharge. */
  readonly goodsFrom?: Minor | null
  readonly goodsBelow?: Minor | null
  /** Only for what has to be delivered. */
  readonly shippedOnly?: boolean
  /** Only for these goods; null or absent for all. */
  readonly scopes?: readonly Scope[] | null
  /** Only where the order goes to these places; null or absent for everywhere. */
  readonly destinations?: readonly { readonly country: string; readonly subdivisions?: readonly string[] }[] | null
  readonly taxGroupId?: string | null
}

/**
 * The fees of a cart: one of each rule that matches goods which cost something. A rule for some places waits until the place is known.
 *
 * @param place where the order goes; null while unknown
 * @throws RangeError when a line is invalid (see `quote`) or a charge is negative
 * @example
 * const rules = [
 *   { code: 'handling', name: 'Handling', charge: { amount: minor(250) }, shippedOnly: true },
 *   { code: 'insurance', name: 'Insurance', charge: { percent: '1.5' }, most: minor(280) },
 *   { code: 'small', name: 'Small order', charge: { amount: minor(300) }, goodsBelow: minor(2000) },
 *   { code: 'customs', name: 'Customs papers', charge: { amount: minor(900) }, destinations: [{ country: 'CH' }] },
 * ]
 * const vase = { id: 'vase', quantity: 2, price: minor(9400), shippable: true }
 * const print = { id: 'print', quantity: 1, price: minor(900), shippable: false }
 * feesFor([vase, print], [], rules).map((fee) => fee.price) // => [250, 280]
 * feesFor([print], [], rules).map((fee) => fee.code) // => ['insurance', 'small']
 * feesFor([print], [], rules, { country: 'CH' }).map((fee) => fee.code) // => ['insurance', 'small', 'customs']
 */
export function feesFor(
  lines: readonly Line[],
  discounts: readonly Discount[],
  rules: readonly FeeRule[],
  place: Place | null = null,
): Fee[] {
  const open = rules.filter(({ active, destinations }) => active !== false && (!destinations || (place && lies(place, destinations))))
  if (open.length === 0) return []
  const priced = discounted(atPrice(lines), discounts).lines
  return open.flatMap(({ code, name, charge, shippedOnly, scopes, taxGroupId, ...bounds }): Fee[] => {
    const meant = priced.filter(
      ({ line }) => (!shippedOnly || line.shippable) && (!scopes || (line.item && scopes.some((scope) => covers(scope, line.item!)))),
    )
    const goods = sum(meant.map(netOf))
    const { goodsFrom, goodsBelow } = bounds
    const units = meant.reduce((all, { line }) => all + line.quantity, 0)
    const price = within(
      'amount' in charge ? times(charge.amount, charge.perPiece ? units : 1) : share(goods, parsePercent(charge.percent)),
      bounds,
    )
    if (price < 0) throw new RangeError(`A fee cannot be negative, as ${JSON.stringify(name)} is`)
    if (goods === 0 || price === 0) return []
    if (goods < (goodsFrom ?? 0) || (goodsBelow !== null && goodsBelow !== undefined && goods >= goodsBelow)) return []
    const lineIds = meant.length === priced.length ? null : meant.map(({ line }) => line.id)
    const why = { percent: 'percent' in charge ? charge.percent : null, goods, from: goodsFrom ?? null, below: goodsBelow ?? null }
    return [{ code, name, price, taxGroupId: taxGroupId ?? null, lineIds, why }]
  })
}

const within = (price: Minor, { least, most }: Pick<FeeRule, 'least' | 'most'>): Minor =>
  minor(Math.max(least ?? 0, Math.min(price, most ?? price)))

const lies = (place: Place, destinations: NonNullable<FeeRule['destinations']>): boolean =>
  destinations.some(
    ({ country, subdivisions }) =>
      sameCountry(country, place.country) &&
      (!subdivisions?.length ||
        subdivisions.some((one) => subdivisionOf(country, one) === subdivisionOf(place.country, place.subdivision))),
  )
