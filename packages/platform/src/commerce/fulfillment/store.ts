import { type Db, sql } from '../../kernel/db/sql.ts'
import type { Shipment } from './rules.ts'

export interface StoredFulfillment extends Shipment {
  readonly orderId: string
  readonly revision: number
  readonly createdAt: Date
}

interface Row extends Pick<StoredFulfillment, 'id' | 'orderId' | 'revision' | 'createdAt'> {
  readonly document: Omit<StoredFulfillment, 'id' | 'orderId' | 'revision' | 'createdAt'>
}

/** The fulfilments of orders, the oldest first. */
export async function findFulfillments(db: Db, site: string, orderIds: readonly string[]): Promise<StoredFulfillment[]> {
  const rows = await db.query<Row>(sql`
    select id, order_id as "orderId", revision, document, created_at as "createdAt" from fulfillment
    where site = ${site} and order_id = any(${orderIds}::uuid[]) order by order_id, id`)
  return rows.map(({ document, ...row }) => ({ ...document, ...row }))
}

/** Its order has to be locked: nobody else writes a fulfilment of it then. */
export async function saveFulfillment(db: Db, site: string, fulfillment: StoredFulfillment, now: Date): Promise<void> {
  const { id, orderId, revision, createdAt, ...document } = fulfillment
  await db.query(sql`
    insert into fulfillment (site, id, order_id, revision, document, created_at, updated_at)
    values (${site}, ${id}, ${orderId}, ${revision}, ${JSON.stringify(document)}::jsonb, ${createdAt}, ${now})
    on conflict (site, id) do update
    set revision = excluded.revision, document = excluded.document, updated_at = excluded.updated_at`)
}

export async function deleteFulfillment(db: Db, site: string, id: string): Promise<void> {
  await db.query(sql`delete from fulfillment where site = ${site} and id = ${id}`)
}
