import type { Db } from '../../kernel/db/sql.ts'
import type { Sellable } from './sellable.ts'

/** Units that an order has reserved from stock. */
export interface HeldUnits {
  readonly productId: string
  readonly variantId: string
  readonly quantity: number
}

/** The units held by an order that waits for its payment; empty for any other order. */
export type FindHeld = (db: Db, site: string, orderId: string) => Promise<readonly HeldUnits[]>

/** The stock available to the checkout of an order, including the units that the order holds itself. */
export const withHeld = <Line extends { readonly item: Sellable | undefined }>(
  lines: readonly Line[],
  held: readonly HeldUnits[],
): readonly Line[] =>
  held.length === 0
    ? lines
    : lines.map((line) => {
        const { item } = line
        if (!item?.stock || item.available === null) return line
        const { productId, variantId } = item.stock
        const own = held.filter((units) => units.productId === productId && units.variantId === variantId)
        return { ...line, item: { ...item, available: item.available + own.reduce((sum, { quantity }) => sum + quantity, 0) } }
      })
