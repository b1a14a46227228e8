import type { FileType } from '@vitrine/contract'
import { type Db, sql } from '../../kernel/db/sql.ts'
import { append, type Happening } from '../../kernel/events/outbox.ts'
import { fold } from '../../kernel/query/fold.ts'
import { readDocument } from '../selling/written-product.ts'
import { keepChoices } from './choices.ts'
import { moveCounts } from './counts.ts'
import { imageItem, priced, priceRange, sellingFacts, variantsOf, writeProduct } from './document.ts'
import { withFileFacts } from './media-facts.ts'
import { originMark, unmarked, writeMarked } from './placeholders.ts'
import { type Commerce, type Picture, type ProductDraft, unitSeparator } from './product.ts'
import { nextRevision } from './revision.ts'
import { keepMembers } from './rules/members.ts'
import { traitsOf } from './rules/traits.ts'
import type { SellingFacts } from './sell.ts'
import { v3Columns, v3Names, v3Replaced, v3Typed } from './v3/columns.ts'
import { remainsOf, searchVector, textOf } from './words.ts'

export interface CollectionDraft {
  readonly id: string
  readonly slug: string
  readonly name: string
  readonly description: string
  readonly visible: boolean
  /** Where it stands among the shop's collections. */
  readonly position: number
  readonly picture?: Picture
  readonly seo?: CollectionSeo
}

/** What search engines are told in place of its name and description. */
export interface CollectionSeo {
  readonly title?: string
  readonly description?: string
}

/** What a collection shows beside its document. */
export interface CollectionFacts extends Pick<CollectionDraft, 'description' | 'picture' | 'seo'> {}

/**
 * Writes products as they are now: their documents, what they are found by, a stock item for each counted variant. New stock items are empty; see `setStock`.
 * `rewritten` where nothing of them is changed but the shape they are written in.
 */
export async function saveProducts(
  db: Db,
  site: string,
  commerce: Commerce,
  given: readonly ProductDraft[],
  now: Date,
  { announce = true, rewritten = false }: { readonly announce?: boolean; readonly rewritten?: boolean } = {},
): Promise<void> {
  if (given.length === 0) return
  const stored = (await withFileFacts(db, site, given)).map(unmarked)
  const drafts = stored.map(priced)
  const revision = await nextRevision(db, site)
  const ids = drafts.map(({ id }) => id.toLowerCase())
  const before = new Map(
    (
      await db.query<Before>(sql`
        select id, visible, collection_ids as "collectionIds", rule_collection_ids as "ruleIds", numeric_id as "numericId", created_at as "createdAt", updated_at as "updatedAt"
        from product where site = ${site} and id = any(${ids}::uuid[])`)
    ).map((row) => [row.id, row]),
  )
  const files = await findFiles(db, site, drafts)
  const written = drafts.map((draft, i) => {
    const known = before.get(draft.id.toLowerCase())
    return writtenProduct(draft, stored[i]!, known, files, commerce, (rewritten ? known?.updatedAt : undefined) ?? now)
  })

  await db.query(sql`
    insert into product (site, id, revision, numeric_id, slug, name, name_key, description, sku, product_type, brand, visible, collection_ids, choices,
      price, full_price, search, traits, facts, document, draft, created_at, updated_at, written, ${v3Names})
    select ${site}, id, ${revision}, numeric_id, slug, name, name_key, description, sku, product_type, brand, visible, collection_ids, choices,
      price, full_price, search, traits, facts, document, draft, created_at, updated_at, ${shapeOfToday}, ${v3Names}
    from json_to_recordset(${JSON.stringify(written.map(({ row }) => row))}::json) as row (
      id uuid, numeric_id bigint, slug text, name text, name_key text, description text, sku text, product_type text, brand text, visible boolean,
      collection_ids uuid[], choices text[], price bigint, full_price bigint, search tsvector, traits jsonb, facts jsonb, document text, draft jsonb, created_at timestamptz, updated_at timestamptz,
      ${v3Typed})
    on conflict (site, id) do update set
      revision = excluded.revision, numeric_id = excluded.numeric_id, slug = excluded.slug, name = excluded.name, name_key = excluded.name_key,
      description = excluded.description, sku = excluded.sku, product_type = excluded.product_type, brand = excluded.brand, visible = excluded.visible,
      collection_ids = excluded.collection_ids, choices = excluded.choices, price = excluded.price, full_price = excluded.full_price,
      search = excluded.search, traits = excluded.traits, facts = excluded.facts, document = excluded.document, draft = excluded.draft, created_at = excluded.created_at, updated_at = excluded.updated_at,
      written = excluded.written, ${v3Replaced}`)
  await saveStockItems(
    db,
    site,
    ids,
    written.flatMap(({ shelves }) => shelves),
  )
  await count(db, site, written, before)
  await keepWords(db, site, new Set(written.flatMap(({ words }) => words)))
  await keepChoices(db, site, drafts, now)
  if (announce)
    await append(
      db,
      site,
      now,
      drafts.map((draft, i) => happened(draft, written[i]!.document, before.has(draft.id.toLowerCase()))),
    )
  await keepMembers(db, site, ids, now, { announce: false })
}

