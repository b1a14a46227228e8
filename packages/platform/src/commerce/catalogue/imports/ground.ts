import { createHash } from 'node:crypto'
import type { ProductImportSettings } from '@vitrine/contract'
import { newId } from '../../../kernel/db/id.ts'
import { type Db, plannedEachTime, sql } from '../../../kernel/db/sql.ts'
import { fold } from '../../../kernel/query/fold.ts'
import { mediaPath } from '../address.ts'
import { hasOwnPoster } from '../csv/beside.ts'
import type { ProductRecord } from '../csv/record.ts'
import { collectionLabels } from '../csv/write.ts'
import type { Counted } from '../edit/merchant-product.ts'
import { slugOf } from '../edit/slug.ts'
import { findPictures } from '../edit/store.ts'
import type { Picture, ProductDraft } from '../product.ts'

/** How a product of a file was found in the shop. */
export interface Match {
  readonly productId: string
  readonly by: 'ID' | 'SKU' | 'SLUG'
  /** The variant whose SKU it is, where there is one. */
  readonly variantId?: string
}

/** The products of the shop that records are about, or what is ambiguous about them. */
export async function findMatches(
  db: Db,
  site: string,
  records: readonly ProductRecord[],
  existing: ProductImportSettings['existing'],
): Promise<ReadonlyMap<ProductRecord, Match | { readonly ambiguous: string }>> {
  if (existing === 'CREATE') return new Map()
  const skusOf = ({ sku, variants }: ProductRecord) => [...(sku ? [sku] : []), ...variants.flatMap((one) => one.sku || [])]
  const slugFor = ({ slug, name }: ProductRecord) => slug ?? (name === undefined ? undefined : slugOf(name))
  const ids = records.flatMap(({ id }) => id ?? [])
  const skus = [...new Set(records.flatMap(skusOf))]
  const slugs = [...new Set(records.flatMap((record) => slugFor(record) ?? []))]
  const [byId, bySku, bySlug] = [
    await db.query<{ id: string }>(sql`select id from product where site = ${site} and id = any(${ids}::uuid[])`),
    await db.query<{ sku: string; productId: string; variantId: string | null }>(
      plannedEachTime(sql`
        select sku, product_id as "productId", variant_id as "variantId" from stock where site = ${site} and sku <> '' and sku = any(${skus}::text[])
        union select sku, id, null from product where site = ${site} and visible in (true, false) and sku <> '' and sku = any(${skus}::text[])`),
    ),
    await db.query<{ slug: string; id: string }>(sql`select slug, id from product where site = ${site} and slug = any(${slugs}::text[])`),
  ]
  const known = new Set(byId.map(({ id }) => id))
  const ofSku = Map.groupBy(bySku, ({ sku }) => sku)
  const ofSlug = new Map(bySlug.map(({ slug, id }) => [slug, id]))
  const matches = new Map<ProductRecord, Match | { ambiguous: string }>()
  for (const record of records) {
    if (record.id !== undefined && known.has(record.id)) {
      matches.set(record, { productId: record.id, by: 'ID' })
      continue
    }
    const found = skusOf(record).flatMap((sku) => ofSku.get(sku) ?? [])
    const products = new Set(found.map(({ productId }) => productId))
    if (products.size > 1) {
      matches.set(record, {
        ambiguous: `Several products of the shop have the SKUs of this one: ${[...new Set(found.map(({ sku }) => sku))].slice(0, 3).join(', ')}.`,
      })
      continue
    }
    const [first] = found
    if (first) {
      const variantId = found.find((one) => one.sku === record.sku && one.variantId !== null)?.variantId
      matches.set(record, { productId: first.productId, by: 'SKU', ...(typeof variantId === 'string' && { variantId }) })
      continue
    }
    const slug = slugFor(record)
    const productId = slug === undefined ? undefined : ofSlug.get(slug)
    if (productId !== undefined) matches.set(record, { productId, by: 'SLUG' })
  }
  return matches
}

