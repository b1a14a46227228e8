import type { NewsletterConsent, NewsletterState } from '@vitrine/contract'
import type { Context } from '../../kernel/db/context.ts'
import { newId } from '../../kernel/db/id.ts'
import { type Db, type Sql, sql } from '../../kernel/db/sql.ts'
import { pendingMs } from './rules.ts'

export interface StoredSubscriber {
  readonly id: string
  readonly email: string
  readonly state: NewsletterState
  readonly words: string
  readonly place: string
  readonly page: string
  readonly askedAt: Date
  readonly confirmedAt: Date | null
  readonly unsubscribedAt: Date | null
  readonly createdAt: Date
  readonly memberId: string | null
}

export interface StoredConsent extends Pick<StoredSubscriber, 'words' | 'place' | 'page' | 'askedAt'> {
  readonly subscriberId: string
  readonly given: boolean
  readonly saidAt: Date
}

/** Two addresses with the same are one. Accents count: they are other mailboxes. */
export const keyOf = (email: string): string => email.toLowerCase()

/** Where an address was given, and what stood beside the field. */
export type Said = Pick<StoredSubscriber, 'words' | 'place' | 'page'>

const columns = sql`subscriber.id, subscriber.email, subscriber.state, subscriber.words, subscriber.place, subscriber.page,
  subscriber.asked_at as "askedAt", subscriber.confirmed_at as "confirmedAt", subscriber.unsubscribed_at as "unsubscribedAt",
  subscriber.created_at as "createdAt", (
    select member.id from member where member.site = subscriber.site and lower(member.login_email) = lower(subscriber.email)
      and member.status <> 'OFFLINE' and member.login_email_verified
  ) as "memberId"`

export async function findSubscriber(db: Db, site: string, id: string): Promise<StoredSubscriber | undefined> {
  const [row] = await db.query<StoredSubscriber>(
    sql`select ${columns} from newsletter_subscriber subscriber where subscriber.site = ${site} and subscriber.id = ${id}`,
  )
  return row
}

/** The subscriber of an address or id, until the end of the transaction nobody else's to change. */
export async function lockSubscriber(
  db: Db,
  site: string,
  by: { readonly email: string } | { readonly id: string },
): Promise<StoredSubscriber | undefined> {
  const which =
    'id' in by ? sql`subscriber.id = ${by.id}` : sql`subscriber.email_key = ${keyOf(by.email)} and subscriber.email_key is not null`
  const [row] = await db.query<StoredSubscriber>(
    sql`select ${columns} from newsletter_subscriber subscriber where subscriber.site = ${site} and ${which} for update`,
  )
  return row
}

/** A new address; undefined where another process was faster. */
export async function insertSubscriber({ db, site, now }: Context, email: string, said: Said): Promise<StoredSubscriber | undefined> {
  const [row] = await db.query<{ id: string }>(sql`
    insert into newsletter_subscriber (site, id, email, email_key, state, words, place, page, asked_at, created_at, updated_at)
    values (${site}, ${newId()}, ${email}, ${keyOf(email)}, 'PENDING', ${said.words}, ${said.place}, ${said.page}, ${now}, ${now}, ${now})
    on conflict (site, email_key) where email_key is not null do nothing
    returning id`)
  return row && findSubscriber(db, site, row.id)
}

/** Somebody has given an address again: what they read now is what its holder will agree to. */
export async function askAgain({ db, site, now }: Context, id: string, said: Said): Promise<void> {
  await db.query(sql`
    update newsletter_subscriber set state = 'PENDING', words = ${said.words}, place = ${said.place}, page = ${said.page}, asked_at = ${now},
      updated_at = ${now}
    where site = ${site} and id = ${id}`)
}

