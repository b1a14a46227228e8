import { type Db, sql } from '../../kernel/db/sql.ts'

/** A page that search engines may list, by the slug in its address. */
export interface PublicPage {
  readonly slug: string
  readonly updatedAt: Date
}

/** The collections that shoppers see, in their order. */
export const publicCollections = (db: Db, site: string): Promise<PublicPage[]> =>
  db.query<PublicPage>(sql`
    select slug, updated_at as "updatedAt" from collection where site = ${site} and visible order by position, id`)

/**
 * The products that shoppers see, oldest first, `limit` of them after the first `offset`. What is skipped is read from the index alone: compared with
 * single values the database begins there, joined with them it would read all that is before.
 */
export const publicProducts = (
  db: Db,
  site: string,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<(PublicPage & { readonly id: string })[]> =>
  db.query<PublicPage & { readonly id: string }>(sql`
    with start as (
      select numeric_id, id from product where site = ${site} and visible order by numeric_id, id limit 1 offset ${offset}
    )
    select product.id, product.slug, product.updated_at as "updatedAt" from product
    where product.site = ${site} and product.visible and (product.numeric_id, product.id) >= ((select numeric_id from start), (select id from start))
    order by product.numeric_id, product.id limit ${limit}`)
