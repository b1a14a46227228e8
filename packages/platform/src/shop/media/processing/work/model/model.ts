import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { isLength } from '../../../kinds/gltf.ts'
import { UnfitFile } from '../../../kinds/unfit.ts'
import { type Outcome, type ProcessTask, thumbnail } from '../../task.ts'
import { cameraFor } from './camera.ts'
import { bytesIn, type OpenModel, openModel } from './open-model.ts'
import { rasterise } from './rasterise.ts'
import { type FindTexture, readSurfaces } from './read-surfaces.ts'
import type { Texture } from './surface.ts'
import { Undrawn } from './undrawn.ts'

const side = thumbnail.width
/** Drawn at twice the size and scaled down, for smooth edges. */
const finer = 2
const mostMs = 30_000
const textureSide = 1024
const mostTexturePixels = 100_000_000

/** Draws the thumbnail of a model, or says why it cannot; the model is usable either way. */
export async function processModel({ path, folder }: Pick<ProcessTask, 'path' | 'folder'>): Promise<Outcome> {
  try {
    await writeFile(join(folder, thumbnail.name), await thumbnailOf(await readFile(path)))
  } catch (error) {
    const why = error instanceof Undrawn ? error.why : error instanceof UnfitFile ? ('BROKEN' as const) : undefined
    if (why === undefined) throw error
    return { details: { thumbnailUnavailable: why }, made: [] }
  }
  return { details: { thumbnailName: thumbnail.name }, made: [thumbnail] }
}

/** The thumbnail, as WebP without a background, of a model whose lengths have been checked. */
export async function thumbnailOf(bytes: Buffer): Promise<Buffer> {
  const begun = Date.now()
  const model = await openModel(bytes)
  const surfaces = await readSurfaces(model, texturesOf(model))
  const camera = cameraFor(surfaces, side * finer)
  const pixels = rasterise(surfaces, camera, side * finer, () => Date.now() - begun > mostMs)
  if (pixels.every((byte, i) => i % 4 !== 3 || byte === 0)) throw new Undrawn('EMPTY')
  return sharp(pixels, { raw: { width: side * finer, height: side * finer, channels: 4 } })
    .resize(side)
    .webp({ quality: 85 })
    .toBuffer()
}

/** Each texture is decoded once. A model with an unreadable texture is not drawn, as its colours would be wrong. */
function texturesOf({ gltf, view }: OpenModel): FindTexture {
  const opened = new Map<number, Promise<Texture>>()
  const open = async (index: number): Promise<Texture> => {
    const { source, extensions } = gltf.textures?.[index] ?? {}
    const number = extensions?.EXT_texture_webp?.source ?? source
    const image = isLength(number) ? gltf.images?.[number] : undefined
    if (!image) throw new Undrawn('UNSUPPORTED')
    const bytes = image.uri === undefined ? view(image.bufferView) : bytesIn(image.uri)
    const { data, info } = await sharp(bytes, { limitInputPixels: mostTexturePixels })
      .resize(textureSide, textureSide, { fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true })
      .catch(() => {
        throw new Undrawn('BROKEN')
      })
    return { width: info.width, height: info.height, pixels: data }
  }
  return (index) => {
    const known = opened.get(index) ?? open(index)
    opened.set(index, known)
    return known
  }
}
