import { type Db, sql } from '../db/sql.ts'

/** How many events have no job yet, and for how long the oldest of them has waited. */
export async function relayLag(db: Db, now: Date): Promise<{ readonly events: number; readonly seconds: number }> {
  const [row] = await db.query<{ events: number; oldest: Date | null }>(sql`
    select (select count(*) from outbox where relayed_at is null)::int as events,
      (select occurred_at from outbox where relayed_at is null order by id limit 1) as oldest`)
  const { events, oldest } = row!
  return { events, seconds: oldest ? Math.max(0, (now.getTime() - oldest.getTime()) / 1000) : 0 }
}
