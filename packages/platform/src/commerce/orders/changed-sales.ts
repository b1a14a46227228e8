import { sql } from '../../kernel/db/sql.ts'
import type { FindSales, OrderSales } from '../selling/follow-sales.ts'

interface Row {
  readonly orderId: string
  readonly stands: boolean
  readonly createdAt: Date
  readonly updatedAt: Date
  readonly stockItems: readonly { readonly productId: string; readonly quantity: number }[]
}

export const findSales: FindSales<OrderSales> = async (db, site, after, limit) => {
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
