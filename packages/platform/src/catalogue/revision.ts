import { type Db, sql } from '../db/sql.ts'

/** The first write of a transaction that changes products or collections: the others of the shop wait here. */
export async function nextRevision(db: Db, site: string): Promise<number> {
  const [row] = await db.query<{ revision: number }>(sql`
    insert into catalogue (site, revision, products, visible_products) values (${site}, 1, 0, 0)
    on conflict (site) do update set revision = catalogue.revision + 1
    returning revision`)
  return row!.revision
}
