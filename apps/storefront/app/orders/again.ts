import { minor, parseDecimal, toDecimal } from '@vitrine/pricing'
import type { Media } from '@vitrine/ui'

/** What happened when an order was put into the bag once more, by the names of its things. */
export interface Again {
  put: readonly { name: string; quantity: number }[]
  fewer: readonly { name: string; left: number }[]
  gone: readonly string[]
}

/** `same` and `changed` (its price) can be had; of `fewer` not all; `out` is sold out, `gone` is not sold any more. */
export type AgainState = 'same' | 'changed' | 'fewer' | 'out' | 'gone'

/** A line of an order as it would be bought now. Prices are of one unit, decimal text. */
export interface AgainLine {
  id: string
  name: string
  picture?: Media | undefined
  chosen: readonly string[]
  quantity: number
  state: AgainState
  /** What it cost then. */
  before: string
  price?: string
  /** Of `fewer`: how many there are. */
  left?: number | undefined
  preorder?: true
  instead: readonly { variantId: string; name: string; price: string }[]
}

interface Now {
  known: boolean
  some: boolean
  left: number | undefined
  quantity: number
  /** It costs what it did. */
  same: boolean
}

export function stateOf({ known, some, left, quantity, same }: Now): AgainState {
  if (!known) return 'gone'
  if (!some || left === 0) return 'out'
  if (left !== undefined && left < quantity) return 'fewer'
  return same ? 'same' : 'changed'
}

/** What the buyer chose for lines: another variant, or to leave it out. */
export type Chosen = Readonly<Record<string, string>>

export const OUT = 'out'

/** How many units of a line are put into the bag, and what one costs; undefined for none. */
export function takenOf(line: AgainLine, chosen: Chosen): { units: number; price: string; variantId?: string } | undefined {
  const choice = chosen[line.id]
  if (choice === OUT) return undefined
  const other = line.instead.find(({ variantId }) => variantId === choice)
  if (other) return { units: line.quantity, price: other.price, variantId: other.variantId }
  if (line.price === undefined || line.state === 'out' || line.state === 'gone') return undefined
  return { units: line.left ?? line.quantity, price: line.price }
}

/** How many units that makes, and what they cost together. */
export function together(lines: readonly AgainLine[], chosen: Chosen, currency: string): { units: number; sum: string } {
  let [units, sum] = [0, 0]
  for (const line of lines) {
    const taken = takenOf(line, chosen)
    if (!taken) continue
    units += taken.units
    sum += parseDecimal(taken.price, currency) * taken.units
  }
  return { units, sum: toDecimal(minor(sum), currency) }
}

/** Decimal text of several units of one price. */
export const times = (price: string, units: number, currency: string): string =>
  toDecimal(minor(parseDecimal(price, currency) * units), currency)

/** By how much a unit costs more (or, below zero, less) than then. */
export const difference = ({ before, price = before }: AgainLine, currency: string): string =>
  toDecimal(minor(parseDecimal(price, currency) - parseDecimal(before, currency)), currency)
