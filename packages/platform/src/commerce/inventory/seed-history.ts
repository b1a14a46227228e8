import { insertRows } from '../../kernel/db/rows.ts'
import type { Db } from '../../kernel/db/sql.ts'
import type { StockLine } from './stock.ts'

/** Units that an order took from stock long ago, or that came back (below zero); what is counted there today is what they left. */
export interface PastMove extends StockLine {
  readonly id: string
  readonly orderId: string
  readonly reason: string
  readonly at: Date
}

export const insertPastMoves = (db: Db, site: string, moves: readonly PastMove[]): Promise<void> =>
  insertRows(
    db,
    'stock_movement',
    moves.map(({ id, orderId, productId, variantId, reason, quantity, at }) => ({
      site,
      id,
      product_id: productId,
      variant_id: variantId,
      order_id: orderId,
      reason,
      quantity: -quantity,
      at,
    })),
  )
