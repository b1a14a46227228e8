import type { Source } from './source.ts'
import { broken, tooLarge, unsafe } from './unfit.ts'

/** A file in an archive, as the archive's directory has it. */
export interface ZipEntry {
  readonly name: string
  readonly method: number
  readonly isEncrypted: boolean
  /** Bytes as they lie there, and as they are unpacked. */
  readonly packed: number
  readonly size: number
  /** Where its own header begins. */
  readonly at: number
}

const mostEntries = 20_000
const mostDirectoryBytes = 16 * 1024 * 1024
const endLength = 22
const [endMark, directoryMark, end64Mark, locator64Mark] = [0x06054b50, 0x02014b50, 0x06064b50, 0x07064b50]

/** All entries of an archive. What is outside of the file, or names a place outside of where it is unpacked, is refused. */
export async function readDirectory(source: Source): Promise<readonly ZipEntry[]> {
  const { count, at, length } = await findDirectory(source)
  if (count > mostEntries || length > mostDirectoryBytes) tooLarge(`It holds more than ${mostEntries} files.`)
  if (at + length > source.size) broken('Its directory lies outside of it.')
  const bytes = await source.read(at, length)
  const entries: ZipEntry[] = []
  for (let place = 0; entries.length < count; ) {
    if (place + 46 > bytes.length || bytes.readUInt32LE(place) !== directoryMark) broken('Its directory says more files than it has.')
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((offset) => bytes.readUInt16LE(place + offset)) as [
      number,
      number,
      number,
    ]
    const end = place + 46 + nameLength + extraLength + commentLength
    if (end > bytes.length) broken('Its directory is cut off.')
    const flags = bytes.readUInt16LE(place + 8)
    const name = bytes.toString('utf8', place + 46, place + 46 + nameLength)
    const sizes = readSizes(bytes, place, bytes.subarray(place + 46 + nameLength, place + 46 + nameLength + extraLength))
    checkName(name, bytes.readUInt32LE(place + 38) >>> 16)
    entries.push({ name, method: bytes.readUInt16LE(place + 10), isEncrypted: (flags & 1) === 1, ...sizes })
    place = end
  }
  return entries
}

async function findDirectory(source: Source): Promise<{ readonly count: number; readonly at: number; readonly length: number }> {
  const tailLength = Math.min(source.size, endLength + 0xffff)
  const tail = await source.read(source.size - tailLength, tailLength)
  for (let at = tail.length - endLength; at >= 0; at--) {
    if (tail.readUInt32LE(at) !== endMark || at + endLength + tail.readUInt16LE(at + 20) !== tail.length) continue
    const found = { count: tail.readUInt16LE(at + 10), length: tail.readUInt32LE(at + 12), at: tail.readUInt32LE(at + 16) }
    if (found.count !== 0xffff && found.length !== 0xffff_ffff && found.at !== 0xffff_ffff) return found
    const locator = at >= 20 ? tail.subarray(at - 20, at) : undefined
    if (locator?.readUInt32LE(0) !== locator64Mark) return found
    const end64 = await source.read(safe(locator.readBigUInt64LE(8)), 56)
    if (end64.length < 56 || end64.readUInt32LE(0) !== end64Mark) return broken('Its directory cannot be found.')
    const [count, length, place] = [32, 40, 48].map((offset) => safe(end64.readBigUInt64LE(offset))) as [number, number, number]
    return { count, length, at: place }
  }
  return broken('It ends before its directory.')
}

/** What does not fit into four bytes stands in an extra field of its own, in this order. */
function readSizes(bytes: Buffer, place: number, extra: Buffer) {
  let [packed, size, at] = [bytes.readUInt32LE(place + 20), bytes.readUInt32LE(place + 24), bytes.readUInt32LE(place + 42)]
  for (let from = 0; from + 4 <= extra.length; ) {
    const [id, length] = [extra.readUInt16LE(from), extra.readUInt16LE(from + 2)]
    const field = extra.subarray(from + 4, from + 4 + length)
    if (id === 1) {
      let next = 0
      const long = () => {
        if (next + 8 > field.length) broken('A size in its directory is missing.')
        next += 8
        return safe(field.readBigUInt64LE(next - 8))
      }
      if (size === 0xffff_ffff) size = long()
      if (packed === 0xffff_ffff) packed = long()
      if (at === 0xffff_ffff) at = long()
    }
    from += 4 + length
  }
  return { packed, size, at }
}

const safe = (value: bigint): number =>
  value <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(value) : broken('A size in its directory cannot be.')

const symbolicLink = 0o120000

function checkName(name: string, mode: number): void {
  if (/^[/\\]|^[a-z]:/i.test(name) || name.split(/[/\\]/).includes('..') || name.includes('\0'))
    unsafe(`It would be unpacked outside of its folder: “${name.replace(/\p{C}/gu, '').slice(0, 80)}”.`)
  if ((mode & 0o170000) === symbolicLink) unsafe('It holds a link to another place.')
}
