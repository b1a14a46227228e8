import { type Db, sql } from '../../kernel/db/sql.ts'
import { type Elsewhere, unitsAt } from './allocation.ts'
import { findLocations } from './location-store.ts'

/** Units of a variant at a location that has some. */
export interface UnitsAt {
  readonly locationId: string
  readonly units: number
}

/** Where the units of products are, by product and variant, in the order of locations; nothing in a shop with one location. */
export async function findUnitsByLocation(
  db: Db,
  site: string,
  productIds: readonly string[],
): Promise<ReadonlyMap<string, ReadonlyMap<string, readonly UnitsAt[]>>> {
  const locations = await findLocations(db, site)
  if (locations.length < 2) return new Map()
  const rows = await db.query<{ productId: string; variantId: string; quantity: number; elsewhere: Elsewhere | null }>(sql`
    select product_id as "productId", variant_id as "variantId", quantity, elsewhere from stock
    where site = ${site} and product_id = any(${productIds}::uuid[]) and tracked`)
  const placed = (row: (typeof rows)[number]): readonly UnitsAt[] =>
    locations.map(({ id }) => ({ locationId: id, units: unitsAt(row, id, site) })).filter(({ units }) => units !== 0)
  return new Map(
    [...Map.groupBy(rows, ({ productId }) => productId)].map(([id, own]) => [
      id,
      new Map(own.map((row) => [row.variantId, placed(row)] as const)),
    ]),
  )
}