/** Writes down a yes or a no, and what it makes of the address. */
export async function say(
  { db, site, now }: Context,
  id: string,
  {
    given,
    words,
    place,
    page,
    askedAt,
    memberConsentId,
  }: Omit<StoredConsent, 'subscriberId' | 'saidAt'> & { readonly memberConsentId?: string },
): Promise<void> {
  await db.query(
    given
      ? sql`
        update newsletter_subscriber set state = 'CONFIRMED', confirmed_at = ${now}, unsubscribed_at = null, updated_at = ${now}
        where site = ${site} and id = ${id}`
      : sql`
        update newsletter_subscriber set state = 'UNSUBSCRIBED', unsubscribed_at = ${now}, updated_at = ${now}
        where site = ${site} and id = ${id}`,
  )
  await db.query(sql`
    insert into newsletter_consent (site, id, subscriber_id, given, words, place, page, asked_at, said_at, member_consent_id)
    values (${site}, ${newId()}, ${id}, ${given}, ${words}, ${place}, ${page}, ${askedAt}, ${now}, ${memberConsentId ?? null})`)
}

const consentsAtMost = 20

/** What was said by each of these, the newest first. */
export async function consentsOf(db: Db, site: string, ids: readonly string[]): Promise<ReadonlyMap<string, readonly NewsletterConsent[]>> {
  const rows = await db.query<StoredConsent>(sql`
    select said.* from unnest(${ids}::uuid[]) as wanted (id) cross join lateral (
      select subscriber_id as "subscriberId", given, words, place, page, asked_at as "askedAt", said_at as "saidAt" from newsletter_consent
      where site = ${site} and subscriber_id = wanted.id order by id desc limit ${consentsAtMost}
    ) said`)
  const found = new Map<string, NewsletterConsent[]>()
  for (const { subscriberId, given, words, place, page, askedAt, saidAt } of rows) {
    const said = { given, words, place, ...(page && { page }), askedDate: askedAt.toISOString(), saidDate: saidAt.toISOString() }
    found.set(subscriberId, [...(found.get(subscriberId) ?? []), said])
  }
  return found
}

/** What was said about an address by whoever was no member then, or by a link, the newest first. */
export async function saidByLink(db: Db, site: string, email: string): Promise<readonly (StoredConsent & { readonly id: string })[]> {
  return db.query(sql`
    select said.id, said.subscriber_id as "subscriberId", said.given, said.words, said.place, said.page, said.asked_at as "askedAt",
      said.said_at as "saidAt"
    from newsletter_subscriber subscriber join newsletter_consent said on said.site = ${site} and said.subscriber_id = subscriber.id
    where subscriber.site = ${site} and subscriber.email_key = ${keyOf(email)} and subscriber.email_key is not null
      and said.member_consent_id is null
    order by said.id desc limit 100`)
}

export async function pageOfSubscribers(
  db: Db,
  site: string,
  { keys, where, tail }: { readonly keys: Sql; readonly where: Sql; readonly tail: Sql },
): Promise<readonly (StoredSubscriber & { readonly keys: readonly string[] })[]> {
  return db.query(sql`
    select ${columns}, ${keys} from newsletter_subscriber subscriber
    where subscriber.site = ${site} and subscriber.created_at > '-infinity' and ${where} ${tail}`)
}

export async function countSubscribers(db: Db, site: string) {
  const [row] = await db.query<{ pending: number; confirmed: number; unsubscribed: number }>(sql`
    select count(*) filter (where state = 'PENDING')::int as pending, count(*) filter (where state = 'CONFIRMED')::int as confirmed,
      count(*) filter (where state = 'UNSUBSCRIBED')::int as unsubscribed
    from newsletter_subscriber where site = ${site}`)
  return row!
}

/** Forgets addresses that nobody has confirmed; those whose holder had said something before are unsubscribed again. */
export async function sweepUnconfirmed(db: Db, sites: readonly string[], now: Date): Promise<void> {
  const before = new Date(now.getTime() - pendingMs)
  for (const site of sites) {
    const due = sql`site = ${site} and state = 'PENDING' and asked_at < ${before}`
    await db.query(sql`delete from newsletter_subscriber where ${due} and confirmed_at is null and unsubscribed_at is null`)
    await db.query(sql`update newsletter_subscriber set state = 'UNSUBSCRIBED', updated_at = ${now} where ${due}`)
  }
}
