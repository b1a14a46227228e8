import { type Db, sql } from '../../../kernel/db/sql.ts'
import { append } from '../../../kernel/events/outbox.ts'
import { literally } from '../../../kernel/query/like.ts'
import { countGone } from '../counts.ts'
import type { Commerce, Picture, ProductDraft, ShowableFile } from '../product.ts'
import { nextRevision } from '../revision.ts'
import { saveProducts } from '../save.ts'
import type { SellingFacts } from '../sell.ts'
import { draftFromDocument } from './from-document.ts'

interface DraftRow {
  readonly id: string
  readonly draft: ProductDraft | null
  readonly document: string
  readonly facts: SellingFacts
  readonly ruleIds: readonly string[]
}

/** Products as they were written, by their ids. Until the transaction ends nobody else changes the shop's catalogue. */
export async function takeDrafts(
  db: Db,
  site: string,
  currency: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ProductDraft>> {
  await nextRevision(db, site)
  return readDrafts(db, site, currency, ids)
}

/** Products as they were written, without locking them. */
export async function readDrafts(
  db: Db,
  site: string,
  currency: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ProductDraft>> {
  const rows = await db.query<DraftRow>(sql`
    select id, draft, document, facts, rule_collection_ids as "ruleIds" from product where site = ${site} and id = any(${ids.map((id) => id.toLowerCase())}::uuid[])`)
  return new Map(
    rows.map(({ id, draft, ruleIds, ...written }) => {
      if (draft) return [id, draft]
      const made = draftFromDocument(written, currency)
      return [id, { ...made, collectionIds: made.collectionIds.filter((one) => !ruleIds.includes(one)) }]
    }),
  )
}

/** Of some slugs, those that another product has, or had and is still found by. */
export async function takenSlugs(db: Db, site: string, slug: string, but: string | undefined): Promise<ReadonlySet<string>> {
  const rows = await db.query<{ slug: string }>(sql`
    select slug from product
    where site = ${site} and (slug = ${slug} or slug like ${`${literally(slug)}-%`}) and id is distinct from ${but ?? null}::uuid`)
  return new Set(rows.map(({ slug: taken }) => taken))
}

/** Saves products that were there before; a slug that one of them had leads to it from now on. */
export async function saveChanged(
  db: Db,
  site: string,
  commerce: Commerce,
  changes: readonly { readonly before: ProductDraft; readonly after: ProductDraft }[],
  now: Date,
): Promise<void> {
  const after = changes.map((change) => change.after)
  await saveProducts(db, site, commerce, after, now)
  await rememberSlugs(
    db,
    site,
    changes.filter((change) => change.before.slug !== change.after.slug).map(({ before: { id, slug } }) => ({ id, slug })),
    now,
  )
  await forgetSlugs(
    db,
    site,
    after.map(({ slug }) => slug),
  )
}

const rememberSlugs = async (db: Db, site: string, slugs: readonly { readonly id: string; readonly slug: string }[], now: Date) =>
  slugs.length > 0 &&
  db.query(sql`
    insert into product_slug (site, slug, product_id, created_at)
    select ${site}, slug, id, ${now} from jsonb_to_recordset(${JSON.stringify(slugs)}::jsonb) as row (slug text, id uuid)
    on conflict (site, slug) do update set product_id = excluded.product_id, created_at = excluded.created_at`)

/** What is the slug of a product is no former slug of another. */
export const forgetSlugs = (db: Db, site: string, slugs: readonly string[]): Promise<unknown> =>
  db.query(sql`delete from product_slug where site = ${site} and slug = any(${slugs}::text[])`)

/** Deletes a product; false where there is none. Its address says from now on that it is gone. */
export async function deleteProduct(db: Db, site: string, id: string, now: Date): Promise<boolean> {
  await nextRevision(db, site)
  const [gone] = await db.query<{ slug: string; name: string; brand: string; visible: boolean; collectionIds: string[] }>(sql`
    select slug, name, brand, visible, collection_ids as "collectionIds" from product where site = ${site} and id = ${id} for update`)
  if (!gone) return false
  // Of what nobody saw nothing is told.
  const was = gone.visible ? gone : { name: null, brand: null, collectionIds: null }
  await db.query(sql`
    insert into product_slug (site, slug, product_id, created_at) values (${site}, ${gone.slug}, ${id}, ${now})
    on conflict (site, slug) do update set product_id = excluded.product_id, created_at = excluded.created_at`)
  await db.query(sql`
    update product_slug set product_id = null, name = ${was.name}, brand = ${was.brand}, collection_ids = ${was.collectionIds}::uuid[]
    where site = ${site} and product_id = ${id}`)
  await db.query(sql`delete from product_subscription_option where site = ${site} and product_id = ${id}`)
  await db.query(sql`delete from stock where site = ${site} and product_id = ${id}`)
  await db.query(sql`delete from product where site = ${site} and id = ${id}`)
  await countGone(db, site, [gone])
  await append(db, site, now, [
    {
      type: 'com.wix.ecommerce.catalog.api.v1.ProductDeleted',
      entityId: id,
      payload: { productId: id, originatedFromVersion: 'V1_CATALOG' },
    },
  ])
  return true
}

interface FormerRow {
  readonly slug: string | null
  readonly deleted: boolean
  readonly name: string | null
  readonly brand: string | null
  readonly collectionIds: string[] | null
}

interface FormerSlug {
  readonly slug?: string
  readonly deleted: boolean
  readonly was?: { name: string; brand?: string; collectionIds: string[] }
}

/** Where a slug leads that a product has or had, as shoppers see it. */
export async function findSlug(db: Db, site: string, slug: string): Promise<FormerSlug> {
  const [row] = await db.query<FormerRow>(sql`
    select product.slug, product_slug.product_id is null as deleted, product_slug.name, product_slug.brand,
      product_slug.collection_ids as "collectionIds"
    from product_slug left join product on product.site = ${site} and product.id = product_slug.product_id and product.visible
    where product_slug.site = ${site} and product_slug.slug = ${slug}`)
  if (!row) return { deleted: false }
  const { slug: now, deleted, name, brand, collectionIds } = row
  return {
    ...(now !== null && { slug: now }),
    deleted,
    ...(deleted && name !== null && { was: { name, ...(brand && { brand }), collectionIds: collectionIds ?? [] } }),
  }
}

interface ShowableRow {
  readonly id: string
  readonly kind: 'IMAGE' | 'VIDEO' | 'MODEL3D'
  readonly width: number | null
  readonly height: number | null
  readonly x: number
  readonly y: number
  readonly placeholder: string | null
  readonly hasThumbnail: boolean
}

/** Files of the shop that a product can show, by their ids: pictures, films and models. */
export async function findShowable(db: Db, site: string, ids: readonly string[]): Promise<ReadonlyMap<string, ShowableFile>> {
  if (ids.length === 0) return new Map()
  const rows = await db.query<ShowableRow>(sql`
    select id, kind, width, height, focal_x as x, focal_y as y, placeholder, details ? 'thumbnailName' as "hasThumbnail" from media
    where site = ${site} and id = any(${ids}::text[]) and kind in ('IMAGE', 'VIDEO', 'MODEL3D') and not private and member_id is null`)
  return new Map(rows.flatMap((row) => ((file) => (file ? [[row.id, file] as const] : []))(showable(row))))
}

function showable({ id, kind, width, height, x, y, placeholder, hasThumbnail }: ShowableRow): ShowableFile | undefined {
  const size = width !== null && height !== null ? { width, height } : undefined
  if (kind === 'MODEL3D') return { kind: 'model', id, hasThumbnail }
  if (kind === 'VIDEO') return { kind: 'video', id, ...size }
  return size && { kind: 'image', id, ...size, alt: '', focalPoint: { x, y }, ...(placeholder !== null && { placeholder }) }
}

/** The pictures among them. */
export async function findPictures(db: Db, site: string, ids: readonly string[]): Promise<ReadonlyMap<string, Picture>> {
  const files = await findShowable(db, site, ids)
  return new Map([...files].flatMap(([id, file]) => (file.kind === 'image' ? [[id, pictureOf(file)] as const] : [])))
}

const pictureOf = ({ id, width, height, alt, focalPoint, placeholder }: Picture): Picture => ({
  id,
  width,
  height,
  alt,
  ...(focalPoint && { focalPoint }),
  ...(placeholder !== undefined && { placeholder }),
})
