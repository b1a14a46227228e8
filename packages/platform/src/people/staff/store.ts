import type { StaffRole } from '@vitrine/contract'
import { type Db, type Sql, sql } from '../../kernel/db/sql.ts'
import { mostStaff } from './rules.ts'

export interface Person {
  readonly id: string
  readonly email: string
  readonly name: string
  readonly role: StaffRole
}

/** With what the shop's people see of each other. */
export interface Listed extends Person {
  readonly revision: number
  readonly secondStep: boolean
  readonly recoveryCodesLeft: number
  readonly agents: readonly string[]
  readonly sessions: number
  readonly seenAt: Date | null
  readonly passwordAt: Date | null
  readonly createdAt: Date
}

const mostAgents = 5

const listed = (site: string, which: Sql, now: Date): Sql => sql`
  select staff.id, staff.revision, staff.email, staff.name, staff.role, staff.seen_at as "seenAt", staff.password_at as "passwordAt",
    staff.created_at as "createdAt", totp.staff_id is not null as "secondStep", codes.left as "recoveryCodesLeft", open.sessions, open.agents
  from staff
  left join staff_totp totp on totp.site = ${site} and totp.staff_id = staff.id
  cross join lateral (
    select count(*)::int as left from staff_recovery_code code
    where code.site = ${site} and code.staff_id = staff.id and code.used_at is null) codes
  cross join lateral (
    select count(*)::int as sessions, coalesce((array_agg(agent order by used_at desc, id desc))[1:${mostAgents}], '{}') as agents
    from staff_session session
    where session.site = ${site} and session.staff_id = staff.id and session.expires_at > ${now}) open
  where staff.site = ${site} and staff.removed_at is null and ${which}
  order by staff.created_at, staff.id limit ${mostStaff}`

export const findStaff = (db: Db, site: string, now: Date): Promise<Listed[]> => db.query<Listed>(listed(site, sql`true`, now))

export async function findListed(db: Db, site: string, id: string, now: Date): Promise<Listed | undefined> {
  return (await db.query<Listed>(listed(site, sql`staff.id = ${id}`, now)))[0]
}

/** Whoever changes who is on the staff, or in which role, does so alone: so the last owner stays, however many try at once. */
export async function lockStaff(db: Db, site: string): Promise<void> {
  await db.query(sql`select pg_advisory_xact_lock(hashtextextended(${`staff ${site}`}, 3))`)
}

export async function findPerson(db: Db, site: string, id: string): Promise<(Person & { readonly revision: number }) | undefined> {
  const [row] = await db.query<Person & { revision: number }>(
    sql`select id, email, name, role, revision from staff where site = ${site} and id = ${id} and removed_at is null`,
  )
  return row
}

export async function findPersonByEmail(db: Db, site: string, email: string): Promise<WithPassword | undefined> {
  const [row] = await db.query<WithPassword>(sql`
    select id, email, name, role, password_hash as "passwordHash", password_at as "passwordAt" from staff
    where site = ${site} and lower(email) = lower(${email}) and removed_at is null`)
  return row
}

export async function findPasswordHash(db: Db, site: string, id: string): Promise<string | undefined> {
  const [row] = await db.query<{ hash: string }>(
    sql`select password_hash as hash from staff where site = ${site} and id = ${id} and removed_at is null`,
  )
  return row?.hash
}

export interface WithPassword extends Person {
  readonly passwordHash: string
  readonly passwordAt: Date | null
}

export async function findPassword(db: Db, site: string, id: string): Promise<WithPassword | undefined> {
  const [row] = await db.query<WithPassword>(sql`
    select id, email, name, role, password_hash as "passwordHash", password_at as "passwordAt" from staff
    where site = ${site} and id = ${id} and removed_at is null`)
  return row
}

/** Another password in the place of the one that was found; `false` where somebody was faster. */
export async function replacePassword(
  db: Db,
  site: string,
  { id, passwordHash: before }: Pick<WithPassword, 'id' | 'passwordHash'>,
  passwordHash: string,
  now: Date,
): Promise<boolean> {
  const rows = await db.query(sql`
    update staff set password_hash = ${passwordHash}, password_at = ${now}, updated_at = ${now}
    where site = ${site} and id = ${id} and password_hash = ${before} and removed_at is null returning id`)
  return rows.length > 0
}

