import sharp, { type Sharp } from 'sharp'
import type { Format } from './accept.ts'
import { mostInputPixels } from './kinds/picture.ts'
import type { OnDisk } from './kinds/source.ts'
import type { Plan } from './plan.ts'

// One thread a picture: the lane decides how many are worked on at once. The library's own cache would hold files open for nothing.
sharp.concurrency(1)
sharp.cache(false)

/** Part of every rendition's key, so that another encoder's bytes never stand behind the same strong ETag. */
export const renderer = `1-${sharp.versions.sharp}-${sharp.versions.vips}`

/** A rendition that is to be made from a picture of this size. */
export interface Rendering {
  readonly source: Buffer | OnDisk
  readonly width: number
  readonly height: number
  readonly plan: Plan
  readonly format: Format
  readonly quality: number
}

/** Makes a rendition. An animation gives its first picture; colours become sRGB; what the camera noted is left out. */
export async function render({ source, plan, format, quality, ...whole }: Rendering): Promise<Buffer> {
  const { cut, width, height } = plan
  const isWhole = cut.width === whole.width && cut.height === whole.height
  let picture = sharp(Buffer.isBuffer(source) ? source : source.path, {
    autoOrient: true,
    failOn: 'error',
    limitInputPixels: mostInputPixels,
  })
  if (!isWhole) picture = picture.extract({ left: cut.x, top: cut.y, width: cut.width, height: cut.height })
  picture = picture.resize(width, height, { fit: 'fill' }).toColourspace('srgb')
  return encode(picture, format, quality).toBuffer()
}

function encode(picture: Sharp, format: Format, quality: number): Sharp {
  switch (format) {
    case 'webp':
      return picture.webp({ quality, effort: 4 })
    case 'avif':
      // The same figure means more in AVIF: 52 looks like a JPEG of 80.
      return picture.avif({ quality: Math.max(1, Math.round(quality * 0.65)), effort: 3 })
    case 'png':
      return picture.png({ compressionLevel: 8 })
    case 'jpeg':
      return picture
        .flatten({ background: '#ffffff' })
        .jpeg({ quality, progressive: true, chromaSubsampling: quality >= 90 ? '4:4:4' : '4:2:0' })
  }
}
