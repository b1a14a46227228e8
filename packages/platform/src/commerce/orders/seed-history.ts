import type { OrderActivity } from '@vitrine/contract'
import { insertRows } from '../../kernel/db/rows.ts'
import { type Db, sql } from '../../kernel/db/sql.ts'
import { columnsOf } from './found-by.ts'
import type { NewActivity } from './store.ts'
import type { StoredOrder } from './stored-order.ts'

/** Something that happened to an order long ago, under an id of that moment. */
export interface PastActivity {
  readonly id: string
  readonly orderId: string
  readonly at: Date
  readonly activity: NewActivity
}

/** Writes orders of the past down as they stand today, under the numbers they have; the next order gets the number after the last. */
export async function insertPastOrders(db: Db, site: string, orders: readonly StoredOrder[], told: readonly PastActivity[]): Promise<void> {
  await insertRows(
    db,
    'orders',
    orders.map((order) => ({
      site,
      id: order.id,
      number: order.number,
      checkout_id: order.checkoutId,
      checkout_revision: order.checkoutRevision,
      owner: order.owner,
      guests: order.guests,
      email: order.email,
      status: order.status,
      payment_status: order.paymentStatus,
      fulfillment_status: order.fulfillmentStatus,
      currency: order.currency,
      total: order.total,
      holds_stock: order.holdsStock,
      stock_items: order.stockItems,
      revision: order.revision,
      document: order.document,
      created_at: order.createdAt,
      updated_at: order.updatedAt,
      ...columnsOf(order),
    })),
  )
  await insertRows(
    db,
    'order_activity',
    told.map(({ id, orderId, at, activity }) => {
      const document: OrderActivity = { ...activity, id, createdDate: at.toISOString() }
      return { site, id, order_id: orderId, document }
    }),
  )
  const last = Math.max(0, ...orders.map(({ number }) => number))
  await db.query(sql`
    insert into order_counter (site, last) values (${site}, ${last})
    on conflict (site) do update set last = greatest(order_counter.last, excluded.last)`)
}
