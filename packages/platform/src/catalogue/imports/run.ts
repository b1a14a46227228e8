import { setTimeout as sleep } from 'node:timers/promises'
import { applySome } from './apply.ts'
import { checkSome } from './check.ts'
import type { ImportDeps } from './deps.ts'
import { stage, UnreadableFile } from './stage.ts'
import { changeImport, findImport, openImports, takeOpen } from './store.ts'
import { undoSome } from './undo.ts'

const pokeMs = 50

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

/**
 * Carries imports out in the background, batch after batch. What it has done is in the database with what changed, so whoever comes next goes on
 * from there. In one process there is one run at a time.
 */
export function importRunner(deps: ImportDeps) {
  let running: Promise<void> | undefined
  let stopped = false

  async function all(): Promise<void> {
    for (let more = true; more && !stopped; ) {
      more = false
      for (const site of await deps.sites())
        for (const { id, state } of await openImports(deps.database, site)) {
          if (stopped) return
          // Another process may be at it: then nothing is done here, and the next look comes in a second.
          if (await goOn(deps, site, id, state)) more = true
        }
    }
  }

  return {
    run(): Promise<void> {
      running ??= all().finally(() => {
        running = undefined
      })
      return running
    },
    /** Soon after a write of this process; others look each second. */
    poke(): void {
      if (stopped) return
      setTimeout(() => void this.run().catch((error: unknown) => deps.report(error, 'imports of products')), pokeMs).unref()
    },
    /** Until nothing is left to do, by whichever process; for tests. */
    async settle(): Promise<void> {
      for (;;) {
        await running?.catch(() => {})
        await this.run()
        const open = await Promise.all((await deps.sites()).map((site) => openImports(deps.database, site)))
        if (open.every((some) => some.length === 0)) return
        await sleep(20)
      }
    },
    async stop(): Promise<void> {
      stopped = true
      await running?.catch(() => {})
    },
  }
}

export type ImportRunner = ReturnType<typeof importRunner>
