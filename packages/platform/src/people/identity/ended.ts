import type { Clock } from '../../kernel/clock/clock.ts'
import { type Db, sql } from '../../kernel/db/sql.ts'
import { accessSeconds } from './tokens.ts'

/** The sessions, apps and keys that ended while something of theirs is still good by itself: by its signature, or because it is remembered. */
export interface Ended {
  has(id: string): boolean
  /** Learns what has ended since the last look, in whatever process. */
  look(): Promise<void>
}

/** An ended session gets its instant a moment before its transaction is committed, on a clock that may be a little off ours. */
const overlapMs = 15_000
const perPage = 1000
const rememberedMs = accessSeconds * 1000 + overlapMs

/**
 * One query for all calls of this process, however many: so an access token stops working soon after its session ends, and no call asks the
 * database about it. Only what ended within the life of an access token is held in memory.
 */
export function whatEnded(db: Db, clock: Clock): Ended {
  const ended = new Map<string, number>()
  let newest = 0

  return {
    has: (id) => ended.has(id),
    async look() {
      const oldest = clock.now().getTime() - rememberedMs
      let after = { at: new Date(Math.max(oldest, newest - overlapMs)), id: '00000000-0000-0000-0000-000000000000' }
      for (;;) {
        const rows = await db.query<{ id: string; endedAt: Date }>(sql`
          select id, at as "endedAt" from (
            (select id, ended_at as at from member_session
              where ended_at is not null and (ended_at, id) > (${after.at}, ${after.id}::uuid) order by ended_at, id limit ${perPage})
            union all
            (select id, revoked_at from oauth_app
              where revoked_at is not null and (revoked_at, id) > (${after.at}, ${after.id}::uuid) order by revoked_at, id limit ${perPage})
            union all
            (select id, ended_at from staff_token_ended
              where (ended_at, id) > (${after.at}, ${after.id}::uuid) order by ended_at, id limit ${perPage})
            union all
            (select id, revoked_at from api_key
              where revoked_at is not null and (revoked_at, id) > (${after.at}, ${after.id}::uuid) order by revoked_at, id limit ${perPage})
          ) as over order by at, id limit ${perPage}`)
        for (const { id, endedAt } of rows) {
          ended.set(id, endedAt.getTime())
          newest = Math.max(newest, endedAt.getTime())
        }
        const last = rows.at(-1)
        if (rows.length < perPage || !last) break
        after = { at: last.endedAt, id: last.id }
      }
      for (const [id, at] of ended) if (at < oldest) ended.delete(id)
    },
  }
}
