import type { DraftOrder } from '@vitrine/contract'
import { type Db, type Sql, sql } from '../../kernel/db/sql.ts'
import type { Fields } from '../../kernel/query/filter.ts'
import { fold } from '../../kernel/query/fold.ts'
import { holding } from '../../kernel/query/like.ts'
import type { DraftDocument } from './draft.ts'

export interface StoredDraft {
  readonly id: string
  /** The order that it edits, or the one it has become. */
  readonly orderId: string | null
  readonly owner: string
  readonly status: DraftOrder['status']
  readonly revision: number
  readonly document: DraftDocument
  /** As it was when it was last changed. */
  readonly shown: DraftOrder
  /** Of a draft from scratch that something was written into, from 1; an edit of an order has none. */
  readonly number: number | null
  /** Until then its units are reserved, or those of its order that awaits payment. */
  readonly heldUntil: Date | null
  /** How it became an order. */
  readonly placed: Placing | null
  readonly createdAt: Date
  readonly updatedAt: Date
}

/** `LINK`: its buyer was sent a link to pay. `PAID`: it was paid by other means. `LATER`: it is paid some time. */
export type Placing = 'LINK' | 'PAID' | 'LATER'

const columns = sql`id, order_id as "orderId", owner, status, revision, document, shown, number, held_until as "heldUntil", placed,
  created_at as "createdAt", updated_at as "updatedAt"`

const lapseMs = 24 * 60 * 60 * 1000
/** The edit of an order lasts a day, as does a draft that nothing is written into. */
const current = (now: Date): Sql => sql`(status <> 'DRAFT' or number is not null or created_at > ${new Date(now.getTime() - lapseMs)})`

export async function findDraft(db: Db, site: string, id: string, now: Date): Promise<StoredDraft | undefined> {
  const [row] = await db.query<StoredDraft>(sql`select ${columns} from draft_order where site = ${site} and id = ${id} and ${current(now)}`)
  return row
}

/** Reads a draft to change it: nobody else does until the transaction ends. */
export async function lockDraft(db: Db, site: string, id: string, now: Date): Promise<StoredDraft | undefined> {
  const [row] = await db.query<StoredDraft>(
    sql`select ${columns} from draft_order where site = ${site} and id = ${id} and ${current(now)} for update`,
  )
  return row
}

/** The draft that edits an order. */
export async function findDraftOf(db: Db, site: string, orderId: string, now: Date): Promise<StoredDraft | undefined> {
  const [row] = await db.query<StoredDraft>(sql`
    select ${columns} from draft_order where site = ${site} and order_id = ${orderId} and status = 'DRAFT' and ${current(now)}`)
  return row
}

/** What a draft from scratch is found by. */
function wordsOf({ number, shown: { lineItems, recipientInfo, billingDetails, buyerDetails } }: StoredDraft): string {
  const people = [recipientInfo?.recipientInfo, billingDetails?.billingInfo].flatMap((one) => {
    const { firstName = '', lastName = '', company = '' } = one?.contactDetails ?? {}
    return [`${firstName} ${lastName}`, company, one?.address?.city ?? '']
  })
  const things = lineItems.map(({ lineItem }) => lineItem.productName?.original ?? '')
  const all = [`d-${number}`, buyerDetails?.buyerInfo?.email ?? '', ...people, ...things]
  return fold(all.filter((word) => word.trim() !== '').join(' ')).slice(0, wordsAtMost)
}

const wordsAtMost = 2000

/** The next number of a draft; whoever asks after this transaction gets the one after it. */
export async function nextNumber(db: Db, site: string): Promise<number> {
  const [row] = await db.query<{ last: number }>(sql`
    insert into draft_number (site, last) values (${site}, 1) on conflict (site) do update set last = draft_number.last + 1 returning last`)
  return row!.last
}

