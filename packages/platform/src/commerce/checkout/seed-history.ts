import { insertRows } from '../../kernel/db/rows.ts'
import type { Db } from '../../kernel/db/sql.ts'
import { productsOf } from '../selling/basis.ts'
import type { StoredCheckout } from './store.ts'

/** Writes down checkouts that were begun long ago, ordered or left. */
export const insertPastCheckouts = (db: Db, site: string, checkouts: readonly StoredCheckout[]): Promise<void> =>
  insertRows(
    db,
    'checkout',
    checkouts.map((checkout) => ({
      site,
      id: checkout.id,
      cart_id: checkout.cartId,
      owner: checkout.owner,
      guests: checkout.guests,
      secret: checkout.secret,
      revision: checkout.revision,
      document: checkout.document,
      products: productsOf(checkout.document.lines),
      order_id: checkout.orderId,
      completed: checkout.completed,
      created_at: checkout.createdAt,
      updated_at: checkout.updatedAt,
    })),
  )
