import { type Db, sql } from '../../kernel/db/sql.ts'
import { type FillDeps, fillPortions, portion } from './fill-portions.ts'
import type { StoredOrder } from './stored-order.ts'
import { orderWords } from './words.ts'

export interface FillWordsDeps extends FillDeps {
  /** What the shipments of these orders travel under. */
  readonly trackingNumbers: (db: Db, site: string, orderIds: readonly string[]) => Promise<ReadonlyMap<string, readonly string[]>>
}

/** Fills in the words by which orders from before are found, until no order is without. */
export const fillWords = ({ trackingNumbers, ...deps }: FillWordsDeps): Promise<void> =>
  fillPortions(deps, async (tx, site) => {
    const orders = await tx.query<Pick<StoredOrder, 'id' | 'email' | 'document'>>(sql`
      select id, email, document from orders where site = ${site} and words is null order by id limit ${portion} for update skip locked`)
    if (orders.length === 0) return 0
    const ids = orders.map(({ id }) => id)
    const numbers = await trackingNumbers(tx, site, ids)
    const rows = orders.map((order) => {
      const travelling = numbers.get(order.id) ?? []
      return { id: order.id, tracking_numbers: travelling, words: orderWords({ ...order, trackingNumbers: travelling }) }
    })
    await tx.query(sql`
      update orders set words = filled.words, tracking_numbers = filled.tracking_numbers, changed = pg_current_xact_id()
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as filled (id uuid, tracking_numbers text[], words tsvector)
      where orders.site = ${site} and orders.id = filled.id`)
    return orders.length
  })
