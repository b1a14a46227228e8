import sharp from 'sharp'
import { colours } from './colours.ts'
import type { Source } from './source.ts'
import { broken, tooLarge, UnfitFile } from './unfit.ts'

/** A picture of more pixels is not opened at all: 100 million, the largest cameras of today. */
export const mostInputPixels = 100_000_000
/** All pictures of one that moves: who looks at it opens each of them. */
const mostFramePixels = 1_000_000_000
const mostFrames = 5000

export interface PictureFacts {
  readonly width: number
  readonly height: number
  readonly alpha: boolean
  readonly colour: string | undefined
  readonly placeholder: string
  readonly palette: readonly string[]
  readonly frames: number
}

/** Opens a picture to its last pixel. */
export async function readPicture(source: Source): Promise<PictureFacts> {
  const { whole } = source
  try {
    const { autoOrient, hasAlpha, pages = 1, format } = await sharp(whole, { limitInputPixels: false }).metadata()
    const { width, height } = autoOrient
    const area = format === 'gif' ? await screenOf(source) : width * height
    if (area > mostInputPixels) tooLarge(`${width} × ${height} pixels are more than we can open.`)
    if (pages > mostFrames || area * pages > mostFramePixels) tooLarge(`${pages} pictures of that size are more than we can open.`)
    const { data, info } = await sharp(whole, { autoOrient: true, failOn: 'error', limitInputPixels: mostInputPixels })
      .resize(64, 64, { fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true })
    const tiny = await sharp(data, { raw: { width: info.width, height: info.height, channels: 4 } })
      .resize(20, 20, { fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 40, alphaQuality: 40, effort: 6 })
      .toBuffer()
    const palette = colours(data)
    return {
      width,
      height,
      alpha: hasAlpha && isSeeThrough(data),
      colour: palette[0],
      placeholder: `data:image/webp;base64,${tiny.toString('base64')}`,
      palette,
      frames: pages,
    }
  } catch (error) {
    if (error instanceof UnfitFile) throw error
    if (/out of memory/.test((error as Error).message)) return tooLarge('It takes more memory to open than we give to a picture.')
    return broken(`The picture cannot be read: ${(error as Error).message.split('\n', 1)[0]}.`)
  }
}

/** The pixels that a GIF says it is shown on, however small its pictures are. */
async function screenOf(source: Source): Promise<number> {
  const sides = await source.read(6, 4)
  return sides.readUInt16LE(0) * sides.readUInt16LE(2)
}

const isSeeThrough = (rgba: Buffer) => rgba.some((part, at) => at % 4 === 3 && part < 255)
