import { randomUUID } from 'node:crypto'
import type { Context } from '../../kernel/db/context.ts'
import type { Database } from '../../kernel/db/pool.ts'
import { type Db, sql } from '../../kernel/db/sql.ts'
import { Refusal, refuse } from '../../kernel/refusal.ts'
import { keepOriginal, type StoredOriginal } from './add.ts'
import { areThere, lockDigest } from './digest-lock.ts'
import type { FileEvents } from './file-events.ts'
import { isOpenFolder } from './folders/tree.ts'
import { Unfit } from './inspect.ts'
import type { Kind } from './kinds/kind.ts'
import { type OriginalStore, OriginalsUnavailable } from './originals.ts'
import type { Inspect } from './processing/inspector.ts'
import {
  type ExternalInfo,
  fillMedia,
  findAny,
  findFile,
  insertMedia,
  type MediaFile,
  type NewFile,
  outOfTrash,
  type ShopFile,
} from './store.ts'
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
  /** An id of its own, where it is not to be made from the content: the same id again is the file that is there. */
  readonly id?: string
  /** The member whose picture it is: it is none of the library, and erased with them. */
  readonly memberId?: string
  /** Of these kinds alone. */
  readonly kinds?: readonly Kind[]
  /** The maximum length of a film. */
  readonly mostMs?: number
  /** Where the same content is looked for: in the folder, or anywhere in the library. */
  readonly sameIn?: 'folder' | 'library'
  readonly now: Date
}

export type NotTaken = Unfit | Refusal<'MEDIA_QUOTA_EXCEEDED'>

/**
 * Takes a file in: inspects it, stores its bytes, then writes its row with the event that tells of it. The same content again in the
 * same folder, under the same terms, is the file that is there. An `Unfit` says why a file is not taken; the shop may have no room for it.
 */
export async function takeFile(deps: TakeFileDeps, incoming: IncomingFile): Promise<ShopFile | NotTaken> {
  const { site, source, now, id, kinds, mostMs, fileName, private: isPrivate } = incoming
  const saved = await keepOriginal(deps, source, {
    site,
    fileName,
    ...(id !== undefined && { id }),
    ...(kinds && { kinds }),
    ...(mostMs !== undefined && { mostMs }),
    ...(isPrivate !== undefined && { private: isPrivate }),
  })
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
  const saved = await keepOriginal(deps, source, { site, fileName: pending.fileName, private: pending.private })
  if (saved instanceof Unfit) return saved
  return withinQuota(deps, { site, now }, saved, async (context) => {
    const processed = deps.processing?.needs(saved) === true
    if (!(await fillMedia(context.db, site, { ...saved, id: mediaId }, processed ? 'PENDING' : 'READY', now))) return undefined
    return tellOf(deps, context, mediaId, processed)
  })
}

/**
 * Writes what a file needs whose bytes are stored, unless the shop has no room for it or `write` refuses: then its bytes go, too.
 * Nobody removes the bytes meanwhile.
 */
export async function withinQuota<T>(
  deps: Pick<TakeFileDeps, 'database' | 'originals' | 'readSettings'>,
  { site, now }: Pick<Context, 'site' | 'now'>,
  saved: Pick<StoredOriginal, 'digest' | 'bytes'>,
  write: (context: Context) => Promise<T>,
): Promise<T | Refusal<'MEDIA_QUOTA_EXCEEDED'>> {
  const { database, originals } = deps
  const outcome = await database.transact(async (db) => {
    // Whoever removes bytes that no file has any more takes the same lock: see `removeErased`.
    await lockDigest(db, site, saved.digest)
    const written = await write({ db, site, now })
    if (written instanceof Refusal) return written
    await lockQuota(db, site)
    if ((await leftOfQuota(db, site, deps)) < 0) {
      const { quotaBytes } = await mediaSettingsOf(db, site, deps)
      return refuse('MEDIA_QUOTA_EXCEEDED', { quotaInBytes: String(quotaBytes), sizeInBytes: String(saved.bytes) })
    }
    if (!(await areThere(originals, site, saved.digest))) throw new OriginalsUnavailable('the bytes went away while the file came in')
    return written
  })
  // A file that is refused, already taken or canceled leaves no bytes.
  if (outcome instanceof Refusal || outcome === undefined)
    await database.query(sql`
      insert into file_to_remove (site, digest, asked_at) values (${site}, ${saved.digest}, ${now}) on conflict do nothing`)
  return outcome
}

type Said = Omit<IncomingFile, 'site' | 'source' | 'now' | 'kinds'>

/** The row of a file whose bytes are stored, and what follows from it. */
async function saveTaken(deps: TakeFileDeps, context: Context, saved: StoredOriginal, said: Said): Promise<ShopFile> {
  const { db, site, now } = context
  const processed = deps.processing?.needs(saved) === true
  const { id, memberId, sameIn = 'folder' } = said
  const wanted = newFile(said, processed ? 'PENDING' : 'READY')
  const more = (await isOpenFolder(context, wanted.folderId)) ? wanted : { ...wanted, folderId: 'media-root' }
  const there =
    id === undefined ? await sameFile(db, site, saved, sameIn === 'folder' ? more.folderId : undefined) : await findAny(db, site, id)
  if (there) return there
  const inserted =
    (await insertMedia(db, site, saved, now, memberId, more)) ??
    (await insertMedia(db, site, { ...saved, id: newMediaId(saved.id) }, now, memberId, more))
  return tellOf(deps, context, inserted!.id, processed)
}

async function tellOf(deps: TakeFileDeps, context: Context, id: string, processed: boolean): Promise<ShopFile> {
  const file = (await findAny(context.db, context.site, id))!
  if (processed) await deps.processing!.queue(context.db, context.site, id)
  else if (file.memberId === null) await deps.events.ready(context, [file])
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

/** A file of the same content and terms, in the folder or anywhere: sent again, as after a broken connection, it is that one. */
async function sameFile(
  db: Db,
  site: string,
  { digest, private: isPrivate }: MediaFile,
  folderId: string | undefined,
): Promise<ShopFile | undefined> {
  const [row] = await db.query<{ id: string }>(sql`
    select id from media where site = ${site} and digest = ${digest} and private = ${isPrivate} and member_id is null
      and operation_status <> 'FAILED'
      and ${folderId === undefined ? sql`folder_id <> 'visitor-uploads-root' and ${outOfTrash(site)}` : sql`folder_id = ${folderId} and trashed_at is null`}
    order by created_at limit 1`)
  return row && findFile(db, site, row.id)
}

/** An id that no content gives, with the ending of another name. */
export const newMediaId = (like: string): string => {
  const at = like.lastIndexOf('.')
  return randomUUID().replaceAll('-', '') + (at < 0 ? '' : like.slice(at).toLowerCase())
}
