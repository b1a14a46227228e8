import { mostInStock } from '@vitrine/contract'
import { defaultOf, type Elsewhere, type Places, spreadOver, unitsAt } from './allocation.ts'
import { type StockRow, updated } from './rules.ts'
import { elsewhereIn, type PlacedChange } from './store.ts'

/** What was counted of a variant: at a location, or in all; null where it is no longer tracked. */
export interface Count {
  readonly at: string | undefined
  readonly quantity: number | null
}

/** Units that came in; at the default location where none is said. */
export interface Arrival {
  readonly at: string | undefined
  readonly quantity: number
}

/** What of a variant is where; nowhere, as long as it is not tracked. */
function unitsOf(row: StockRow, { first }: Places): Record<string, number> {
  return row.tracked ? { ...row.elsewhere, [first]: unitsAt(row, first, first) } : {}
}

/** A variant that has these units; undefined where those are more than can be in stock. */
function changedTo(before: StockRow, units: Elsewhere, places: Places): PlacedChange | undefined {
  const quantity = Object.values(units).reduce((sum, each) => sum + each, 0)
  if (quantity > mostInStock) return undefined
  return { before, after: updated(before, { tracked: true, quantity }), elsewhere: spreadOver(before, units, places) }
}

/** A variant as it was counted: once in all, or once at each of some locations. Undefined where that is more than can be in stock. */
export function counted(before: StockRow, counts: readonly Count[], places: Places): PlacedChange | undefined {
  const [{ at, quantity }] = counts as [Count]
  if (quantity === null) return { before, after: updated(before, { tracked: false }), elsewhere: null }
  if (at === undefined) {
    const after = updated(before, { tracked: true, quantity })
    return { before, after, elsewhere: elsewhereIn({ before, after }, undefined, places) }
  }
  const units = unitsOf(before, places)
  for (const one of counts) units[one.at!] = one.quantity ?? 0
  return changedTo(before, units, places)
}

/** A variant after these arrivals; undefined where that is more than can be in stock. */
export function received(before: StockRow, arrivals: readonly Arrival[], places: Places): PlacedChange | undefined {
  const units = unitsOf(before, places)
  for (const { at = defaultOf(places), quantity } of arrivals) units[at] = (units[at] ?? 0) + quantity
  return changedTo(before, units, places)
}

/** The first count that says something else of a variant than one before it: two of one location, or one in all beside another. */
export function repeated(counts: readonly (Count & { readonly of: StockRow })[]): number {
  const said = new Map<StockRow, Set<string | undefined>>()
  return counts.findIndex(({ of, at, quantity }) => {
    const places = said.get(of) ?? new Set()
    said.set(of, places)
    const isWhole = at === undefined || quantity === null
    const key = isWhole ? undefined : at
    const clashes = places.has(key) || places.has(undefined) || (isWhole && places.size > 0)
    places.add(key)
    return clashes
  })
}