export const saveProduct = (db: Db, site: string, commerce: Commerce, draft: ProductDraft, now: Date): Promise<void> =>
  saveProducts(db, site, commerce, [draft], now)

interface Before {
  id: string
  visible: boolean
  collectionIds: string[]
  ruleIds: string[]
  numericId: number
  createdAt: Date
  updatedAt: Date
}

/** Counted up whenever what is written of a product changes its shape: a job then writes again what is of an older one. */
export const shapeOfToday = 1

const fileTypes: Readonly<Record<string, FileType>> = {
  IMAGE: 'SECURE_PICTURE',
  VIDEO: 'SECURE_VIDEO',
  AUDIO: 'SECURE_MUSIC',
  DOCUMENT: 'SECURE_DOCUMENT',
  ARCHIVE: 'SECURE_ARCHIVE',
}

type Files = ReadonlyMap<string, NonNullable<SellingFacts['file']>>

/** What the files are that these products are sold with; see `renewedCopies`, where one is replaced. */
async function findFiles(db: Db, site: string, drafts: readonly ProductDraft[]): Promise<Files> {
  const ids = drafts.flatMap(({ fileId }) => fileId ?? [])
  if (ids.length === 0) return new Map()
  const rows = await db.query<{ id: string; kind: string; name: string }>(sql`
    select id, kind, file_name as name from media where site = ${site} and id = any(${ids}::text[])`)
  return new Map(rows.map(({ id, kind, name }) => [id, { name, type: fileTypes[kind] ?? 'SECURE_RAW' }]))
}

function writtenProduct(
  draft: ProductDraft,
  stored: ProductDraft,
  before: Before | undefined,
  files: Files,
  commerce: Commerce,
  updatedAt: Date,
) {
  const id = draft.id.toLowerCase()
  const createdAt = draft.createdAt ?? before?.createdAt ?? updatedAt
  const numericId = draft.numericId ?? before?.numericId ?? createdAt.getTime() * 1000 + (Number.parseInt(id.slice(-4), 16) % 1000)
  // By rule it is where it was, until the rules are asked.
  const collectionIds = [...new Set([...draft.collectionIds.map((one) => one.toLowerCase()), ...(before?.ruleIds ?? [])])]
  const shown = { ...draft, collectionIds }
  const document = writeProduct(shown, commerce, { numericId, createdAt, updatedAt })
  const variants = variantsOf(draft)
  const visible = variants.filter((variant) => variant.visible)
  const { vector, words } = searchVector([
    ['A', draft.name],
    ['B', [draft.brand ?? '', ...new Set(visible.flatMap(({ choices }) => Object.values(choices)))].join(' ')],
    ['B', [draft.sku, ...visible.flatMap(({ sku, barcode = '', mpn = '' }) => [sku, barcode, mpn])].join(' ')],
    ['C', draft.ribbon ?? ''],
    ['D', textOf([draft.description, ...draft.sections.map(({ html }) => html)].join(' '))],
  ])
  const row = {
    id,
    numeric_id: numericId,
    slug: draft.slug,
    name: draft.name,
    name_key: fold(draft.name),
    description: draft.description,
    sku: draft.sku,
    product_type: draft.itemType === 'PHYSICAL' ? 'physical' : 'digital',
    brand: draft.brand ?? '',
    visible: draft.visible,
    collection_ids: collectionIds,
    choices: [...new Set(visible.flatMap(({ choices }) => Object.entries(choices).map((pair) => pair.join(unitSeparator))))],
    price: priceRange(draft, variants).min,
    full_price: draft.fullPrice ?? draft.price,
    search: vector,
    traits: traitsOf(draft, variants),
    facts: sellingFacts(shown, files.get(draft.fileId ?? '')),
    document,
    // Both have columns of their own.
    draft: { ...stored, id, createdAt: undefined, numericId: undefined },
    created_at: createdAt,
    updated_at: updatedAt,
    ...v3Columns(draft, variants),
  }
  const shelves = new Map(
    variants.map(({ counted, sku, barcode }) => [
      counted,
      { product_id: id, variant_id: counted, sku: draft.manageVariants ? sku : draft.sku, barcode: barcode || null },
    ]),
  )
  return { row, document, words, shelves: [...shelves.values()] }
}

interface ShelfRow {
  readonly product_id: string
  readonly variant_id: string
  readonly sku: string
  readonly barcode: string | null
}

