import type { MerchantProductInput } from '@vitrine/contract'
import { hasOwnPoster } from '../csv/beside.ts'
import type { ProductRecord } from '../csv/record.ts'
import type { Medium, Picture, ProductDraft } from '../product.ts'
import type { ShopFile } from './extras.ts'
import { Unfit } from './unfit.ts'

/** The picture at an address; undefined where it cannot be had. */
export type PictureAt = (url: string) => Picture | undefined

/** The media of a product as a file has them, and the addresses of pictures that cannot be had. */
export function mediaOf(record: ProductRecord, before: ProductDraft, pictureAt: PictureAt) {
  const missing: string[] = []
  const { films } = record
  if (!record.images && !films) return { missing, pictures: new Map<string, Picture>() }
  if (!record.images) {
    const images = before.media.filter(({ kind }) => kind === 'image').map(({ id }) => ({ mediaId: id }))
    return { missing, media: placed(images, films!), pictures: new Map<string, Picture>() }
  }
  const pictures = new Map<string, Picture>()
  const wanted = record.images.flatMap(({ url, alt, focalPoint }) => {
    const picture = pictureAt(url)
    if (!picture) {
      missing.push(url)
      return []
    }
    if (pictures.has(picture.id)) return []
    pictures.set(picture.id, picture)
    return [{ mediaId: picture.id, ...(alt !== undefined && { alt }), ...(focalPoint && { focalPoint }) }]
  })
  const images = before.media.filter(({ kind }) => kind === 'image').map(({ id }) => id)
  const isSame = images.length === wanted.length && images.every((id, i) => wanted[i]!.mediaId === id)
  if (films) return { missing, media: placed(wanted, films), pictures }
  // Films that a file does not speak of stay where they are, or come after the pictures.
  const media = isSame
    ? before.media.map(({ id }) => wanted.find(({ mediaId }) => mediaId === id) ?? { mediaId: id })
    : [...wanted, ...before.media.filter((item) => item.kind !== 'image').map(({ id }) => ({ mediaId: id }))]
  return { missing, media, pictures }
}

/** Pictures with films at their places among them. */
function placed<T extends { readonly mediaId: string }>(
  images: readonly T[],
  films: NonNullable<ProductRecord['films']>,
): (T | { mediaId: string })[] {
  const media: (T | { mediaId: string })[] = [...images]
  const inOrder = films.toSorted((a, b) => (a.place ?? Number.MAX_SAFE_INTEGER) - (b.place ?? Number.MAX_SAFE_INTEGER))
  for (const { id, place } of inOrder) media.splice(place === undefined ? media.length : place - 1, 0, { mediaId: id })
  return media
}

/** Of a film whose size could not be read. */
const usualSize = { width: 1280, height: 720 }

/** A product that has the films and models that a file gives it, which are files of the shop. */
export function withFilms(
  draft: ProductDraft,
  films: ProductRecord['films'],
  { fileAt, pictureAt }: { readonly fileAt: (name: string) => ShopFile | undefined; readonly pictureAt: PictureAt },
): ProductDraft | Unfit {
  const added: Medium[] = []
  for (const film of films ?? []) {
    const { id, poster } = film
    if (draft.media.some((item) => item.id === id)) continue
    const file = fileAt(id)
    if ((file?.kind !== 'VIDEO' && file?.kind !== 'MODEL3D') || file.private)
      return new Unfit(`“${id.slice(0, 60)}” is no film or model of this shop. Upload it first.`, { field: 'films' })
    const isOwn = hasOwnPoster(film)
    const picture = isOwn ? undefined : pictureAt(poster)
    if (!picture && !isOwn) continue
    const { width, height } = picture ?? usualSize
    const posterSize = picture && { width, height }
    if (file.kind === 'MODEL3D') added.push({ kind: 'model', id, poster: picture?.id ?? id, ...(posterSize && { posterSize }) })
    else added.push({ kind: 'video', id, width: file.width ?? width, height: file.height ?? height, poster: picture?.id ?? id })
  }
  return added.length === 0 ? draft : { ...draft, media: [...draft.media, ...added] }
}

/** Which choices the pictures of variants show: those of the one option that they go with. */
export function choiceMediaOf(record: ProductRecord, before: ProductDraft, pictureAt: PictureAt): MerchantProductInput['choiceMedia'] {
  const shown = record.variants.filter(({ images }) => images && images.length > 0)
  if (shown.length === 0) return undefined
  const names = Object.keys(record.variants[0]!.choices)
  const only = record.imageOption ?? before.options.find(({ choices }) => choices.some(({ pictures }) => pictures))?.name
  const isImage = (id: string) => before.media.every((item) => item.id !== id || item.kind === 'image')
  for (const option of only === undefined ? names : [only]) {
    const sets = new Map<string, readonly string[]>()
    const fits = record.variants.every(({ choices, images = [] }) => {
      const choice = choices[option]
      if (choice === undefined) return false
      const ids = images.flatMap((url) => pictureAt(url)?.id ?? [])
      const known = sets.get(choice)
      if (known && known.length > 0 && ids.length > 0 && known.join() !== ids.join()) return false
      if (!known || known.length === 0) sets.set(choice, ids)
      return true
    })
    if (!fits) continue
    const old = before.options.find(({ name }) => name === option)?.choices
    const mediaIds = (choice: string) => old?.find(({ name }) => name === choice)?.pictures ?? []
    const isSame = [...sets].every(([choice, ids]) => {
      const pictures = mediaIds(choice).filter(isImage)
      return pictures.length === ids.length && ids.every((id) => pictures.includes(id))
    })
    if (isSame) return undefined
    const others = (old ?? []).filter(({ name, pictures }) => pictures && !sets.has(name))
    return [
      ...[...sets]
        .map(([choice, ids]) => ({ option, choice, mediaIds: [...ids, ...mediaIds(choice).filter((id) => !isImage(id))] }))
        .filter((choice) => choice.mediaIds.length > 0),
      ...others.map(({ name, pictures }) => ({ option, choice: name, mediaIds: [...pictures!] })),
    ]
  }
  return undefined
}
