import { type Db, sql } from '../../kernel/db/sql.ts'

export interface EmailChange {
  readonly email: string
  readonly hash: Buffer
}

/** In the place of an earlier one: there is one code, for the one address that it was sent to. */
export async function putEmailChange(
  db: Db,
  site: string,
  { memberId, email, hash, expiresAt }: EmailChange & { readonly memberId: string; readonly expiresAt: Date },
): Promise<void> {
  await db.query(sql`
    insert into email_change (site, member_id, email, hash, expires_at) values (${site}, ${memberId}, ${email}, ${hash}, ${expiresAt})
    on conflict (site, member_id) do update set email = excluded.email, hash = excluded.hash, tries = 0, expires_at = excluded.expires_at`)
}

export async function findEmailChange(db: Db, site: string, memberId: string, now: Date): Promise<string | undefined> {
  const [row] = await db.query<{ email: string }>(
    sql`select email from email_change where site = ${site} and member_id = ${memberId} and expires_at > ${now}`,
  )
  return row?.email
}

/** Counts a try; the change, where one is still to be had. Nobody else tries until the transaction ends. */
export async function tryEmailChange(db: Db, site: string, memberId: string, tries: number, now: Date): Promise<EmailChange | undefined> {
  const [row] = await db.query<EmailChange>(sql`
    update email_change set tries = tries + 1
    where site = ${site} and member_id = ${memberId} and tries < ${tries} and expires_at > ${now} returning email, hash`)
  return row
}

export async function dropEmailChange(db: Db, site: string, memberId: string): Promise<void> {
  await db.query(sql`delete from email_change where site = ${site} and member_id = ${memberId}`)
}

/** What lies in the emails to an address that is none of the member's any more. */
export async function dropEmails(db: Db, site: string, memberId: string): Promise<void> {
  await db.query(sql`delete from recovery_token where site = ${site} and member_id = ${memberId}`)
  await db.query(sql`delete from sign_in_code where site = ${site} and member_id = ${memberId}`)
}
