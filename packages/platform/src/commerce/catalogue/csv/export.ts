import type { CursorQuery, MerchantProduct } from '@vitrine/contract'
import { type Db, sql } from '../../../kernel/db/sql.ts'
import { findProducts, type ListDeps } from '../edit/merchant-list.ts'
import { findMerchantProducts } from '../edit/merchant-products.ts'
import { readDrafts } from '../edit/store.ts'
import { besideOf, findExtras, findOptions, type UnitsOf } from '../imports/extras.ts'
import { type Beside, labelsOf, noExtras } from './beside.ts'
import { productColumns } from './columns.ts'
import { collectionLabels, productRows } from './write.ts'

/** What of other parts of the shop stands in the file. */
export interface BesideDeps {
  readonly unitsOf: (db: Db, site: string, productIds: readonly string[]) => Promise<UnitsOf>
  readonly locationsOf: (db: Db, site: string) => Promise<readonly { readonly id: string; readonly name: string }[]>
}

export interface ExportedProduct {
  readonly product: MerchantProduct
  readonly collections: ReadonlyMap<string, string>
  readonly beside: Beside
}

/** The columns of the products file, and what they are called there. */
export const productTitles: Readonly<Record<string, string>> = Object.fromEntries(productColumns)

/** The rows of a product, each with these columns. */
export function productCells({ product, collections, beside }: ExportedProduct, names: readonly string[]): readonly (readonly string[])[] {
  const places = names.map((name) => productColumns.findIndex(([column]) => column === name))
  return productRows(product, collections, beside).map((row) => places.map((place) => row[place] ?? ''))
}

/**
 * A page of whole products, as the merchant's list finds them.
 * @throws Unreadable
 */
export async function productPage(db: Db, site: string, query: CursorQuery, deps: ListDeps & BesideDeps) {
  const { products, pagingMetadata } = await findProducts(db, site, query, deps)
  const ids = products.map(({ id }) => id)
  const { currency } = deps.commerce
  const whole = await findMerchantProducts(db, site, ids, { currency, publicUrl: deps.publicUrl })
  const drafts = await readDrafts(db, site, currency, ids)
  const extras = await findExtras(db, site, ids)
  const units = await deps.unitsOf(db, site, ids)
  const labels = {
    locationLabels: labelsOf(await deps.locationsOf(db, site)),
    optionLabels: labelsOf(await findOptions(db, site)),
  }
  const collections = collectionLabels(
    await db.query<{ id: string; name: string; slug: string }>(sql`select id, name, slug from collection where site = ${site}`),
  )
  return {
    rows: ids.flatMap((id): ExportedProduct[] => {
      const product = whole.get(id)
      const draft = drafts.get(id)
      return product && draft ? [{ product, collections, beside: besideOf(draft, extras.get(id) ?? noExtras, units, labels) }] : []
    }),
    next: pagingMetadata.cursors.next,
  }
}
