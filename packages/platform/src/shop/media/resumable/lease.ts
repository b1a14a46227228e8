import { type Db, sql } from '../../../kernel/db/sql.ts'

/** An upload is one process's, one request's, until it lets go of it or has not been heard of for so long. */
const leaseMs = 10_000
/** How often whoever has it says so, and hears whether somebody waits. */
const renewMs = 1000
const pollMs = 100
const mostWaitMs = 20_000

export interface LeaseDeps {
  readonly db: Db
  /** Real time. */
  readonly now: () => Date
}

export type Lease = 'held' | 'missing' | 'busy'

/**
 * Waits until an upload is free and takes it, after asking whoever is at it to end. `wanted` is called when somebody else asks that, or has it
 * already. The answer of `release` lets go.
 */
export async function takeLease(
  { db, now }: LeaseDeps,
  { site, id, owner }: { readonly site: string; readonly id: string; readonly owner: string },
  { isOver, wanted }: { readonly isOver: () => boolean; readonly wanted: () => void },
): Promise<{ readonly state: Lease; readonly release: () => Promise<void> }> {
  const until = () => new Date(now().getTime() + leaseMs)
  const nothing = async () => {}
  for (let waitedMs = 0; ; waitedMs += pollMs) {
    const taken = await db.query(sql`
      update resumable_upload set lease = ${owner}, lease_until = ${until()}, lease_wanted = false
      where site = ${site} and id = ${id} and (lease is null or lease_until < ${now()})
      returning id`)
    if (taken.length > 0) break
    const asked = await db.query(sql`
      update resumable_upload set lease_wanted = true where site = ${site} and id = ${id} returning id`)
    if (asked.length === 0) return { state: 'missing', release: nothing }
    if (isOver() || waitedMs >= mostWaitMs) return { state: 'busy', release: nothing }
    await new Promise((resolve) => setTimeout(resolve, pollMs))
  }
  const timer = setInterval(() => {
    db.query<{ wanted: boolean }>(sql`
      update resumable_upload set lease_until = ${until()} where site = ${site} and id = ${id} and lease = ${owner}
      returning lease_wanted as wanted`).then(
      ([row]) => {
        if (row?.wanted !== false) wanted()
      },
      () => {}, // The lease ends by itself where the database stays away.
    )
  }, renewMs)
  timer.unref()
  return {
    state: 'held',
    async release() {
      clearInterval(timer)
      await db.query(sql`update resumable_upload set lease = null, lease_until = null
        where site = ${site} and id = ${id} and lease = ${owner}`)
    },
  }
}
