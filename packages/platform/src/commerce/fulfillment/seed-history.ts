import { insertRows } from '../../kernel/db/rows.ts'
import type { Db } from '../../kernel/db/sql.ts'
import type { StoredFulfillment } from './store.ts'

/** Writes down what was shipped long ago. */
export const insertPastFulfillments = (db: Db, site: string, fulfillments: readonly StoredFulfillment[]): Promise<void> =>
  insertRows(
    db,
    'fulfillment',
    fulfillments.map(({ id, orderId, revision, createdAt, ...document }) => ({
      site,
      id,
      order_id: orderId,
      revision,
      document,
      created_at: createdAt,
      updated_at: Object.values(document.reached).sort().at(-1) ?? createdAt,
    })),
  )
