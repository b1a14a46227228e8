import { type Db, sql } from '../../kernel/db/sql.ts'

export interface LowStockItem {
  readonly productId: string
  readonly variantId: string
  readonly name: string
  readonly sku: string
  readonly left: number
  readonly soldIn30Days: number
}

const month = 30 * 24 * 3_600_000

/** The stock items of visible products with the fewest units, none above `most`, which is no more than `mostLow`. */
export async function lowStockItems(db: Db, site: string, now: Date, most: number, limit: number): Promise<readonly LowStockItem[]> {
  return db.query<LowStockItem>(sql`
    select stock.product_id as "productId", stock.variant_id as "variantId", product.name, stock.sku, stock.quantity::int as left,
      coalesce((
        select -sum(quantity) from stock_movement as move
        where move.site = ${site} and move.product_id = stock.product_id and move.variant_id = stock.variant_id
          and move.order_id is not null and move.at > ${new Date(now.getTime() - month)}
      ), 0)::int as "soldIn30Days"
    from low_stock low join stock on stock.site = low.site and stock.product_id = low.product_id and stock.variant_id = low.variant_id
    join product on product.site = ${site} and product.id = stock.product_id and product.visible
    where low.site = ${site} and stock.tracked and stock.quantity <= ${most}
    order by stock.quantity, product.name_key, stock.sku limit ${limit}`)
}
