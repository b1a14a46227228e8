import { createHash } from 'node:crypto'
import type { ModerationStatus, ReviewReason } from '@vitrine/contract'
import type { Context } from '../../kernel/db/context.ts'
import { type Db, type Sql, sql } from '../../kernel/db/sql.ts'
import type { Keyset } from '../../kernel/query/keyset.ts'
import { wordsOf } from '../../kernel/query/words.ts'
import { eraseSentFiles } from '../../shop/index.ts'
import type { Praise } from './rules.ts'

/** A picture or film of a review, with what is shown of its file. */
export interface ReviewFile {
  readonly kind: 'image' | 'video'
  readonly id: string
  readonly fileName: string
  readonly width: number | null
  readonly height: number | null
}

export interface StoredReply {
  readonly message: string
  readonly createdAt: string
  readonly updatedAt: string
}

export interface StoredReview {
  readonly id: string
  readonly namespace: string
  readonly entityId: string
  readonly authorType: 'MEMBER' | 'VISITOR' | 'UNKNOWN'
  readonly memberId: string | null
  readonly visitorId: string | null
  readonly contactId: string | null
  readonly authorName: string | null
  readonly orderId: string | null
  readonly title: string | null
  readonly body: string | null
  readonly rating: number
  readonly media: readonly ReviewFile[]
  readonly status: ModerationStatus
  readonly manuallyChanged: boolean
  readonly reasons: readonly ReviewReason[]
  readonly verified: boolean
  readonly origin: 'ORGANIC' | 'APP'
  readonly originApp: string | null
  readonly reply: StoredReply | null
  readonly helpful: number
  readonly unhelpful: number
  readonly relevance: number
  readonly publishCount: number
  readonly revision: number
  readonly reviewDate: Date
  readonly createdAt: Date
  readonly updatedAt: Date
}

export const reviewColumns = sql`review.id, review.namespace, review.entity_id as "entityId", review.author_type as "authorType",
  review.member_id as "memberId", review.visitor_id as "visitorId", review.contact_id as "contactId", review.author_name as "authorName",
  review.order_id as "orderId", review.title, review.body, review.rating, review.media, review.status,
  review.manually_changed as "manuallyChanged", review.reasons, review.verified, review.origin, review.origin_app as "originApp",
  review.reply, review.found_helpful as helpful, review.found_unhelpful as unhelpful, review.relevance, review.publish_count as "publishCount",
  review.revision, review.review_date as "reviewDate", review.created_at as "createdAt", review.updated_at as "updatedAt"`

export async function findReview(db: Db, site: string, id: string): Promise<StoredReview | undefined> {
  const [row] = await db.query<StoredReview>(sql`select ${reviewColumns} from review where site = ${site} and id = ${id}`)
  return row
}

/** Reads a review to change it: nobody else does until the transaction ends. */
export async function lockReview(db: Db, site: string, id: string): Promise<StoredReview | undefined> {
  const [row] = await db.query<StoredReview>(sql`select ${reviewColumns} from review where site = ${site} and id = ${id} for update`)
  return row
}

/** Many say `Very nice, thank you` without having read it anywhere. */
const [fewestWords, fewestCharacters] = [4, 30] as const

/** What a text says without case and signs; null where it says so little that many would write the same. */
export function textHash(title: string | null, body: string | null): Buffer | null {
  const words = wordsOf(`${title ?? ''} ${body ?? ''}`)
  const text = words.join(' ')
  return words.length < fewestWords || text.length < fewestCharacters ? null : createHash('sha256').update(text).digest().subarray(0, 16)
}

/** `false` where its author, or its order, has a review of the thing already. */
export async function insertReview(db: Db, site: string, review: StoredReview): Promise<boolean> {
  const r = review
  const rows = await db.query(sql`
    insert into review (site, id, namespace, entity_id, author_type, member_id, visitor_id, contact_id, author_name, order_id, title, body, rating,
      media, media_count, status, manually_changed, reasons, verified, origin, origin_app, reply, found_helpful, found_unhelpful,
      helpfulness, relevance, publish_count, text_hash, revision, review_date, created_at, updated_at)
    values (${site}, ${r.id}, ${r.namespace}, ${r.entityId}, ${r.authorType}, ${r.memberId}, ${r.visitorId}, ${r.contactId}, ${r.authorName},
      ${r.orderId}, ${r.title}, ${r.body}, ${r.rating}, ${JSON.stringify(r.media)}::jsonb, ${r.media.length}, ${r.status}, ${r.manuallyChanged},
      ${r.reasons}::text[], ${r.verified}, ${r.origin}, ${r.originApp}, ${r.reply ? JSON.stringify(r.reply) : null}::jsonb,
      ${r.helpful}, ${r.unhelpful}, ${r.helpful - r.unhelpful}, ${r.relevance}, ${r.publishCount}, ${textHash(r.title, r.body)}, ${r.revision},
      ${r.reviewDate}, ${r.createdAt}, ${r.updatedAt})
    on conflict do nothing returning id`)
  return rows.length > 0
}

