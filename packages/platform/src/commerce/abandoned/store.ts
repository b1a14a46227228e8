import type { AbandonedCheckout, AbandonedCheckoutActivityType, CheckoutObstacle, CheckoutStop } from '@vitrine/contract'
import { parseDecimal } from '@vitrine/pricing'
import type { Between } from '../../kernel/clock/between.ts'
import type { Context } from '../../kernel/db/context.ts'
import { type Db, type Sql, sql } from '../../kernel/db/sql.ts'
import { fold } from '../../kernel/query/fold.ts'

/** What was left, as it was: nothing in it is calculated again. */
export type AbandonedDocument = Omit<
  AbandonedCheckout,
  'id' | 'createdDate' | 'updatedDate' | 'checkoutId' | 'status' | 'activities' | 'checkoutRecoveredDate' | 'checkoutUrl'
>

/** What somebody in the admin wants in an email. */
export interface RequestedEmail {
  readonly couponCode?: string
  readonly message?: string
}

/** How far its buyer came, and what stood in the way. */
export interface Where {
  readonly stopped: CheckoutStop
  readonly obstacle: CheckoutObstacle
}

export interface StoredAbandoned extends Where {
  readonly id: string
  readonly checkoutId: string
  readonly status: AbandonedCheckout['status']
  readonly document: AbandonedDocument
  readonly activities: AbandonedCheckout['activities']
  readonly createdAt: Date
  readonly updatedAt: Date
  readonly recoveredAt: Date | null
  /** How many emails have gone. */
  readonly emailsSent: number
  readonly lastEmailAt: Date | null
  readonly nextEmailAt: Date | null
  readonly nextEmail: RequestedEmail | null
  /** By which request it was asked for last. */
  readonly emailAttempt: string | null
}

const columns = sql`id, checkout_id as "checkoutId", status, document, activities, created_at as "createdAt", updated_at as "updatedAt",
  recovered_at as "recoveredAt", stopped, obstacle, emails_sent as "emailsSent", last_email_at as "lastEmailAt", next_email_at as "nextEmailAt",
  next_email as "nextEmail", email_attempt as "emailAttempt"`

/** Notes a checkout that was left, or once more as it was left this time; whether it is the first time. */
export async function recordAbandoned(
  db: Db,
  site: string,
  left: Pick<StoredAbandoned, 'id' | 'checkoutId' | 'document' | keyof Where>,
  now: Date,
): Promise<boolean> {
  const { buyerInfo, contactDetails: { firstName = '', lastName = '' } = {}, appliedDiscounts } = left.document
  const coupons = appliedDiscounts.flatMap(({ coupon }) => (coupon?.code ? [coupon.code] : []))
  const total = parseDecimal(left.document.totalPrice?.amount ?? '0', left.document.currency)
  const [row] = await db.query<{ id: string }>(sql`
    insert into abandoned_checkout (site, id, checkout_id, status, email, email_key, first_name, first_name_key, last_name, last_name_key,
      visitor_id, member_id, user_id, contact_id, coupons, currency, total, stopped, obstacle, document, created_at, updated_at)
    values (${site}, ${left.id}, ${left.checkoutId}, 'ABANDONED', ${buyerInfo.email ?? ''}, ${fold(buyerInfo.email ?? '')}, ${firstName}, ${fold(firstName)},
      ${lastName}, ${fold(lastName)}, ${buyerInfo.visitorId ?? null}, ${buyerInfo.memberId ?? null}, ${buyerInfo.userId ?? null},
      ${buyerInfo.contactId ?? null}, ${coupons}, ${left.document.currency}, ${total}, ${left.stopped}, ${left.obstacle}, ${JSON.stringify(left.document)}::jsonb, ${now}, ${now})
    on conflict (site, checkout_id) where checkout_id is not null do update
    set document = excluded.document, email = excluded.email, email_key = excluded.email_key, first_name = excluded.first_name,
      first_name_key = excluded.first_name_key, last_name = excluded.last_name, last_name_key = excluded.last_name_key,
      coupons = excluded.coupons, currency = excluded.currency, total = excluded.total,
      stopped = excluded.stopped, obstacle = excluded.obstacle, updated_at = excluded.updated_at
    where abandoned_checkout.status = 'ABANDONED'
    returning id`)
  return row?.id === left.id
}

export async function findAbandoned(db: Db, site: string, id: string): Promise<StoredAbandoned | undefined> {
  const [row] = await db.query<StoredAbandoned>(sql`select ${columns} from abandoned_checkout where site = ${site} and id = ${id}`)
  return row
}

/** Reads one to change it: nobody else does until the transaction ends. */
export async function lockAbandoned(db: Db, site: string, id: string): Promise<StoredAbandoned | undefined> {
  const [row] = await db.query<StoredAbandoned>(
    sql`select ${columns} from abandoned_checkout where site = ${site} and id = ${id} for update`,
  )
  return row
}

/** Those whose next email is due, the longest first. */
export async function findDueReminders(db: Db, site: string, now: Date, limit: number): Promise<readonly string[]> {
  const rows = await db.query<{ id: string }>(sql`
    select id from abandoned_checkout where site = ${site} and next_email_at is not null and next_email_at <= ${now}
    order by next_email_at limit ${limit}`)
  return rows.map((row) => row.id)
}

