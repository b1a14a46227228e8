import { mostBytesOf, type Received, rootFolder, type uploads } from '@vitrine/contract'
import type { Context } from '../../../kernel/db/context.ts'
import type { Db } from '../../../kernel/db/sql.ts'
import { nameOf } from '../../../kernel/http/caller.ts'
import type { Handlers, Scope } from '../../../kernel/http/handlers.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import { folderAt, isOpenFolder } from '../folders/tree.ts'
import { violated } from '../requests.ts'
import { resumablePath } from '../resumable/address.ts'
import { bytesUnderWay, type UploadPlan } from '../resumable/store.ts'
import type { ExternalInfo } from '../store.ts'
import type { UploadLinks, UploadStatement } from '../upload-links.ts'
import { leftOfQuota, type QuotaDeps } from '../usage.ts'

export interface UploadDeps extends QuotaDeps {
  readonly origin: string
  readonly links: UploadLinks
  /** Opens an upload by TUS; answered is its token. */
  readonly openResumable: (db: Db, site: string, plan: UploadPlan) => Promise<string>
}

/** Where files are uploaded to. */
export const uploadPath = '/uploads/'

interface Placed {
  readonly parentFolderId?: string | null | undefined
  readonly filePath?: string | null | undefined
}

/** What kind of file a type says it is; undefined where no such file is taken. */
export function kindOfType(mimeType: string): keyof typeof mostBytesOf | undefined {
  const type = mimeType.split(';', 1)[0]!.trim().toLowerCase()
  if (type === 'image/svg+xml') return 'VECTOR'
  if (type === 'image/x-icon' || type === 'image/vnd.microsoft.icon') return 'ICON'
  if (type.startsWith('model/')) return 'MODEL3D'
  if (/^image\/[\w.+-]+$/.test(type)) return 'IMAGE'
  if (/^video\/[\w.+-]+$/.test(type)) return 'VIDEO'
  if (/^audio\/[\w.+-]+$/.test(type)) return 'AUDIO'
  if (/^application\/(zip|x-zip-compressed|gzip|x-7z-compressed|x-tar|vnd\.rar|x-rar-compressed)$/.test(type)) return 'ARCHIVE'
  if (type === 'application/octet-stream') return 'VIDEO' // it says nothing: the content will
  if (/^(application|text|font)\/[\w.+-]+$/.test(type) && !/^text\/(html|javascript)$|script|x-msdownload|x-sh$/.test(type))
    return 'DOCUMENT'
  return undefined
}

/** The folder that a new file goes into. */
export async function folderOf(context: Context, { parentFolderId, filePath }: Placed): Promise<string | Refusal<'INVALID_ARGUMENT'>> {
  if (!parentFolderId && filePath) {
    const folder = await folderAt(context, filePath)
    return folder instanceof Refusal ? violated('filePath', 'lies too deep, or there are too many folders', folder.code) : folder
  }
  const folder = parentFolderId || rootFolder
  return (await isOpenFolder(context, folder)) ? folder : violated('parentFolderId', 'is no folder of the shop', 'RESOURCE_NOT_FOUND')
}

export const labelsOf = (labels: readonly string[] | null | undefined): readonly string[] => [
  ...new Set((labels ?? []).map((label) => label.trim()).filter((label) => label !== '')),
]

export const externalInfoOf = (
  info: { readonly origin?: string | null | undefined; readonly externalIds?: readonly string[] | null | undefined } | null | undefined,
): ExternalInfo | null =>
  info ? { ...(info.origin && { origin: info.origin }), ...(info.externalIds && { externalIds: info.externalIds }) } : null

const quotaViolation = (left: number) =>
  violated('sizeInBytes', 'is more than the shop has room for: delete files for good, or raise the quota', 'SITE_QUOTA_EXCEEDED', {
    bytesLeft: String(Math.max(0, left)),
  })

/** Where files of the shop are sent to. */
export function uploadOperations({ origin, links, openResumable, readSettings }: UploadDeps): Handlers<typeof uploads> {
  /** What the address will say, or why there is none. */
  async function statementOf(
    input: Received<'POST /site-media/v1/files/generate-upload-url'>,
    { caller, ...context }: Scope<'user'>,
  ): Promise<UploadStatement | Refusal<'INVALID_ARGUMENT'>> {
    const kind = kindOfType(input.mimeType)
    if (!kind) return violated('mimeType', 'is no type of file that is taken', 'UNSUPPORTED_FILE_FORMAT')
    const size = Number(input.sizeInBytes ?? 1)
    if (!Number.isSafeInteger(size) || size < 0) return violated('sizeInBytes', 'is no number of bytes', 'MISMATCH_FILE_SIZE')
    if (size === 0) return violated('sizeInBytes', 'is an empty file', 'ZERO_FILE_SIZE')
    if (size > mostBytesOf[kind]) return violated('sizeInBytes', `is more than ${mostBytesOf[kind]} bytes`, 'FILE_SIZE_OVER_LIMIT')
    const promised = await bytesUnderWay(context.db, context.site)
    const left = (await leftOfQuota(context.db, context.site, { readSettings })) - promised
    if (size > left) return quotaViolation(left)
    const folderId = await folderOf(context, input)
    if (folderId instanceof Refusal) return folderId
    return {
      fileName: (input.fileName ?? '').slice(0, 200),
      folderId,
      private: input.private === true,
      labels: labelsOf(input.labels),
      externalInfo: externalInfoOf(input.externalInfo),
      most: mostBytesOf[kind],
      uploadedBy: nameOf(caller),
    }
  }

  return {
    async 'POST /site-media/v1/files/generate-upload-url'(input, scope) {
      const statement = await statementOf(input, scope)
      return statement instanceof Refusal ? statement : { uploadUrl: origin + uploadPath + (await links.create(scope, statement)) }
    },

    async 'POST /site-media/v1/files/generate-resumable-upload-url'(input, scope) {
      const statement = await statementOf(input, scope)
      if (statement instanceof Refusal) return statement
      const { folderId: parentFolderId, externalInfo, ...plan } = statement
      const uploadToken = await openResumable(scope.db, scope.site, {
        ...plan,
        parentFolderId,
        mimeType: input.mimeType,
        ...(externalInfo && { externalInfo }),
      })
      return { uploadProtocol: 'TUS' as const, uploadUrl: origin + resumablePath, uploadToken }
    },
  }
}
