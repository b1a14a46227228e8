import { constants, crc32, deflateRawSync, inflateRawSync } from 'node:zlib'
import { joinedApart } from '@vitrine/platform/kernel/bytes'

/** Marks in a page's text, and the name of the part that goes there. */
export type Marks = Readonly<Record<string, string>>
/** What goes there, by its name. */
export type Parts = Readonly<Record<string, string>>

/** A page's bytes with room in it. It is held compressed, and compressed once: what is put in goes between the compressed segments. */
export interface Sheet {
  /** So much memory it takes. */
  readonly bytes: number
  /** The page with these parts in it. */
  plain(parts: Parts): Buffer
  /** The same as gzip. */
  gzip(parts: Parts): Buffer
}

interface Segment {
  /** RFC 1951: deflated, up to the limit of a byte, and without a last block. */
  readonly deflated: Buffer
  readonly length: number
  readonly crc: number
  /** What the checksum of everything before it is multiplied by. */
  readonly shift: number
  /** The part behind it; undefined behind the last segment. */
  readonly part: string | undefined
}

export function sheetOf(text: string, marks: Marks): Sheet {
  const segments = cutAt(text, marks)
  return {
    bytes: segments.reduce((sum, { deflated }) => sum + deflated.length + 200, 0),
    plain: (parts) =>
      Buffer.concat(
        segments.flatMap(({ deflated, part }) => [
          inflateRawSync(deflated, { finishFlush: constants.Z_SYNC_FLUSH }),
          ...(part === undefined ? [] : [Buffer.from(parts[part] ?? '')]),
        ]),
      ),
    gzip(parts) {
      const all: Buffer[] = [gzipHead]
      let crc = 0
      let length = 0
      for (const segment of segments) {
        all.push(segment.deflated)
        crc = (multiplied(segment.shift, crc) ^ segment.crc) >>> 0
        length += segment.length
        const text = segment.part === undefined ? '' : parts[segment.part]
        if (!text) continue
        const own = Buffer.from(text)
        all.push(own.length <= worthDeflating ? stored(own) : deflateRawSync(own, quickly))
        crc = crc32(own, crc)
        length += own.length
      }
      const trailer = Buffer.alloc(8)
      trailer.writeUInt32LE(crc, 0)
      trailer.writeUInt32LE(length >>> 0, 4)
      all.push(lastBlock, trailer)
      return Buffer.concat(all)
    },
  }
}

function cutAt(text: string, marks: Marks): readonly Segment[] {
  const places = Object.entries(marks).flatMap(([mark, part]) => {
    const found: { readonly at: number; readonly end: number; readonly part: string }[] = []
    for (let at = text.indexOf(mark); at >= 0; at = text.indexOf(mark, at + mark.length)) found.push({ at, end: at + mark.length, part })
    return found
  })
  places.sort((a, b) => a.at - b.at)
  let from = 0
  const segments = places.map(({ at, end, part }) => {
    const segment = segmentOf(text.slice(from, at), part)
    from = end
    return segment
  })
  const all = [...segments, segmentOf(text.slice(from), undefined)]
  const cached = joinedApart(all.map((segment) => segment.deflated))
  return all.map((segment, i) => ({ ...segment, deflated: cached[i]! }))
}

function segmentOf(text: string, part: string | undefined): Segment {
  const bytes = Buffer.from(text)
  const deflated = deflateRawSync(bytes, bytes.length < someKilobytes ? quickly : thoroughly)
  return { deflated, length: bytes.length, crc: crc32(bytes), shift: shiftBy(bytes.length), part }
}

const worthDeflating = 1000
const thoroughly = { level: 3, finishFlush: constants.Z_FULL_FLUSH } as const
const someKilobytes = 4096
/** Most of what a few kilobytes cost is the room that is made ready for them. */
const quickly = { level: 4, windowBits: 13, memLevel: 6, finishFlush: constants.Z_FULL_FLUSH } as const

/** RFC 1952: deflated, without a name and a time. */
const gzipHead = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff])
/** RFC 1951: nothing more. */
const lastBlock = Buffer.from([3, 0])

/** RFC 1951 section 3.2.4: a block as it is, between blocks that end with a byte. */
function stored(bytes: Buffer): Buffer {
  const block = Buffer.alloc(5 + bytes.length)
  block.writeUInt16LE(bytes.length, 1)
  block.writeUInt16LE(~bytes.length & 0xffff, 3)
  bytes.copy(block, 5)
  return block
}

/**
 * A checksum is a polynomial over two elements, its bits in reverse. That of two texts on end is the first one's, multiplied by `x` to the
 * number of bits of the second, and the second one's added (as `crc32_combine` in zlib has it).
 */
const polynomial = 0xedb88320

function multiplied(a: number, b: number): number {
  let product = 0
  for (let bit = 0x80000000; bit !== 0; bit >>>= 1) {
    if ((a & bit) !== 0) product ^= b
    b = (b & 1) === 0 ? b >>> 1 : (b >>> 1) ^ polynomial
  }
  return product >>> 0
}

/** `x` to the power of 8, 16, 32, 64 … */
const powers: readonly number[] = (() => {
  let power = 0x00800000
  return Array.from({ length: 32 }, () => {
    const now = power
    power = multiplied(power, power)
    return now
  })
})()

/** `x` to the number of bits in so many bytes. */
function shiftBy(bytes: number): number {
  let product = 0x80000000
  for (let i = 0, left = bytes; left > 0; i++, left = Math.floor(left / 2)) if (left % 2 === 1) product = multiplied(powers[i]!, product)
  return product
}
