import { type Db, sql } from '../../../kernel/db/sql.ts'
import { keepMembers } from './members.ts'

/**
 * Products that a collection has by its rule are picked by hand from now on: they stay where they are, and the rule can go.
 */
export const pickRuled = (db: Db, site: string, id: string): Promise<unknown> =>
  db.query(sql`
    update product set rule_collection_ids = array_remove(rule_collection_ids, ${id}::uuid),
      draft = case when draft->'collectionIds' @> to_jsonb(${id}::text) then draft
        else jsonb_set(draft, '{collectionIds}', coalesce(draft->'collectionIds', '[]') || to_jsonb(${id}::text)) end
    where site = ${site} and collection_ids @> ${[id]}::uuid[] and rule_collection_ids @> ${[id]}::uuid[]`)

/** No product of a collection is picked by hand any more: those that its rule does not want leave when it is asked next. */
export const unpick = (db: Db, site: string, id: string): Promise<unknown> =>
  db.query(sql`
    update product set
      rule_collection_ids = array(select distinct one from unnest(rule_collection_ids || ${id}::uuid) one order by one),
      draft = jsonb_set(draft, '{collectionIds}', (
        select coalesce(jsonb_agg(pick order by at), '[]') from jsonb_array_elements_text(draft->'collectionIds') with ordinality as picks (pick, at)
        where lower(pick) <> ${id}))
    where site = ${site} and collection_ids @> ${[id]}::uuid[]`)

const portion = 500

/** Takes all products out of a collection, whichever way they are in, so that it can be deleted. */
export async function empty(db: Db, site: string, id: string, now: Date): Promise<void> {
  await unpick(db, site, id)
  await db.query(sql`update collection set rule = null, rule_cursor = null, rule_time = null where site = ${site} and id = ${id}`)
  const rows = await db.query<{ id: string }>(
    sql`select id from product where site = ${site} and collection_ids @> ${[id]}::uuid[] order by id`,
  )
  for (let from = 0; from < rows.length; from += portion)
    await keepMembers(
      db,
      site,
      rows.slice(from, from + portion).map((row) => row.id),
      now,
    )
}
