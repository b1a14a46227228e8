import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { inflateSync } from 'node:zlib'

/** How something is set: `display` for what is large, `name` for things, `text` for the rest. */
export type Face = 'display' | 'name' | 'text' | 'strong'

const folders = {
  fraunces: import.meta.resolve('@fontsource/fraunces/package.json'),
  'instrument-sans': import.meta.resolve('@fontsource/instrument-sans/package.json'),
  'noto-sans': import.meta.resolve('@fontsource/noto-sans/package.json'),
}
type Family = keyof typeof folders

const folder = (family: Family): string => join(dirname(fileURLToPath(folders[family])), 'files')

const cut = (family: Family, parts: readonly string[], style: string): readonly string[] =>
  parts.map((part) => join(folder(family), `${family}-${part}-${style}.woff`))

const western = ['latin', 'latin-ext']
const others = cut(
  'noto-sans',
  ['latin', 'latin-ext', 'greek', 'greek-ext', 'cyrillic', 'cyrillic-ext', 'vietnamese', 'devanagari'],
  '400-normal',
)

/** Which files hold the letters of a face; what the first does not know the next may. */
const files: Readonly<Record<Face, readonly string[]>> = {
  display: [...cut('fraunces', western, '300-normal'), ...others],
  name: [...cut('fraunces', western, '400-italic'), ...others],
  text: [...cut('instrument-sans', western, '400-normal'), ...others],
  strong: [...cut('instrument-sans', western, '600-normal'), ...others],
}

const read = new Map<string, Buffer>()

export interface Font {
  readonly id: string
  readonly bytes: () => Buffer
}

/** The fonts of a face, first to last; each is read and unpacked once. */
export const fontsOf = (face: Face): readonly Font[] =>
  files[face].map((path) => ({
    id: path,
    bytes: () => {
      const known = read.get(path) ?? unpacked(readFileSync(path))
      read.set(path, known)
      return known
    },
  }))

const [woffHead, woffEntry, sfntHead, sfntEntry] = [44, 20, 12, 16]
const padded = (length: number): number => Math.ceil(length / 4) * 4

/** The plain font in a WOFF (W3C, WOFF 1.0, section 4): pdfkit would unpack it anew for each paper, and slowly. */
function unpacked(woff: Buffer): Buffer {
  const tables = Array.from({ length: woff.readUInt16BE(12) }, (_, i) => {
    const at = woffHead + i * woffEntry
    const [tag, offset, packed, length, checksum] = [0, 4, 8, 12, 16].map((place) => woff.readUInt32BE(at + place)) as [
      number,
      number,
      number,
      number,
      number,
    ]
    const bytes = woff.subarray(offset, offset + packed)
    return { tag, checksum, bytes: packed < length ? inflateSync(bytes) : bytes }
  })
  const size = tables.reduce((all, { bytes }) => all + padded(bytes.length), sfntHead + tables.length * sfntEntry)
  const font = Buffer.alloc(size)
  font.writeUInt32BE(woff.readUInt32BE(4), 0)
  font.writeUInt16BE(tables.length, 4)
  let at = sfntHead + tables.length * sfntEntry
  for (const [i, { tag, checksum, bytes }] of tables.entries()) {
    for (const [place, value] of [tag, checksum, at, bytes.length].entries())
      font.writeUInt32BE(value, sfntHead + i * sfntEntry + place * 4)
    bytes.copy(font, at)
    at += padded(bytes.length)
  }
  return font
}
