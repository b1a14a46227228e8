import type { CursorQuery } from '@vitrine/contract'
import { type Db, plannedEachTime, sql } from '../db/sql.ts'
import type { Fields } from '../query/filter.ts'
import { Unreadable } from '../query/filter.ts'
import { type Page, readKeyset } from '../query/keyset.ts'
import { type Refusal, refuse } from '../refusal.ts'
import { mentions, orderFields, orderId, usualSort } from './fields.ts'
import { columns, type StoredOrder } from './store.ts'

const fieldsOf = new Map<number, Fields>()

/** A page of orders; of one buyer's own where a name is given. What still waits for its first payment is found only by its status. */
export async function searchOrders(
  db: Db,
  site: string,
  buyer: string | undefined,
  query: CursorQuery,
  places: number,
): Promise<Page<StoredOrder & { readonly keys: readonly string[] }> | Refusal<'INVALID_ARGUMENT'>> {
  let fields = fieldsOf.get(places)
  if (!fields) fieldsOf.set(places, (fields = orderFields(places)))
  try {
    const { filter, keys, where, tail, page } = readKeyset(query, { fields, id: orderId, usual: usualSort, root: 'search' })
    const whose = buyer === undefined ? sql`` : sql`and (orders.owner = ${buyer} or orders.guests @> ${[buyer]}::text[])`
    const standing = mentions(filter, 'status') ? sql`` : sql`and orders.status <> 'INITIALIZED'`
    return page(
      await db.query(
        plannedEachTime(sql`select ${columns}, ${keys} from orders where orders.site = ${site} ${whose} ${standing} and ${where} ${tail}`),
      ),
    )
  } catch (error) {
    if (error instanceof Unreadable) return refuse('INVALID_ARGUMENT', { fieldViolations: [error.violation] })
    throw error
  }
}
