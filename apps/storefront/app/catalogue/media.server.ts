import type { MediaItem, MediaItemUrlAndSize, Product, ProductModel } from '@vitrine/contract'
import type { Media } from '@vitrine/ui'
import type { Shown } from './product.ts'

export const mediaOf = ({ url, width, height, altText }: MediaItemUrlAndSize): Media => ({ url, width, height, alt: altText ?? '' })

/** The media of a product in their order: pictures, films and models. What has no title has an empty caption. */
export function showMedia({ media }: Pick<Product, 'media'>): readonly Shown[] {
  const items = media?.items ?? []
  const byId = new Map(items.map((item) => [item.id, item]))
  const shown: Shown[] = items.flatMap((item) => showPicture(item) ?? showFilm(item, byId) ?? [])
  for (const model of media?.models3d ?? []) shown.splice(model.place, 0, showModel(model))
  return shown
}

const showPicture = ({ image, title }: MediaItem): Shown | undefined => image && { ...mediaOf(image), caption: title }

const isStream = ({ format }: MediaItemUrlAndSize) => format === 'hls'

function showFilm({ video, title }: MediaItem, byId: ReadonlyMap<string, MediaItem>): Shown | undefined {
  const file = video?.files.find((one) => !isStream(one))
  if (!video || !file) return undefined
  const { url, width, height, altText = '' } = file
  const seconds = video.durationInMilliseconds === undefined ? undefined : Math.round(video.durationInMilliseconds / 1000)
  const own = byId.get(video.stillFrameMediaId)?.image
  const poster = own ?? { url: url.slice(0, url.lastIndexOf('/') + 1) + encodeURIComponent(video.stillFrameMediaId), width, height }
  return {
    ...mediaOf({ ...poster, altText: altText || (own?.altText ?? '') }),
    caption: title,
    moving: {
      kind: 'film',
      url,
      say: seconds ? `Play, ${length(seconds)}` : 'Play',
      alt: altText || title,
      seconds,
      streamUrl: video.files.find(isStream)?.url,
      width,
      height,
    },
  }
}

/** `5 s`, `2 min 5 s` */
const length = (seconds: number) =>
  seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min${seconds % 60 ? ` ${seconds % 60} s` : ''}`

/** A poster whose size nobody knows is cut as the gallery cuts it. */
const unknownSize = { width: 1000, height: 1250 }

const showModel = ({ url, thumbnail, title, altText = '', sizeInBytes }: ProductModel): Shown => ({
  url: thumbnail?.url ?? '',
  width: thumbnail?.width || unknownSize.width,
  height: thumbnail?.height || unknownSize.height,
  alt: altText,
  caption: title,
  moving: { kind: 'model', url, say: 'Turn it', alt: altText || title, bytes: sizeInBytes === undefined ? undefined : Number(sizeInBytes) },
})
