import { allot, type Minor, minor, share, sum, times, zero } from './money.ts'
import { parsePercent } from './ratio.ts'

/** What somebody wants to buy: one product, variant or other thing, any number of times. */
export interface Line {
  /** Unique within the quote. */
  readonly id: string
  /** Whole pieces, from 1. */
  readonly quantity: number
  /** One piece as the catalogue sells it now; from 0. */
  readonly price: Minor
  /** One piece before the catalogue's own discount (the struck-out price); absent or null where there is none. */
  readonly fullPrice?: Minor | null
  /** Decides its tax rates; absent or null for the default group. */
  readonly taxGroupId?: string | null
  /** One piece, in the shop's unit of weight, to six decimals; absent or null for weightless. */
  readonly weight?: number | null
  /** Whether it has to be delivered or collected: false for downloads, gift cards, services. */
  readonly shippable: boolean
}

/** Takes money off lines. Discounts apply in the order given, each to what the earlier ones left. */
export interface Discount {
  readonly id: string
  readonly name: string
  /** The lines it is taken from; absent or null for all. */
  readonly lineIds?: readonly string[] | null
  /** An amount of money, at most what the lines cost; or a percentage from 0 to 100 as decimal text (`"12.5"`). */
  readonly off: { readonly amount: Minor } | { readonly percent: string }
}

/** A line with what its pieces cost together and what is taken off that. */
export interface PricedLine {
  readonly line: Line
  readonly gross: Minor
  readonly discount: Minor
}

/** What a discount took off, of which amount. */
export interface DiscountReason {
  readonly step: 'DISCOUNT'
  readonly id: string
  readonly name: string
  readonly percent: string | null
  readonly of: Minor
  readonly amount: Minor
  readonly lineIds: readonly string[]
}

/** What is left to pay for a line. */
export const netOf = ({ gross, discount }: PricedLine): Minor => minor(gross - discount)

/** Lines at their prices, by id: everything is split in this order, so that it does not matter in which one they were asked about. */
export function atPrice(lines: readonly Line[]): PricedLine[] {
  const byId = lines.toSorted((a, b) => (a.id < b.id ? -1 : 1))
  return byId.map((line, i) => {
    if (line.id === byId[i + 1]?.id) throw new RangeError(`Two lines are called ${JSON.stringify(line.id)}`)
    if (line.quantity < 1) throw new RangeError(`${line.quantity} is not a number of pieces, in line ${JSON.stringify(line.id)}`)
    if (line.price < 0) throw new RangeError(`A price cannot be negative, in line ${JSON.stringify(line.id)}`)
    return { line, gross: times(minor(line.price), line.quantity), discount: zero }
  })
}

/** Takes the discounts off, one after the other, each rounded once over all of its lines and never below nothing. */
export function discounted(priced: readonly PricedLine[], discounts: readonly Discount[]) {
  const reasons: DiscountReason[] = []
  let lines = priced
  for (const { id, name, lineIds, off } of discounts) {
    const left = lines.map((line) => (!lineIds || lineIds.includes(line.line.id) ? netOf(line) : zero))
    const of = sum(left)
    const wanted = 'percent' in off ? share(of, parsePercent(off.percent)) : minor(off.amount)
    if (wanted < 0) throw new RangeError(`A discount cannot be negative, as ${JSON.stringify(name)} is`)
    const amount = minor(Math.min(wanted, of))
    const parts = allot(amount, left)
    reasons.push({
      step: 'DISCOUNT',
      id,
      name,
      percent: 'percent' in off ? off.percent : null,
      of,
      amount,
      lineIds: lines.filter((_, i) => parts[i]).map(({ line }) => line.id),
    })
    lines = lines.map((line, i) => ({ ...line, discount: minor(line.discount + (parts[i] ?? zero)) }))
  }
  return { lines, reasons }
}
