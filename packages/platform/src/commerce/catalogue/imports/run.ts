import { setTimeout as sleep } from 'node:timers/promises'
import { type BatchRunner, batchRunner, runBatches } from '../../../kernel/jobs/batches.ts'
import { applySome } from './apply.ts'
import { checkSome } from './check.ts'
import type { ImportDeps } from './deps.ts'
import { stage, UnreadableFile } from './stage.ts'
import { changeImport, findImport, openImports, takeOpen } from './store.ts'
import { undoSome } from './undo.ts'

/** Goes on with an import by a batch; whether there is more to do. */
async function goOn(deps: ImportDeps, site: string, id: string, state: string): Promise<boolean> {
  const { database, clock } = deps
  if (state === 'RUNNING') return applySome(deps, site, id)
  if (state === 'UNDOING') return undoSome(deps, site, id)
  const found = await findImport(database, site, id)
  if (found?.state !== 'CHECKING') return false
  const { weightUnit } = await deps.factsOf(database, site)
  if (found.staged) return checkSome(database, site, id, clock.now(), (one) => deps.factsOf(database, one))
  try {
    await stage(database, site, found, weightUnit)
    return true
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error
    await database.transact(async (db) => {
      if (await takeOpen(db, site, id, 'CHECKING'))
        await changeImport(db, site, id, { state: 'FAILED', failure: error.message, endedAt: clock.now() })
    })
    return false
  }
}

interface OpenImport {
  readonly site: string
  readonly id: string
  readonly state: string
}

export interface ImportRunner extends BatchRunner {
  /** Until nothing is left to do, by whichever process; for tests. */
  settle(): Promise<void>
}

/** Carries imports out in the background, a batch of each in turn. */
export function importRunner(deps: ImportDeps): ImportRunner {
  const find = async (): Promise<OpenImport[]> => {
    const open = await Promise.all(
      (await deps.sites()).map(async (site) => (await openImports(deps.database, site)).map((one) => ({ site, ...one }))),
    )
    return open.flat()
  }
  const runner = batchRunner({
    run: (isStopped) => runBatches({ find, batch: ({ site, id, state }) => goOn(deps, site, id, state) }, { isStopped }),
    report: (error) => deps.report(error, 'imports of products'),
  })
  return {
    ...runner,
    async settle() {
      for (;;) {
        await runner.run().catch(() => {})
        await runner.run()
        if ((await find()).length === 0) return
        await sleep(20)
      }
    },
  }
}
