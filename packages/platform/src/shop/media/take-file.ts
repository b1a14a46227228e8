import { randomUUID } from 'node:crypto'
import type { Context } from '../../kernel/db/context.ts'
import type { Database } from '../../kernel/db/pool.ts'
import { type Db, sql } from '../../kernel/db/sql.ts'
import { keepOriginal } from './add.ts'
import type { FileEvents } from './file-events.ts'
import { Unfit } from './inspect.ts'
import type { OriginalStore } from './originals.ts'
import type { Inspect } from './processing/inspector.ts'
import { type ExternalInfo, findFile, insertMedia, type MediaFile, type NewFile, type ShopFile } from './store.ts'
import { searchWords } from './words.ts'

/** Work in the background that a file needs before it is ready. */
export interface ProcessingQueue {
  /** Whether files of this kind are processed before they are ready. */
  needs(file: Pick<MediaFile, 'kind' | 'mime'>): boolean
  /** In the transaction that writes the file's row. */
  queue(db: Db, site: string, id: string): Promise<void>
}

export interface TakeFileDeps {
  readonly database: Database
  readonly originals: OriginalStore
  readonly events: FileEvents
  /** Looks what a file is, in a process of its own. */
  readonly inspect: Inspect
  /** Where nothing is said, a file is ready as soon as it is in. */
  readonly processing?: ProcessingQueue | undefined
}

/** A file that comes in, through whatever door. */
export interface IncomingFile {
  readonly site: string
  /** Its bytes, or where they lie on this machine: that file is the caller's to remove, and nobody's to write to any more. */
  readonly source: Buffer | { readonly path: string }
  readonly fileName: string
  readonly folderId?: string
  readonly displayName?: string | null
  readonly private?: boolean
  readonly labels?: readonly string[]
  readonly externalInfo?: ExternalInfo | null
  readonly sourceUrl?: string | null
  /** Who sent it, as the audit log names them. */
  readonly uploadedBy?: string | null
  readonly now: Date
}

/**
 * Takes a file in: looks what it is, keeps its bytes, then writes its row with the event that tells of it. The same content again in the same
 * folder, under the same terms, is the file that is there. An `Unfit` says why a file is not taken.
 */
export async function takeFile(deps: TakeFileDeps, incoming: IncomingFile): Promise<ShopFile | Unfit> {
  const { site, source, now } = incoming
  const saved = await keepOriginal({ originals: deps.originals, inspect: deps.inspect }, source, {
    site,
    fileName: incoming.fileName,
    ...(incoming.private !== undefined && { private: incoming.private }),
  })
  if (saved instanceof Unfit) return saved
  return deps.database.transact((db) => saveTaken(deps, { db, site, now }, saved, incoming))
}

type Said = Omit<IncomingFile, 'site' | 'source' | 'now'>

/** The row of a file whose bytes are kept, and what follows from it. */
async function saveTaken(deps: TakeFileDeps, context: Context, saved: MediaFile, said: Said): Promise<ShopFile> {
  const { db, site, now } = context
  const more = newFile(said, deps.processing?.needs(saved) === true ? 'PENDING' : 'READY')
  const inserted = await insertMedia(db, site, saved, now, undefined, more)
  if (!inserted) {
    const there = await sameFile(db, site, saved, more)
    if (there) return there
  }
  const { id } = inserted ?? (await insertMedia(db, site, { ...saved, id: newMediaId(saved.id) }, now, undefined, more))!
  const file = (await findFile(db, site, id))!
  if (more.operationStatus === 'PENDING') await deps.processing!.queue(db, site, id)
  else await deps.events.ready(context, [file])
  return file
}

const newFile = (
  { folderId, displayName, labels, sourceUrl, externalInfo, uploadedBy, fileName }: Said,
  operationStatus: 'PENDING' | 'READY',
): NewFile => ({
  folderId: folderId ?? 'media-root',
  displayName: displayName ?? null,
  labels: labels ?? [],
  operationStatus,
  sourceUrl: sourceUrl ?? null,
  externalInfo: externalInfo ?? null,
  uploadedBy: uploadedBy ?? null,
  words: searchWords([fileName, displayName, ...(labels ?? [])]),
})

/** A file of the same content, in the same folder and under the same terms: who sends it again, as after a broken line, gets that one. */
async function sameFile(
  db: Db,
  site: string,
  { digest, private: isPrivate }: MediaFile,
  { folderId }: NewFile,
): Promise<ShopFile | undefined> {
  const [row] = await db.query<{ id: string }>(sql`
    select id from media where site = ${site} and digest = ${digest} and folder_id = ${folderId} and private = ${isPrivate} and trashed_at is null
      and member_id is null
    order by created_at limit 1`)
  return row && findFile(db, site, row.id)
}

/** An id of its own, where the one that its content gives is taken. */
const newMediaId = (like: string): string => {
  const at = like.lastIndexOf('.')
  return randomUUID().replaceAll('-', '') + (at < 0 ? '' : like.slice(at))
}
