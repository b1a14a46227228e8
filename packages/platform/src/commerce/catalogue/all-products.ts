import type { CollectionSort } from '@vitrine/contract'
import { type Db, type Sql, sql } from '../../kernel/db/sql.ts'
import { append } from '../../kernel/events/outbox.ts'
import { fold } from '../../kernel/query/fold.ts'
import { allProducts, imageItem } from './document.ts'
import { unmarked, writeMarked } from './placeholders.ts'
import { nextRevision } from './revision.ts'
import type { OrderOfCollection } from './rules/order.ts'
import type { CollectionDraft, CollectionFacts } from './save.ts'

/** What the collection of all products is while its merchant has said nothing. */
const usualFacts = JSON.stringify({ description: '' } satisfies CollectionFacts)
const usualDocument = JSON.stringify({ ...allProducts, description: '', visible: true })

/** `said.*` and `catalogue.*` of one shop, for columns of the collection of all products. */
export const ofAllProducts = (site: string): Sql =>
  sql`catalogue left join all_products said on said.site = catalogue.site where catalogue.site = ${site}`

export const allProductsColumns = {
  name: sql`coalesce(said.name, ${allProducts.name}::text)`,
  nameKey: sql`coalesce(said.name_key, ${allProducts.name.toLowerCase()}::text)`,
  visible: sql`coalesce(said.visible, true)`,
  facts: sql`coalesce(said.facts, ${usualFacts}::jsonb)`,
  document: sql`coalesce(said.document, ${usualDocument}::text)`,
  sort: sql`coalesce(said.sort, 'MANUAL')`,
  placed: sql`coalesce(said.placed, 0)`,
}

export interface AllProducts extends CollectionFacts {
  readonly name: string
  readonly visible: boolean
  readonly sort: CollectionSort
  readonly placed: number
  readonly products: number
  /** Whether the merchant has ever said something of it. */
  readonly isSaid: boolean
}

export async function findAllProducts(db: Db, site: string): Promise<AllProducts> {
  const { name, visible, facts, sort, placed } = allProductsColumns
  const [row] = await db.query<Omit<AllProducts, keyof CollectionFacts> & { facts: CollectionFacts }>(sql`
    select ${name} as name, ${visible} as visible, ${facts} as facts, ${sort} as sort, ${placed} as placed, catalogue.products,
      said.site is not null as "isSaid"
    from ${ofAllProducts(site)}`)
  if (!row) return { name: allProducts.name, visible: true, sort: 'MANUAL', placed: 0, products: 0, isSaid: false, description: '' }
  const { facts: said, ...rest } = row
  return { ...rest, ...said }
}

/** In which order the list of all products stands, where its merchant has said so. */
export async function orderOfAllProducts(db: Db, site: string): Promise<OrderOfCollection | undefined> {
  const [row] = await db.query<Pick<AllProducts, 'sort' | 'placed'>>(sql`select sort, placed from all_products where site = ${site}`)
  return row && { id: allProducts.id, ...row }
}

type Said = Pick<CollectionDraft, 'name' | 'visible' | 'description' | 'picture' | 'seo'>

/** Writes how it is shown, and tells of it. */
export async function saveAllProducts(db: Db, site: string, given: Said, now: Date): Promise<void> {
  const { name, visible, description, picture, seo } = unmarked(given)
  await nextRevision(db, site)
  const media = picture && { mainMedia: imageItem(picture), items: [imageItem(picture)] }
  const { id, slug } = allProducts
  const document = writeMarked({ id, name, ...(media && { media }), description, slug, visible, lastUpdated: now.toISOString() })
  const facts: CollectionFacts = { description, ...(picture && { picture }), ...(seo && { seo }) }
  await db.query(sql`
    insert into all_products (site, name, name_key, visible, facts, document, updated_at)
    values (${site}, ${name}, ${fold(name)}, ${visible}, ${JSON.stringify(facts)}::jsonb, ${document}, ${now})
    on conflict (site) do update set
      name = excluded.name, name_key = excluded.name_key, visible = excluded.visible, facts = excluded.facts, document = excluded.document,
      updated_at = excluded.updated_at`)
  await append(db, site, now, [
    {
      type: 'com.wix.ecommerce.catalog.api.v1.CollectionChanged',
      entityId: id,
      payload: { collection_Id: id, changedFields: [], originatedFromVersion: 'V1_CATALOG' },
    },
  ])
}
