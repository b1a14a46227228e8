import { rm } from 'node:fs/promises'
import { newId } from '../../../kernel/db/id.ts'
import type { Db } from '../../../kernel/db/sql.ts'
import { takeLease } from './lease.ts'
import { PartsGone, type UploadParts } from './parts.ts'
import { findUpload, forgetReceived, noteOutcome, type UploadPlan } from './store.ts'

/** A whole file of this machine, and what it is to be. */
export interface UploadedFile {
  readonly site: string
  readonly path: string
  readonly plan: UploadPlan
}

export interface FinishDeps {
  readonly db: Db
  readonly parts: UploadParts
  /** Real time. */
  readonly now: () => Date
  /** Takes a file in, as any other that comes to the shop; or why it is not taken. */
  readonly take: (file: UploadedFile) => Promise<{ readonly id: string } | { readonly reason: string }>
}

/** What became of an upload; `unfinished` where bytes of it are missing. */
export type Outcome = { readonly mediaId: string } | { readonly failure: string } | 'unfinished' | 'busy'

/** Makes a file of the shop of an upload whose bytes are there: once, however many ask, and also after a crash. */
export async function finishUpload({ db, parts, now, take }: FinishDeps, site: string, id: string): Promise<Outcome> {
  const lease = await takeLease({ db, now }, { site, id, owner: newId() }, { isOver: () => false, wanted: () => {} })
  if (lease.state !== 'held') return lease.state === 'busy' ? 'busy' : 'unfinished'
  try {
    const upload = await findUpload(db, site, id)
    if (!upload || upload.bytes === null) return 'unfinished'
    if (upload.mediaId !== null) return { mediaId: upload.mediaId }
    if (upload.failure !== null) return { failure: upload.failure }
    if (upload.received !== upload.bytes) return 'unfinished'
    const path = await parts.collect({ site, id }, upload.parts, upload.bytes)
    let outcome: { readonly mediaId: string } | { readonly failure: string }
    try {
      const taken = await take({ site, path, plan: upload.plan })
      outcome = 'id' in taken ? { mediaId: taken.id } : { failure: taken.reason }
    } catch (error) {
      // It is tried again with what lies in a bucket; in a folder the file itself is what lies there.
      if (upload.parts.length > 0) await rm(path, { force: true })
      throw error
    }
    await noteOutcome(db, site, id, outcome)
    await rm(path, { force: true })
    await parts.discard({ site, id }, upload.parts)
    return outcome
  } catch (error) {
    if (!(error instanceof PartsGone)) throw error
    await forgetReceived(db, site, id)
    return 'unfinished'
  } finally {
    await lease.release()
  }
}