/** What people are called, by their ids. */
export async function findNames(db: Db, site: string, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db.query<{ id: string; name: string }>(
    sql`select id, name from staff where site = ${site} and id = any(${ids}::uuid[])`,
  )
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** What people are called, by their ids, those who were taken off the staff among them. */
export async function findNamesOfAll(
  db: Db,
  site: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, { readonly name: string; readonly removed: boolean }>> {
  if (ids.length === 0) return new Map()
  const rows = await db.query<{ id: string; name: string; removed: boolean }>(
    sql`select id, name, removed_at is not null as removed from staff where site = ${site} and id = any(${ids}::uuid[])`,
  )
  return new Map(rows.map(({ id, ...said }) => [id, said]))
}

/** Where one of the staff gets mail. */
export async function findMail(db: Db, site: string, id: string): Promise<string | undefined> {
  const [row] = await db.query<{ email: string }>(sql`select email from staff where site = ${site} and id = ${id}`)
  return row?.email
}

/** Who owns the shop. */
export const findOwners = (db: Db, site: string): Promise<Person[]> =>
  db.query<Person>(sql`
    select id, email, name, role from staff where site = ${site} and role = 'OWNER' and removed_at is null order by id limit ${mostStaff}`)

export async function hasStaff(db: Db, site: string): Promise<boolean> {
  return (await db.query(sql`select 1 from staff where site = ${site} limit 1`)).length > 0
}

/** People and invitations together. */
export async function countStaff(db: Db, site: string): Promise<number> {
  const [row] = await db.query<{ count: number }>(sql`
    select ((select count(*) from staff where site = ${site} and removed_at is null)
      + (select count(*) from staff_invitation where site = ${site}))::int as count`)
  return row!.count
}

export async function insertPerson(db: Db, site: string, person: Person & { readonly passwordHash: string }, now: Date): Promise<void> {
  const { id, email, name, role, passwordHash } = person
  await db.query(sql`
    insert into staff (site, id, email, name, role, password_hash, password_at, created_at, updated_at)
    values (${site}, ${id}, ${email}, ${name}, ${role}, ${passwordHash}, ${now}, ${now}, ${now})`)
}

/** What is said of them; the revision counts each change. */
export async function changePerson(
  db: Db,
  site: string,
  id: string,
  { name, role }: { readonly name?: string; readonly role?: StaffRole },
  now: Date,
): Promise<void> {
  await db.query(sql`
    update staff set name = coalesce(${name ?? null}, name), role = coalesce(${role ?? null}, role), revision = revision + 1, updated_at = ${now}
    where site = ${site} and id = ${id}`)
}

export async function savePassword(db: Db, site: string, id: string, passwordHash: string, now: Date): Promise<void> {
  await db.query(sql`
    update staff set password_hash = ${passwordHash}, password_at = ${now}, updated_at = ${now} where site = ${site} and id = ${id}`)
}

export async function removePerson(db: Db, site: string, id: string, now: Date): Promise<void> {
  await db.query(
    sql`update staff set removed_at = ${now}, revision = revision + 1, updated_at = ${now} where site = ${site} and id = ${id}`,
  )
}

export async function findRemoved(db: Db, site: string, id: string): Promise<Person | undefined> {
  const [row] = await db.query<Person>(
    sql`select id, email, name, role from staff where site = ${site} and id = ${id} and removed_at is not null for update`,
  )
  return row
}

export async function restorePerson(db: Db, site: string, id: string, now: Date): Promise<void> {
  await db.query(sql`
    update staff set removed_at = null, revision = revision + 1, updated_at = ${now} where site = ${site} and id = ${id}`)
}

/** Forgets who left long ago, of all shops. */
export async function sweepStaff(db: Db, removedBefore: Date): Promise<void> {
  await db.query(sql`delete from staff where removed_at < ${removedBefore}`)
}
