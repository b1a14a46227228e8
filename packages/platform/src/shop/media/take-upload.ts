import { type FileDescriptor, mostUploadBytes, uploadTypes } from '@vitrine/contract'
import { type DescriptorFacts, fileDescriptor } from './descriptor.ts'
import { Unfit } from './inspect.ts'
import { sniff } from './kinds/sniff.ts'
import { sourceOf } from './kinds/source.ts'
import type { UnfitReason } from './kinds/unfit.ts'
import { Busy, lane } from './lane.ts'
import { OriginalsUnavailable } from './originals.ts'
import { type TakeFileDeps, takeFile } from './take-file.ts'
import type { UploadStatement } from './uploads.ts'

export interface TakeUploadDeps extends DescriptorFacts {
  readonly files: TakeFileDeps
  readonly now: () => Date
  /** What the last part of an address says, if the shop signed it and it is not over. */
  readonly read: (site: string, token: string) => Promise<UploadStatement | undefined>
  readonly report: (fault: unknown, where: string) => void
}

/** Why an upload is refused; the server says it in the wire's form. */
export type UploadRefusal =
  | { readonly code: 'FILE_NOT_FOUND' | 'SERVICE_UNAVAILABLE' }
  | { readonly code: 'TOO_MANY_REQUESTS'; readonly retryAfterSeconds: number }
  | { readonly code: 'UPLOAD_NOT_TAKEN'; readonly reason: UnfitReason | 'EMPTY' }

/** Takes the bytes that come to an address that the shop signed. */
export function takeUpload({ files, origin, now, read, report }: TakeUploadDeps) {
  const looking = lane({ atOnce: 2, waiting: 20 })
  return {
    /** Whether a file may be sent to an address: asked before its bytes are read. */
    isOpen: async (site: string, token: string): Promise<boolean> => (await read(site, token)) !== undefined,

    async take(
      site: string,
      token: string,
      bytes: Buffer,
      givenName: string | undefined,
    ): Promise<{ readonly file: FileDescriptor } | UploadRefusal> {
      const statement = await read(site, token)
      if (!statement) return { code: 'FILE_NOT_FOUND' }
      const no = (reason: UnfitReason | 'EMPTY'): UploadRefusal => ({ code: 'UPLOAD_NOT_TAKEN', reason })
      if (bytes.length === 0) return no('EMPTY')
      if (bytes.length > mostUploadBytes) return no('TOO_LARGE')
      try {
        return await looking.run(async () => {
          const type = await sniff(sourceOf(bytes))
          if (!type || !(uploadTypes as readonly string[]).includes(type.mime)) return no('UNKNOWN_TYPE')
          const file = await takeFile(files, { site, source: bytes, fileName: givenName || statement.fileName || 'picture', now: now() })
          return file instanceof Unfit ? no(file.reason) : { file: fileDescriptor(file, site, { origin }) }
        })
      } catch (error) {
        if (error instanceof Busy) return { code: 'TOO_MANY_REQUESTS', retryAfterSeconds: 2 }
        if (!(error instanceof OriginalsUnavailable)) throw error
        report(error, 'media originals')
        return { code: 'SERVICE_UNAVAILABLE' }
      }
    },
  }
}

export type TakeUpload = ReturnType<typeof takeUpload>
