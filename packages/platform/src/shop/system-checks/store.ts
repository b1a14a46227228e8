import { type Db, sql } from '../../kernel/db/sql.ts'
import type { SystemFacts } from './facts.ts'

const dayMs = 86_400_000

/** Emails of a shop that were not delivered yet, those that a mail server refused within a day among them. */
export async function findWaitingEmails(
  db: Db,
  site: string,
  now: Date,
): Promise<{ readonly waiting: number; readonly since: Date | undefined }> {
  const [row] = await db.query<{ count: number; since: Date | null }>(sql`
    select count(*)::int as count, min(created_at) as since from (
      select created_at from mail_waiting where site = ${site}
      union all
      select created_at from sign_in_email where site = ${site} and addressee is not null
      union all
      select created_at from mail_delivery
      where site = ${site} and state = 'failed' and created_at > ${new Date(now.getTime() - dayMs)}
    ) as email`)
  return { waiting: row!.count, since: row!.since ?? undefined }
}

export const findOwners = (db: Db, site: string): Promise<SystemFacts['owners']> =>
  db.query<SystemFacts['owners'][number]>(sql`
    select email, exists (
      select from staff_totp where staff_totp.site = staff.site and staff_totp.staff_id = staff.id) as "hasSecondFactor"
    from staff where site = ${site} and role = 'OWNER' and removed_at is null order by created_at, id`)

export async function isDemoShop(db: Db, site: string): Promise<boolean> {
  const [row] = await db.query<{ demo: boolean | null }>(sql`select seed = 'demo' as demo from site where site = ${site}`)
  return row?.demo ?? false
}

/** How large the database is, and how long it takes to answer. */
export async function measureDatabase(db: Db): Promise<{ readonly bytes: number; readonly milliseconds: number }> {
  const [row] = await db.query<{ bytes: string }>(sql`select pg_database_size(current_database())::text as bytes`)
  const begun = performance.now()
  await db.query(sql`select 1`)
  return { bytes: Number(row!.bytes), milliseconds: performance.now() - begun }
}
