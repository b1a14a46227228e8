import type { Readable } from 'node:stream'
import type { OriginalStore } from './originals.ts'
import { readRange } from './range.ts'
import { disposition, isSame } from './serve.ts'
import type { MediaFile } from './store.ts'

export interface HandOverDeps {
  readonly find: (site: string, id: string) => Promise<MediaFile | undefined>
  readonly originals: OriginalStore
}

export interface HandedOver {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Readable | null
}

export interface FileRequest {
  readonly method: string
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
}

/** What is given: bytes of the store, and how they are called. */
export interface Given {
  readonly digest: string
  readonly bytes: number
  readonly mime: string
  readonly name: string
  readonly how: 'inline' | 'attachment'
}

/** Gives a file to one person: in no cache but theirs, whole or the part of it that was asked for. Undefined where its bytes are gone. */
export async function sendGiven(
  originals: OriginalStore,
  site: string,
  given: Given,
  request: FileRequest,
): Promise<HandedOver | undefined> {
  const head = (name: string) => [request.headers[name]].flat().join(', ') || undefined
  const etag = `"${given.digest.slice(0, 40)}"`
  const headers = {
    etag,
    'accept-ranges': 'bytes',
    'cache-control': 'private, no-store',
    'x-content-type-options': 'nosniff',
    'x-robots-tag': 'noindex',
    'referrer-policy': 'no-referrer',
    'content-type': given.mime,
    'content-disposition': disposition(given.name, given.how),
    ...(given.mime === 'image/svg+xml' && { 'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox" }),
  }
  if (request.method === 'HEAD') return { status: 200, headers: { ...headers, 'content-length': String(given.bytes) }, body: null }
  if (isSame(head('if-none-match'), etag)) return { status: 304, headers, body: null }
  const ifRange = head('if-range')
  const range = ifRange && ifRange !== etag ? undefined : readRange(head('range'), given.bytes)
  if (range === 'unsatisfiable')
    return { status: 416, headers: { ...headers, 'content-range': `bytes */${given.bytes}`, 'content-length': '0' }, body: null }
  const body = await originals.open(site, given.digest, range)
  if (!body) return undefined
  if (!range) return { status: 200, headers: { ...headers, 'content-length': String(given.bytes) }, body }
  const { start, end } = range
  return {
    status: 206,
    headers: { ...headers, 'content-length': String(end - start + 1), 'content-range': `bytes ${start}-${end}/${given.bytes}` },
    body,
  }
}

/** Gives a file to one person, to keep. */
export const handOver =
  ({ find, originals }: HandOverDeps) =>
  async (site: string, id: string, request: FileRequest): Promise<HandedOver | undefined> => {
    const file = await find(site, id)
    return file && sendGiven(originals, site, { ...file, name: file.fileName, how: 'attachment' }, request)
  }
