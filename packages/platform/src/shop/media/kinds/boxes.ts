import type { Source } from './source.ts'
import { broken, tooLarge } from './unfit.ts'

/** A box of an MP4 or QuickTime file: where its content begins, and how much that is. */
interface Box {
  readonly type: string
  readonly at: number
  readonly length: number
}

const mostBoxes = 20_000
/** The movie box of a film of many hours has some megabytes. */
const mostMovieBytes = 64 * 1024 * 1024

/** The boxes between two places, one after the other. A box that says it goes on behind the end of what holds it is a lie. */
async function* boxesIn(source: Source, from: number, to: number): AsyncGenerator<Box> {
  for (let at = from, count = 0; at < to; count++) {
    if (count === mostBoxes) tooLarge('It has more boxes than we can look through.')
    const head = await source.read(at, 16)
    if (head.length < 8) broken('A box of it is cut off.')
    const short = head.readUInt32BE(0)
    const long = short === 1
    if (long && head.length < 16) broken('A box of it is cut off.')
    const start = long ? 16 : 8
    const size = long ? head.readBigUInt64BE(8) : BigInt(short === 0 ? to - at : short)
    if (size < start || size > to - at) broken('A box of it says that it is longer than what it is in.')
    yield { type: head.toString('latin1', 4, 8), at: at + start, length: Number(size) - start }
    at += Number(size)
  }
}

async function firstOf(source: Source, box: Box, type: string): Promise<Box | undefined> {
  for await (const inner of boxesIn(source, box.at, box.at + box.length)) if (inner.type === type) return inner
  return undefined
}

export interface MovieFacts {
  readonly durationMs: number | undefined
  /** Of the largest track that is seen. */
  readonly width: number | undefined
  readonly height: number | undefined
  readonly hasSound: boolean
}

/** What an MP4 or QuickTime file says of itself, with all its boxes inside of what they are in. */
export async function readMovie(source: Source): Promise<MovieFacts> {
  let movie: Box | undefined
  let hasMedia = false
  for await (const box of boxesIn(source, 0, source.size)) {
    if (box.type === 'moov') movie = box
    if (box.type === 'mdat') hasMedia = true
  }
  if (!movie || !hasMedia) return broken('It has no movie in it, or ends before it.')
  if (movie.length > mostMovieBytes) tooLarge('What it says of itself is more than we can read.')
  let durationMs: number | undefined
  let size: { readonly width: number; readonly height: number } | undefined
  let hasSound = false
  for await (const box of boxesIn(source, movie.at, movie.at + movie.length)) {
    if (box.type === 'mvhd') durationMs = durationOf(await source.read(box.at, Math.min(box.length, 32)))
    if (box.type !== 'trak') continue
    const track = await readTrack(source, box)
    if (track.handler === 'soun') hasSound = true
    if (track.handler === 'vide' && (!size || track.width * track.height > size.width * size.height)) size = track
  }
  return { durationMs, width: size?.width, height: size?.height, hasSound }
}

async function readTrack(source: Source, track: Box) {
  const header = await firstOf(source, track, 'tkhd')
  const media = await firstOf(source, track, 'mdia')
  const handler = media && (await firstOf(source, media, 'hdlr'))
  if (!header || header.length < 84 || !handler || handler.length < 12) return broken('A track of it says nothing of itself.')
  // Width and height are the last eight bytes of the header, 16.16 fixed point.
  const ends = await source.read(header.at + header.length - 8, 8)
  return {
    handler: (await source.read(handler.at + 8, 4)).toString('latin1'),
    width: Math.round(ends.readUInt32BE(0) / 65_536),
    height: Math.round(ends.readUInt32BE(4) / 65_536),
  }
}

function durationOf(head: Buffer): number | undefined {
  const long = head[0] === 1
  if (head.length < (long ? 32 : 20)) return undefined
  const scale = head.readUInt32BE(long ? 20 : 12)
  const duration = long ? Number(head.readBigUInt64BE(24)) : head.readUInt32BE(16)
  return scale > 0 && duration < 0xffff_ffff ? Math.round((duration / scale) * 1000) : undefined
}
