import type { ProductMediaV3, ProductModelV3 } from '@vitrine/contract'
import { mediaPath } from '../address.ts'
import type { Film, Medium, Model, Picture } from '../product.ts'

/** How pictures and films are written: with the shop's public address, and small pictures where they are asked for. */
export interface MediaHow {
  readonly publicUrl: string
  readonly thumbnails: boolean
}

const extension = (id: string): string => /\.([A-Za-z0-9]+)$/.exec(id)?.[1] ?? ''

export function imageOf({ id, width, height, alt }: Picture, publicUrl: string) {
  return { id, url: publicUrl + mediaPath(id), height, width, altText: alt, filename: id }
}

/** The picture that stands for a film or a model; where it is none of the product's own, as the files have it. */
function posterOf({ poster, posterSize, alt = '' }: Film | Model, all: readonly Medium[]): Picture {
  const own = all.find((each) => each.kind === 'image' && each.id === poster)
  return own?.kind === 'image' ? own : { id: poster, width: posterSize?.width ?? 0, height: posterSize?.height ?? 0, alt }
}

type Flat = Exclude<Medium, { readonly kind: 'model' }>

export const isFlat = (item: Medium): item is Flat => item.kind !== 'model'

export function mediaOf(item: Flat, all: readonly Medium[], { publicUrl, thumbnails }: MediaHow): ProductMediaV3 {
  const url = publicUrl + mediaPath(item.id)
  const small = (picture: Picture) => ({
    thumbnail: {
      url: `${publicUrl + mediaPath(picture.id)}/v1/fit/w_50,h_50,q_90/file.${extension(picture.id)}`,
      height: 50,
      width: 50,
      altText: picture.alt,
    },
  })
  const name = item.title ? { displayName: item.title } : {}
  if (item.kind === 'image')
    return {
      id: item.id,
      url,
      image: imageOf(item, publicUrl),
      altText: item.alt,
      ...name,
      mediaType: 'IMAGE',
      ...(thumbnails && small(item)),
    }
  const poster = posterOf(item, all)
  return {
    id: item.id,
    url,
    video: {
      id: item.id,
      url,
      resolutions: [{ url, height: item.height, width: item.width, format: extension(item.id) }],
      filename: item.id,
      posters: [imageOf(poster, publicUrl)],
      ...(item.bytes !== undefined && { sizeInBytes: String(item.bytes) }),
      ...(item.milliseconds !== undefined && { durationInMilliseconds: item.milliseconds }),
    },
    ...(item.alt !== undefined && { altText: item.alt }),
    ...name,
    mediaType: 'VIDEO',
    ...(thumbnails && small(poster)),
  }
}

/** Pictures and films, and beside them the models. */
export function itemsInfoOf(media: readonly Medium[], how: MediaHow) {
  const models = media.flatMap((item, place) => (item.kind === 'model' ? modelOf(item, place, media, how) : []))
  return {
    items: media.flatMap((item) => (item.kind === 'model' ? [] : mediaOf(item, media, how))),
    ...(models.length > 0 && { models3d: models }),
  }
}

const modelOf = (item: Model, place: number, all: readonly Medium[], { publicUrl }: MediaHow): ProductModelV3 => ({
  id: item.id,
  url: publicUrl + mediaPath(item.id),
  thumbnail: imageOf(posterOf(item, all), publicUrl),
  ...(item.alt !== undefined && { altText: item.alt }),
  ...(item.title && { displayName: item.title }),
  filename: item.id,
  ...(item.bytes !== undefined && { sizeInBytes: String(item.bytes) }),
  place,
})
