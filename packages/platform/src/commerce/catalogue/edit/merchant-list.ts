import type { CursorQuery, MerchantProductRow } from '@vitrine/contract'
import { exponentOf, type Minor, toDecimal } from '@vitrine/pricing'
import { type Db, plannedEachTime, type Sql, sql } from '../../../kernel/db/sql.ts'
import { type Fields, readFilter } from '../../../kernel/query/filter.ts'
import { readKeyset } from '../../../kernel/query/keyset.ts'
import { beginningsOf } from '../../../kernel/query/words.ts'
import { mediaPath } from '../address.ts'
import { priced } from '../document.ts'
import type { Commerce } from '../product.ts'
import { discountFigures } from './merchant-product.ts'
import { readDrafts } from './store.ts'

const stocked = sql`(case when stock.tracked then stock.quantity > 0 else stock.in_stock end)`
const soldOut = sql`(select count(*)::integer from stock where stock.site = product.site and stock.product_id = product.id and not ${stocked})`
const quantity = sql`(select sum(stock.quantity) filter (where stock.tracked)::bigint from stock
  where stock.site = product.site and stock.product_id = product.id)`

const fields = (places: number): Fields => ({
  id: { kind: 'id', column: sql`product.id` },
  name: { kind: 'text', column: sql`product.name`, folded: sql`product.name_key`, sort: sql`product.name_key` },
  sku: { kind: 'text', column: sql`product.sku`, sort: sql`product.sku` },
  slug: { kind: 'text', column: sql`product.slug` },
  brand: { kind: 'text', column: sql`product.brand` },
  ribbon: { kind: 'text', column: sql`coalesce(product.draft->>'ribbon', '')` },
  words: { kind: 'search', column: sql`product.search`, matches },
  visible: { kind: 'flag', column: sql`product.visible` },
  price: { kind: 'number', column: sql`product.price`, sort: sql`product.price`, places },
  collectionId: { kind: 'ids', column: sql`product.collection_ids` },
  hasMedia: { kind: 'flag', column: sql`(product.facts ? 'image')` },
  soldOut: { kind: 'number', column: soldOut, places: 0 },
  quantity: { kind: 'number', column: quantity, places: 0, nullable: true },
  createdDate: { kind: 'instant', column: sql`product.created_at`, sort: sql`product.created_at` },
  updatedDate: { kind: 'instant', column: sql`product.updated_at`, sort: sql`product.updated_at` },
})

/** All of the words, each as the beginning of one that the product is found by. */
function matches(text: string): Sql | undefined {
  const query = beginningsOf(text)
  return query === undefined ? undefined : sql`product.search @@ ${query}::tsquery`
}

interface Row {
  readonly id: string
  readonly image: string | null
  readonly quantity: number | null
  readonly soldOut: number
  readonly createdAt: Date
  readonly updatedAt: Date
}

const columns = sql`product.id, product.facts->'image'->>'id' as image, ${quantity} as quantity, ${soldOut} as "soldOut",
  product.created_at as "createdAt", product.updated_at as "updatedAt"`

export interface ListDeps {
  readonly commerce: Commerce
  readonly publicUrl: string
}

/**
 * A page of the merchant's products.
 * @throws Unreadable
 */
export async function findProducts(db: Db, site: string, query: CursorQuery, { commerce, publicUrl }: ListDeps) {
  const keyset = readKeyset(query, {
    fields: fields(exponentOf(commerce.currency)),
    id: sql`product.id`,
    usual: [{ fieldName: 'createdDate', order: 'DESC' }],
    root: 'query',
  })
  const found = await db.query<Row & { keys: readonly string[] }>(
    plannedEachTime(sql`
      select ${columns}, ${keyset.keys}
      from product where product.site = ${site} and ${keyset.where} ${keyset.tail}`),
  )
  const { rows, metadata } = keyset.page(found)
  return { products: await productRows(db, site, rows, { commerce, publicUrl }), pagingMetadata: metadata }
}

/** These products as merchants list them, in this order; those that are gone are left out. */
export async function readProductRows(db: Db, site: string, ids: readonly string[], deps: ListDeps): Promise<MerchantProductRow[]> {
  if (ids.length === 0) return []
  const rows = await db.query<Row>(sql`select ${columns} from product where product.site = ${site} and product.id = any(${ids}::uuid[])`)
  const known = new Map(rows.map((row) => [row.id, row]))
  return productRows(
    db,
    site,
    ids.flatMap((id) => known.get(id) ?? []),
    deps,
  )
}

async function productRows(db: Db, site: string, rows: readonly Row[], { commerce: { currency }, publicUrl }: ListDeps) {
  const drafts = await readDrafts(
    db,
    site,
    currency,
    rows.map(({ id }) => id),
  )
  const major = (amount: Minor) => Number(toDecimal(amount, currency))
  return rows.flatMap((row): MerchantProductRow[] => {
    const stored = drafts.get(row.id)
    if (!stored) return []
    const draft = priced(stored)
    return [
      {
        id: row.id,
        name: draft.name,
        slug: draft.slug,
        sku: draft.sku,
        visible: draft.visible,
        price: major(draft.price),
        fullPrice: major(draft.fullPrice ?? draft.price),
        discount: discountFigures(stored, currency),
        ...(row.image !== null && { image: publicUrl + mediaPath(row.image) }),
        variants: Math.max(1, draft.variants.length),
        ...(row.quantity !== null && { quantity: row.quantity }),
        soldOut: row.soldOut,
        ...(draft.ribbon && { ribbon: draft.ribbon }),
        ...(draft.brand && { brand: draft.brand }),
        collectionIds: [...draft.collectionIds],
        createdDate: row.createdAt.toISOString(),
        updatedDate: row.updatedAt.toISOString(),
      },
    ]
  })
}

/**
 * What a filter of the merchant's products means.
 * @throws Unreadable
 */
export const filterMeans = (filter: Readonly<Record<string, unknown>>, currency: string, root?: string): Sql =>
  readFilter(filter, fields(exponentOf(currency)), root)

const mostCounted = 10_000

/**
 * How many products each filter finds.
 * @throws Unreadable
 */
export async function countProducts(db: Db, site: string, filters: readonly Readonly<Record<string, unknown>>[], currency: string) {
  const conditions = filters.map((filter, i) => filterMeans(filter, currency, `filters[${i}]`))
  const counts: number[] = []
  for (const condition of conditions) {
    const [row] = await db.query<{ count: number }>(
      plannedEachTime(sql`
        select count(*)::integer as count from (
          select from product where product.site = ${site} and ${condition} limit ${mostCounted}) found`),
    )
    counts.push(row!.count)
  }
  return counts
}