/** Whose it is and what it is about stay. */
export async function updateReview(db: Db, site: string, review: StoredReview): Promise<void> {
  const r = review
  await db.query(sql`
    update review set author_name = ${r.authorName}, title = ${r.title}, body = ${r.body}, rating = ${r.rating},
      media = ${JSON.stringify(r.media)}::jsonb, media_count = ${r.media.length}, status = ${r.status}, manually_changed = ${r.manuallyChanged},
      reasons = ${r.reasons}::text[], reply = ${r.reply ? JSON.stringify(r.reply) : null}::jsonb, found_helpful = ${r.helpful},
      found_unhelpful = ${r.unhelpful}, helpfulness = ${r.helpful - r.unhelpful}, relevance = ${r.relevance},
      publish_count = ${r.publishCount}, text_hash = ${textHash(r.title, r.body)}, revision = ${r.revision}, review_date = ${r.reviewDate},
      updated_at = ${r.updatedAt}
    where site = ${site} and id = ${r.id}`)
}

export async function deleteReview(db: Db, site: string, id: string): Promise<void> {
  await db.query(sql`delete from review where site = ${site} and id = ${id}`)
}

/** The review of a thing by the same member, visitor or order. */
export async function findBeside(
  db: Db,
  site: string,
  {
    namespace,
    entityId,
    memberId,
    visitorId,
    orderId,
  }: Pick<StoredReview, 'namespace' | 'entityId' | 'memberId' | 'visitorId' | 'orderId'>,
): Promise<StoredReview | undefined> {
  const [row] = await db.query<StoredReview>(sql`
    select ${reviewColumns} from review
    where site = ${site} and namespace = ${namespace} and entity_id = ${entityId}
      and ((member_id = ${memberId} and member_id is not null) or (visitor_id = ${visitorId} and visitor_id is not null)
        or (order_id = ${orderId} and order_id is not null))
    limit 1`)
  return row
}

/** How many others say the same, up to a hundred. */
export async function countSameText(
  db: Db,
  site: string,
  { id, title, body }: Pick<StoredReview, 'id' | 'title' | 'body'>,
): Promise<number> {
  const hash = textHash(title, body)
  if (hash === null) return 0
  const [row] = await db.query<{ count: number }>(sql`
    select count(*)::integer as count from (
      select from review where site = ${site} and text_hash = ${hash} and text_hash is not null and id <> ${id} limit 100) same`)
  return row!.count
}

export const pageOfReviews = (db: Db, site: string, { where, keys, tail }: Pick<Keyset, 'where' | 'keys' | 'tail'>, more: Sql) =>
  db.query<StoredReview & { readonly keys: readonly string[] }>(
    sql`select ${reviewColumns}, ${keys} from review where review.site = ${site} and ${more} and ${where} ${tail}`,
  )

/** Those of a product that show, as its page has them; `rest` is what else is asked for, and the order. */
export const reviewsOfPage = (db: Db, site: string, entityId: string, rest: Sql, limit: number): Promise<StoredReview[]> =>
  db.query<StoredReview>(sql`
    select ${reviewColumns} from review
    where site = ${site} and namespace = 'stores' and entity_id = ${entityId} and status = 'APPROVED' and ${rest} limit ${limit}`)

const mostForHighlights = 100

/** The newest that a shop window may quote, of some products or of all. */
export const newestGood = (db: Db, site: string, entityIds: readonly string[] | undefined): Promise<Praise[]> =>
  db.query<Praise>(sql`
    select id, entity_id as "entityId", rating, body, author_name as "authorName", found_helpful as helpful, found_unhelpful as unhelpful, relevance
    from review
    where site = ${site} and namespace = 'stores' and status = 'APPROVED' and rating >= 4
      and ${entityIds === undefined ? sql`true` : sql`entity_id = any(${entityIds}::text[])`}
    order by created_at desc, id desc limit ${mostForHighlights}`)

/** Up to a limit. */
export async function countReviews(db: Db, site: string, where: Sql, limit: number): Promise<number> {
  const [row] = await db.query<{ count: number }>(
    sql`select count(*)::integer as count from (select from review where review.site = ${site} and ${where} limit ${limit}) found`,
  )
  return row!.count
}

/** Files that a review may show; those of one uploader, or any of the shop's own. */
export async function findFiles(
  db: Db,
  site: string,
  ids: readonly string[],
  uploaders: readonly string[] | undefined,
): Promise<ReadonlyMap<string, ReviewFile>> {
  if (ids.length === 0) return new Map()
  const rows = await db.query<Omit<ReviewFile, 'kind'> & { kind: string }>(sql`
    select id, kind, file_name as "fileName", width, height from media
    where site = ${site} and id = any(${ids}::text[]) and kind in ('IMAGE', 'VIDEO') and not private and trashed_at is null
      and ${uploaders === undefined ? sql`true` : sql`uploaded_by = any(${uploaders}::text[])`}`)
  return new Map(rows.map(({ kind, ...row }) => [row.id, { ...row, kind: kind === 'IMAGE' ? 'image' : 'video' }]))
}

/** Lets go of what was uploaded for reviews and shows in none any more. */
export async function forgetFiles({ db, site, now }: Context, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await db.query(eraseSentFiles(site, now, sql`id = any(${ids}::text[])`))
}

/** Those of some files that reviews show. */
export async function usedInReviews(db: Db, site: string, ids: readonly string[]): Promise<readonly string[]> {
  const rows = await db.query<{ id: string }>(sql`
    select distinct shown.id from review, jsonb_array_elements_text(jsonb_path_query_array(media, '$[*].id')) as shown(id)
    where site = ${site} and media_count > 0 and jsonb_path_query_array(media, '$[*].id') ?| ${ids}::text[]`)
  return rows.map(({ id }) => id)
}
