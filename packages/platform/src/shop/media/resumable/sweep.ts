import { type FinishDeps, finishUpload } from './finish.ts'
import { deleteUpload, listExpired, listUnfinished } from './store.ts'

const atOnce = 20

/** Finishes what a process was killed over, and removes uploads that are over. A failure does not hold up the rest. */
export async function sweepUploads(deps: FinishDeps): Promise<void> {
  const { db, parts, now } = deps
  const faults: unknown[] = []
  const keep = (fault: unknown) => void faults.push(fault)
  for (const { site, id } of await listUnfinished(db, now(), atOnce)) await finishUpload(deps, site, id).catch(keep)
  for (const { site, id, parts: names } of await listExpired(db, now(), atOnce))
    await parts
      .discard({ site, id }, names)
      .then(() => deleteUpload(db, site, id))
      .catch(keep)
  if (faults.length > 0) throw faults[0]
}
