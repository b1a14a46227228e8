import type { Clock } from '../../kernel/clock/clock.ts'
import type { Db } from '../../kernel/db/sql.ts'
import { writeBehind } from '../../kernel/jobs/write-behind.ts'
import { addHits, addMissing } from './store.ts'

/** What is asked for is written down so often at the most. */
const everyMs = 3_000
/** So many different addresses of a shop are counted between two writes. */
const mostAtOnce = 500

interface Asked {
  readonly missing: Map<string, number>
  readonly hits: Map<string, number>
}

export interface AskLog {
  noteMissing(site: string, path: string): void
  noteHit(site: string, id: string): void
  /** Writes what was not written yet. */
  settle(): Promise<void>
}

/** Counts what is asked for, beside the answers: nobody waits for it, and nobody's page fails by it. */
export function askLog({
  database,
  clock,
  report,
}: {
  readonly database: Db
  readonly clock: Clock
  readonly report: (fault: unknown, where: string) => void
}): AskLog {
  let asked = new Map<string, Asked>()

  const behind = writeBehind(everyMs, async () => {
    const all = asked
    asked = new Map()
    const now = clock.now()
    for (const [site, { missing, hits }] of all) {
      try {
        if (missing.size > 0) await addMissing(database, site, missing, now)
        if (hits.size > 0) await addHits(database, site, hits, now)
      } catch (error) {
        report(error, 'addresses that lead nowhere')
      }
    }
  })

  function note(site: string, kind: keyof Asked, key: string): void {
    const counts = asked.get(site) ?? { missing: new Map(), hits: new Map() }
    asked.set(site, counts)
    const before = counts[kind].get(key)
    if (before === undefined && counts[kind].size >= mostAtOnce) return
    counts[kind].set(key, (before ?? 0) + 1)
    behind.plan()
  }

  return {
    noteMissing: (site, path) => note(site, 'missing', path),
    noteHit: (site, id) => note(site, 'hits', id),
    settle: behind.settle,
  }
}
