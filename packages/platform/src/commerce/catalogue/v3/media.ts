import type { ProductMediaV3 } from '@vitrine/contract'
import { mediaPath } from '../address.ts'
import type { Picture, ProductDraft } from '../product.ts'

type Item = ProductDraft['media'][number]

/** How pictures and films are written: with the shop's public address, and small pictures where they are asked for. */
export interface MediaHow {
  readonly publicUrl: string
  readonly thumbnails: boolean
}

const extension = (id: string): string => /\.([A-Za-z0-9]+)$/.exec(id)?.[1] ?? ''

export function imageOf({ id, width, height, alt }: Picture, publicUrl: string) {
  return { id, url: publicUrl + mediaPath(id), height, width, altText: alt, filename: id }
}

export function mediaOf(item: Item, all: readonly Item[], { publicUrl, thumbnails }: MediaHow): ProductMediaV3 {
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
  const poster = all.find((each) => each.kind === 'image' && each.id === item.poster)
  return {
    id: item.id,
    url,
    video: { id: item.id, resolutions: [{ url, height: item.height, width: item.width, format: extension(item.id) }], filename: item.id },
    ...name,
    mediaType: 'VIDEO',
    ...(thumbnails && poster?.kind === 'image' && small(poster)),
  }
}
