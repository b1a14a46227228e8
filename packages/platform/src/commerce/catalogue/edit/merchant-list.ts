import type { CursorQuery, MerchantProductRow } from '@vitrine/contract'
import { exponentOf, type Minor, toDecimal } from '@vitrine/pricing'
import { type Db, plannedEachTime, type Sql, sql } from '../../../kernel/db/sql.ts'
import { type FieldIndex, type Fields, readFilter } from '../../../kernel/query/filter.ts'
import { readKeyset } from '../../../kernel/query/keyset.ts'
import { visibleIn } from '../../../kernel/query/rows-of-products.ts'
import { beginningsOf } from '../../../kernel/query/words.ts'
import { lowByQuantity, lowBySoldOut } from '../../selling/low-stock.ts'
import { mediaPath } from '../address.ts'
import { priced } from '../document.ts'
import { findFew } from '../large/few.ts'
import type { Commerce } from '../product.ts'
import { readCatalogue } from '../revision.ts'
import { estimateFound, isLarge } from '../sample.ts'
import { findPageByCursor } from '../v3/find.ts'
import { nameId } from '../v3/ids.ts'
import { discountFigures } from './merchant-product.ts'
import { readDrafts } from './store.ts'

type Filter = Readonly<Record<string, unknown>>

const productId = sql`product.id`
const stocked = sql`(case when stock.tracked then stock.quantity > 0 else stock.in_stock end)`
const soldOut = sql`(select count(*)::integer from stock where stock.site = product.site and stock.product_id = product.id and not ${stocked})`
const quantity = sql`(select sum(stock.quantity) filter (where stock.tracked)::bigint from stock
  where stock.site = product.site and stock.product_id = product.id)`

const byVisible = { index: { kind: 'ordered', byVisible: true } } as const
const unique = { index: { kind: 'unique' } } as const
const words = { index: { kind: 'words' } } as const
const elsewhere = (idsBy: NonNullable<FieldIndex['idsBy']>) => ({ index: { kind: 'elsewhere', idsBy } }) as const

/** The products of a brand or ribbon that is asked for by its name. */
const labelled =
  (kind: 'brand' | 'ribbon', site: string) =>
  (operator: string, operand: unknown): Sql | undefined => {
    if (operator !== '$eq' || typeof operand !== 'string' || operand === '') return undefined
    const id = nameId(kind, operand)
    return kind === 'brand'
      ? sql`select product.id from product where product.site = ${site} and product.brand_id = ${id}`
      : sql`select product.id from product where product.site = ${site} and product.ribbon_id = ${id}`
  }

const withoutPicture = (site: string) => (operator: string, operand: unknown) =>
  operator === '$eq' && operand === false
    ? sql`select product.id from product where product.site = ${site} and not (product.facts ? 'image')`
    : undefined

const fields = (site: string, places: number): Fields => ({
  id: { kind: 'id', column: productId, sort: productId, ...unique },
  name: { kind: 'text', column: sql`product.name`, folded: sql`product.name_key`, sort: sql`product.name_key`, ...byVisible },
  sku: { kind: 'text', column: sql`product.sku`, sort: sql`product.sku`, ...byVisible },
  slug: { kind: 'text', column: sql`product.slug`, ...unique },
  brand: { kind: 'text', column: sql`product.brand`, ...elsewhere(labelled('brand', site)) },
  ribbon: { kind: 'text', column: sql`product.ribbon`, ...elsewhere(labelled('ribbon', site)) },
  words: { kind: 'search', column: sql`product.search`, matches, ...words },
  visible: { kind: 'flag', column: sql`product.visible` },
  price: { kind: 'number', column: sql`product.price`, sort: sql`product.price`, places, ...byVisible },
  collectionId: { kind: 'ids', column: sql`product.collection_ids`, ...words },
  hasMedia: { kind: 'flag', column: sql`(product.facts ? 'image')`, ...elsewhere(withoutPicture(site)) },
  soldOut: { kind: 'number', column: soldOut, places: 0, ...elsewhere(lowBySoldOut(site)) },
  quantity: { kind: 'number', column: quantity, places: 0, nullable: true, ...elsewhere(lowByQuantity(site)) },
  createdDate: { kind: 'instant', column: sql`product.created_at`, sort: sql`product.created_at`, ...byVisible },
  updatedDate: { kind: 'instant', column: sql`product.updated_at`, sort: sql`product.updated_at`, ...byVisible },
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
 * A page of the merchant's products. In a large catalogue it may be short, or empty, and say that there is more: see `findPageByCursor`.
 * @throws Unreadable
 */
export async function findProducts(db: Db, site: string, query: CursorQuery, { commerce, publicUrl }: ListDeps) {
  const known = fields(site, exponentOf(commerce.currency))
  const keyset = readKeyset(query, { fields: known, id: productId, usual: [{ fieldName: 'createdDate', order: 'DESC' }], root: 'query' })
  const { products } = await readCatalogue(db, site)
  if (isLarge(products)) {
    const { filter, condition } = keyset
    const asked = { site, hidden: true, visible: visibleIn(filter), products, fields: known, filter, condition, words: undefined }
    const page = await findPageByCursor(db, asked, keyset, 'query')
    const ids = page.rows.map(({ id }) => id)
    return { products: await readProductRows(db, site, ids, { commerce, publicUrl }), pagingMetadata: page.metadata }
  }
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
export const filterMeans = (site: string, filter: Filter, currency: string, root?: string): Sql =>
  readFilter(filter, fields(site, exponentOf(currency)), root)

/**
 * Where a filter of a large catalogue finds few products: these, under the name `product`.
 * @throws Unreadable
 */
export async function fewProducts(db: Db, site: string, filter: Filter, currency: string, root?: string): Promise<Sql | undefined> {
  const known = fields(site, exponentOf(currency))
  const condition = readFilter(filter, known, root)
  return findFew(db, { site, hidden: true, visible: visibleIn(filter), filter, fields: known, condition, terms: [] })
}

const mostCounted = 10_000

/**
 * How many products each filter finds. In a large catalogue those that no index tells are an estimate.
 * @throws Unreadable
 */
export async function countProducts(db: Db, site: string, filters: readonly Filter[], currency: string) {
  const many = isLarge((await readCatalogue(db, site)).products)
  const counts: number[] = []
  for (const [i, filter] of filters.entries()) {
    const root = `filters[${i}]`
    const meant = sql`product.site = ${site} and ${filterMeans(site, filter, currency, root)}`
    const few = many ? await fewProducts(db, site, filter, currency, root) : undefined
    if (many && !few) counts.push(Math.min(mostCounted, await estimateFound(db, meant, mostCounted)))
    else counts.push(await countUpTo(db, few ?? sql`product where ${meant}`))
  }
  return counts
}

async function countUpTo(db: Db, from: Sql): Promise<number> {
  const [row] = await db.query<{ count: number }>(
    plannedEachTime(sql`select count(*)::integer as count from (select from ${from} limit ${mostCounted}) found`),
  )
  return row!.count
}
