import type { Readable } from 'node:stream'
import type { FileDescriptor } from '@vitrine/contract'
import { Refusal } from '../../kernel/refusal.ts'
import { type DescriptorFacts, fileDescriptor } from './descriptor.ts'
import { type Incoming, TooManyBytes } from './incoming.ts'
import { Unfit } from './inspect.ts'
import type { UnfitReason } from './kinds/unfit.ts'
import { Busy, lane } from './lane.ts'
import { OriginalsUnavailable } from './originals.ts'
import { newMediaId, type TakeFileDeps, takeFile } from './take-file.ts'
import type { UploadLinks } from './upload-links.ts'

export interface TakeUploadDeps extends DescriptorFacts {
  readonly files: TakeFileDeps
  readonly incoming: Incoming
  readonly now: () => Date
  readonly links: Pick<UploadLinks, 'read' | 'end'>
  readonly report: (fault: unknown, where: string) => void
}

/** Why an upload is refused; the server says it in the wire's form. */
export type UploadRefusal =
  | { readonly code: 'FILE_NOT_FOUND' | 'SERVICE_UNAVAILABLE' | 'PAYLOAD_TOO_LARGE' }
  | { readonly code: 'TOO_MANY_REQUESTS'; readonly retryAfterSeconds: number }
  | { readonly code: 'UPLOAD_NOT_TAKEN'; readonly reason: UnfitReason | 'EMPTY' }
  | { readonly code: 'MEDIA_QUOTA_EXCEEDED'; readonly quotaInBytes: string; readonly sizeInBytes: string }

const no = (reason: UnfitReason | 'EMPTY'): UploadRefusal => ({ code: 'UPLOAD_NOT_TAKEN', reason })

/** Takes the bytes that come to an address that the shop gave out. */
export function takeUpload({ files, incoming, origin, now, links, report }: TakeUploadDeps) {
  const looking = lane({ atOnce: 2, waiting: 20 })
  return {
    /** How many bytes a file may have that is sent to an address, asked before it is read; undefined where there is no such address. */
    mostAt: async (site: string, token: string): Promise<number | undefined> => (await links.read(site, token))?.most,

    async take(
      site: string,
      token: string,
      body: Readable,
      givenName: string | undefined,
    ): Promise<{ readonly file: FileDescriptor } | UploadRefusal> {
      const statement = await links.read(site, token)
      if (!statement) return { code: 'FILE_NOT_FOUND' }
      const { most, fileName, once, ...said } = statement
      try {
        return await incoming.receive(body, most, (path, bytes) =>
          bytes === 0
            ? Promise.resolve(no('EMPTY'))
            : looking.run(async () => {
                // Only after all bytes have arrived: an interrupted upload may be sent again.
                if (once && !(await links.end(site, token))) return { code: 'FILE_NOT_FOUND' as const }
                const file = await takeFile(files, {
                  ...said,
                  site,
                  ...(once && { id: newMediaId('') }),
                  source: { path },
                  fileName: givenName || fileName || 'file',
                  now: now(),
                })
                if (file instanceof Unfit) return no(file.reason)
                return file instanceof Refusal ? { code: file.code, ...file.data } : { file: fileDescriptor(file, site, { origin }) }
              }),
        )
      } catch (error) {
        if (error instanceof TooManyBytes) return { code: 'PAYLOAD_TOO_LARGE' }
        if (error instanceof Busy) return { code: 'TOO_MANY_REQUESTS', retryAfterSeconds: 2 }
        if (!(error instanceof OriginalsUnavailable)) throw error
        report(error, 'media originals')
        return { code: 'SERVICE_UNAVAILABLE' }
      }
    },
  }
}

export type TakeUpload = ReturnType<typeof takeUpload>
