import type { fileDownloads } from '@vitrine/contract'
import type { Clock } from '../../../kernel/clock/clock.ts'
import { type Db, sql } from '../../../kernel/db/sql.ts'
import type { Handlers } from '../../../kernel/http/handlers.ts'
import { refuse } from '../../../kernel/refusal.ts'
import { isRoot } from '../folders/rules.ts'
import { findFolder } from '../folders/store.ts'
import { derivativePath } from '../links.ts'
import { createLink } from '../links-store.ts'
import { violated } from '../requests.ts'
import { findFile, findFiles, type ShopFile } from '../store.ts'
import { countFolder, mostArchived } from './archive.ts'

export interface DownloadDeps {
  readonly origin: string
  readonly clock: Clock
}

/** What a link to one file says. */
export interface FileStatement {
  readonly fileId: string
  /** A derivative's name; absent for the file itself. */
  readonly asset?: string
  readonly name: string
  readonly how: 'inline' | 'attachment'
  readonly afterwards?: string
}

/** What a link to an archive says. */
export type ArchiveStatement = { readonly fileIds: readonly string[] } | { readonly folderId: string }

/** What a link to all that was made from a film says. */
export interface StreamStatement {
  readonly fileId: string
}

/** Where links lead: `/files/<token>/<name>`. */
export const filesPath = '/files/'

/** The file itself, among what can be downloaded of it. */
const itself = 'src'
const usualMinutes = 600
const minuteMs = 60_000

const nameOf = (file: ShopFile): string => file.displayName ?? file.fileName
/** A name without what no header and no folder may hold. */
const plain = (name: string): string => name.replace(/[/\\\p{C}]/gu, '_').trim()

/** Links to files of the shop that end by themselves. */
export function downloadOperations({ origin, clock }: DownloadDeps): Handlers<typeof fileDownloads> {
  const after = (minutes: number) => new Date(clock.now().getTime() + minutes * minuteMs)
  const at = (token: string, name: string) => `${origin}${filesPath}${token}/${name.split('/').map(encodeURIComponent).join('/')}`

  async function derivatives(db: Db, site: string, id: string, names: readonly string[]): Promise<readonly string[]> {
    const rows = await db.query<{ name: string }>(
      sql`select name from media_derivative where site = ${site} and media_id = ${id} and name = any(${names}::text[])`,
    )
    return rows.map(({ name }) => name)
  }

  async function archive(db: Db, site: string, statement: ArchiveStatement, name: string) {
    const token = await createLink(db, site, { purpose: 'ARCHIVE', statement, expiresAt: after(usualMinutes) })
    return { downloadUrl: at(token, `${plain(name) || 'files'}.zip`) }
  }

  return {
    async 'POST /site-media/v1/files/generate-file-download-url'(input, { db, site }) {
      const file = await findFile(db, site, input.fileId)
      if (!file) return refuse('FILE_NOT_FOUND')
      if (file.digest === '') return refuse('FILE_NOT_READY')
      const keys = input.assetKeys && input.assetKeys.length > 0 ? [...new Set(input.assetKeys)] : [itself]
      const made = new Set([itself, ...(await derivatives(db, site, file.id, keys))])
      const unknown = keys.find((key) => !made.has(key))
      if (unknown !== undefined) return violated('assetKeys', `has “${unknown}”, which was not made of the file`, 'INVALID_ASSET_KEY')
      const downloadUrls = []
      for (const key of keys) {
        const own = key === itself ? nameOf(file) : key.split('/').at(-1)!
        const name = plain(input.downloadFileName ?? '') || plain(own) || 'file'
        const statement: FileStatement = {
          fileId: file.id,
          ...(key !== itself && { asset: key }),
          name,
          how: input.contentDisposition === 'INLINE' ? 'inline' : 'attachment',
          ...(input.expirationRedirectUrl && { afterwards: input.expirationRedirectUrl }),
        }
        const token = await createLink(db, site, {
          purpose: 'FILE',
          statement,
          expiresAt: after(input.expirationInMinutes ?? usualMinutes),
        })
        downloadUrls.push({ url: at(token, name), assetKey: key })
      }
      return { downloadUrls }
    },

    async 'POST /site-media/v1/files/generate-download-url'({ fileIds }, { db, site }) {
      const ids = [...new Set(fileIds)]
      const files = await findFiles(db, site, ids)
      return files.length < ids.length ? refuse('FILE_NOT_FOUND') : archive(db, site, { fileIds: ids }, 'files')
    },

    async 'POST /site-media/v1/folders/{folderId}/generate-download-url'({ folderId }, { db, site }) {
      const folder = isRoot(folderId) ? { name: 'files' } : await findFolder(db, site, folderId)
      if (!folder) return refuse('FOLDER_NOT_FOUND')
      if ((await countFolder(db, site, folderId)) > mostArchived)
        return violated('folderId', `holds more than ${mostArchived} files`, 'TOO_MANY_FILES')
      return archive(db, site, { folderId }, folder.name)
    },

    async 'POST /site-media/v1/files/generate-video-stream-url'({ fileId, format, expirationInMinutes }, { db, site }) {
      const file = await findFile(db, site, fileId)
      if (!file) return refuse('FILE_NOT_FOUND')
      const asset = format === 'DASH' ? file.details.streams?.dash : file.details.streams?.hls
      if (file.kind !== 'VIDEO' || asset === undefined) return refuse('VIDEO_STREAM_UNAVAILABLE')
      if (!file.private) return { downloadUrl: { url: origin + derivativePath(file.id, asset), assetKey: asset } }
      const statement: StreamStatement = { fileId }
      const token = await createLink(db, site, { purpose: 'STREAM', statement, expiresAt: after(expirationInMinutes ?? usualMinutes) })
      return { downloadUrl: { url: at(token, asset), assetKey: asset } }
    },
  }
}
