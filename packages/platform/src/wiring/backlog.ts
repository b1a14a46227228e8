import { countUnwritten } from '../commerce/catalogue/rewrite.ts'
import { type Db, sql } from '../kernel/db/sql.ts'

/** What waits to be done, of all shops of a database. */
export interface Backlog {
  /** Emails that were not delivered yet. */
  readonly emails: number
  /** Events that no job was made of yet, and how long the oldest of them waits. */
  readonly events: number
  readonly eventsLagSeconds: number
  /** Products that are still written as an older version wrote them. */
  readonly unwrittenProducts: number
}

const dayMs = 24 * 3600_000

export async function findBacklog(db: Db, now: Date): Promise<Backlog> {
  const [row] = await db.query<{ emails: number; events: number; oldest: Date | null }>(sql`
    select (select count(*) from mail_waiting)::int
        + (select count(*) from sign_in_email where addressee is not null)::int
        + (select count(*) from mail_delivery where created_at > ${new Date(now.getTime() - dayMs)} and state = 'failed')::int as emails,
      (select count(*) from outbox where relayed_at is null)::int as events,
      (select occurred_at from outbox where relayed_at is null order by id limit 1) as oldest`)
  const { emails, events, oldest } = row!
  const unwrittenProducts = await countUnwritten(db)
  return { emails, events, eventsLagSeconds: oldest ? Math.max(0, (now.getTime() - oldest.getTime()) / 1000) : 0, unwrittenProducts }
}
