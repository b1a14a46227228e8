import { mostInStock } from '@vitrine/contract'
import type { Moment } from '../db/moment.ts'
import { changesIn, type StockChange, type StockRow, updated } from './rules.ts'
import { holdStock } from './store.ts'
import { type Writing, writeChanges } from './write-changes.ts'

type Importing = Omit<Writing, 'kind'>

interface Shelf {
  readonly productId: string
  readonly variantId: string
}

type Level = Pick<StockRow, 'tracked' | 'inStock' | 'quantity'>

/** Stock of a variant as an import found it, and as it left it. */
export interface Moved extends Shelf {
  readonly before: Level
  readonly after: Level
}

const keyOf = ({ productId, variantId }: Shelf): string => `${productId} ${variantId}`
const levelOf = ({ tracked, inStock, quantity }: StockRow): Level => ({ tracked, inStock, quantity })

async function held<T extends Shelf>({ db, site }: Moment, all: readonly T[]): Promise<readonly (readonly [T, StockRow])[]> {
  const rows = await holdStock(db, site, [...new Set(all.map(({ productId }) => productId))])
  const byKey = new Map(rows.map((row) => [keyOf(row), row]))
  return all.flatMap((one) => {
    const row = byKey.get(keyOf(one))
    return row ? [[one, row] as const] : []
  })
}

/** Sets stock as a file says it: a quantity where it is tracked, else whether there is some. Answers what moved. */
export async function setImported(
  moment: Moment,
  said: readonly (Shelf & { readonly stock: { readonly quantity: number } | { readonly inStock: boolean } })[],
  importing: Importing,
): Promise<readonly Moved[]> {
  const changes = (await held(moment, said)).map(
    ([{ stock }, before]): StockChange => ({
      before,
      after: updated(
        before,
        'quantity' in stock
          ? { tracked: true, quantity: Math.min(stock.quantity, mostInStock) }
          : { tracked: false, inStock: stock.inStock },
      ),
    }),
  )
  await writeChanges(moment, changes, { kind: 'IMPORT', ...importing })
  return changesIn(changes).map(({ before, after }) => ({
    productId: after.productId,
    variantId: after.variantId,
    before: levelOf(before),
    after: levelOf(after),
  }))
}

/**
 * Moves stock back by as much as an import moved it, so that what was sold since stays sold. Where somebody began or ended tracking since, it
 * stays as it is: those are the answer.
 */
export async function putBackImported(moment: Moment, moved: readonly Moved[], importing: Importing): Promise<readonly string[]> {
  const kept: string[] = []
  const changes = (await held(moment, moved)).flatMap(([{ before, after }, now]): StockChange[] => {
    if (now.tracked !== after.tracked) {
      kept.push(now.variantId)
      return []
    }
    if (!before.tracked) return [{ before: now, after: { ...now, tracked: false, inStock: before.inStock, quantity: before.quantity } }]
    if (!after.tracked) return [{ before: now, after: { ...now, tracked: true, quantity: before.quantity } }]
    const quantity = Math.min(mostInStock, now.quantity - after.quantity + before.quantity)
    return [{ before: now, after: { ...now, quantity } }]
  })
  await writeChanges(moment, changes, { kind: 'IMPORT', ...importing })
  return kept
}
