import { type Db, sql } from '../../kernel/db/sql.ts'
import type { Place, Places } from './allocation.ts'

/** The locations of a shop, as far as they decide where units leave and arrive. */
export async function findPlaces(db: Db, site: string): Promise<Places> {
  const inOrder = await db.query<Place>(sql`
    select id, is_default as "isDefault", active,
      array(select pickup ->> 'code' from jsonb_array_elements(pickups) pickup) as "pickupCodes"
    from stock_location where site = ${site} order by position, id`)
  return { first: site, inOrder }
}
