import { Readable } from 'node:stream'
import type { ReadableStream as NodeStream } from 'node:stream/web'
import { constants, createGzip, gzipSync } from 'node:zlib'
import { joined } from '@vitrine/platform/kernel/bytes'

const worthIt = /^(?:text\/|application\/(?:json|javascript))/

/** The answer with its body as gzip, where the browser takes that. What is ready leaves at once: a page that streams goes on streaming. */
export function squeezed(response: Response, accepted: string | undefined): Response {
  const { headers, status, statusText, body } = response
  headers.append('vary', 'Accept-Encoding')
  if (!body || headers.has('content-encoding') || !worthIt.test(headers.get('content-type') ?? '') || !takesGzip(accepted)) return response
  headers.set('content-encoding', 'gzip')
  headers.delete('content-length')
  const gzip = createGzip({ level: 4, flush: constants.Z_SYNC_FLUSH })
  const source = Readable.fromWeb(body as NodeStream)
  source.once('error', (error) => gzip.destroy(error))
  gzip.once('close', () => source.destroy())
  return new Response(Readable.toWeb(source.pipe(gzip)) as ReadableStream, { headers, status, statusText })
}

/** RFC 9110 section 12.5.3, as far as it matters here: gzip is named and not weighed with zero. */
export const takesGzip = (accepted = ''): boolean =>
  accepted.split(',').some((coding) => {
    const [name, ...weights] = coding.split(';').map((part) => part.trim().toLowerCase())
    return name === 'gzip' && !weights.some((weight) => /^q=0(?:\.0*)?$/.test(weight))
  })

const pressedOf = new WeakMap<Buffer, Buffer>()

/** Bytes as gzip, for answers that lie ready and are sent again and again: each of them is pressed once. */
export function pressed(bytes: Buffer): Buffer {
  let gzip = pressedOf.get(bytes)
  if (!gzip) pressedOf.set(bytes, (gzip = joined([gzipSync(bytes, { level: 3 })])))
  return gzip
}
