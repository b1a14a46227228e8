import { type Db, sql } from '../../../kernel/db/sql.ts'
import { append } from '../../../kernel/events/outbox.ts'
import { literally } from '../../../kernel/query/like.ts'
import type { CollectionDraft, CollectionFacts } from '../save.ts'

export async function findDraft(db: Db, site: string, id: string): Promise<CollectionDraft | undefined> {
  const [row] = await db.query<Omit<CollectionDraft, keyof CollectionFacts> & { facts: CollectionFacts }>(sql`
    select id, slug, name, visible, position, facts from collection where site = ${site} and id = ${id}`)
  if (!row) return undefined
  const { facts, ...draft } = row
  return { ...draft, ...facts }
}

/** Of a slug and those that begin with it, what another collection has. */
export async function slugsLike(db: Db, site: string, slug: string, but?: string): Promise<ReadonlySet<string>> {
  const rows = await db.query<{ slug: string }>(sql`
    select slug from collection
    where site = ${site} and (slug = ${slug} or slug like ${`${literally(slug)}-%`}) and id is distinct from ${but ?? null}::uuid`)
  return new Set(['all-products', ...rows.map((row) => row.slug)])
}

/** A slug that a collection had leads to it from now on; the one that it has now is no former one of another. */
export async function rememberSlug(
  db: Db,
  site: string,
  before: string | undefined,
  { id, slug }: CollectionDraft,
  now: Date,
): Promise<void> {
  if (before === slug) return
  if (before !== undefined)
    await db.query(sql`
      insert into collection_slug (site, slug, collection_id, created_at) values (${site}, ${before}, ${id}, ${now})
      on conflict (site, slug) do update set collection_id = excluded.collection_id, created_at = excluded.created_at`)
  await db.query(sql`delete from collection_slug where site = ${site} and slug = ${slug}`)
}

/** Deletes a collection that no product is in any more, and tells it. Its addresses say from then on that it is gone. */
export async function deleteCollection(db: Db, site: string, { id, slug }: CollectionDraft, now: Date): Promise<void> {
  await db.query(sql`update collection_slug set collection_id = null where site = ${site} and collection_id = ${id}`)
  await db.query(sql`delete from collection where site = ${site} and id = ${id}`)
  await db.query(sql`
    insert into collection_slug (site, slug, collection_id, created_at) values (${site}, ${slug}, null, ${now})
    on conflict (site, slug) do update set collection_id = null, created_at = excluded.created_at`)
  await append(db, site, now, [
    {
      type: 'com.wix.ecommerce.catalog.api.v1.CollectionDeleted',
      entityId: id,
      payload: { collection_Id: id, originatedFromVersion: 'V1_CATALOG' },
    },
  ])
}

/** Where a slug leads that a collection has or had, as shoppers see it. */
export async function findCollectionSlug(
  db: Db,
  site: string,
  slug: string,
): Promise<{ readonly slug?: string; readonly deleted: boolean }> {
  const [row] = await db.query<{ slug: string | null; deleted: boolean }>(sql`
    select collection.slug, collection_slug.collection_id is null as deleted
    from collection_slug left join collection on collection.site = ${site} and collection.id = collection_slug.collection_id and collection.visible
    where collection_slug.site = ${site} and collection_slug.slug = ${slug}`)
  if (!row) return { deleted: false }
  return { ...(row.slug !== null && { slug: row.slug }), deleted: row.deleted }
}
