import type { Database } from '../../kernel/db/pool.ts'
import { type Db, type Sql, sql } from '../../kernel/db/sql.ts'
import { boundAt } from '../../kernel/events/partitions.ts'

/** How long entries are retained where a shop does not say. */
export const usualMonths = 24

const atOnce = 5000

/** How long each of these shops retains its entries. */
export async function monthsBySite(database: Database, sites: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const said = new Map(
    (
      await database.query<{ site: string; months: number }>(sql`
        select site, (document ->> 'keptMonths')::int as months from site_setting where site = any(${sites}::uuid[]) and section = 'audit'`)
    ).map(({ site, months }) => [site, months]),
  )
  return new Map(sites.map((site) => [site, said.get(site) ?? usualMonths]))
}

/** Months that no shop retains are dropped with their partition; this deletes the entries of shops that retain fewer months than others. */
export async function forgetSooner(database: Database, months: ReadonlyMap<string, number>, now: Date): Promise<void> {
  const most = Math.max(...months.values())
  for (const [site, kept] of months) {
    if (kept === most) continue
    const bound = boundAt(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - kept))
    for (let left = atOnce; left === atOnce; )
      left = (
        await database.query(sql`
          delete from audit_entry where site = ${site} and id in (
            select id from audit_entry where site = ${site} and id < ${bound} order by id limit ${atOnce}) returning id`)
      ).length
  }
}

/**
 * Takes out of entries what they say about these entities, and the addresses that a pattern finds in what they say about others. That
 * something was done, by whom and to what stays.
 */
export async function eraseEntries(
  db: Db,
  site: string,
  entryIds: readonly string[],
  entityIds: readonly string[],
  pattern: string,
): Promise<void> {
  const without = (column: Sql): Sql => sql`regexp_replace(${column}, ${pattern}, ${erased}, 'gi')`
  for (let at = 0; at < entryIds.length; at += atOnce)
    await db.query(sql`
      update audit_entry
      set name = case when entity_id = any(${entityIds}::text[]) then null else ${without(sql`name`)} end,
        first = case when entity_id = any(${entityIds}::text[]) then null else ${without(sql`first::text`)}::jsonb end,
        before = null,
        changes = (
          select coalesce(jsonb_agg(
            case when change ->> 'id' = any(${entityIds}::text[]) then change - 'name' || '{"fields": []}'
              else ${without(sql`change::text`)}::jsonb end order by nth), '[]')
          from jsonb_array_elements(changes) with ordinality as change_of (change, nth)
        ),
        fields = (
          select coalesce(sum(case when change ->> 'id' = any(${entityIds}::text[]) then 0 else jsonb_array_length(change -> 'fields') end), 0)::integer
          from jsonb_array_elements(changes) change
        ),
        words = array[lower(request_id), coalesce(kind, '')] || coalesce(regexp_split_to_array(lower(actor_name), ' +'), '{}')
      where site = ${site} and id = any(${entryIds.slice(at, at + atOnce)}::uuid[])`)
}

/** Stands where an address was. */
const erased = '(erased)'
