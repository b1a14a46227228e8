import { type Db, sql } from '../../../kernel/db/sql.ts'
import { deleteCollection, findDraft } from '../edit/collection-store.ts'
import { nextRevision } from '../revision.ts'
import type { MadeCollection } from './store.ts'

/** Deletes the collections that an import made, where nothing is in them and nobody has made them their own since. */
export async function takeBackCollections(db: Db, site: string, made: readonly MadeCollection[], now: Date): Promise<void> {
  if (made.length === 0) return
  await nextRevision(db, site)
  const empty = await db.query<{ id: string }>(sql`
    select id from collection
    where site = ${site} and id = any(${made.map(({ id }) => id)}::uuid[]) and rule is null
      and not exists (select from product where product.site = ${site} and product.collection_ids @> array[collection.id])`)
  for (const { id } of empty) {
    const found = await findDraft(db, site, id)
    const { name } = made.find((one) => one.id === id)!
    if (!found || found.name !== name || found.description !== '' || found.picture || found.seo) continue
    await deleteCollection(db, site, found, now)
  }
}
