import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Context } from '@vitrine/platform/kernel/db/context'
import type { Db } from '@vitrine/platform/kernel/db/sql'
import { addOriginal } from '@vitrine/platform/shop/media/add'
import { saveCaption } from '@vitrine/platform/shop/media/captions/store'
import { takeCaptions } from '@vitrine/platform/shop/media/captions/take'
import { Unfit } from '@vitrine/platform/shop/media/inspect'
import type { OriginalStore } from '@vitrine/platform/shop/media/originals'
import { saveThumbnail } from '@vitrine/platform/shop/media/processing/save-thumbnail'
import type { MediaFile } from '@vitrine/platform/shop/media/store'
import { type Catalogue, type PictureEntry, shopFolder } from './morrow.ts'

/** The shop's files as its media, by their paths below the shop's folder. */
export type Files = ReadonlyMap<string, MediaFile>

const atOnce = 3

/** Brings every picture, film and model that the catalogue names into the shop's media, under ids made from their content. */
export async function addFiles(
  { db, site, now }: Context,
  originals: OriginalStore,
  { shop, collections, products }: Catalogue,
): Promise<Files> {
  const pictures: readonly PictureEntry[] = [
    ...shop.heroes,
    ...collections.map(({ cover }) => cover),
    ...products.flatMap(({ pictures }) => pictures),
  ]
  const wanted = new Map<string, PictureEntry['focalPoint'] | undefined>(pictures.map(({ path, focalPoint }) => [path, focalPoint]))
  for (const { video, model } of products)
    for (const one of [video, model])
      for (const path of one ? [one.path, one.poster] : []) if (!wanted.has(path)) wanted.set(path, undefined)

  const one = oneAtATime(db)
  const files = new Map<string, MediaFile>()
  const rest = [...wanted]
  async function work(): Promise<void> {
    for (let next = rest.pop(); next; next = rest.pop()) {
      const [path, focal] = next
      const bytes = await readFile(new URL(path, shopFolder))
      const extension = path.slice(path.lastIndexOf('.'))
      const id = `${createHash('sha256').update(bytes).digest('hex').slice(0, 32)}~mv2${extension}`
      const fileName = path.slice(path.indexOf('/') + 1).replaceAll('/', '-')
      const file = await addOriginal(one, originals, bytes, { site, fileName, id, now, ...(focal && { focal }) })
      if (file instanceof Unfit) throw new Error(`${path} cannot be taken in: ${file.message}`)
      files.set(path, file)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  return files
}

/** The thumbnail of a model, drawn beforehand by `draw-models.ts`, so that a first start does not wait for it. */
export const thumbnailPath = (modelPath: string): string => modelPath.replace(/\.glb$/, '.webp')

/** Stores the posters of films and the thumbnails of models. */
export async function addThumbnails(context: Context, originals: OriginalStore, files: Files, { products }: Catalogue): Promise<void> {
  const read = (path: string) => readFile(new URL(path, shopFolder))
  for (const { video, model } of products) {
    if (video) await saveThumbnail(context, originals, files.get(video.path)!.id, await read(video.poster), fileAt(files, video.poster))
    if (model) await saveThumbnail(context, originals, files.get(model.path)!.id, await read(thumbnailPath(model.path)))
  }
}

/** Puts captions beside the films that have some. */
export async function addFilmCaptions(context: Context, originals: OriginalStore, files: Files, { products }: Catalogue): Promise<void> {
  for (const { video } of products)
    for (const { language, label, path } of video?.captions ?? []) {
      const taken = await takeCaptions(originals, context.site, await readFile(new URL(path, shopFolder), 'utf8'))
      if (taken instanceof Unfit) throw new Error(`${path} cannot be taken in: ${taken.message}`)
      await saveCaption(context, fileAt(files, video!.path).id, { language, label, ...taken })
    }
}

/** Brings what is sold as a file into the shop's media, where only its buyers are handed it; by the slug of its product. */
export async function addSoldFiles(
  { db, site, now }: Context,
  originals: OriginalStore,
  { products }: Catalogue,
): Promise<ReadonlyMap<string, string>> {
  const ids = new Map<string, string>()
  for (const { slug, digitalFile } of products) {
    if (!digitalFile) continue
    const { fileName } = digitalFile
    const bytes = await readFile(new URL(`files/${fileName}`, shopFolder))
    const file = await addOriginal(db, originals, bytes, { site, fileName, private: true, now })
    if (file instanceof Unfit) throw new Error(`${fileName} cannot be taken in: ${file.message}`)
    ids.set(slug, file.id)
  }
  return ids
}

/** Looking at pictures goes side by side, but a transaction has one line to the database. */
function oneAtATime(db: Db): Db {
  let last: Promise<unknown> = Promise.resolve()
  return {
    query<Row>(statement: Parameters<Db['query']>[0]) {
      const next = last.then(() => db.query<Row>(statement))
      last = next.catch(() => {})
      return next
    },
  }
}

export interface ShopFile extends MediaFile {
  readonly width: number
  readonly height: number
}

export function fileAt(files: Files, path: string): ShopFile {
  const file = files.get(path)
  if (!file || file.width === null || file.height === null) throw new Error(`${path} is no picture of the shop`)
  return file as ShopFile
}

/** A picture as products, collections and settings name it. */
export function pictureAt(files: Files, path: string, alt: string, focalPoint?: PictureEntry['focalPoint']) {
  const { id, width, height, focal, placeholder } = fileAt(files, path)
  return { id, width, height, alt, focalPoint: focalPoint ?? focal, ...(placeholder !== null && { placeholder }) }
}
