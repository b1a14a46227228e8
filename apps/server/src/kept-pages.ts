import { hash } from 'node:crypto'
import { constants, crc32, deflateRawSync } from 'node:zlib'
import type { Platform } from '@vitrine/platform'
import { inProcessFetch } from '@vitrine/platform/http/in-process'
import type { WireRequest } from '@vitrine/platform/http/wire'
import { LRUCache } from 'lru-cache'

/**
 * Pages of those who only look. Such a page is made of its address and of what the platform answered while it was made, and of nothing else:
 * whoever renders it gets neither cookies nor any other header of the visitor's. So it is kept together with those questions and answers, and
 * sent again as long as the platform answers each of them with the same bytes. It is never older than what it shows.
 */
export interface KeptPages {
  /** The page of an address, if the platform would answer everything as it did. */
  find(address: string, requestId: string): Promise<KeptPage | undefined>
  /**
   * A page in the making: the platform for it, and what is to be done with its answer. Undefined: it is none to be kept, and as it was.
   */
  begin(address: string, nonce: string): { readonly fetch: typeof fetch; readonly keep: (page: Response) => Promise<KeptPage | undefined> }
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
  readonly status: number
  /** Of the answer's bytes. */
  readonly digest: string
}

interface Kept extends KeptPage {
  readonly asked: readonly Asked[]
  readonly bytes: number
}

/** What a page says of the shop itself is read anew every half minute; together that makes no more than one. */
const livesMs = 30_000
const bytesAtMost = 128 * 1024 * 1024
const longestAddress = 500

export function keptPages({ api }: Pick<Platform, 'api'>): KeptPages {
  const pages = new LRUCache<string, Kept>({ maxSize: bytesAtMost, sizeCalculation: ({ bytes }) => bytes, ttl: livesMs })

  const holds = async ({ request, status, digest }: Asked, requestId: string): Promise<boolean> => {
    const now = await api.answer({ ...request, requestId })
    return now.status === status && digestOf(now.body) === digest
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
        asked.push({ request, status: given.status, digest: digestOf(given.body) })
        return given
      }
      return {
        fetch: inProcessFetch({ ...api, answer }),
        async keep(page) {
          if (!mayKeep(page)) return undefined
          const whole = wholePage([...page.headers], Buffer.from(await page.arrayBuffer()), nonce)
          if (unanswered === 0 && asked.every(isReading) && address.length <= longestAddress)
            pages.set(address, { ...whole, asked, bytes: Math.ceil(whole.bytes) + 2 * address.length + 500 * asked.length + 2000 })
          return whole
        },
      }
    },
  }
}

const mayKeep = ({ status, headers, body }: Response): boolean =>
  status === 200 && body !== null && !headers.has('set-cookie') && !/no-store|private/.test(headers.get('cache-control') ?? '')

/** An answer that changes nothing, and that is no trouble which may be gone the next time. */
const isReading = ({ request, status }: Asked): boolean => request.method === 'GET' && status < 500

const digestOf = (body: string | Buffer): string => hash('sha256', body, 'base64')

function cutAt(bytes: Buffer, mark: string): readonly Buffer[] {
  const pieces: Buffer[] = []
  let from = 0
  for (let at = bytes.indexOf(mark); at >= 0; at = bytes.indexOf(mark, from)) {
    pieces.push(bytes.subarray(from, at))
    from = at + mark.length
  }
  return [...pieces, bytes.subarray(from)]
}

/** A page with room for another nonce each time. It is pressed when it is first asked for so. */
function wholePage(headers: KeptPage['headers'], bytes: Buffer, mark: string): KeptPage & { readonly bytes: number } {
  const pieces = cutAt(bytes, mark)
  let pressed: readonly Buffer[] | undefined
  return {
    headers,
    body: (nonce) => Buffer.concat(between(pieces, Buffer.from(nonce))),
    gzip(nonce) {
      pressed ??= pieces.map((piece) => deflateRawSync(piece, { level: 4, finishFlush: constants.Z_FULL_FLUSH }))
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
    bytes: 1.4 * bytes.length,
  }
}

const between = (pieces: readonly Buffer[], mark: Buffer): readonly Buffer[] =>
  pieces.flatMap((piece, i) => (i === 0 ? [piece] : [mark, piece]))

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
