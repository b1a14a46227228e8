import { type Db, join, plannedEachTime, type Sql, sql } from '../../../kernel/db/sql.ts'
import { append } from '../../../kernel/events/outbox.ts'
import { moveCounts } from '../counts.ts'
import { allProducts } from '../document.ts'
import { nextRevision } from '../revision.ts'
import { meets } from './condition.ts'
import { asksForStock, type StoredRule } from './stored-rule.ts'

interface Ruled {
  readonly id: string
  readonly rule: StoredRule
}

interface Misplaced {
  readonly id: string
  readonly visible: boolean
  readonly collectionIds: readonly string[]
  readonly before: readonly string[]
  readonly after: readonly string[]
  readonly document: string
}

/** The collections that have a rule, in the order of their ids. */
const findRuled = (db: Db, site: string): Promise<Ruled[]> =>
  db.query<Ruled>(sql`select id, rule from collection where site = ${site} and rule is not null order by id`)

/**
 * Puts these products into the collections whose rules they meet, and takes them out of the others. In the transaction that changed them,
 * which has the shop's catalogue for itself by `nextRevision`. Where a rule asks for stock, that of the products is held until it ends.
 */
export async function keepMembers(
  db: Db,
  site: string,
  productIds: readonly string[],
  now: Date,
  { announce = true }: { readonly announce?: boolean } = {},
): Promise<void> {
  const ruled = await findRuled(db, site)
  if (ruled.some(({ rule }) => asksForStock(rule))) await watchStock(db, site, productIds)
  await write(db, site, await findMisplaced(db, site, ruled, productIds, now), now, announce)
}

/**
 * The same after the stock of products has changed, and only where a rule asks for it. Sales do not wait for each other here, unless a product
 * comes into a collection by it or leaves one.
 */
export async function keepMembersByStock(db: Db, site: string, productIds: readonly string[], now: Date): Promise<void> {
  const watched = await db.query<{ id: string }>(sql`
    select distinct product_id as id from stock where site = ${site} and product_id = any(${productIds}::uuid[]) and watched`)
  if (watched.length === 0) return
  const ids = watched.map(({ id }) => id)
  const misplaced = await findMisplaced(db, site, await findRuled(db, site), ids, now)
  if (misplaced.length === 0) return
  await nextRevision(db, site)
  await keepMembers(
    db,
    site,
    misplaced.map(({ id }) => id),
    now,
  )
}

/** From now on whoever changes this stock asks the rules; who is changing it is waited for. Held in the order in which sales hold it. */
async function watchStock(db: Db, site: string, productIds: readonly string[]): Promise<void> {
  await db.query(sql`
    select from stock where site = ${site} and product_id = any(${productIds}::uuid[]) order by sku, product_id, variant_id for update`)
  await db.query(sql`update stock set watched = true where site = ${site} and product_id = any(${productIds}::uuid[]) and not watched`)
}

function findMisplaced(db: Db, site: string, ruled: readonly Ruled[], productIds: readonly string[], now: Date): Promise<Misplaced[]> {
  const met: readonly Sql[] = ruled.map(({ id, rule }) => sql`case when ${meets(rule, now)} then ${id}::uuid end`)
  const after = met.length === 0 ? sql`'{}'::uuid[]` : sql`array_remove(array[${join(met, ', ')}], null)`
  return db.query<Misplaced>(
    plannedEachTime(sql`
      select id, visible, "collectionIds", before, after, document from (
        select product.id, product.visible, product.collection_ids as "collectionIds", product.rule_collection_ids as before, ${after} as after,
          product.document
        from product where product.site = ${site} and product.id = any(${productIds}::uuid[])
      ) asked where before is distinct from after`),
  )
}

/** A product's own picks come first, then the collections that it is in by rule. */
const written = /"collectionIds":\[[^\]]*\]/

async function write(db: Db, site: string, misplaced: readonly Misplaced[], now: Date, announce: boolean): Promise<void> {
  if (misplaced.length === 0) return
  const picks = await db.query<{ id: string; picks: readonly string[] | null }>(sql`
    select id, draft->'collectionIds' as picks from product where site = ${site} and id = any(${misplaced.map(({ id }) => id)}::uuid[])`)
  const picksOf = new Map(picks.map((row) => [row.id, row.picks]))
  const moved = misplaced.map(({ id, visible, collectionIds, before, after, document }) => {
    const own = picksOf.get(id) ?? collectionIds.filter((one) => !before.includes(one))
    const all = [...new Set([...own.map((one) => one.toLowerCase()), ...after])]
    return {
      counts: [
        { collectionIds, visible, by: -1 },
        { collectionIds: all, visible, by: 1 },
      ],
      row: {
        id,
        rule_collection_ids: after,
        collection_ids: all,
        document: document.replace(written, () => `"collectionIds":${JSON.stringify([allProducts.id, ...all])}`),
      },
    }
  })
  const revision = await nextRevision(db, site)
  await db.query(sql`
    update product set revision = ${revision}, rule_collection_ids = row.rule_collection_ids, collection_ids = row.collection_ids,
      document = row.document, facts = jsonb_set(product.facts, '{collectionIds}', to_jsonb(row.collection_ids))
    from json_to_recordset(${JSON.stringify(moved.map(({ row }) => row))}::json)
      as row (id uuid, rule_collection_ids uuid[], collection_ids uuid[], document text)
    where product.site = ${site} and product.id = row.id`)
  await moveCounts(
    db,
    site,
    moved.flatMap(({ counts }) => counts),
  )
  if (announce)
    await append(
      db,
      site,
      now,
      misplaced.map(({ id: productId }) => ({
        type: 'com.wix.ecommerce.catalog.api.v1.ProductChanged',
        entityId: productId,
        payload: { productId, changedFields: [], originatedFromVersion: 'V1_CATALOG' },
      })),
    )
}
