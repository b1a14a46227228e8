import type { CollectionSort, Product } from '@vitrine/contract'
import { joined } from '../../kernel/bytes.ts'
import { type Db, plannedEachTime, raw, type Sql, sql } from '../../kernel/db/sql.ts'
import { ofAllProducts, allProductsColumns as said } from './all-products.ts'
import { allProducts } from './document.ts'
import { type DocumentCache, type Found, type FoundText, type ListState, readFound } from './document-cache.ts'
import { levels } from './facts.ts'
import { levelText, readLevels } from './levels.ts'
import { cut, fill } from './placeholders.ts'
import type { Commerce } from './product.ts'
import { writtenAnew } from './rewrite-document.ts'
import type { CollectionFacts } from './save.ts'

/** Which products a list is of. */
export interface Listing {
  /** Undefined for all. */
  readonly where: Sql | undefined
  /** A number that is stored with the products, where this list has one. */
  readonly total: Sql | undefined
  /** Whether what shoppers do not see is in it. */
  readonly hidden: boolean
  readonly order: Sql
  readonly limit: number
  readonly offset: number
}

export interface ProductPage {
  readonly found: FoundText
  readonly total: number
  /** Of the catalogue; undefined where there is none yet. */
  readonly revision: number | undefined
}

export const listed = (site: string, { where, hidden }: Pick<Listing, 'where' | 'hidden'>): Sql =>
  sql`product.site = ${site} ${hidden ? sql`` : sql`and product.visible`} ${where ? sql`and ${where}` : sql``}`

/** What a page holds, as one text: `id revision levels` of each product, `;` between them. */
export const foundText = (order: Sql): Sql =>
  sql`string_agg(product.id || ' ' || product.revision || ' ' || ${levels}, ';' order by ${order})`

/** A page of products as they are now: one statement, two where a total has to be counted. */
export async function findPage(db: Db, site: string, listing: Listing): Promise<ProductPage> {
  const { order, total, where } = listing
  const ids = sql`select product.id from product where ${listed(site, listing)} order by ${order} ${windowOf(listing)}`
  const page = await readPage(db, site, ids, order, { total, planEachTime: where !== undefined })
  return { ...page, total: page.total ?? totalOfLast(page, listing, total) ?? (await countOf(db, site, listing)) }
}

/** The products of `ids`, a statement that answers their `id`; their total only where there is a number for it. */
export async function readPage(
  db: Db,
  site: string,
  ids: Sql,
  order: Sql,
  { total, planEachTime }: { readonly total: Sql | undefined; readonly planEachTime: boolean },
): Promise<Omit<ProductPage, 'total'> & { readonly count: number; readonly total: number | undefined }> {
  const statement = sql`
    select ${foundText(order)} as found, count(*) as count, ${total ?? sql`null::bigint`} as total,
      (select revision from catalogue where site = ${site}) as revision
    from (${ids}) page join product on product.site = ${site} and product.id = page.id`
  const [page] = await db.query<{ found: string | null; count: number; total: number | null; revision: number | null }>(
    planEachTime ? plannedEachTime(statement) : statement,
  )
  const { found, count, total: saved, revision } = page!
  return { found: found ?? '', count, total: saved ?? undefined, revision: revision ?? undefined }
}

/** How many there are, where a page says that it is the last. */
const totalOfLast = ({ count }: { readonly count: number }, { limit, offset }: Listing, total: Sql | undefined): number | undefined =>
  total === undefined && count < limit && (count > 0 || offset === 0) ? offset + count : undefined

/**
 * Whether a list that was read before is what it was. Which products it has, and what is said of them, hangs on the catalogue's revision;
 * their stock is looked at.
 */
export async function isAsItWas(db: Db, site: string, { revision, ids, stock }: ListState): Promise<boolean> {
  const [now] = await db.query<{ revision: number; stock: string }>(sql`
    select revision, array_to_string(array(
      select ${levelText} from stock
      where site = ${site} and product_id = any(${ids}::uuid[]) order by product_id, variant_id), ',') as stock
    from catalogue where site = ${site}`)
  return now !== undefined && now.revision === revision && now.stock === stock
}