/** Stores a new draft, replacing one that has lapsed; whether nobody else edits the order. */
export async function insertDraft(db: Db, site: string, draft: StoredDraft): Promise<boolean> {
  const { id, orderId, owner, status, revision, document, shown, number, createdAt, updatedAt } = draft
  if (orderId !== null)
    await db.query(
      sql`delete from draft_order where site = ${site} and order_id = ${orderId} and status = 'DRAFT' and not ${current(createdAt)}`,
    )
  const rows = await db.query(sql`
    insert into draft_order (site, id, order_id, owner, status, revision, document, shown, number, words, created_at, updated_at)
    values (${site}, ${id}, ${orderId}, ${owner}, ${status}, ${revision}, ${JSON.stringify(document)}::jsonb, ${JSON.stringify(shown)}::jsonb,
      ${number}, ${number === null ? '' : wordsOf(draft)}, ${createdAt}, ${updatedAt})
    on conflict (site, order_id) where order_id is not null and status = 'DRAFT' do nothing
    returning id`)
  return rows.length === 1
}

/** It has to be locked. One from scratch takes its number with its first change, so that those that stay empty leave no gap. */
export async function saveDraft(db: Db, site: string, draft: StoredDraft): Promise<StoredDraft> {
  const saved = draft.number === null && !draft.document.agreed ? { ...draft, number: await nextNumber(db, site) } : draft
  const { id, orderId, status, revision, document, shown, number, heldUntil, placed, updatedAt } = saved
  const rows = await db.query(sql`
    update draft_order set order_id = ${orderId}, status = ${status}, revision = ${revision}, document = ${JSON.stringify(document)}::jsonb,
      shown = ${JSON.stringify(shown)}::jsonb, number = ${number}, words = ${number === null ? '' : wordsOf(saved)}, held_until = ${heldUntil}, placed = ${placed},
      updated_at = ${updatedAt}
    where site = ${site} and id = ${id} and revision = ${revision - 1} returning id`)
  if (rows.length === 0) throw new Error(`draft ${id} was changed while it was locked`)
  return saved
}

export async function deleteDraft(db: Db, site: string, id: string): Promise<void> {
  await db.query(sql`delete from draft_order where site = ${site} and id = ${id} and status = 'DRAFT'`)
}

/** Drafts whose units have been held long enough, the longest first. */
export async function findHeldTooLong(db: Db, site: string, now: Date, limit: number): Promise<readonly string[]> {
  const rows = await db.query<{ id: string }>(sql`
    select id from draft_order where site = ${site} and held_until is not null and held_until <= ${now} order by held_until limit ${limit}`)
  return rows.map((row) => row.id)
}

/** Forgets the edits of orders that nobody ended, and drafts that nothing was written into. */
export async function sweepDrafts(db: Db, now: Date): Promise<void> {
  await db.query(sql`delete from draft_order where status = 'DRAFT' and not ${current(now)}`)
}

const id = sql`id`
const instant = (column: Sql) => ({ kind: 'instant' as const, column, sort: column })
export const draftFields: Fields = {
  id: { kind: 'id', column: id, sort: id },
  createdDate: instant(sql`created_at`),
  updatedDate: instant(sql`updated_at`),
  status: { kind: 'text', column: sql`status`, sort: sql`status`, operators: ['$eq', '$in', '$ne', '$nin'] },
  orderId: { kind: 'id', column: sql`order_id`, nullable: true },
}
export const draftId = id

export async function pageOfDrafts(
  db: Db,
  site: string,
  now: Date,
  { keys, where, tail }: { readonly keys: Sql; readonly where: Sql; readonly tail: Sql },
): Promise<readonly { readonly shown: DraftOrder; readonly keys: readonly string[] }[]> {
  return db.query(sql`select shown, ${keys} from draft_order where site = ${site} and ${current(now)} and ${where} ${tail}`)
}

export const overviewFields: Fields = {
  ...draftFields,
  placed: { kind: 'text', column: sql`coalesce(placed, '')` },
  words: { kind: 'text', column: sql`words`, folded: sql`words`, operators: ['$contains'] },
  heldUntil: { kind: 'instant', column: sql`held_until`, nullable: true },
}

/** Drafts from scratch, with those words in them. */
export async function pageOfOverviews(
  db: Db,
  site: string,
  words: string | undefined,
  { keys, where, tail }: { readonly keys: Sql; readonly where: Sql; readonly tail: Sql },
): Promise<readonly (StoredDraft & { readonly keys: readonly string[] })[]> {
  const said = words ? sql`and words like ${holding(words)}` : sql``
  return db.query(sql`select ${columns}, ${keys} from draft_order where site = ${site} and number is not null ${said} and ${where} ${tail}`)
}
