import { readMovie } from './boxes.ts'
import type { Source } from './source.ts'
import { broken } from './unfit.ts'

export interface SoundFacts {
  readonly durationMs: number | undefined
  /** Bits a second, on the average. */
  readonly bitrate: number | undefined
}

const withBitrate = (durationMs: number | undefined, bytes: number): SoundFacts => ({
  durationMs,
  bitrate: durationMs ? Math.round((bytes * 8000) / durationMs) : undefined,
})

/** What a sound file says of itself, by its type. */
export async function readSound(source: Source, mime: string): Promise<SoundFacts> {
  switch (mime) {
    case 'audio/mpeg':
      return readMp3(source)
    case 'audio/wav':
      return readWav(source)
    case 'audio/flac':
      return readFlac(source)
    case 'audio/ogg':
      return readOgg(source)
    default: {
      const { durationMs, hasSound } = await readMovie(source)
      if (!hasSound) broken('It has no sound in it.')
      return withBitrate(durationMs, source.size)
    }
  }
}

const bitrates = {
  1: [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  2: [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
} as const
const sampleRates = [44_100, 48_000, 32_000]

/** A frame of layer 3, from its four bytes. */
function frameOf(head: Buffer) {
  if (head.length < 4 || head[0] !== 0xff || (head[1]! & 0xe0) !== 0xe0) return undefined
  const version = (head[1]! >> 3) & 3
  const layer = (head[1]! >> 1) & 3
  const generation = version === 3 ? 1 : 2
  const kbits = bitrates[generation][head[2]! >> 4]
  const rate = sampleRates[(head[2]! >> 2) & 3]
  if (version === 1 || layer !== 1 || !kbits || !rate) return undefined
  const sampleRate = version === 3 ? rate : version === 2 ? rate / 2 : rate / 4
  const samples = version === 3 ? 1152 : 576
  const bytes = Math.floor(((samples / 8) * kbits * 1000) / sampleRate) + ((head[2]! >> 1) & 1)
  const sideInfo = version === 3 ? (head[3]! >> 6 === 3 ? 17 : 32) : head[3]! >> 6 === 3 ? 9 : 17
  return { bytes, samples, sampleRate, kbits, sideInfo }
}

/** So many frames one after the other are no accident. */
const leastFrames = 3

async function readMp3(source: Source): Promise<SoundFacts> {
  const tag = await source.read(0, 10)
  let at = 0
  if (tag.toString('latin1', 0, 3) === 'ID3') {
    if (tag.length < 10 || tag.subarray(6).some((byte) => byte > 127)) broken('Its tag cannot be read.')
    at = 10 + ((tag[6]! << 21) | (tag[7]! << 14) | (tag[8]! << 7) | tag[9]!)
    if (at >= source.size) broken('Its tag says that it is longer than the file.')
  }
  const padding = await source.read(at, 4096)
  const begin = padding.findIndex((byte) => byte !== 0)
  const start = at + Math.max(0, begin)
  const first = frameOf(await source.read(start, 4))
  if (!first) return broken('It does not begin with sound.')
  for (let place = start, count = 0; count < leastFrames; count++) {
    const frame = frameOf(await source.read(place, 4))
    if (!frame || place + frame.bytes > source.size) return broken('Its sound breaks off.')
    place += frame.bytes
  }
  const info = await source.read(start + 4 + first.sideInfo, 12)
  const isVariable = ['Xing', 'Info'].includes(info.toString('latin1', 0, 4)) && info.length === 12 && (info.readUInt32BE(4) & 1) === 1
  if (isVariable) return withBitrate(Math.round((info.readUInt32BE(8) * first.samples * 1000) / first.sampleRate), source.size - start)
  return { durationMs: Math.round(((source.size - start) * 8) / first.kbits), bitrate: first.kbits * 1000 }
}

async function readWav(source: Source): Promise<SoundFacts> {
  const head = await source.read(0, 12)
  if (head.length < 12 || head.readUInt32LE(4) + 8 > source.size) broken('It says that it is longer than it is.')
  let bytesPerSecond = 0
  for (let at = 12, count = 0; at + 8 <= source.size; count++) {
    if (count === 1000) broken('It has more chunks than sound has.')
    const chunk = await source.read(at, 24)
    const type = chunk.toString('latin1', 0, 4)
    const length = chunk.readUInt32LE(4)
    if (at + 8 + length > source.size) broken('A chunk of it says that it is longer than the file.')
    if (type === 'fmt ') {
      if (length < 16) broken('It does not say of what kind it is.')
      bytesPerSecond = chunk.readUInt32LE(16)
      if (chunk.readUInt16LE(10) === 0 || chunk.readUInt32LE(12) === 0 || bytesPerSecond === 0) broken('It says that it has no sound.')
    }
    if (type === 'data')
      return bytesPerSecond === 0
        ? broken('It does not say of what kind it is.')
        : withBitrate(Math.round((length * 1000) / bytesPerSecond), length)
    at += 8 + length + (length % 2)
  }
  return broken('It has no sound in it.')
}

async function readFlac(source: Source): Promise<SoundFacts> {
  const head = await source.read(0, 42)
  if (head.length < 42 || (head[4]! & 0x7f) !== 0 || head.readUIntBE(5, 3) !== 34) broken('It does not say of what kind it is.')
  const sampleRate = head.readUIntBE(18, 3) >> 4
  const samples = (head[21]! & 0x0f) * 2 ** 32 + head.readUInt32BE(22)
  if (sampleRate === 0) broken('It says that it has no sound.')
  let at = 4
  for (let last = false, count = 0; !last; count++) {
    const block = await source.read(at, 4)
    if (block.length < 4 || count === 1000) broken('What it says of itself has no end.')
    last = (block[0]! & 0x80) !== 0
    at += 4 + block.readUIntBE(1, 3)
    if (at >= source.size) broken('What it says of itself is longer than the file.')
  }
  const frame = await source.read(at, 2)
  if (frame[0] !== 0xff || (frame[1]! & 0xfc) !== 0xf8) broken('It has no sound where it says so.')
  return withBitrate(samples > 0 ? Math.round((samples * 1000) / sampleRate) : undefined, source.size)
}

async function readOgg(source: Source): Promise<SoundFacts> {
  const head = await source.read(0, 64)
  const segments = head[26] ?? 0
  const content = 27 + segments
  const says = head.toString('latin1', content, content + 8)
  const sampleRate =
    says === 'OpusHead' ? 48_000 : says.slice(1, 7) === 'vorbis' && head.length >= content + 16 ? head.readUInt32LE(content + 12) : 0
  if (head.length < content + 16 || sampleRate === 0) broken('It does not say of what kind it is.')
  const tailLength = Math.min(source.size, 70_000)
  const tail = await source.read(source.size - tailLength, tailLength)
  const last = tail.lastIndexOf('OggS', undefined, 'latin1')
  const segmentsOfLast = tail.subarray(last + 27, last + 27 + (tail[last + 26] ?? 0))
  const end = last + 27 + segmentsOfLast.reduce((sum, length) => sum + length, segmentsOfLast.length)
  if (last < 0 || last + source.size - tail.length === 0 || end > tail.length) broken('It ends too early.')
  const samples = tail.readBigUInt64LE(last + 6)
  return withBitrate(samples < 2n ** 48n ? Math.round((Number(samples) * 1000) / sampleRate) : undefined, source.size)
}