const usualLimits: ReadonlySet<number> = new Set([10, 20, 24, 50, 100])
const firstPages = 10

/**
 * The first pages of whole lists are asked for most. Their numbers are written out, so that their plan is made once: of a number that it does
 * not know the database expects a tenth of all products, and plans anew each time rather than trust that.
 */
function windowOf({ where, limit, offset }: Listing): Sql {
  const isUsual = !where && usualLimits.has(limit) && offset % limit === 0 && offset < firstPages * limit
  return isUsual ? raw(`limit ${limit} offset ${offset}`) : sql`limit ${limit} offset ${offset}`
}

async function countOf(db: Db, site: string, listing: Listing): Promise<number> {
  const [row] = await db.query<{ total: number | null }>(
    listing.total
      ? sql`select ${listing.total} as total`
      : plannedEachTime(sql`select count(*) as total from product where ${listed(site, listing)}`),
  )
  return row?.total ?? 0
}

/** How many products a shop has, or one of its collections, without counting them. */
export const savedTotal = (site: string, hidden: boolean, collectionId?: string): Sql => {
  const count = hidden ? sql`products` : sql`visible_products`
  return collectionId === undefined
    ? sql`(select ${count} from catalogue where site = ${site})`
    : sql`coalesce((select ${count} from collection where site = ${site} and id = ${collectionId}), 0)`
}

/** `{"products":[…]` and what comes behind it, in bytes; under one `question` the same bytes each time. */
export async function pageAnswer(
  db: Db,
  site: string,
  documentCache: DocumentCache,
  text: FoundText,
  ending: string,
  question = '',
): Promise<Buffer> {
  const key = `${site} ${question} ${text} ${ending}`
  const known = documentCache.page(key)
  if (known) return known
  const found = readFound(text)
  const products = await bytesOf(db, site, documentCache, found)
  const units = products.flatMap((product, i) => (i === 0 ? [product] : [comma, product]))
  const bytes = joined([opening, ...units, Buffer.from(`]${ending}`)])
  if (products.length === found.length) documentCache.keepPage(key, bytes)
  return bytes
}

const opening = Buffer.from('{"products":[')
const comma = Buffer.from(',')

/** A product's JSON: what was written of it, and at its end its preorders and what was written of its subscription options. */
const wholeDocument: Sql = sql`left(product.document, -1) || coalesce((
    select ',"preorderInfo":' || jsonb_strip_nulls(jsonb_build_object('enabled', true, 'message', preorder.message, 'limit', preorder.quantity_limit,
      'expectedDate', preorder.expected_date))::text
    from product_preorder preorder where preorder.site = product.site and preorder.product_id = product.id and preorder.enabled
  ), '') || coalesce(product.plan_document, '}')`

/** The bytes of these products, in their order; those that went away meanwhile are left out. */
async function bytesOf(db: Db, site: string, documentCache: DocumentCache, found: readonly Found[]): Promise<readonly Buffer[]> {
  const here = found.map((product) => documentCache.take(site, product))
  if (!here.includes(undefined)) return here as Buffer[]
  const missing = found.flatMap(({ id }, i) => (here[i] ? [] : [id]))
  const rows = await db.query<Found & { document: string }>(sql`
    select product.id, product.revision, ${levels} as levels, ${wholeDocument} as document
    from product where product.site = ${site} and product.id = any(${missing}::uuid[])`)
  const commerce = await documentCache.commerce(db, site)
  const fetched = new Map(rows.map(({ document, ...row }) => [row.id, documentCache.put(site, row, writtenAnew(document, commerce))]))
  return found.flatMap(({ id }, i) => here[i] ?? fetched.get(id) ?? [])
}

