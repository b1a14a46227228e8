import { type Db, raw, sql } from '../../kernel/db/sql.ts'
import { type Failures, firstLockoutMs, forgottenAfterMs, lockedUntil, longestLockoutMs } from './lockout.ts'

/** What tries are counted for: an account, a browser, an address. */
export interface Counter {
  readonly who: string
  /** How many are allowed before something else happens. */
  readonly free: number
  /** `STOP`: no more until an hour after the last one. `WAIT`: one more after each lockout. */
  readonly past: 'STOP' | 'WAIT'
}

/** For whoever has proved something more: counted, and allowed. */
export const unlimited = 2_147_483_647

export type Taken =
  | { readonly ok: true; readonly counts: ReadonlyMap<string, number> }
  /** `seconds` until one is allowed again; undefined where a counter says STOP. */
  | { readonly ok: false; readonly seconds: number | undefined }

/**
 * Tries are counted before the work that they cost, and given back where they were right: however many come at once, no more than are free are
 * judged. Each count is one statement by itself, so nobody waits in a transaction for the row of a counter.
 */
export function triesOf(tableName: 'sign_in_failure' | 'staff_failure') {
  const table = raw(tableName)

  async function giveBack(db: Db, site: string, who: string): Promise<void> {
    await db.query(sql`update ${table} set count = count - 1 where site = ${site} and who = ${who} and count > 0`)
  }

  return {
    /** Counts one try of each, if all of them allow it, and none otherwise. */
    async take(db: Db, site: string, counters: readonly Counter[], now: Date): Promise<Taken> {
      // In one order, so that two who share some of them do not wait for each other.
      const sorted = counters.toSorted((a, b) => (a.who < b.who ? -1 : 1))
      const names = sorted.map(({ who }) => who)
      const free = sql`(${sorted.map((counter) => counter.free)}::int[])[array_position(${names}::text[], known.who)]`
      const waits = sql`(${sorted.map(({ past }) => past === 'WAIT')}::boolean[])[array_position(${names}::text[], known.who)]`
      const forgotten = sql`known.last_at < ${new Date(now.getTime() - forgottenAfterMs)}`
      const lockout = sql`least(${longestLockoutMs}::float8, ${firstLockoutMs}::float8 * power(2, least(10, known.count - ${free})))`
      const rows = await db.query<{ who: string; count: number }>(sql`
        insert into ${table} as known (site, who, count, last_at)
        select ${site}, counter.who, 1, ${now}
        from unnest(${names}::text[], ${sorted.map((counter) => counter.free)}::int[]) as counter (who, free) where counter.free > 0
        on conflict (site, who) do update set count = case when ${forgotten} then 1 else known.count + 1 end, last_at = ${now}
        where ${forgotten} or known.count < ${free} or (${waits} and known.last_at + ${lockout} * interval '1 millisecond' <= ${now})
        returning who, count`)
      if (rows.length === counters.length) return { ok: true, counts: new Map(rows.map(({ who, count }) => [who, count])) }
      const taken = new Set(rows.map(({ who }) => who))
      for (const who of taken) await giveBack(db, site, who)
      const refusing = counters.filter(({ who }) => !taken.has(who))
      if (refusing.some(({ past }) => past === 'STOP')) return { ok: false, seconds: undefined }
      const failures = await db.query<Failures & { who: string }>(
        sql`select who, count, last_at as "lastAt" from ${table} where site = ${site} and who = any(${refusing.map(({ who }) => who)}::text[])`,
      )
      const seconds = refusing.map((counter) => {
        const until = lockedUntil(
          failures.find(({ who }) => who === counter.who),
          counter.free,
          now,
        )
        return until ? Math.ceil((until.getTime() - now.getTime()) / 1000) : 1
      })
      return { ok: false, seconds: Math.max(...seconds) }
    },

    giveBack,

    async forget(db: Db, site: string, who: string): Promise<void> {
      await db.query(sql`delete from ${table} where site = ${site} and who = ${who}`)
    },
  }
}

export type Tries = ReturnType<typeof triesOf>
