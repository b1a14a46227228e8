import { type Db, type Sql, sql } from '../../../kernel/db/sql.ts'
import type { Found } from '../document-cache.ts'
import { draftFromDocument } from '../edit/from-document.ts'
import { levels } from '../facts.ts'
import { readLevels } from '../levels.ts'
import type { ProductDraft } from '../product.ts'
import type { SellingFacts } from '../sell.ts'
import type { ProductSource } from './product.ts'

/** A product of a page, and where it stands. */
export interface FoundAt extends Found {
  readonly keys: readonly string[]
}

const listed = (site: string, hidden: boolean): Sql => sql`product.site = ${site} ${hidden ? sql`` : sql`and product.visible`}`

/** One product by a key that is unique, and at which revision of the catalogue. */
export async function findOne(
  db: Db,
  site: string,
  hidden: boolean,
  where: Sql,
): Promise<(Found & { readonly catalogue: number }) | undefined> {
  const [row] = await db.query<Found & { readonly catalogue: number }>(sql`
    select product.id, product.revision, ${levels} as levels, (select revision from catalogue where site = ${site}) as catalogue
    from product where ${listed(site, hidden)} and ${where}`)
  return row
}

interface Row {
  readonly id: string
  readonly revision: number
  readonly levels: string
  readonly createdAt: Date
  readonly updatedAt: Date
  readonly draft: ProductDraft | null
  readonly document: string | null
  readonly facts: SellingFacts
}

/** A product with the state that it was read in. */
export interface Source extends ProductSource {
  readonly state: Found
}

/** What these products are derived from, by their ids. For those from before drafts, a draft is derived from what was written. */
export async function findSources(db: Db, site: string, currency: string, ids: readonly string[]): Promise<ReadonlyMap<string, Source>> {
  if (ids.length === 0) return new Map()
  const rows = await db.query<Row>(sql`
    select product.id, product.revision, ${levels} as levels, product.created_at as "createdAt", product.updated_at as "updatedAt", product.draft,
      case when product.draft is null then product.document end as document, product.facts || coalesce(product.plan_facts, '{}') as facts
    from product where product.site = ${site} and product.id = any(${ids}::uuid[])`)
  return new Map(
    rows.map(({ id, draft, document, facts, revision, levels: held, ...dates }) => [
      id,
      {
        ...dates,
        revision,
        facts,
        draft: draft ?? draftFromDocument({ document: document!, facts }, currency),
        levels: readLevels(held),
        state: { id, revision, levels: held },
      },
    ]),
  )
}
