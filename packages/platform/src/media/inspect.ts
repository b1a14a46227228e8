import { fileTypeFromBuffer } from 'file-type'
import sharp from 'sharp'
import { sizeOfFilm } from './mp4.ts'

export type Kind = 'IMAGE' | 'VIDEO' | 'MODEL3D'

/** What a file is, found out from its bytes alone. */
export interface Facts {
  readonly kind: Kind
  readonly mime: string
  readonly extension: string
  /** Upright size in pixels; undefined for a model. */
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
}

/** Names of the same things that file-type tells apart. */
const sameAs: Readonly<Record<string, string>> = { 'image/apng': 'image/png', 'video/x-m4v': 'video/mp4' }

/** A picture of more pixels is not opened at all: 100 million, the largest cameras of today. */
export const mostInputPixels = 100_000_000

export async function inspect(bytes: Buffer): Promise<Facts | Unfit> {
  const type = await fileTypeFromBuffer(bytes).catch(() => undefined)
  const mime = type && (sameAs[type.mime] ?? type.mime)
  const kind = mime && kinds[mime]
  if (!mime || !kind) return new Unfit('UNKNOWN_TYPE', 'We take pictures (JPEG, PNG, WebP, GIF, AVIF), films (MP4) and models (GLB).')
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
    const small = await sharp(bytes, { autoOrient: true, failOn: 'error', limitInputPixels: mostInputPixels })
      .resize(64, 64, { fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .png({ compressionLevel: 1 })
      .toBuffer()
    const [tiny, { dominant, isOpaque }] = await Promise.all([
      sharp(small)
        .resize(20, 20, { fit: 'inside', withoutEnlargement: true })
        .webp({ quality: 40, alphaQuality: 40, effort: 6 })
        .toBuffer(),
      sharp(small).stats(),
    ])
    return {
      ...plain,
      width,
      height,
      alpha: hasAlpha && !isOpaque,
      colour: `#${[dominant.r, dominant.g, dominant.b].map((part) => part.toString(16).padStart(2, '0')).join('')}`,
      placeholder: `data:image/webp;base64,${tiny.toString('base64')}`,
    }
  } catch (error) {
    return new Unfit('BROKEN', `The picture cannot be read: ${(error as Error).message.split('\n', 1)[0]}`)
  }
}
