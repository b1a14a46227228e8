import type { MovieFacts } from './boxes.ts'
import type { Source } from './source.ts'
import { broken, tooLarge } from './unfit.ts'

/** An element of a WebM or Matroska file. Its length is undefined where it goes on to the end of what it is in. */
interface Element {
  readonly id: number
  readonly at: number
  readonly length: number | undefined
}

const mostElements = 50_000
const ids = {
  segment: 0x18538067,
  info: 0x1549a966,
  scale: 0x2ad7b1,
  duration: 0x4489,
  tracks: 0x1654ae6b,
  track: 0xae,
  type: 0x83,
  video: 0xe0,
  width: 0xb0,
  height: 0xba,
  cluster: 0x1f43b675,
  header: 0x1a45dfa3,
} as const

/** Reads a number of one to eight bytes, whose first says how many there are. */
function readNumber(bytes: Buffer, at: number, keepsMark: boolean): { readonly value: number; readonly length: number } | undefined {
  const first = bytes[at]
  if (first === undefined || first === 0) return undefined
  const length = Math.clz32(first) - 23
  if (at + length > bytes.length) return undefined
  let value = keepsMark ? first : first & (0xff >> length)
  let all = (first & (0xff >> length)) === 0xff >> length
  for (let i = 1; i < length; i++) {
    value = value * 256 + bytes[at + i]!
    all &&= bytes[at + i] === 0xff
  }
  return { value: all && !keepsMark ? Number.NaN : value, length }
}

async function* elementsIn(source: Source, from: number, to: number): AsyncGenerator<Element> {
  for (let at = from, count = 0; at < to; count++) {
    if (count === mostElements) tooLarge('It has more elements than we can look through.')
    const head = await source.read(at, 12)
    const id = readNumber(head, 0, true)
    const size = id && readNumber(head, id.length, false)
    if (!id || !size) return broken('An element of it cannot be read.')
    const start = at + id.length + size.length
    if (Number.isNaN(size.value)) {
      yield { id: id.value, at: start, length: undefined }
      return
    }
    if (start + size.value > to) broken('An element of it says that it is longer than what it is in.')
    yield { id: id.value, at: start, length: size.value }
    at = start + size.value
  }
}

const unsigned = async (source: Source, { at, length = 0 }: Element): Promise<number> =>
  length > 0 && length <= 6 ? (await source.read(at, length)).readUIntBE(0, length) : 0

async function float(source: Source, { at, length }: Element): Promise<number> {
  const bytes = await source.read(at, 8)
  return length === 4 ? bytes.readFloatBE(0) : length === 8 ? bytes.readDoubleBE(0) : Number.NaN
}

/** What a WebM or Matroska file says of itself. */
export async function readMatroska(source: Source): Promise<MovieFacts> {
  const facts = { durationMs: undefined as number | undefined, width: 0, height: 0, hasSound: false, hasMedia: false }
  for await (const top of elementsIn(source, 0, source.size)) {
    if (top.id === ids.segment) await readSegment(source, top, facts)
    else if (top.id !== ids.header && top.id !== 0xec) broken('It has something behind its film.')
  }
  if (!facts.hasMedia) return broken('It has no film in it, or ends before it.')
  return { durationMs: facts.durationMs, width: facts.width || undefined, height: facts.height || undefined, hasSound: facts.hasSound }
}

async function readSegment(
  source: Source,
  segment: Element,
  facts: { durationMs: number | undefined; width: number; height: number; hasSound: boolean; hasMedia: boolean },
): Promise<void> {
  const end = segment.length === undefined ? source.size : segment.at + segment.length
  for await (const part of elementsIn(source, segment.at, end)) {
    if (part.id === ids.cluster) facts.hasMedia = true
    if (part.length === undefined) return
    if (part.id === ids.info) {
      let scale = 1_000_000
      let duration = Number.NaN
      for await (const one of elementsIn(source, part.at, part.at + part.length)) {
        if (one.id === ids.scale) scale = await unsigned(source, one)
        if (one.id === ids.duration) duration = await float(source, one)
      }
      const ms = (duration * scale) / 1_000_000
      if (Number.isFinite(ms) && ms >= 0) facts.durationMs = Math.round(ms)
    }
    if (part.id !== ids.tracks) continue
    for await (const track of elementsIn(source, part.at, part.at + part.length)) {
      if (track.id !== ids.track || track.length === undefined) continue
      for await (const one of elementsIn(source, track.at, track.at + track.length)) {
        if (one.id === ids.type && (await unsigned(source, one)) === 2) facts.hasSound = true
        if (one.id !== ids.video || one.length === undefined) continue
        for await (const side of elementsIn(source, one.at, one.at + one.length)) {
          if (side.id === ids.width) facts.width = Math.max(facts.width, await unsigned(source, side))
          if (side.id === ids.height) facts.height = Math.max(facts.height, await unsigned(source, side))
        }
      }
    }
  }
}
