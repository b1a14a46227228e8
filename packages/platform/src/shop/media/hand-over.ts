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

/** Gives a file to one person, to keep: as an attachment, in no cache but theirs, whole or the part of it that was asked for. */
export const handOver =
  ({ find, originals }: HandOverDeps) =>
  async (
    site: string,
    id: string,
    request: { readonly method: string; readonly headers: Readonly<Record<string, string | string[] | undefined>> },
  ): Promise<HandedOver | undefined> => {
    const file = await find(site, id)
    if (!file) return undefined
    const head = (name: string) => [request.headers[name]].flat().join(', ') || undefined
    const etag = `"${file.digest.slice(0, 40)}"`
    const headers = {
      etag,
      'accept-ranges': 'bytes',
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
      'x-robots-tag': 'noindex',
      'referrer-policy': 'no-referrer',
      'content-type': file.mime,
      'content-disposition': disposition(file.fileName, 'attachment'),
    }
    if (request.method === 'HEAD') return { status: 200, headers: { ...headers, 'content-length': String(file.bytes) }, body: null }
    if (isSame(head('if-none-match'), etag)) return { status: 304, headers, body: null }
    const ifRange = head('if-range')
    const range = ifRange && ifRange !== etag ? undefined : readRange(head('range'), file.bytes)
    if (range === 'unsatisfiable')
      return { status: 416, headers: { ...headers, 'content-range': `bytes */${file.bytes}`, 'content-length': '0' }, body: null }
    const body = await originals.open(site, file.digest, range)
    if (!body) return undefined
    if (!range) return { status: 200, headers: { ...headers, 'content-length': String(file.bytes) }, body }
    const { start, end } = range
    return {
      status: 206,
      headers: { ...headers, 'content-length': String(end - start + 1), 'content-range': `bytes ${start}-${end}/${file.bytes}` },
      body,
    }
  }
