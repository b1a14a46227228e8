import sharp from 'sharp'
import { sizeOfFilm } from './mp4.ts'

export type Kind = 'IMAGE' | 'VIDEO' | 'MODEL3D' | 'AUDIO' | 'DOCUMENT' | 'ARCHIVE'

/** What a file is, found out from its bytes alone. */
export interface Facts {
  readonly kind: Kind
  readonly mime: string
  readonly extension: string
  /** Upright size in pixels; undefined for what has none. */
  readonly width: number | undefined
  readonly height: number | undefined
  readonly alpha: boolean
  /** The most frequent colour, `#rrggbb`. */
  readonly colour: string | undefined
  /** A picture of twenty pixels as a `data:` URL, to be shown blurred until the real one is there. */
  readonly placeholder: string | undefined
}

/** Why a file is not taken. */
export class Unfit {
  readonly reason: 'UNKNOWN_TYPE' | 'BROKEN' | 'TOO_LARGE'
  readonly message: string
  constructor(reason: Unfit['reason'], message: string) {
    this.reason = reason
    this.message = message
  }
}

const kinds: Readonly<Record<string, Kind>> = {
  'image/jpeg': 'IMAGE',
  'image/png': 'IMAGE',
  'image/webp': 'IMAGE',
  'image/gif': 'IMAGE',
  'image/avif': 'IMAGE',
  'video/mp4': 'VIDEO',
  'model/gltf-binary': 'MODEL3D',
  'audio/mpeg': 'AUDIO',
  'audio/x-m4a': 'AUDIO',
  'audio/flac': 'AUDIO',
  'audio/wav': 'AUDIO',
  'application/pdf': 'DOCUMENT',
  'application/epub+zip': 'DOCUMENT',
  'application/zip': 'ARCHIVE',
}

/** Names of the same things that file-type tells apart. */
const sameAs: Readonly<Record<string, string>> = { 'image/apng': 'image/png', 'video/x-m4v': 'video/mp4' }

/** A picture of more pixels is not opened at all: 100 million, the largest cameras of today. */
export const mostInputPixels = 100_000_000

export async function inspect(bytes: Buffer): Promise<Facts | Unfit> {
  const { fileTypeFromBuffer } = await import('file-type')
  const type = await fileTypeFromBuffer(bytes).catch(() => undefined)
  const mime = type && (sameAs[type.mime] ?? type.mime)
  const kind = mime && kinds[mime]
  if (!mime || !kind)
    return new Unfit(
      'UNKNOWN_TYPE',
      'We take pictures (JPEG, PNG, WebP, GIF, AVIF), films (MP4), models (GLB), sound (MP3, M4A, FLAC, WAV), PDF, EPUB and ZIP.',
    )
  const plain = { kind, mime, extension: type.ext === 'apng' ? 'png' : type.ext, alpha: false, colour: undefined, placeholder: undefined }
  if (kind === 'IMAGE') return look(bytes, plain)
  const size = kind === 'VIDEO' ? sizeOfFilm(bytes) : undefined
  return { ...plain, width: size?.width, height: size?.height }
}

async function look(bytes: Buffer, plain: Omit<Facts, 'width' | 'height'>): Promise<Facts | Unfit> {
  try {
    const { autoOrient, hasAlpha } = await sharp(bytes, { limitInputPixels: false }).metadata()
    const { width, height } = autoOrient
    if (width * height > mostInputPixels) return new Unfit('TOO_LARGE', `${width} × ${height} pixels are more than we can open.`)
    const { data, info } = await sharp(bytes, { autoOrient: true, failOn: 'error', limitInputPixels: mostInputPixels })
      .resize(64, 64, { fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true })
    const small = sharp(data, { raw: { width: info.width, height: info.height, channels: 4 } })
    const tiny = await small
      .resize(20, 20, { fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 40, alphaQuality: 40, effort: 6 })
      .toBuffer()
    return {
      ...plain,
      width,
      height,
      alpha: hasAlpha && isSeeThrough(data),
      colour: commonColour(data),
      placeholder: `data:image/webp;base64,${tiny.toString('base64')}`,
    }
  } catch (error) {
    return new Unfit('BROKEN', `The picture cannot be read: ${(error as Error).message.split('\n', 1)[0]}`)
  }
}

const isSeeThrough = (rgba: Buffer) => rgba.some((part, at) => at % 4 === 3 && part < 255)

/** The mean of those pixels that fall into the fullest of 4,096 boxes of like colours. Clear pixels do not count. */
function commonColour(rgba: Buffer): string | undefined {
  const boxes = new Map<number, [count: number, r: number, g: number, b: number]>()
  for (let at = 0; at < rgba.length; at += 4) {
    const [r, g, b, a] = [rgba[at]!, rgba[at + 1]!, rgba[at + 2]!, rgba[at + 3]!]
    if (a < 128) continue
    const key = ((r >> 4) << 8) | ((g >> 4) << 4) | (b >> 4)
    const box = boxes.get(key) ?? [0, 0, 0, 0]
    boxes.set(key, [box[0] + 1, box[1] + r, box[2] + g, box[3] + b])
  }
  const fullest = [...boxes.values()].reduce((most, box) => (box[0] > most[0] ? box : most), [0, 0, 0, 0])
  const [count, ...sums] = fullest
  return count === 0
    ? undefined
    : `#${sums
        .map((sum) =>
          Math.round(sum / count)
            .toString(16)
            .padStart(2, '0'),
        )
        .join('')}`
}
