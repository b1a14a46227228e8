import { type Db, raw, type Sql, sql } from '../../kernel/db/sql.ts'

const uuidKey = { column: 'id', type: 'uuid', first: '00000000-0000-0000-0000-000000000000' } as const
const textKey = { column: 'key', type: 'text', first: '' } as const

/** The tables that are read through, each by its key after the site. */
const keys = {
  cart: uuidKey,
  checkout: uuidKey,
  abandoned_checkout: uuidKey,
  draft_order: uuidKey,
  gift_card: uuidKey,
  audit_entry: uuidKey,
  outbox: uuidKey,
  webhook_event: uuidKey,
  mail_delivery: textKey,
  mail_waiting: textKey,
} as const

export type Walked = keyof typeof keys

const rowsAtOnce = 5000

/** The keys of all rows of a shop for which a condition holds. No index is needed for it, and no statement reads a whole large table. */
export async function keysWhere(db: Db, site: string, table: Walked, condition: Sql): Promise<readonly string[]> {
  const { column, type, first } = keys[table]
  const found: string[] = []
  for (let after: string = first; ; ) {
    const [page] = await db.query<{ last: string | null; rows: number; found: readonly string[] | null }>(sql`
      with page as materialized (
        select ${raw(column)} as place, coalesce(${condition}, false) as hit from ${raw(table)}
        where site = ${site} and ${raw(column)} > ${after}::${raw(type)} order by ${raw(column)} limit ${rowsAtOnce}
      )
      select (select place::text from page order by place desc limit 1) as last, count(*)::integer as rows,
        array_agg(place::text order by place) filter (where hit) as found
      from page`)
    found.push(...(page!.found ?? []))
    if (page!.rows < rowsAtOnce) return found
    after = page!.last!
  }
}
