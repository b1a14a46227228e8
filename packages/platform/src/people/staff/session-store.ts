import { newId } from '../../kernel/db/id.ts'
import { type Db, sql } from '../../kernel/db/sql.ts'
import type { Person } from './store.ts'

/** How somebody proved who they are. */
export type StaffMethod = 'PASSWORD' | 'TOTP' | 'RECOVERY_CODE' | 'BROWSER'

export interface NewSession {
  readonly site: string
  readonly id: string
  readonly staffId: string
  readonly hash: Buffer
  readonly methods: readonly StaffMethod[]
  readonly agent: string
  readonly address: string
  readonly expiresAt: Date
}

export interface OpenSession {
  readonly id: string
  readonly staffId: string
  readonly name: string
  readonly agent: string
  readonly address: string
  readonly methods: readonly string[]
  readonly createdAt: Date
  readonly usedAt: Date
  readonly expiresAt: Date
}

/** Whoever holds the secret of a session. */
export interface Holder extends Person {
  readonly sessionId: string
  readonly secondStep: boolean
}

export async function insertSession(db: Db, session: NewSession, now: Date): Promise<void> {
  const { site, id, staffId, hash, methods, agent, address, expiresAt } = session
  await db.query(sql`
    insert into staff_session (site, id, staff_id, hash, methods, agent, address, created_at, used_at, expires_at)
    values (${site}, ${id}, ${staffId}, ${hash}, ${methods}, ${agent}, ${address}, ${now}, ${now}, ${expiresAt})`)
  await db.query(sql`update staff set seen_at = ${now} where site = ${site} and id = ${staffId}`)
}

/** Whose session it is, if it still lasts; notes that it was used. */
export async function useSession(db: Db, site: string, hash: Buffer, now: Date): Promise<Holder | undefined> {
  const [row] = await db.query<Holder>(sql`
    with used as (
      update staff_session set used_at = ${now} where site = ${site} and hash = ${hash} and expires_at > ${now} returning id, staff_id),
    seen as (
      update staff set seen_at = ${now} from used where staff.site = ${site} and staff.id = used.staff_id and staff.removed_at is null
      returning staff.id, staff.email, staff.name, staff.role, used.id as "sessionId")
    select seen.*, exists (select from staff_totp totp where totp.site = ${site} and totp.staff_id = seen.id) as "secondStep" from seen`)
  return row
}

/** A page of them, the latest first. */
export const findSessions = (
  db: Db,
  site: string,
  { staffId, before, limit }: { readonly staffId?: string | undefined; readonly before?: string | undefined; readonly limit: number },
  now: Date,
): Promise<OpenSession[]> =>
  db.query<OpenSession>(sql`
    select session.id, session.staff_id as "staffId", staff.name, session.agent, session.address, session.methods,
      session.created_at as "createdAt", session.used_at as "usedAt", session.expires_at as "expiresAt"
    from staff_session session join staff on staff.site = ${site} and staff.id = session.staff_id
    where session.site = ${site} and session.expires_at > ${now}
      ${staffId === undefined ? sql`` : sql`and session.staff_id = ${staffId}`}
      ${before === undefined ? sql`` : sql`and session.id < ${before}`}
    order by session.id desc limit ${limit}`)

/** Whose session it is, by its id. */
export async function findHolder(db: Db, site: string, id: string, now: Date): Promise<Person | undefined> {
  const [row] = await db.query<Person>(sql`
    select staff.id, staff.email, staff.name, staff.role
    from staff_session session join staff on staff.site = ${site} and staff.id = session.staff_id
    where session.site = ${site} and session.id = ${id} and session.expires_at > ${now}`)
  return row
}

/** Ends the session of a secret; whose it was, if it was one. Its tokens end with it. */
export async function endSessionOf(db: Db, site: string, hash: Buffer, now: Date): Promise<string | undefined> {
  const rows = await db.query<{ id: string; staffId: string }>(
    sql`delete from staff_session where site = ${site} and hash = ${hash} returning id, staff_id as "staffId"`,
  )
  await endTokens(db, site, rows, now)
  return rows[0]?.staffId
}

export async function endSession(db: Db, site: string, { id, staffId }: { readonly id: string; readonly staffId: string }, now: Date) {
  const rows = await db.query<{ id: string }>(
    sql`delete from staff_session where site = ${site} and id = ${id} and staff_id = ${staffId} and expires_at > ${now} returning id`,
  )
  await endTokens(db, site, rows, now)
  return rows.length > 0
}

/** All of somebody's, but one. How many there were. */
export async function endSessions(db: Db, site: string, staffId: string, but: string | undefined, now: Date): Promise<number> {
  const rows = await db.query<{ id: string }>(sql`
    delete from staff_session where site = ${site} and staff_id = ${staffId} and id is distinct from ${but ?? null}::uuid returning id`)
  await endTokens(db, site, rows, now)
  return rows.length
}

/** Of more than so many the oldest ends. */
export async function endOldest(db: Db, site: string, staffId: string, most: number, now: Date): Promise<void> {
  const rows = await db.query<{ id: string }>(sql`
    delete from staff_session where site = ${site} and id in (
      select id from staff_session where site = ${site} and staff_id = ${staffId} and expires_at is not null order by used_at desc, id desc offset ${most})
    returning id`)
  await endTokens(db, site, rows, now)
}

/** What was said of somebody in their tokens is not so any more: the sessions go on under other names, and the tokens that name them end. */
export async function renameSessions(db: Db, site: string, staffId: string, now: Date): Promise<void> {
  const rows = await db.query<{ id: string }>(
    sql`select id from staff_session where site = ${site} and staff_id = ${staffId} and expires_at is not null for update`,
  )
  await db.query(sql`
    update staff_session set id = renamed.next
    from unnest(${rows.map(({ id }) => id)}::uuid[], ${rows.map(() => newId())}::uuid[]) as renamed (id, next)
    where staff_session.site = ${site} and staff_session.id = renamed.id`)
  await endTokens(db, site, rows, now)
}

async function endTokens(db: Db, site: string, sessions: readonly { readonly id: string }[], now: Date): Promise<void> {
  if (sessions.length === 0) return
  await db.query(sql`
    insert into staff_token_ended (site, id, ended_at) select ${site}, id, ${now} from unnest(${sessions.map(({ id }) => id)}::uuid[]) as id
    on conflict do nothing`)
}

/** What is over, of all shops. */
export async function sweepStaffSessions(
  db: Db,
  now: Date,
  { failuresMs, tokensMs }: { readonly failuresMs: number; readonly tokensMs: number },
): Promise<void> {
  await db.query(sql`delete from staff_session where expires_at <= ${now}`)
  await db.query(sql`delete from staff_browser where expires_at <= ${now}`)
  await db.query(sql`delete from staff_token_ended where ended_at < ${new Date(now.getTime() - tokensMs)}`)
  await db.query(sql`delete from staff_failure where last_at < ${new Date(now.getTime() - failuresMs)}`)
}
