import type { Db } from '../kernel/db/sql.ts'
import type { Recording } from '../kernel/http/recording.ts'
import type { ReplayingApi } from '../kernel/http/serve.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { callCounter } from './api-calls/counter.ts'
import { showCalls, shownSince } from './api-calls/show.ts'
import { findCalls, forgetCalls } from './api-calls/store.ts'
import { requestLogOperations } from './request-log/operations.ts'
import { recorder as recorderOf } from './request-log/recorder.ts'
import { storedDays, sweepRequests } from './request-log/sweep.ts'

export interface RequestLogFacts {
  /** Answers a request as somebody who is known already. */
  readonly replay: ReplayingApi['replay']
}

const storedMs = storedDays * 24 * 3_600_000

/** Requests of programs to the API, for those who write the programs. */
export function buildRequestLog({ database, real, sites, siteAt, readSettings, report }: Kernel, { replay }: RequestLogFacts) {
  const recorder = recorderOf({
    database,
    clock: real,
    siteAt,
    report,
    isEnabled: async (site) => (await readSettings(database, site)).requestLog?.enabled === true,
  })
  const calls = callCounter({ database, clock: real, siteAt, report })
  const readCalls = async (db: Db, site: string) => {
    const now = real.now()
    return showCalls(await findCalls(db, site, shownSince(now)), now)
  }
  return {
    operations: requestLogOperations({ readSettings, recorder, replay, readCalls }),
    recording: {
      note(answered) {
        recorder.note(answered)
        calls.note(answered)
      },
    } satisfies Recording,
    async settle() {
      await Promise.all([recorder.settle(), calls.settle()])
    },
    async sweep() {
      const [shops, now] = [await sites(), real.now()]
      await sweepRequests(database, shops, now)
      for (const site of shops) await forgetCalls(database, site, new Date(now.getTime() - storedMs))
    },
  }
}
