import { constants, crc32, deflateRawSync } from 'node:zlib'
import type { Platform } from '@vitrine/platform'
import { inProcessFetch } from '@vitrine/platform/http/in-process'
import type { WireAnswer, WireRequest } from '@vitrine/platform/http/wire'
import { LRUCache } from 'lru-cache'

/**
 * Pages of those who only look. Such a page is made of its address and of what the platform answered while it was made, and of nothing else:
 * whoever renders it gets neither cookies nor any other header of the visitor's. So it is kept together with those questions and answers, and
 * sent again as long as the platform answers each of them with the same bytes. It is never older than what it shows.
 */
export interface KeptPages {
  /** The page of an address, if the platform would answer everything as it did. */
  find(address: string, requestId: string): Promise<KeptPage | undefined>
  /** A page in the making: the platform for it, and what to do with its answer. */
  begin(address: string, nonce: string): { readonly fetch: typeof fetch; readonly keep: (page: Response) => Promise<Response> }
}

export interface KeptPage {
  readonly headers: readonly (readonly [name: string, value: string])[]
  /** Its bytes with this nonce in it. */
  body(nonce: string): Buffer
  /** The same as gzip. */
  gzip(nonce: string): Buffer
}

interface Asked {
  readonly request: WireRequest
  readonly answer: WireAnswer
}

interface Kept extends KeptPage {
  readonly asked: readonly Asked[]
  readonly bytes: number
}

/** What a page says of the shop itself is read anew every half minute; together that makes no more than one. */
const livesMs = 30_000
const bytesAtMost = 96 * 1024 * 1024
const longestAddress = 500

export function keptPages({ api }: Pick<Platform, 'api'>): KeptPages {
  const pages = new LRUCache<string, Kept>({ maxSize: bytesAtMost, sizeCalculation: ({ bytes }) => bytes, ttl: livesMs })

  const holds = async ({ request, answer }: Asked, requestId: string): Promise<boolean> => {
    const now = await api.answer({ ...request, requestId })
    return now.status === answer.status && isSame(now.body, answer.body)
  }

  return {
    async find(address, requestId) {
      const kept = pages.get(address)
      if (!kept) return undefined
      const held = await Promise.all(kept.asked.map((asked) => holds(asked, requestId)))
      if (held.includes(false)) {
        pages.delete(address)
        return undefined
      }
      return kept
    },

    begin(address, nonce) {
      const asked: Asked[] = []
      let unanswered = 0
      const answer: typeof api.answer = async (request) => {
        unanswered++
        const given = await api.answer(request)
        unanswered--
        asked.push({ request, answer: given })
        return given
      }
      return {
        fetch: inProcessFetch({ ...api, answer }),
        async keep(page) {
          if (!mayKeep(page) || address.length > longestAddress) return page
          const bytes = Buffer.from(await page.arrayBuffer())
          const headers = [...page.headers]
          if (unanswered === 0 && asked.every(isReading)) {
            const size = 2 * bytes.length + asked.reduce((sum, each) => sum + each.answer.body.length, address.length + 2000)
            pages.set(address, { headers, ...withNonces(cutAt(bytes, nonce)), asked, bytes: size })
          }
          return new Response(bytes, { headers })
        },
      }
    },
  }
}

const mayKeep = ({ status, headers, body }: Response): boolean =>
  status === 200 && body !== null && !headers.has('set-cookie') && !/no-store|private/.test(headers.get('cache-control') ?? '')

/** An answer that changes nothing, and that is no trouble which may be gone the next time. */
const isReading = ({ request, answer }: Asked): boolean => request.method === 'GET' && answer.status < 500

const isSame = (one: string | Buffer, other: string | Buffer): boolean =>
  one === other || (typeof one !== 'string' && typeof other !== 'string' && one.equals(other))

function cutAt(bytes: Buffer, mark: string): readonly Buffer[] {
  const pieces: Buffer[] = []
  let from = 0
  for (let at = bytes.indexOf(mark); at >= 0; at = bytes.indexOf(mark, from)) {
    pieces.push(bytes.subarray(from, at))
    from = at + mark.length
  }
  return [...pieces, bytes.subarray(from)]
}

/** Pieces with something between them that is another each time. */
function withNonces(pieces: readonly Buffer[]): Pick<KeptPage, 'body' | 'gzip'> {
  const between = (all: readonly Buffer[], nonce: Buffer) => all.flatMap((piece, i) => (i === 0 ? [piece] : [nonce, piece]))
  let pressed: readonly Buffer[] | undefined
  return {
    body: (nonce) => Buffer.concat(between(pieces, Buffer.from(nonce))),
    gzip(nonce) {
      pressed ??= pieces.map((piece) => deflateRawSync(piece, { finishFlush: constants.Z_FULL_FLUSH }))
      const said = Buffer.from(nonce)
      let checksum = 0
      let length = 0
      for (const piece of between(pieces, said)) {
        checksum = crc32(piece, checksum)
        length += piece.length
      }
      const trailer = Buffer.alloc(8)
      trailer.writeUInt32LE(checksum, 0)
      trailer.writeUInt32LE(length, 4)
      return Buffer.concat([gzipHead, ...between(pressed, stored(said)), lastBlock, trailer])
    },
  }
}

/** RFC 1952: deflated, without a name and a time. */
const gzipHead = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff])
/** RFC 1951: nothing more. */
const lastBlock = Buffer.from([3, 0])

/** RFC 1951 section 3.2.4: a block as it is, between blocks that end with a byte. */
function stored(bytes: Buffer): Buffer {
  const head = Buffer.alloc(5)
  head.writeUInt16LE(bytes.length, 1)
  head.writeUInt16LE(~bytes.length & 0xffff, 3)
  return Buffer.concat([head, bytes])
}
