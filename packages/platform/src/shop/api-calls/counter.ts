import type { Clock } from '../../kernel/clock/clock.ts'
import type { Db } from '../../kernel/db/sql.ts'
import type { AnsweredRequest, Recording } from '../../kernel/http/recording.ts'
import { writeBehind } from '../../kernel/jobs/write-behind.ts'
import { bucketOf } from './durations.ts'
import { addCalls, noDurations } from './store.ts'

export const quarterMs = 15 * 60_000
const everyMs = 5000
const tooMany = 429
/** So many hosts are told apart between two writes, where nobody was identified. */
const mostHosts = 50

export interface CallCounterDeps {
  readonly database: Db
  /** Real time. */
  readonly clock: Clock
  /** Which shop a host stands for, where nobody was identified. */
  readonly siteAt: (host: string | undefined) => Promise<string>
  readonly report: (fault: unknown, where: string) => void
}

export interface CallCounter extends Recording {
  /** Writes what was not written yet. */
  settle(): Promise<void>
}

interface Counted {
  readonly site: string | undefined
  readonly host: string | undefined
  readonly quarter: Date
  requests: number
  errors: number
  limited: number
  readonly durations: number[]
}

/**
 * Counts the calls of programs and browsers to the API, by quarters of an hour. Pages that are rendered in this process and the staff in the admin are
 * not counted. What was counted is written every five seconds: a process that is killed loses as much.
 */
export function callCounter({ database, clock, siteAt, report }: CallCounterDeps): CallCounter {
  let counted = new Map<string, Counted>()
  let hosts = 0

  const behind = writeBehind(everyMs, async () => {
    const taken = counted
    counted = new Map()
    hosts = 0
    for (const { site, host, ...quarter } of taken.values())
      try {
        await addCalls(database, site ?? (await siteAt(host)), quarter)
      } catch (error) {
        report(error, 'call counter')
      }
  })

  return {
    note({ request, caller, answer: { status }, milliseconds, replay }: AnsweredRequest) {
      if (request.internal || replay || caller?.kind === 'user') return
      const start = Math.floor(clock.now().getTime() / quarterMs) * quarterMs
      const host = caller ? undefined : request.headers['host']
      const key = `${start} ${caller?.site ?? host}`
      let of = counted.get(key)
      if (!of) {
        if (!caller && ++hosts > mostHosts) return
        of = { site: caller?.site, host, quarter: new Date(start), requests: 0, errors: 0, limited: 0, durations: noDurations() }
        counted.set(key, of)
      }
      of.requests++
      if (status === tooMany) of.limited++
      else if (status >= 400) of.errors++
      of.durations[bucketOf(milliseconds)]!++
      behind.plan()
    },
    settle: () => behind.settle(),
  }
}
