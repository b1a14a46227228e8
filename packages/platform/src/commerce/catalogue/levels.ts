import { type Sql, sql } from '../../kernel/db/sql.ts'

/**
 * The stock of a variant: a quantity where it is tracked; null where it is not tracked and in stock, `'out'` where it is not tracked and out
 * of stock.
 */
export type Level = number | null | 'out' | Preorderable

/** A quantity, and how many more may be sold than there are. */
export interface Preorderable {
  readonly quantity: number
  readonly preorders: number
}

/** A row of `stock` as text: `42`, `0+10` with ten preorders, `*` in stock and not tracked, `x` out of stock and not tracked. */
export const levelText: Sql = sql`case when stock.tracked
  then case when stock.backorder_limit > 0 then stock.quantity || '+' || stock.backorder_limit else stock.quantity::text end
  when stock.in_stock then '*' else 'x' end`

/** Whether any variant of a `product` is in stock. */
export const available: Sql = sql`exists (
  select from stock where stock.site = product.site and stock.product_id = product.id and case when stock.tracked then stock.quantity > 0 else stock.in_stock end)`

/** Reads the stock of a product as statements here answer it: `42,0,*`, in the order of the variant ids. */
export const readLevels = (text: string): readonly Level[] => (text === '' ? [] : text.split(',').map(readLevel))

function readLevel(text: string): Level {
  if (text === '*') return null
  if (text === 'x') return 'out'
  const plus = text.indexOf('+')
  return plus < 0 ? Number(text) : { quantity: Number(text.slice(0, plus)), preorders: Number(text.slice(plus + 1)) }
}

/** A variant without a row holds nothing. */
export const levelAt = (levels: readonly Level[], shelf: number): Level => (shelf < levels.length ? levels[shelf]! : 0)

/** The stock of a variant, among that of its product. */
export const levelOf = (levels: readonly Level[], { shelf }: { readonly shelf: number }): Level => levelAt(levels, shelf)

/** What is tracked; undefined where nothing is. */
export const quantityOf = (level: Level): number | undefined =>
  level === null || level === 'out' ? undefined : typeof level === 'number' ? level : level.quantity

/** Whether it is in stock. What can be preordered alone is not. */
export const some = (level: Level): boolean => level === null || (quantityOf(level) ?? 0) > 0

/** How many can be sold, preorders among them; null where any number can. */
export function sellableOf(level: Level): number | null {
  if (level === null) return null
  if (level === 'out') return 0
  return Math.max(0, typeof level === 'number' ? level : level.quantity + level.preorders)
}

/** How many can be preordered: of what is in stock none, that is sold first. */
export const preordersOf = (level: Level): number => (some(level) ? 0 : (sellableOf(level) ?? 0))
