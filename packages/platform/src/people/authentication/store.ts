import { type Db, sql } from '../../kernel/db/sql.ts'

export interface Credential {
  readonly passwordHash: string | null
  readonly mustChange: boolean
  readonly passwordAt: Date | null
}

export async function findCredential(db: Db, site: string, memberId: string): Promise<Credential | undefined> {
  const [row] = await db.query<Credential>(sql`
    select password_hash as "passwordHash", must_change as "mustChange", password_at as "passwordAt" from member_credential
    where site = ${site} and member_id = ${memberId}`)
  return row
}

export async function savePassword(db: Db, site: string, memberId: string, passwordHash: string, now: Date): Promise<void> {
  await db.query(sql`
    insert into member_credential (site, member_id, password_hash, password_at) values (${site}, ${memberId}, ${passwordHash}, ${now})
    on conflict (site, member_id) do update set password_hash = excluded.password_hash, must_change = false, password_at = excluded.password_at`)
}

/** The next sign-in with the password leads to a new one, or does no longer; `false` where there is no password. */
export async function wantNewPassword(db: Db, site: string, memberId: string, wanted: boolean): Promise<boolean> {
  const rows = await db.query(sql`
    update member_credential set must_change = ${wanted}
    where site = ${site} and member_id = ${memberId} and password_hash is not null
    returning member_id`)
  return rows.length > 0
}

export interface NewCode {
  readonly memberId: string
  readonly purpose: string
  readonly hash: Buffer
  readonly passwordHash?: string | undefined
  readonly expiresAt: Date
}

/** In the place of an earlier one. */
export async function putCode(db: Db, site: string, { memberId, purpose, hash, passwordHash, expiresAt }: NewCode): Promise<void> {
  await db.query(sql`
    insert into sign_in_code (site, member_id, purpose, hash, password_hash, expires_at)
    values (${site}, ${memberId}, ${purpose}, ${hash}, ${passwordHash ?? null}, ${expiresAt})
    on conflict (site, member_id, purpose) do update
      set hash = excluded.hash, password_hash = coalesce(excluded.password_hash, sign_in_code.password_hash), tries = 0,
        expires_at = excluded.expires_at`)
}

/** Counts a try; what is stored of the code, where one is still allowed. */
export async function tryCode(
  db: Db,
  site: string,
  memberId: string,
  purpose: string,
  tries: number,
  now: Date,
): Promise<Buffer | undefined> {
  const [row] = await db.query<{ hash: Buffer }>(sql`
    update sign_in_code set tries = tries + 1
    where site = ${site} and member_id = ${memberId} and purpose = ${purpose} and tries < ${tries} and expires_at > ${now}
    returning hash`)
  return row?.hash
}

/** A code that was right, once: undefined where somebody was faster. */
export async function takeCode(
  db: Db,
  site: string,
  memberId: string,
  purpose: string,
  hash: Buffer,
): Promise<{ readonly passwordHash: string | null } | undefined> {
  const [row] = await db.query<{ passwordHash: string | null }>(sql`
    delete from sign_in_code where site = ${site} and member_id = ${memberId} and purpose = ${purpose} and hash = ${hash}
    returning password_hash as "passwordHash"`)
  return row
}

export async function putRecovery(db: Db, site: string, hash: Buffer, memberId: string | undefined, expiresAt: Date): Promise<void> {
  await db.query(
    sql`insert into recovery_token (site, hash, member_id, expires_at) values (${site}, ${hash}, ${memberId ?? null}, ${expiresAt})`,
  )
}

export async function findRecovery(db: Db, site: string, hash: Buffer, now: Date): Promise<string | undefined> {
  const [row] = await db.query<{ memberId: string }>(sql`
    select member_id as "memberId" from recovery_token
    where site = ${site} and hash = ${hash} and member_id is not null and expires_at > ${now}`)
  return row?.memberId
}

/** Whose it was; with it all others of that member are over. */
export async function takeRecovery(db: Db, site: string, hash: Buffer, now: Date): Promise<string | undefined> {
  const [row] = await db.query<{ memberId: string }>(sql`
    delete from recovery_token where site = ${site} and hash = ${hash} and member_id is not null and expires_at > ${now}
    returning member_id as "memberId"`)
  if (row) await db.query(sql`delete from recovery_token where site = ${site} and member_id = ${row.memberId}`)
  return row?.memberId
}

/** Whether a member came with this kind of browser before, and whether they ever came at all; notes that they did now. */
export async function meetAgent(
  db: Db,
  site: string,
  memberId: string,
  hash: Buffer,
  now: Date,
): Promise<{ readonly known: boolean; readonly others: boolean }> {
  const rows = await db.query<{ hash: Buffer }>(
    sql`select hash from member_agent where site = ${site} and member_id = ${memberId} limit ${mostAgents}`,
  )
  const known = rows.some((row) => row.hash.equals(hash))
  await db.query(sql`
    insert into member_agent (site, member_id, hash, seen_at) values (${site}, ${memberId}, ${hash}, ${now})
    on conflict (site, member_id, hash) do update set seen_at = excluded.seen_at`)
  return { known, others: rows.length > 0 }
}
const mostAgents = 200

/** What is over, of all shops. */
export async function sweepSignIns(db: Db, now: Date, forgottenAfterMs: number): Promise<void> {
  await db.query(sql`delete from sign_in_failure where last_at < ${new Date(now.getTime() - forgottenAfterMs)}`)
  await db.query(sql`delete from sign_in_code where expires_at <= ${now}`)
  await db.query(sql`delete from email_change where expires_at <= ${now}`)
  await db.query(sql`delete from recovery_token where expires_at <= ${now}`)
  await db.query(sql`delete from used_proof where expires_at <= ${now}`)
  await db.query(sql`delete from member_device where expires_at <= ${now}`)
}
