import type { Context } from '../../kernel/db/context.ts'
import type { StoredOrder } from './stored-order.ts'

export interface UnitsOfLine {
  readonly lineItemId: string
  readonly quantity: number
}

/** The stock item, as orders use it. */
export interface Stock {
  /** Takes the items of an order; answers with the ids of the lines that are short, and then the caller has to roll the transaction back. */
  take(context: Context, order: Pick<StoredOrder, 'id' | 'revision' | 'stockItems' | 'document'>): Promise<readonly string[]>
  /** Takes them at the end of the transaction, which is done again where a line is short: then `take` says which. */
  takeLastly(context: Context, order: Pick<StoredOrder, 'id' | 'revision' | 'stockItems' | 'document'>): Promise<void>
  /** Puts back what an order took, or of its lines so many units at the most; what was put back already stays so. */
  putBack(context: Context, order: StoredOrder, lines?: readonly UnitsOfLine[]): Promise<void>
}