async function saveStockItems(db: Db, site: string, productIds: readonly string[], shelves: readonly ShelfRow[]): Promise<void> {
  const given = sql`jsonb_to_recordset(${JSON.stringify(shelves)}::jsonb) as row (product_id uuid, variant_id uuid, sku text, barcode text)`
  await db.query(sql`
    delete from stock where site = ${site} and product_id = any(${productIds}::uuid[])
      and not exists (select from ${given} where row.product_id = stock.product_id and row.variant_id = stock.variant_id)`)
  await db.query(sql`
    insert into stock (site, product_id, variant_id, sku, barcode, tracked, quantity, backorder_limit, elsewhere)
    select ${site}, product_id, variant_id, sku, barcode, true, 0, coalesce((
      select max(other.backorder_limit) from stock other where other.site = ${site} and other.product_id = row.product_id), 0),
      (select '{}'::jsonb from stock_location where site = ${site} and id = ${site} and not active)
    from ${given}
    on conflict (site, product_id, variant_id) do update set sku = excluded.sku, barcode = excluded.barcode
    where stock.sku <> excluded.sku or stock.barcode is distinct from excluded.barcode`)
}

/** Moves the counts that lists show as their totals. */
const count = (
  db: Db,
  site: string,
  written: readonly { readonly row: { readonly id: string; readonly visible: boolean; readonly collection_ids: readonly string[] } }[],
  before: ReadonlyMap<string, Before>,
): Promise<void> =>
  moveCounts(
    db,
    site,
    written.flatMap(({ row: { id, visible, collection_ids: collectionIds } }) => {
      const old = before.get(id)
      return [...(old ? [{ ...old, by: -1 }] : []), { collectionIds, visible, by: 1 }]
    }),
  )

/** Numbers and codes stay out: nobody wants another one than they typed. */
async function keepWords(db: Db, site: string, found: ReadonlySet<string>): Promise<void> {
  const all = [...found].filter((word) => !/\p{N}/u.test(word))
  const known = await db.query<{ word: string }>(sql`select word from search_word where site = ${site} and word = any(${all}::text[])`)
  const fresh = new Set(all)
  for (const { word } of known) fresh.delete(word)
  if (fresh.size === 0) return
  const rows = [...fresh].map((word) => ({ word, remains: remainsOf(word) }))
  await db.query(sql`
    insert into search_word (site, word, remains)
    select ${site}, word, remains from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (word text, remains text[])
    on conflict (site, word) do nothing`)
}

function happened(draft: ProductDraft, document: string, known: boolean): Happening {
  const productId = draft.id.toLowerCase()
  const version = { originatedFromVersion: 'V1_CATALOG' as const }
  if (known) {
    return {
      type: 'com.wix.ecommerce.catalog.api.v1.ProductChanged',
      entityId: productId,
      payload: { productId, changedFields: [], ...version },
    }
  }
  const { price } = readDocument(document)
  const { name, visible, sku, brand, slug } = draft
  return {
    type: 'com.wix.ecommerce.catalog.api.v1.ProductCreated',
    entityId: productId,
    payload: { productId, name, price, visible, sku, ...(brand !== undefined && { brand }), slug, ...version },
  }
}

/** Writes a collection as it is now. */
export async function saveCollection(db: Db, site: string, given: CollectionDraft, now: Date): Promise<void> {
  const draft = unmarked(given)
  const id = draft.id.toLowerCase()
  const revision = await nextRevision(db, site)
  const { name, slug, visible, description, picture, seo } = draft
  const media = picture && { mainMedia: imageItem(picture), items: [imageItem(picture)] }
  const document = writeMarked({ id, name, ...(media && { media }), description, slug, visible, lastUpdated: now.toISOString() })
  const facts: CollectionFacts = { description, ...(picture && { picture }), ...(seo && { seo }) }
  const [known] = await db.query(sql`select from collection where site = ${site} and id = ${id}`)
  await db.query(sql`
    with counted as (
      select count(*) as products, count(*) filter (where visible) as visible_products
      from product where site = ${site} and collection_ids @> ${[id]}::uuid[]
    )
    insert into collection (site, id, revision, slug, name, name_key, visible, position, products, visible_products, facts, document, created_at, updated_at)
    select ${site}, ${id}, ${revision}, ${slug}, ${name}, ${fold(name)}, ${visible}, ${draft.position}, products, visible_products,
      ${JSON.stringify(facts)}::jsonb, ${document}, ${now}, ${now}
    from counted
    on conflict (site, id) do update set
      revision = excluded.revision, slug = excluded.slug, name = excluded.name, name_key = excluded.name_key, visible = excluded.visible,
      position = excluded.position, products = excluded.products, visible_products = excluded.visible_products, facts = excluded.facts,
      document = excluded.document, updated_at = excluded.updated_at`)
  const version = { originatedFromVersion: 'V1_CATALOG' as const }
  await append(db, site, now, [
    known
      ? {
          type: 'com.wix.ecommerce.catalog.api.v1.CollectionChanged',
          entityId: id,
          payload: { collection_Id: id, changedFields: [], ...version },
        }
      : {
          type: 'com.wix.ecommerce.catalog.api.v1.CollectionCreated',
          entityId: id,
          payload: {
            collection_Id: id,
            name,
            ...(media && { media: JSON.parse(JSON.stringify(media).replaceAll(originMark, '')) as object }),
            slug,
            visible,
            ...version,
          },
        },
  ])
}
