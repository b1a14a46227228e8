import { type ApplicationError, type FileDescriptor, type fileChanges, mostBytesOf, type Received } from '@vitrine/contract'
import type { Clock } from '../../../kernel/clock/clock.ts'
import { nameOf } from '../../../kernel/http/caller.ts'
import type { Handlers, Scope } from '../../../kernel/http/handlers.ts'
import type { KeyWrap } from '../../../kernel/key-wrap/key-wrap.ts'
import type { Outbound } from '../../../kernel/outbound/outbound.ts'
import { Refusal, refuse } from '../../../kernel/refusal.ts'
import { type DescriptorFacts, fileDescriptor } from '../descriptor.ts'
import { violated } from '../requests.ts'
import { findFile } from '../store.ts'
import { newFile, newMediaId } from '../take-file.ts'
import { leftOfQuota, type QuotaDeps } from '../usage.ts'
import { addressOf, headersOf, kindOfName, nameOfAddress } from './import-rules.ts'
import { addImport } from './import-store.ts'
import { externalInfoOf, folderOf, kindOfType, labelsOf } from './uploads.ts'

export interface ImportDeps extends DescriptorFacts, QuotaDeps {
  readonly outbound: Pick<Outbound, 'refusalOf'>
  /** Real time: the outside world goes by it. */
  readonly real: Clock
  readonly wrap: KeyWrap
  /** Files wait to be fetched. */
  readonly poke: () => void
}

type Requested = Received<'POST /site-media/v1/files/import'>
type Violated = Refusal<'INVALID_ARGUMENT'>

/** Why a request cannot be met, as one error of many. */
function errorOf({ data: { fieldViolations } }: Violated): ApplicationError {
  const [first] = fieldViolations
  return { code: first!.ruleName ?? first!.violatedRule, description: `${first!.field} ${first!.description}`, data: {} }
}

/** Files of the shop that are fetched from addresses. */
export function importOperations({
  outbound,
  real,
  wrap,
  poke,
  readSettings,
  ...facts
}: ImportDeps): Pick<
  Handlers<typeof fileChanges>,
  'POST /site-media/v1/files/import' | 'POST /site-media/v1/bulk/files/import' | 'POST /site-media/v1/bulk/files/import-v2'
> {
  /** The row of a file that is to come, or why it cannot. Nothing of what is refused is stored. */
  async function request(input: Requested, scope: Scope<'user'>): Promise<FileDescriptor | Violated> {
    const { db, site, now } = scope
    const url = addressOf(input.url, input.urlParams)
    if (url === undefined) return violated('url', 'is no address', 'INVALID_URL')
    const refused = outbound.refusalOf(url)
    if (refused) return violated('url', `is not called: ${refused}`, 'OUTBOUND_ADDRESS_NOT_ALLOWED', { reason: refused })
    const headers = headersOf(input.urlHeaders)
    if (!headers) return violated('urlHeaders', 'has a header that is not sent', 'INVALID_HEADER')
    const hinted = input.mimeType ? kindOfType(input.mimeType) : undefined
    if (input.mimeType && !hinted) return violated('mimeType', 'is no type of file that is taken', 'UNSUPPORTED_FILE_FORMAT')
    const folderId = await folderOf(scope, input)
    if (folderId instanceof Refusal) return folderId
    const fileName = nameOfAddress(url) || 'file'
    const kind =
      input.mediaType && input.mediaType in mostBytesOf
        ? (input.mediaType as keyof typeof mostBytesOf)
        : (hinted ?? kindOfName(fileName) ?? 'DOCUMENT')
    const id = newMediaId(/\.\w{1,8}$/.test(fileName) ? fileName : '')
    const file = {
      id,
      kind,
      mime: input.mimeType || 'application/octet-stream',
      fileName,
      digest: '',
      bytes: 0,
      width: null,
      height: null,
      alpha: false,
      focal: { x: 0.5, y: 0.5 },
      colour: null,
      placeholder: null,
      private: input.private === true,
    }
    const said = {
      fileName,
      folderId,
      displayName: input.displayName?.trim().slice(0, 255) || null,
      labels: labelsOf(input.labels),
      externalInfo: externalInfoOf(input.externalInfo),
      sourceUrl: input.url,
      uploadedBy: nameOf(scope.caller),
    }
    await addImport({ db, site, now }, wrap, file, newFile(said, 'PENDING'), { url, headers, dueAt: real.now() })
    return fileDescriptor((await findFile(db, site, id))!, site, facts)
  }

  async function quotaViolation({ db, site }: Scope<'user'>): Promise<Violated | undefined> {
    return (await leftOfQuota(db, site, { readSettings })) > 0
      ? undefined
      : violated('url', 'there is no room for more: delete files for good, or raise the quota', 'SITE_QUOTA_EXCEEDED')
  }

  return {
    async 'POST /site-media/v1/files/import'(input, scope) {
      const file = (await quotaViolation(scope)) ?? (await request(input, scope))
      if (file instanceof Refusal) return file
      poke()
      return { file }
    },

    async 'POST /site-media/v1/bulk/files/import'({ importFileRequests }, scope) {
      const full = await quotaViolation(scope)
      if (full) return full
      const files: FileDescriptor[] = []
      for (const [i, input] of importFileRequests.entries()) {
        const file = await request(input, scope)
        if (file instanceof Refusal)
          return refuse('INVALID_ARGUMENT', {
            fieldViolations: file.data.fieldViolations.map((one) => ({ ...one, field: `importFileRequests[${i}].${one.field}` })),
          })
        files.push(file)
      }
      poke()
      return { files }
    },

    async 'POST /site-media/v1/bulk/files/import-v2'({ importFileRequests, returnEntity }, scope) {
      const full = await quotaViolation(scope)
      if (full) return full
      const results = []
      for (const [originalIndex, input] of importFileRequests.entries()) {
        const file = await request(input, scope)
        if (file instanceof Refusal) results.push({ itemMetadata: { originalIndex, success: false, error: errorOf(file) } })
        else results.push({ itemMetadata: { id: file.id, originalIndex, success: true }, ...(returnEntity === true && { item: file }) })
      }
      poke()
      const totalFailures = results.filter(({ itemMetadata }) => !itemMetadata.success).length
      return {
        results,
        bulkActionMetadata: { totalSuccesses: results.length - totalFailures, totalFailures, undetailedFailures: 0 },
      }
    },
  }
}
