import { mostInStock } from '@vitrine/contract'
import type { Context } from '../../kernel/db/context.ts'
import { type Elsewhere, spreadOver, takenBack, unitsAt } from './allocation.ts'
import { findPlaces } from './places.ts'
import { putBackTo, type StockRow, updated } from './rules.ts'
import { elsewhereIn, holdStock, type PlacedChange } from './store.ts'
import { isMoved, type Writing, writeChanges } from './write-changes.ts'

type Importing = Omit<Writing, 'kind'>

interface Variant {
  readonly productId: string
  readonly variantId: string
}

type Level = Pick<StockRow, 'tracked' | 'inStock' | 'quantity'>

/** Stock of a variant as an import found it, and as it left it. */
export interface Moved extends Variant {
  readonly before: Level
  readonly after: Level
  /** How many more each location had after it; absent in imports of earlier versions. */
  readonly units?: Elsewhere
}

/** What a file says of a variant: how many there are, in all or at each location, or whether there are some. */
export type Said = { readonly quantity: number; readonly at?: Elsewhere } | { readonly inStock: boolean }

/** A variant of which not all could be taken back. */
export interface Short {
  readonly variantId: string
  readonly units: number
}

export interface PutBack {
  /** Variants that are counted in another way by now: their stock is left as it is. */
  readonly saved: readonly string[]
  readonly short: readonly Short[]
}

const keyOf = ({ productId, variantId }: Variant): string => `${productId} ${variantId}`
const levelOf = ({ tracked, inStock, quantity }: StockRow): Level => ({ tracked, inStock, quantity })

async function held<T extends Variant>({ db, site }: Context, all: readonly T[]): Promise<readonly (readonly [T, StockRow])[]> {
  const rows = await holdStock(db, site, [...new Set(all.map(({ productId }) => productId))])
  const byKey = new Map(rows.map((row) => [keyOf(row), row]))
  return all.flatMap((one) => {
    const row = byKey.get(keyOf(one))
    return row ? [[one, row] as const] : []
  })
}

/** How many more there are at each location after a change. */
function unitsIn({ before, after, elsewhere }: PlacedChange, first: string): Elsewhere {
  const units: Record<string, number> = { ...elsewhere }
  const here = unitsAt({ quantity: after.quantity - before.quantity, elsewhere }, first, first)
  if (here !== 0) units[first] = here
  return units
}

/** Sets stock as a file says it. Answers what moved. */
export async function setImported(
  context: Context,
  said: readonly (Variant & { readonly stock: Said })[],
  importing: Importing,
): Promise<readonly Moved[]> {
  const places = await findPlaces(context.db, context.site)
  const changes = (await held(context, said))
    .map(([{ stock }, before]): PlacedChange => {
      if (!('quantity' in stock)) {
        const after = updated(before, { tracked: false, inStock: stock.inStock })
        return { before, after, elsewhere: null }
      }
      const after = updated(before, { tracked: true, quantity: Math.min(stock.quantity, mostInStock) })
      return {
        before,
        after,
        elsewhere: stock.at ? spreadOver(before, stock.at, places) : elsewhereIn({ before, after }, undefined, places),
      }
    })
    .filter(isMoved)
  await writeChanges(context, changes, { kind: 'IMPORT', ...importing })
  return changes.map((change) => ({
    productId: change.after.productId,
    variantId: change.after.variantId,
    before: levelOf(change.before),
    after: levelOf(change.after),
    units: unitsIn(change, places.first),
  }))
}

/**
 * Moves stock back by as much as an import moved it, so that what was sold since stays sold, but never below what may be sold: what was sold beyond
 * that is answered, as are the variants of which somebody began or ended tracking since, which stay as they are.
 */
export async function putBackImported(context: Context, moved: readonly Moved[], importing: Importing): Promise<PutBack> {
  const saved: string[] = []
  const short: Short[] = []
  const places = await findPlaces(context.db, context.site)
  const changes = (await held(context, moved)).flatMap(([{ before, after, units }, now]): PlacedChange[] => {
    const { variantId } = now
    if (now.tracked !== after.tracked) {
      saved.push(variantId)
      return []
    }
    if (!before.tracked || !after.tracked) {
      const change = { before: now, after: { ...now, ...before } }
      return [{ ...change, elsewhere: elsewhereIn(change, undefined, places) }]
    }
    const { quantity, missing } = putBackTo(now, before.quantity, after.quantity)
    if (missing > 0) short.push({ variantId, units: missing })
    const by = quantity - now.quantity
    const change = { before: now, after: { ...now, quantity } }
    return [{ ...change, elsewhere: units ? takenBack(now, by, units, places) : elsewhereIn(change, undefined, places) }]
  })
  await writeChanges(context, changes.filter(isMoved), { kind: 'IMPORT', ...importing })
  return { saved, short }
}
