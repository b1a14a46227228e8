import type { FileUse, mediaLibrary } from '@vitrine/contract'
import { type Db, sql } from '../../kernel/db/sql.ts'
import type { Handlers } from '../../kernel/http/handlers.ts'
import { idsInTexts } from '../../kernel/query/ids-in-texts.ts'
import { literally } from '../../kernel/query/like.ts'
import { refuse } from '../../kernel/refusal.ts'
import { lockSection } from '../../kernel/settings/change.ts'
import { type MediaSettings, usualMediaSettings } from '../../kernel/settings/media-settings.ts'
import { writeSettings } from '../../kernel/settings/settings.ts'
import { type DescriptorFacts, fileDescriptor } from './descriptor.ts'
import { violated } from './requests.ts'
import { findFile, findFiles } from './store.ts'
import { cursorOfPlace, type FindUsed, findUnused, placeOfCursor } from './unused.ts'
import { mediaSettingsOf, type QuotaDeps, readUsage } from './usage.ts'

const [leastQuota, mostQuota] = [100_000_000, 100_000_000_000_000]

const shown = ({ quotaBytes, trashDays }: MediaSettings) => ({ quotaInBytes: String(quotaBytes), trashDays })

/** So many uses are told of. */
const mostUses = 100

export interface LibraryDeps extends QuotaDeps, DescriptorFacts {
  /** Where what the shop sells uses a file: some more than `most` where there are more. */
  readonly usesInCatalogue: (db: Db, site: string, fileId: string, most: number) => Promise<readonly FileUse[]>
  /** Which of some files what the shop sells, and what is said of it, uses. */
  readonly usedInCommerce: FindUsed
  readonly usesOnPages: (db: Db, site: string, fileId: string, most: number) => Promise<readonly FileUse[]>
  readonly usedOnPages: FindUsed
}

/** Sections of the settings that name a file, by its id or its address. */
async function usesInSettings(db: Db, site: string, fileId: string): Promise<readonly FileUse[]> {
  const like = literally(fileId)
  const rows = await db.query<{ section: string; changedAt: Date }>(sql`
    select section, updated_at as "changedAt" from site_setting
    where site = ${site} and (document::text like ${`%"${like}"%`} or document::text like ${`%/media/${like}%`}) order by section`)
  return rows.map(({ section, changedAt }) => ({ kind: 'SETTINGS', id: section, name: section, changedDate: changedAt.toISOString() }))
}

/** The same for some files at once. */
export const usedInSettings: FindUsed = (db, site, ids) =>
  idsInTexts(db, ids, sql`select document::text as text from site_setting where site = ${site}`)

/** How much the files of the shop come to, how much they may, and where they are used. */
export function libraryOperations(
  deps: LibraryDeps,
): Omit<
  Handlers<typeof mediaLibrary>,
  | 'PATCH /vitrine/v1/media/files/{fileId}'
  | 'POST /vitrine/v1/media/files/{fileId}/replace'
  | 'GET /vitrine/v1/media/files/{fileId}/history'
> {
  return {
    async 'GET /vitrine/v1/media/usage'({ folderIds }, { db, site }) {
      const [{ quotaBytes }, usage, folders] = await Promise.all([
        mediaSettingsOf(db, site, deps),
        readUsage(db, site),
        db.query<{ folderId: string; files: number; bytes: number; trashedFiles: number }>(sql`
          select folder_id as "folderId", coalesce(sum(files) filter (where not trashed), 0)::bigint as files,
            coalesce(sum(bytes) filter (where not trashed), 0)::bigint as bytes, coalesce(sum(files) filter (where trashed), 0)::bigint as "trashedFiles"
          from media_usage where site = ${site} and folder_id = any(${folderIds ?? []}::text[]) group by folder_id order by folder_id`),
      ])
      return {
        files: usage.files,
        sizeInBytes: String(usage.bytes),
        trashedFiles: usage.trashedFiles,
        trashedSizeInBytes: String(usage.trashedBytes),
        quotaInBytes: String(quotaBytes),
        folders: folders.map(({ folderId, files, bytes, trashedFiles }) => ({ folderId, files, sizeInBytes: String(bytes), trashedFiles })),
      }
    },

    async 'GET /vitrine/v1/media/files/{fileId}/uses'({ fileId }, { db, site }) {
      if (!(await findFile(db, site, fileId))) return refuse('FILE_NOT_FOUND')
      const [settings, catalogue, pages] = await Promise.all([
        usesInSettings(db, site, fileId),
        deps.usesInCatalogue(db, site, fileId, mostUses + 1),
        deps.usesOnPages(db, site, fileId, mostUses + 1),
      ])
      const uses = [...settings, ...catalogue, ...pages]
      return { uses: uses.slice(0, mostUses), more: uses.length > mostUses }
    },

    async 'GET /vitrine/v1/media/unused-files'({ limit, cursor }, { db, site }) {
      const after = cursor ? placeOfCursor(cursor) : undefined
      if (cursor && !after) return violated('cursor', 'is none that this call gave', 'INVALID_CURSOR')
      const { ids, next } = await findUnused(db, site, [usedInSettings, deps.usedInCommerce, deps.usedOnPages], { after, limit })
      const files = await findFiles(db, site, ids)
      return { files: files.map((file) => fileDescriptor(file, site, deps)), ...(next && { nextCursor: cursorOfPlace(next) }) }
    },

    async 'GET /vitrine/v1/media/files/{fileId}/processing'({ fileId }, { db, site }) {
      const file = await findFile(db, site, fileId)
      if (!file) return refuse('FILE_NOT_FOUND')
      const { thumbnailUnavailable, streamsUnavailable } = file.details
      return { processing: { ...(thumbnailUnavailable && { thumbnailUnavailable }), ...(streamsUnavailable && { streamsUnavailable }) } }
    },

    async 'GET /vitrine/v1/media/settings'(_, { db, site }) {
      return { mediaSettings: shown(await mediaSettingsOf(db, site, deps)) }
    },

    async 'PATCH /vitrine/v1/media/settings'({ mediaSettings: { quotaInBytes, trashDays } }, { db, site, now }) {
      const { document } = await lockSection(db, site, 'media', usualMediaSettings, now)
      const quotaBytes = quotaInBytes === undefined || quotaInBytes === null ? document.quotaBytes : Number(quotaInBytes)
      if (quotaBytes < leastQuota || quotaBytes > mostQuota)
        return violated('mediaSettings.quotaInBytes', `is not from ${leastQuota} to ${mostQuota}`, 'OUT_OF_RANGE')
      const after = { quotaBytes, trashDays: trashDays ?? document.trashDays }
      await writeSettings(db, site, 'media', after, now)
      return { mediaSettings: shown(after) }
    },
  }
}