/** A product as it is in this transaction, which the cache must not learn before it is committed. */
export async function readFresh(
  db: Db,
  site: string,
  id: string,
  { publicUrl, commerce }: { readonly publicUrl: string; readonly commerce: Commerce },
): Promise<Product | undefined> {
  const [row] = await db.query<{ levels: string; document: string }>(sql`
    select ${levels} as levels, ${wholeDocument} as document from product where product.site = ${site} and product.id = ${id}`)
  if (!row) return undefined
  return JSON.parse(fill(cut(writtenAnew(row.document, commerce), publicUrl), readLevels(row.levels)).toString()) as Product
}

export interface FoundOne extends Found {
  readonly catalogueRevision: number
}

/**
 * One product under a key that is unique. Its document comes along unless it was read before: `known` is what is here under the key.
 */
export async function findOne(
  db: Db,
  site: string,
  documentCache: DocumentCache,
  { where, hidden, known }: { readonly where: Sql; readonly hidden: boolean; readonly known: boolean },
): Promise<FoundOne | undefined> {
  const [row] = await db.query<FoundOne & { document: string | null }>(sql`
    select product.id, product.revision, ${levels} as levels, ${known ? sql`null::text` : wholeDocument} as document,
      (select revision from catalogue where site = ${site}) as "catalogueRevision"
    from product where ${listed(site, { where, hidden })}`)
  if (!row) return undefined
  const { document, ...found } = row
  if (document !== null) documentCache.put(site, found, writtenAnew(document, await documentCache.commerce(db, site)))
  return found
}

/** The bytes of one product that was found; undefined where it went away meanwhile. */
export const oneOf = async (db: Db, site: string, documentCache: DocumentCache, found: Found): Promise<Buffer | undefined> =>
  (await bytesOf(db, site, documentCache, [found]))[0]

/** A collection, or the one of all products. */
export interface CollectionRow {
  readonly id: string
  readonly slug: string
  readonly name: string
  readonly document: string
  readonly facts: CollectionFacts
  readonly products: number
  /** How its products stand where a shopper chooses no order, and how many of them have a place of their own. */
  readonly sort: CollectionSort
  readonly placed: number
}

/** The shop's collections with that of all products before them. */
const collections = (site: string, hidden: boolean): Sql => sql`(
  select id::text as id, slug, name, name_key, position, document, facts, sort, placed, ${hidden ? sql`products` : sql`visible_products`} as products
  from collection where site = ${site} ${hidden ? sql`` : sql`and visible`}
  union all
  select ${allProducts.id}, ${allProducts.slug}, ${said.name}, ${said.nameKey}, -1, ${said.document}, ${said.facts}, ${said.sort}, ${said.placed},
    ${hidden ? sql`catalogue.products` : sql`catalogue.visible_products`}
  from ${ofAllProducts(site)} ${hidden ? sql`` : sql`and ${said.visible}`}
) collection`

export interface CollectionListing {
  readonly where: Sql
  readonly order: Sql
  readonly hidden: boolean
  readonly limit: number
  readonly offset: number
}

export async function findCollections(
  db: Db,
  site: string,
  { where, order, hidden, limit, offset }: CollectionListing,
): Promise<{ readonly rows: readonly CollectionRow[]; readonly total: number }> {
  const rows = await db.query<CollectionRow & { total: number }>(sql`
    select id, slug, name, document, facts, products, sort, placed, count(*) over () as total
    from ${collections(site, hidden)} where ${where} order by ${order} limit ${limit} offset ${offset}`)
  if (rows[0]) return { rows, total: rows[0].total }
  const [counted] = await db.query<{ total: number }>(sql`select count(*) as total from ${collections(site, hidden)} where ${where}`)
  return { rows, total: counted?.total ?? 0 }
}

export async function findCollection(db: Db, site: string, hidden: boolean, where: Sql): Promise<CollectionRow | undefined> {
  const [row] = await db.query<CollectionRow>(
    sql`select id, slug, name, document, facts, products, sort, placed from ${collections(site, hidden)} where ${where}`,
  )
  return row
}
