import type { mediaLibrary } from '@vitrine/contract'
import { sql } from '../../kernel/db/sql.ts'
import type { Handlers } from '../../kernel/http/handlers.ts'
import { lockSection } from '../../kernel/settings/change.ts'
import { type MediaSettings, usualMediaSettings } from '../../kernel/settings/media-settings.ts'
import { writeSettings } from '../../kernel/settings/settings.ts'
import { violated } from './requests.ts'
import { mediaSettingsOf, type QuotaDeps, readUsage } from './usage.ts'

const [leastQuota, mostQuota] = [100_000_000, 100_000_000_000_000]

const shown = ({ quotaBytes, trashDays }: MediaSettings) => ({ quotaInBytes: String(quotaBytes), trashDays })

/** How much the files of the shop come to, and how much they may. */
export function libraryOperations(deps: QuotaDeps): Omit<Handlers<typeof mediaLibrary>, 'PATCH /vitrine/v1/media/files/{fileId}'> {
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
