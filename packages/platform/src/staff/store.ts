import type { StaffRole } from '@vitrine/contract'
import type { Failures } from '../credentials/pauses.ts'
import { type Db, sql } from '../db/sql.ts'

export interface Person {
  readonly id: string
  readonly email: string
  readonly name: string
  readonly role: StaffRole
}

export interface Session {
  readonly id: string
  readonly expiresAt: Date
}

export async function findPersonByEmail(
  db: Db,
  site: string,
  email: string,
): Promise<(Person & { readonly passwordHash: string }) | undefined> {
  const [row] = await db.query<Person & { passwordHash: string }>(sql`
    select id, email, name, role, password_hash as "passwordHash" from staff where site = ${site} and lower(email) = lower(${email})`)
  return row
}

/** What people are called, by their ids. */
export async function findNames(db: Db, site: string, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db.query<{ id: string; name: string }>(
    sql`select id, name from staff where site = ${site} and id = any(${ids}::uuid[])`,
  )
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** Where one of the staff gets mail. */
export async function findMail(db: Db, site: string, id: string): Promise<string | undefined> {
  const [row] = await db.query<{ email: string }>(sql`select email from staff where site = ${site} and id = ${id}`)
  return row?.email
}

export async function hasStaff(db: Db, site: string): Promise<boolean> {
  return (await db.query(sql`select 1 from staff where site = ${site} limit 1`)).length > 0
}

export async function insertPerson(db: Db, site: string, person: Person & { readonly passwordHash: string }, now: Date): Promise<void> {
  const { id, email, name, role, passwordHash } = person
  await db.query(sql`
    insert into staff (site, id, email, name, role, password_hash, created_at, updated_at)
    values (${site}, ${id}, ${email}, ${name}, ${role}, ${passwordHash}, ${now}, ${now})`)
}

export async function insertSession(
  db: Db,
  session: {
    readonly site: string
    readonly id: string
    readonly staffId: string
    readonly hash: Buffer
    readonly agent: string
    readonly address: string
    readonly expiresAt: Date
  },
  now: Date,
): Promise<void> {
  const { site, id, staffId, hash, agent, address, expiresAt } = session
  await db.query(sql`
    insert into staff_session (site, id, staff_id, hash, agent, address, created_at, used_at, expires_at)
    values (${site}, ${id}, ${staffId}, ${hash}, ${agent}, ${address}, ${now}, ${now}, ${expiresAt})`)
}

/** Whose session it is, if it still lasts; notes that it was used. */
export async function useSession(
  db: Db,
  site: string,
  hash: Buffer,
  now: Date,
): Promise<(Person & { readonly sessionId: string }) | undefined> {
  const [row] = await db.query<Person & { sessionId: string }>(sql`
    update staff_session set used_at = ${now} from staff
    where staff_session.site = ${site} and staff_session.hash = ${hash} and staff_session.expires_at > ${now}
      and staff.site = ${site} and staff.id = staff_session.staff_id
    returning staff.id, staff.email, staff.name, staff.role, staff_session.id as "sessionId"`)
  return row
}

/** Ends a session; whose it was, if it was one. */
export async function deleteSession(db: Db, site: string, hash: Buffer): Promise<string | undefined> {
  const [row] = await db.query<{ staffId: string }>(
    sql`delete from staff_session where site = ${site} and hash = ${hash} returning staff_id as "staffId"`,
  )
  return row?.staffId
}

export async function sweepStaffSessions(db: Db, now: Date, forgottenAfterMs: number): Promise<void> {
  await db.query(sql`delete from staff_session where expires_at <= ${now}`)
  await db.query(sql`delete from staff_failure where last_at < ${new Date(now.getTime() - forgottenAfterMs)}`)
}

export async function findFailures(db: Db, site: string, who: string): Promise<Failures | undefined> {
  const [row] = await db.query<Failures>(sql`select count, last_at as "lastAt" from staff_failure where site = ${site} and who = ${who}`)
  return row
}

/** One more; begins anew where the last one was long ago. How many there are now. */
export async function addFailure(db: Db, site: string, who: string, now: Date, forgottenAfterMs: number): Promise<number> {
  const [row] = await db.query<{ count: number }>(sql`
    insert into staff_failure as known (site, who, count, last_at) values (${site}, ${who}, 1, ${now})
    on conflict (site, who) do update
      set count = case when known.last_at < ${new Date(now.getTime() - forgottenAfterMs)} then 1 else known.count + 1 end, last_at = ${now}
    returning count`)
  return row!.count
}

export async function forgetFailures(db: Db, site: string, who: string): Promise<void> {
  await db.query(sql`delete from staff_failure where site = ${site} and who = ${who}`)
}
