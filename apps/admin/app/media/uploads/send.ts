import { Refused } from '@vitrine/client'
import type { DetailedError, PreviousUpload, Upload } from 'tus-js-client'
import { client } from '../../client.ts'
import { reasonText } from '../text.ts'

/** Why a file did not come in, as a sentence; with `again` it may be tried once more. */
export class NotSent extends Error {
  readonly again: boolean
  constructor(message: string, again = false) {
    super(message)
    this.again = again
  }
}

export interface Sending {
  /** The file of the shop that it has become. */
  readonly done: Promise<string | undefined>
  pause(): void
  goOn(): void
  /** Ends it, also at the shop. */
  stop(): void
}

/** What is sent at once: a proxy that takes the whole of a request before it hands it on takes this much. */
const chunkSize = 16 * 1024 * 1024
const retryDelays = [0, 1000, 3000, 5000, 10_000, 20_000, 30_000]
/** The shop forgets an upload after three days. */
const lastsMs = 3 * 24 * 3600 * 1000

const sameFile = ({ name, size, lastModified }: File, folderId: string) => `vitrine:${folderId}:${name}:${size}:${lastModified}`

/** A browser that was closed over an upload knows where it was: the same file goes on there. */
const resumable = (found: readonly PreviousUpload[]): PreviousUpload | undefined =>
  found
    .toSorted((a, b) => b.creationTime.localeCompare(a.creationTime))
    .find(({ creationTime }) => Date.now() - Date.parse(creationTime) < lastsMs)

/** Sends one file into a folder of the shop, in as many requests as it takes. */
export function sendFile(
  file: File,
  {
    folderId,
    isPrivate,
    labels,
    onSent,
  }: {
    readonly folderId: string
    readonly isPrivate: boolean
    readonly labels?: readonly string[]
    readonly onSent: (bytes: number) => void
  },
): Sending {
  let upload: Upload | undefined
  let isPaused = false
  let isOver = false
  const { promise: done, resolve, reject } = Promise.withResolvers<string | undefined>()

  async function begin(afresh: boolean): Promise<void> {
    const { Upload } = await import('tus-js-client')
    const request = {
      mimeType: file.type || 'application/octet-stream',
      fileName: file.name.slice(0, 200),
      sizeInBytes: String(file.size),
      parentFolderId: folderId,
      private: isPrivate,
      ...(labels && { labels: [...labels] }),
    }
    const make = (endpoint: string | null, metadata: Record<string, string>) =>
      new Upload(file, {
        endpoint,
        metadata,
        chunkSize,
        retryDelays,
        uploadDataDuringCreation: true,
        removeFingerprintOnSuccess: true,
        fingerprint: async () => sameFile(file, folderId),
        onProgress: onSent,
        onShouldRetry: (error) => mayRetry(error),
        onSuccess: ({ lastResponse }) => resolve(lastResponse.getHeader('Vitrine-File-Id') ?? outcomeOf(upload?.url)),
        onError(error) {
          const { status, reason } = answerOf(error)
          // What went on from before is gone at the shop.
          if (endpoint === null && (status === 404 || status === 410) && reason === undefined) void begin(true).catch(reject)
          else reject(status === 0 ? new NotSent('The line is broken. It goes on where it was.', true) : new NotSent(reasonText(reason)))
        },
      })
    const known = afresh ? undefined : resumable(await make(null, {}).findPreviousUploads())
    if (known) {
      upload = make(null, known.metadata)
      upload.resumeFromPreviousUpload(known)
    } else {
      const { uploadUrl, uploadToken } = await client.files.generateFileResumableUploadUrl(request)
      // The shop's own address may be another one than the admin is open at.
      upload = make(new URL(uploadUrl).pathname, { filename: request.fileName, token: uploadToken })
    }
    if (isOver) return
    if (!isPaused) upload.start()
  }
  begin(false).catch((error: unknown) => reject(refused(error)))
  return {
    done,
    pause() {
      isPaused = true
      void upload?.abort()
    },
    goOn() {
      isPaused = false
      upload?.start()
    },
    stop() {
      isOver = true
      void upload?.abort(true).catch(() => {})
      reject(new NotSent('Stopped.'))
    },
  }
}

const askMs = 2000
const mostAsked = 300

/** What became of an upload whose last answer did not get here: the shop may still be at it. */
async function outcomeOf(url: string | null | undefined): Promise<string | undefined> {
  for (let asked = 0; url && asked < mostAsked; asked++) {
    await new Promise((later) => setTimeout(later, askMs))
    const answer = await fetch(url, { method: 'HEAD', headers: { 'tus-resumable': '1.0.0' } }).catch(() => undefined)
    const failure = answer?.headers.get('vitrine-upload-failure')
    if (failure) throw new NotSent(reasonText(failure))
    const id = answer?.headers.get('vitrine-file-id')
    if (id) return id
  }
  return undefined
}

const mayRetry = (error: DetailedError): boolean => {
  const status = error.originalResponse?.getStatus() ?? 0
  return status === 0 || status === 409 || status === 423 || status === 429 || status >= 500
}

interface Said {
  readonly details?: { readonly applicationError?: { readonly data?: { readonly reason?: string } } }
}

/** What the shop has said of an upload that failed; status 0 where it said nothing. */
function answerOf(error: Error | DetailedError): { readonly status: number; readonly reason: string | undefined } {
  const response = 'originalResponse' in error ? error.originalResponse : null
  let said: Said = {}
  try {
    said = JSON.parse(response?.getBody() ?? '{}') as Said
  } catch {}
  return {
    status: response?.getStatus() ?? 0,
    reason: said.details?.applicationError?.data?.reason ?? response?.getHeader('Vitrine-Upload-Failure') ?? undefined,
  }
}

/** Why the shop gave no address to send to. */
function refused(error: unknown): unknown {
  if (!(error instanceof Refused)) return new NotSent('The line is broken. It goes on where it was.', true)
  return new NotSent(reasonText(error.fieldViolations[0]?.ruleName))
}
