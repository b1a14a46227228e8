import type { MerchantProduct } from '@vitrine/contract'
import { type Db, sql } from '../../../kernel/db/sql.ts'
import { type Counted, merchantProduct, type ProductTimes } from './merchant-product.ts'
import { readDrafts } from './store.ts'

/** Products as merchants edit them, by their ids, as far as they are there. */
export async function findMerchantProducts(
  db: Db,
  site: string,
  ids: readonly string[],
  shop: { readonly currency: string; readonly publicUrl: string },
): Promise<ReadonlyMap<string, MerchantProduct>> {
  const drafts = await readDrafts(db, site, shop.currency, ids)
  const known = [...drafts.keys()]
  if (known.length === 0) return new Map()
  const times = await db.query<ProductTimes & { id: string }>(sql`
    select id, created_at as "createdAt", updated_at as "updatedAt" from product where site = ${site} and id = any(${known}::uuid[])`)
  const counted = await db.query<Counted & { productId: string; variantId: string }>(sql`
    select product_id as "productId", variant_id as "variantId", tracked, quantity,
      case when tracked then quantity > 0 else in_stock end as "inStock"
    from stock where site = ${site} and product_id = any(${known}::uuid[])`)
  const stock = Map.groupBy(counted, ({ productId }) => productId)
  return new Map(
    times.map((row) => {
      const own = new Map((stock.get(row.id) ?? []).map((one) => [one.variantId, one]))
      return [row.id, merchantProduct(drafts.get(row.id)!, own, row, shop)]
    }),
  )
}
