import { randomUUID } from 'node:crypto'
import { mostBytesOf } from '@vitrine/contract'
import type { Context } from '../../kernel/db/context.ts'
import type { Database } from '../../kernel/db/pool.ts'
import { type Db, sql } from '../../kernel/db/sql.ts'
import { type Refusal, refuse } from '../../kernel/refusal.ts'
import { keepOriginal, type StoredOriginal } from './add.ts'
import { areThere, lockDigest } from './digest-lock.ts'
import type { FileEvents } from './file-events.ts'
import { isOpenFolder } from './folders/tree.ts'
import { Unfit } from './inspect.ts'
import { type OriginalStore, OriginalsUnavailable } from './originals.ts'
import type { Inspect } from './processing/inspector.ts'
import { type ExternalInfo, fillMedia, findFile, insertMedia, type MediaFile, type NewFile, type ShopFile } from './store.ts'
import { leftOfQuota, lockQuota, mediaSettingsOf, type QuotaDeps } from './usage.ts'
import { searchWords } from './words.ts'

/** Work in the background that a file needs before it is ready. */
export interface ProcessingQueue {
  /** Whether files of this kind are processed before they are ready. */
  needs(file: Pick<MediaFile, 'kind' | 'mime'>): boolean
  /** In the transaction that writes the file's row. */
  queue(db: Db, site: string, id: string): Promise<void>
}

export interface TakeFileDeps extends QuotaDeps {
  readonly database: Database
  readonly originals: OriginalStore
  readonly events: FileEvents
  /** Looks what a file is, in a process of its own. */
  readonly inspect: Inspect
  /** Where nothing is said, a file is ready as soon as it is in. */
  readonly processing?: ProcessingQueue | undefined
}

/** The bytes of a file, or where they lie on this machine: that file is the caller's to remove, and nobody's to write to any more. */
export type FileSource = Buffer | { readonly path: string }

/** A file that comes in, through whatever door. */
export interface IncomingFile {
  readonly site: string
  readonly source: FileSource
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

export type NotTaken = Unfit | Refusal<'MEDIA_QUOTA_EXCEEDED'>

/**
 * Takes a file in: looks what it is, keeps its bytes, then writes its row with the event that tells of it. The same content again in the same
 * folder, under the same terms, is the file that is there. An `Unfit` says why a file is not taken; the shop may have no room for it.
 */
export async function takeFile(deps: TakeFileDeps, incoming: IncomingFile): Promise<ShopFile | NotTaken> {
  const { site, source, now } = incoming
  const saved = await keep(deps, site, source, incoming)
  if (saved instanceof Unfit) return saved
  return withinQuota(deps, { site, now }, saved, (context) => saveTaken(deps, context, saved, incoming))
}

/** The same for a file whose row is there already and waits for its bytes. */
export async function fillFile(
  deps: TakeFileDeps,
  { site, mediaId }: { readonly site: string; readonly mediaId: string },
  source: FileSource,
  now: Date,
): Promise<ShopFile | NotTaken | undefined> {
  const pending = await findFile(deps.database, site, mediaId)
  if (!pending) return undefined
  const saved = await keep(deps, site, source, pending)
  if (saved instanceof Unfit) return saved
  return withinQuota(deps, { site, now }, saved, async (context) => {
    const processed = deps.processing?.needs(saved) === true
    if (!(await fillMedia(context.db, site, { ...saved, id: mediaId }, processed ? 'PENDING' : 'READY', now))) return undefined
    return tellOf(deps, context, mediaId, processed)
  })
}

async function keep(
  { originals, inspect }: TakeFileDeps,
  site: string,
  source: FileSource,
  { fileName, private: isPrivate }: Pick<IncomingFile, 'fileName' | 'private'>,
): Promise<StoredOriginal | Unfit> {
  const saved = await keepOriginal({ originals, inspect }, source, {
    site,
    fileName,
    ...(isPrivate !== undefined && { private: isPrivate }),
  })
  if (saved instanceof Unfit) return saved
  const most = mostBytesOf[saved.kind]
  return saved.bytes > most ? new Unfit('TOO_LARGE', `The file has more than ${most} bytes.`) : saved
}

/** Thrown to undo what a transaction wrote. */
class OverQuota extends Error {}

/** Writes what a file needs whose bytes are kept, unless the shop has no room for it: then its bytes go, too. */
async function withinQuota<T>(
  deps: TakeFileDeps,
  { site, now }: Pick<Context, 'site' | 'now'>,
  saved: StoredOriginal,
  write: (context: Context) => Promise<T>,
): Promise<T | Refusal<'MEDIA_QUOTA_EXCEEDED'>> {
  try {
    return await deps.database.transact(async (db) => {
      // Whoever removes bytes that no file has any more takes the same lock: see `removeErased`.
      await lockDigest(db, site, saved.digest)
      const written = await write({ db, site, now })
      await lockQuota(db, site)
      if ((await leftOfQuota(db, site, deps)) < 0) throw new OverQuota()
      if (!(await areThere(deps.originals, site, saved.digest)))
        throw new OriginalsUnavailable('the bytes went away while the file came in')
      return written
    })
  } catch (error) {
    if (!(error instanceof OverQuota)) throw error
    await deps.database.query(sql`
      insert into file_to_remove (site, digest, asked_at) values (${site}, ${saved.digest}, ${now}) on conflict do nothing`)
    const { quotaBytes } = await mediaSettingsOf(deps.database, site, deps)
    return refuse('MEDIA_QUOTA_EXCEEDED', { quotaInBytes: String(quotaBytes), sizeInBytes: String(saved.bytes) })
  }
}

type Said = Omit<IncomingFile, 'site' | 'source' | 'now'>

/** The row of a file whose bytes are kept, and what follows from it. */
async function saveTaken(deps: TakeFileDeps, context: Context, saved: StoredOriginal, said: Said): Promise<ShopFile> {
  const { db, site, now } = context
  const processed = deps.processing?.needs(saved) === true
  const wanted = newFile(said, processed ? 'PENDING' : 'READY')
  const more = (await isOpenFolder(context, wanted.folderId)) ? wanted : { ...wanted, folderId: 'media-root' }
  const there = await sameFile(db, site, saved, more)
  if (there) return there
  const inserted =
    (await insertMedia(db, site, saved, now, undefined, more)) ??
    (await insertMedia(db, site, { ...saved, id: newMediaId(saved.id) }, now, undefined, more))
  return tellOf(deps, context, inserted!.id, processed)
}

async function tellOf(deps: TakeFileDeps, context: Context, id: string, processed: boolean): Promise<ShopFile> {
  const file = (await findFile(context.db, context.site, id))!
  if (processed) await deps.processing!.queue(context.db, context.site, id)
  else await deps.events.ready(context, [file])
  return file
}

/** What the row of a new file says beside what its bytes say. */
export const newFile = (
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
      and member_id is null and operation_status <> 'FAILED'
    order by created_at limit 1`)
  return row && findFile(db, site, row.id)
}

/** An id that no content gives, with the ending of another name. */
export const newMediaId = (like: string): string => {
  const at = like.lastIndexOf('.')
  return randomUUID().replaceAll('-', '') + (at < 0 ? '' : like.slice(at).toLowerCase())
}