/** Asks for an email. */
export async function askForEmail({ db, site, now }: Context, id: string, email: RequestedEmail, attempt: string): Promise<void> {
  await db.query(sql`
    update abandoned_checkout set next_email_at = ${now}, next_email = ${JSON.stringify(email)}::jsonb, email_attempt = ${attempt}
    where site = ${site} and id = ${id}`)
}

/** Notes that so many emails have gone, where it was one less; and when the next one goes. */
export async function noteEmail(db: Db, site: string, id: string, emailsSent: number, next: Date | null, now: Date): Promise<boolean> {
  const rows = await db.query(sql`
    update abandoned_checkout set emails_sent = ${emailsSent}, last_email_at = ${now}, next_email_at = ${next}, next_email = null
    where site = ${site} and id = ${id} and emails_sent = ${emailsSent - 1} returning id`)
  return rows.length > 0
}

/** What is due goes later. */
export async function putOffEmail(db: Db, site: string, id: string, until: Date): Promise<void> {
  await db.query(sql`update abandoned_checkout set next_email_at = ${until} where site = ${site} and id = ${id}`)
}

/** Nobody is written to about it any more, unless somebody asks for it. */
export async function endEmails(db: Db, site: string, id: string): Promise<void> {
  await db.query(sql`update abandoned_checkout set next_email_at = null, next_email = null where site = ${site} and id = ${id}`)
}

export async function deleteAbandoned(db: Db, site: string, ids: readonly string[]): Promise<readonly string[]> {
  const rows = await db.query<{ id: string }>(
    sql`delete from abandoned_checkout where site = ${site} and id = any(${ids}::uuid[]) returning id`,
  )
  return rows.map(({ id }) => id)
}

const activitiesAtMost = 20

export async function addActivity(db: Db, site: string, id: string, type: AbandonedCheckoutActivityType, now: Date): Promise<void> {
  const activity = JSON.stringify([{ createdDate: now.toISOString(), type }])
  await db.query(sql`
    update abandoned_checkout set activities = activities || ${activity}::jsonb
    where site = ${site} and id = ${id} and jsonb_array_length(activities) < ${activitiesAtMost}`)
}

/** For a statement that ends a checkout: nobody has missed it. */
export const notMissed = (site: string, checkoutId: string): Sql =>
  sql`not exists (select from abandoned_checkout where site = ${site} and checkout_id = ${checkoutId} and status = 'ABANDONED')`

/** For a statement that ends a checkout: what was left is bought after all. */
export const recovering = (site: string, checkoutId: string, now: Date): Sql => sql`
  update abandoned_checkout set status = 'RECOVERED', recovered_at = ${now}, updated_at = ${now}, next_email_at = null, next_email = null
  where site = ${site} and checkout_id = ${checkoutId} and status = 'ABANDONED' returning id`

export async function pageOfAbandoned(
  db: Db,
  site: string,
  { keys, where, tail }: { readonly keys: Sql; readonly where: Sql; readonly tail: Sql },
): Promise<readonly (StoredAbandoned & { readonly keys: readonly string[] })[]> {
  return db.query(sql`select ${columns}, ${keys} from abandoned_checkout where site = ${site} and ${where} ${tail}`)
}

/** How many checkouts were left between two moments, and what they came to in minor units, by what came of them. */
export async function sumUp(
  db: Db,
  site: string,
  from: Date,
  to: Date,
  currency: string,
): Promise<readonly { readonly status: AbandonedCheckout['status']; readonly count: number; readonly total: number }[]> {
  return db.query(sql`
    select status, count(*)::int as count, coalesce(sum(total), 0)::bigint as total from abandoned_checkout
    where site = ${site} and created_at >= ${from} and created_at < ${to} and currency = ${currency} group by status`)
}

export interface Figures {
  readonly status: AbandonedCheckout['status']
  readonly written: boolean
  readonly stopped: CheckoutStop
  readonly count: number
  /** In minor units. */
  readonly total: number
}

/** What was left between two moments, by what was done and what came of it. */
export async function figuresOf(db: Db, site: string, from: Date, to: Date, currency: string): Promise<readonly Figures[]> {
  return db.query<Figures>(sql`
    select status, emails_sent > 0 as written, stopped, count(*)::int as count, coalesce(sum(total), 0)::bigint as total from abandoned_checkout
    where site = ${site} and created_at >= ${from} and created_at < ${to} and currency = ${currency} group by 1, 2, 3`)
}

/** Until when the checkouts of a shop have been looked at. */
export async function findLookedUntil(db: Db, site: string): Promise<Date | undefined> {
  const [row] = await db.query<{ until: Date }>(sql`select scanned_until as until from abandoned_checkout_scan where site = ${site}`)
  return row?.until
}

export async function noteLookedUntil(db: Db, site: string, until: Date): Promise<void> {
  await db.query(sql`
    insert into abandoned_checkout_scan (site, scanned_until) values (${site}, ${until})
    on conflict (site) do update set scanned_until = greatest(abandoned_checkout_scan.scanned_until, excluded.scanned_until)`)
}

/** Emails about what was left that are sent between two moments. */
export async function remindersBetween(db: Db, site: string, { after, until, limit }: Between) {
  return db.query<{ type: 'RECOVERY_EMAIL_SENT'; at: Date; amount: number; currency: string; name: string }>(sql`
    select 'RECOVERY_EMAIL_SENT' as type, next_email_at as at, total as amount, currency, email as name from abandoned_checkout
    where site = ${site} and next_email_at > ${after} and next_email_at <= ${until} order by next_email_at limit ${limit}`)
}
