import { fewestInStock, type InventoryVariantV2, mostInStock, type PreorderInfo } from '@vitrine/contract'
import type { Elsewhere } from './allocation.ts'

/** The stock of a variant, or of a product whose variants share one (variant 00000000-…). */
export interface StockRow {
  readonly productId: string
  readonly variantId: string
  readonly tracked: boolean
  /** Whether it is in stock while it is not tracked. */
  readonly inStock: boolean
  /** While it is not tracked, what it was when it last was. */
  readonly quantity: number
  /** How many may be sold below zero. */
  readonly backorderLimit: number
  /** What of the quantity is at other locations than the first; null as long as none ever was. */
  readonly elsewhere: Elsewhere | null
}

/** Whether a product can be preordered, as it is stored. */
export interface Preorder {
  readonly enabled: boolean
  readonly message: string | null
  /** Of each variant; null for any number. */
  readonly limit: number | null
  /** The day on which it is expected: `2027-05-14`. */
  readonly expectedDate: string | null
}

export const noPreorder: Preorder = { enabled: false, message: null, limit: null, expectedDate: null }

/** How many preorders there are at the most where the merchant sets no limit. */
const mostPreorders = -fewestInStock

/** How far below zero the quantity of a variant may fall. */
export const backorderLimitOf = ({ enabled, limit }: Preorder): number => (enabled ? (limit ?? mostPreorders) : 0)

/** What is not said stays, what is null is taken away. What are no characters is no part of a message: documents are cut at them. */
export const updatedPreorder = (
  before: Preorder,
  given: {
    readonly enabled?: boolean | null | undefined
    readonly message?: string | null | undefined
    readonly limit?: number | null | undefined
    readonly expectedDate?: string | null | undefined
  },
): Preorder => ({
  enabled: given.enabled ?? before.enabled,
  message: given.message === undefined ? before.message : (given.message?.replace(/[\ufdd0-\ufdef]/g, '') ?? null),
  limit: given.limit === undefined ? before.limit : given.limit,
  expectedDate: given.expectedDate === undefined ? before.expectedDate : given.expectedDate,
})

export const shownPreorder = ({ enabled, message, limit, expectedDate }: Preorder): PreorderInfo => ({
  enabled,
  ...(message !== null && { message }),
  ...(limit !== null && { limit }),
  ...(expectedDate !== null && { expectedDate }),
})

export const isInStock = ({ tracked, quantity, inStock }: StockRow): boolean => (tracked ? quantity > 0 : inStock)

/** How many can be sold, preorders among them; null where any number can. */
export function sellable({ tracked, quantity, inStock, backorderLimit }: StockRow): number | null {
  if (!tracked) return inStock ? null : 0
  return Math.max(0, quantity + backorderLimit)
}

/** What a variant is shown with, beside its id. */
export function shownStock(row: StockRow): Omit<InventoryVariantV2, 'variantId'> {
  const { tracked, quantity, backorderLimit } = row
  return {
    inStock: isInStock(row),
    ...(tracked && { quantity }),
    availableForPreorder: tracked && quantity <= 0 && quantity + backorderLimit > 0,
  }
}

/** What somebody sets. Absent is as it was. */
export interface StockUpdate {
  readonly tracked: boolean
  readonly quantity?: number | undefined
  readonly inStock?: boolean | undefined
}

/** A quantity goes with tracking, a mere yes or no with none. What stops being tracked stays in or out of stock, unless that is said. */
export const updated = (row: StockRow, { tracked, quantity, inStock }: StockUpdate): StockRow => ({
  ...row,
  tracked,
  quantity: tracked ? (quantity ?? row.quantity) : row.quantity,
  inStock: tracked ? row.inStock : (inStock ?? isInStock(row)),
})

/** More of what is tracked. Undefined where that would be more than a variant can have. */
export function incremented(row: StockRow, by: number): StockRow | undefined {
  if (!row.tracked) return row
  return row.quantity + by > mostInStock ? undefined : { ...row, quantity: row.quantity + by }
}

export interface Decrement {
  readonly by: number
  /** Whether preorders count, too. */
  readonly preorders: boolean
  /** Whether it may go below what there is. */
  readonly beyond: boolean
}

/** Less of what is tracked, or how many there are where there are not as many. */
export function decremented(row: StockRow, { by, preorders, beyond }: Decrement): StockRow | { readonly available: number } {
  if (!row.tracked) return row.inStock || beyond ? row : { available: 0 }
  const available = beyond ? row.quantity - fewestInStock : Math.max(0, row.quantity + (preorders ? row.backorderLimit : 0))
  return by <= available ? { ...row, quantity: row.quantity - by } : { available }
}

/**
 * What there is when a change from one quantity to another is taken back: as much less, but neither below what may be sold, nor below what there
 * was before, nor below what there is. `missing` is how many more should have gone.
 */
export function putBackTo(
  { quantity, backorderLimit }: Pick<StockRow, 'quantity' | 'backorderLimit'>,
  before: number,
  after: number,
): { readonly quantity: number; readonly missing: number } {
  const wanted = quantity - after + before
  const least = Math.min(0 - backorderLimit, before, quantity)
  const most = Math.min(mostInStock, wanted)
  return { quantity: Math.max(most, least), missing: Math.max(0, least - wanted) }
}

const isOther = (before: StockRow, after: StockRow): boolean =>
  before.tracked !== after.tracked ||
  before.inStock !== after.inStock ||
  before.quantity !== after.quantity ||
  before.backorderLimit !== after.backorderLimit

/** A variant whose stock is other than before. */
export interface StockChange {
  readonly before: StockRow
  readonly after: StockRow
}

export const changesIn = (changes: readonly StockChange[]): readonly StockChange[] =>
  changes.filter(({ before, after }) => isOther(before, after))