export async function findStock(
  db: Db,
  site: string,
  productIds: readonly string[],
): Promise<ReadonlyMap<string, ReadonlyMap<string, Counted>>> {
  const rows = await db.query<Counted & { productId: string; variantId: string }>(sql`
    select product_id as "productId", variant_id as "variantId", tracked, quantity, case when tracked then quantity > 0 else in_stock end as "inStock"
    from stock where site = ${site} and product_id = any(${productIds}::uuid[])`)
  return new Map(
    [...Map.groupBy(rows, ({ productId }) => productId)].map(([id, all]) => [id, new Map(all.map((row) => [row.variantId, row]))]),
  )
}

export interface CollectionRow {
  readonly id: string
  readonly name: string
  readonly slug: string
  /** What is in it, its rule says, and no file. */
  readonly byRule?: boolean
}

export const findCollections = (db: Db, site: string): Promise<CollectionRow[]> =>
  db.query<CollectionRow>(sql`select id, name, slug, rule is not null as "byRule" from collection where site = ${site}`)

/** Collections by what a file calls them; those that the shop does not have get an id, and are in `fresh`. */
export function collectionsBy(all: readonly CollectionRow[]) {
  const bySlug = new Map(all.map((one) => [one.slug, one.id]))
  const byName = new Map(all.toReversed().map((one) => [fold(one.name), one.id]))
  const filled = new Set(all.filter(({ byRule }) => byRule).map(({ id }) => id))
  const fresh = new Map<string, CollectionRow>()
  return {
    fresh,
    /** Undefined for one that a rule fills. */
    idOf(label: string): string | undefined {
      const known = byName.get(fold(label)) ?? bySlug.get(label)
      if (known !== undefined) return filled.has(known) ? undefined : known
      const added = fresh.get(fold(label)) ?? { id: newId(), name: label.slice(0, 50), slug: slugOf(label) }
      fresh.set(fold(label), added)
      return added.id
    },
    labels: () => collectionLabels([...all, ...fresh.values()]),
  }
}

export const digestOf = (url: string): Buffer => createHash('sha256').update(url).digest()

/** Every address of a picture that a record has. */
export const addressesOf = (record: ProductRecord): readonly string[] => [
  ...(record.images ?? []).map(({ url }) => url),
  ...record.variants.flatMap(({ images }) => images ?? []),
  ...(record.films ?? []).flatMap((film) => (hasOwnPoster(film) ? [] : [film.poster])),
]

/** The id of a picture that the shop serves itself. */
export function ownPicture(url: string, publicUrl: string): string | undefined {
  const start = publicUrl + mediaPath('')
  if (!url.startsWith(start)) return undefined
  try {
    return decodeURIComponent(url.slice(start.length).split(/[?#/]/, 1)[0]!)
  } catch {
    return undefined
  }
}

/** Pictures that are there already: of the shop itself, of the products, and those that an import has fetched. */
export async function findKnown(
  db: Db,
  site: string,
  urls: readonly string[],
  publicUrl: string,
  drafts: readonly ProductDraft[],
): Promise<ReadonlyMap<string, Picture>> {
  const own = new Map(urls.flatMap((url) => ((id) => (id === undefined ? [] : [[url, id] as const]))(ownPicture(url, publicUrl))))
  const others = urls.filter((url) => !own.has(url))
  const rows = await db.query<{ address: Buffer; mediaId: string }>(sql`
    select address, media_id as "mediaId" from product_import_picture
    where site = ${site} and media_id is not null and address = any(${others.map(digestOf)}::bytea[])`)
  const fetched = new Map(rows.map(({ address, mediaId }) => [address.toString('hex'), mediaId]))
  const ids = new Map(own)
  for (const url of others) {
    const id = fetched.get(digestOf(url).toString('hex'))
    if (id !== undefined) ids.set(url, id)
  }
  const pictures = await findPictures(db, site, [...ids.values()])
  const ofDrafts = new Map(
    drafts.flatMap(({ media }) => media.flatMap((item) => (item.kind === 'image' ? [[item.id, item] as const] : []))),
  )
  return new Map(
    [...ids].flatMap(([url, id]) => {
      const picture = ofDrafts.get(id) ?? pictures.get(id)
      return picture ? [[url, picture] as const] : []
    }),
  )
}
