import { type Db, sql } from '../../kernel/db/sql.ts'
import { countEach } from '../../kernel/query/count.ts'
import { readFilter, Unreadable } from '../../kernel/query/filter.ts'
import { type Refusal, refuse } from '../../kernel/refusal.ts'
import { mentions, orderFields } from './fields.ts'

/** How many orders each filter finds, none of them counted beyond `most`. What waits for its first payment counts only by its status. */
export async function countOrders(
  db: Db,
  site: string,
  filters: readonly Readonly<Record<string, unknown>>[],
  places: number,
  most: number,
): Promise<number[] | Refusal<'INVALID_ARGUMENT'>> {
  try {
    const fields = orderFields(places)
    const conditions = filters.map((filter, at) => {
      const visible = mentions(filter, 'status') ? sql`` : sql`and orders.status <> 'INITIALIZED'`
      return sql`orders.site = ${site} ${visible} and ${readFilter(filter, fields, `filters.${at}`)}`
    })
    return await countEach(db, 'orders', conditions, most)
  } catch (error) {
    if (error instanceof Unreadable) return refuse('INVALID_ARGUMENT', { fieldViolations: [error.violation] })
    throw error
  }
}
