import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { batchRunner, runBatches } from '../../../kernel/jobs/batches.ts'
import { privateFolder } from '../private-folder.ts'
import type { ProcessingQueue } from '../take-file.ts'
import { type ClaimedJob, claimJob, forgetJobs, queueJob } from './job-store.ts'
import { leaseMs, type ProcessDeps, processJob } from './process-job.ts'
import { needsProcessing } from './rules.ts'

export interface Processing extends ProcessingQueue {
  /** Looks for files that wait, one at a time in a process. */
  begin(): void
  /** After a write of this process. */
  poke(): void
  /** Does what is due now; for tests and the seeding. */
  run(): Promise<void>
  /** Deletes rows and folders that are over. */
  sweep(): Promise<void>
  /** What is under way is given back. */
  stop(): Promise<void>
}

/** Work in the background on files that are not ready as they come in. Its place is a table, so that it outlives every process. */
export function processing(deps: ProcessDeps): Processing {
  const stopping = new AbortController()
  const claim = async (): Promise<readonly ClaimedJob[]> => {
    if (stopping.signal.aborted) return []
    const now = deps.real()
    const job = await claimJob(deps.database, now, new Date(now.getTime() + leaseMs))
    return job ? [job] : []
  }
  const batch = async (job: ClaimedJob) => {
    await mkdir(deps.folder, { recursive: true, mode: privateFolder })
    await processJob(deps, job, stopping.signal)
    return true
  }
  const runner = batchRunner({
    run: (isStopped) => runBatches({ find: claim, batch }, { isStopped }),
    report: (fault) => deps.report(fault, 'media jobs'),
  })
  return {
    needs: needsProcessing,
    async queue(db, site, id) {
      await queueJob(db, site, id, deps.real())
      runner.poke()
    },
    begin: runner.begin,
    poke: runner.poke,
    run: runner.run,
    async sweep() {
      await forgetJobs(deps.database, deps.real())
      await sweepFolder(deps.folder, Date.now())
    },
    async stop() {
      stopping.abort()
      await runner.stop()
    },
  }
}

const staleMs = 24 * 3600_000

/** What a killed process was at. */
async function sweepFolder(folder: string, now: number): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name)
    const known = await stat(path).catch(() => undefined)
    if (known && now - known.mtimeMs > staleMs) await rm(path, { recursive: true, force: true })
  }
}
