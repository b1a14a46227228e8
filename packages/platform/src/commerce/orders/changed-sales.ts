import { type Db, sql } from '../../kernel/db/sql.ts'

/** What an order has sold: nothing where it was canceled, never came about, or all of its money went back. */
export interface OrderSales {
  readonly orderId: string
  readonly createdAt: Date
  readonly updatedAt: Date
  readonly units: ReadonlyMap<string, number>
}

interface Row {
  readonly orderId: string
  readonly stands: boolean
  readonly createdAt: Date
  readonly updatedAt: Date
  readonly stockItems: readonly { readonly productId: string; readonly quantity: number }[]
}

/** Orders that were changed after a moment (or then, with a higher id), in the order of their changes. */
export async function findSales(
  db: Db,
  site: string,
  after: { readonly updatedAt: Date; readonly orderId: string },
  limit: number,
): Promise<readonly OrderSales[]> {
  const rows = await db.query<Row>(sql`
    select id as "orderId", status = 'APPROVED' and payment_status <> 'FULLY_REFUNDED' as stands, created_at as "createdAt", updated_at as "updatedAt", stock_items as "stockItems" from orders
    where site = ${site} and status <> 'INITIALIZED' and (updated_at, id) > (${after.updatedAt}::timestamptz, ${after.orderId}::uuid)
    order by updated_at, id limit ${limit}`)
  return rows.map(({ stands, stockItems, ...order }) => {
    const units = new Map<string, number>()
    if (stands) {
      for (const { productId, quantity } of stockItems) units.set(productId, (units.get(productId) ?? 0) + quantity)
    }
    return { ...order, units }
  })
}
