import type { Context } from '../../kernel/db/context.ts'
import { type Db, sql } from '../../kernel/db/sql.ts'
import { fold } from '../../kernel/query/fold.ts'

/** Those of these addresses, folded, that want no emails about what they left. */
export async function emailsOff(db: Db, site: string, emails: readonly string[]): Promise<ReadonlySet<string>> {
  if (emails.length === 0) return new Set()
  const rows = await db.query<{ email: string }>(
    sql`select email_key as email from reminder_email_off where site = ${site} and email_key = any(${emails.map(fold)}::text[])`,
  )
  return new Set(rows.map(({ email }) => email))
}

/** No email about what was left goes to this address any more, also none that was planned; or again. */
export async function setEmailsOff({ db, site, now }: Context, email: string, off: boolean): Promise<void> {
  const key = fold(email)
  if (!off) {
    await db.query(sql`delete from reminder_email_off where site = ${site} and email_key = ${key}`)
    return
  }
  await db.query(sql`insert into reminder_email_off (site, email_key, created_at) values (${site}, ${key}, ${now}) on conflict do nothing`)
  await db.query(sql`
    update abandoned_checkout set next_email_at = null, next_email = null
    where site = ${site} and email_key = ${key} and next_email_at is not null`)
}
