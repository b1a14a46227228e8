import { type Db, sql } from '../../kernel/db/sql.ts'

const dayMs = 24 * 3600_000

/** Emails of all shops that were not delivered yet, or could not be delivered in the last day. */
export async function countUnsentEmails(db: Db, now: Date): Promise<number> {
  const [row] = await db.query<{ emails: number }>(sql`
    select (select count(*) from mail_waiting)::int
      + (select count(*) from sign_in_email where addressee is not null)::int
      + (select count(*) from mail_delivery where created_at > ${new Date(now.getTime() - dayMs)} and state = 'failed')::int as emails`)
  return row!.emails
}
