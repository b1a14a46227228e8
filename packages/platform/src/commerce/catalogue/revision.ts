import { type Db, sql } from '../../kernel/db/sql.ts'

/** The first write of a transaction that changes products or collections: the others of the shop wait here. */
export async function nextRevision(db: Db, site: string): Promise<number> {
  const [row] = await db.query<{ revision: number }>(sql`
    insert into catalogue (site, revision, products, visible_products) values (${site}, 1, 0, 0)
    on conflict (site) do update set revision = catalogue.revision + 1
    returning revision`)
  return row!.revision
}

/** The catalogue's revision, and how many products it has, hidden ones among them. */
export async function readCatalogue(db: Db, site: string): Promise<{ readonly revision: number; readonly products: number }> {
  const [row] = await db.query<{ revision: number; products: number }>(sql`select revision, products from catalogue where site = ${site}`)
  return row ?? { revision: 0, products: 0 }
}

export const catalogueRevision = async (db: Db, site: string): Promise<number> => (await readCatalogue(db, site)).revision
