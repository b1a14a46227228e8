import type { ReplayingApi } from '../kernel/http/serve.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { requestLogOperations } from './request-log/operations.ts'
import { recorder as recorderOf } from './request-log/recorder.ts'
import { sweepRequests } from './request-log/sweep.ts'

export interface RequestLogFacts {
  /** Answers a request as somebody who is known already. */
  readonly replay: ReplayingApi['replay']
}

/** Requests of programs to the API, for those who write the programs. */
export function buildRequestLog({ database, real, sites, siteAt, readSettings, report }: Kernel, { replay }: RequestLogFacts) {
  const recorder = recorderOf({
    database,
    clock: real,
    siteAt,
    report,
    isEnabled: async (site) => (await readSettings(database, site)).requestLog?.enabled === true,
  })
  return {
    operations: requestLogOperations({ readSettings, recorder, replay }),
    recorder,
    sweep: async () => sweepRequests(database, await sites(), real.now()),
  }
}
