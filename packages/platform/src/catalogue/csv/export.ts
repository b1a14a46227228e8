import type { CursorQuery, MerchantProduct } from '@vitrine/contract'
import { type Db, sql } from '../../db/sql.ts'
import { findProducts, type ListDeps } from '../edit/merchant-list.ts'
import { findMerchantProducts } from '../edit/merchant-products.ts'
import { productColumns } from './columns.ts'
import { collectionLabels, productRows } from './write.ts'

export interface ExportedProduct {
  readonly product: MerchantProduct
  readonly collections: ReadonlyMap<string, string>
}

/** The columns of the products file, and what they are called there. */
export const productTitles: Readonly<Record<string, string>> = Object.fromEntries(productColumns)

/** The rows of a product, each with these columns. */
export function productCells({ product, collections }: ExportedProduct, names: readonly string[]): readonly (readonly string[])[] {
  const places = names.map((name) => productColumns.findIndex(([column]) => column === name))
  return productRows(product, collections).map((row) => places.map((place) => row[place] ?? ''))
}

/**
 * A page of whole products, as the merchant's list finds them.
 * @throws Unreadable
 */
export async function productPage(db: Db, site: string, query: CursorQuery, deps: ListDeps) {
  const { products, pagingMetadata } = await findProducts(db, site, query, deps)
  const ids = products.map(({ id }) => id)
  const whole = await findMerchantProducts(db, site, ids, { currency: deps.commerce.currency, publicUrl: deps.publicUrl })
  const collections = collectionLabels(
    await db.query<{ id: string; name: string; slug: string }>(sql`select id, name, slug from collection where site = ${site}`),
  )
  return {
    rows: ids.flatMap((id): ExportedProduct[] => {
      const product = whole.get(id)
      return product ? [{ product, collections }] : []
    }),
    next: pagingMetadata.cursors.next,
  }
}
