import type { MediaItem, Product, ProductModel } from '@vitrine/contract'
import { ownFile } from '../shop/own-file.ts'
import { mediaOf, unknownSize } from './image.server.ts'
import type { Shown } from './product.ts'

/** The media of a product in their order: pictures, films and models. What has no title has an empty caption. */
export function showMedia({ media }: Pick<Product, 'media'>): readonly Shown[] {
  const items = media?.items ?? []
  const byId = new Map(items.map((item) => [item.id, item]))
  const shown: Shown[] = items.flatMap((item) => showPicture(item) ?? showFilm(item, byId) ?? [])
  for (const model of media?.models3d ?? []) shown.splice(model.place, 0, showModel(model))
  return shown
}

const showPicture = ({ image, title }: MediaItem): Shown | undefined => image && { ...mediaOf(image), caption: title }

/** Where a film is streamed from, once the shop has made it ready for that. */
export const streamOf = (url: string) => `${url}/derived/stream/main.m3u8`

function showFilm({ video, title }: MediaItem, byId: ReadonlyMap<string, MediaItem>): Shown | undefined {
  const file = video?.files[0]
  if (!video || !file) return undefined
  const { width, height, altText = '' } = file
  const url = ownFile(file.url)
  const seconds = video.durationInMilliseconds === undefined ? undefined : Math.round(video.durationInMilliseconds / 1000)
  const own = byId.get(video.stillFrameMediaId)?.image
  const poster = own ?? { url: url.slice(0, url.lastIndexOf('/') + 1) + encodeURIComponent(video.stillFrameMediaId), width, height }
  return {
    ...mediaOf({ ...poster, altText: altText || (own?.altText ?? '') }),
    caption: title,
    moving: {
      kind: 'film',
      url,
      fileId: decodeURIComponent(url.slice(url.lastIndexOf('/') + 1)),
      say: seconds ? `Play, ${length(seconds)}` : 'Play',
      alt: altText || title,
      seconds,
      streamUrl: streamOf(url),
      width,
      height,
    },
  }
}

/** Films and models in the words of schema.org, as parts of what is said of their product. */
export const movingData = (shown: readonly Shown[], origin: string): object[] =>
  shown.flatMap(({ url, caption, moving }): object[] => {
    if (!moving) return []
    const at = (path: string) => new URL(path, origin).href
    const said = { name: caption || moving.alt, ...(moving.alt && { description: moving.alt }), thumbnailUrl: at(url) }
    if (moving.kind === 'model')
      return [
        {
          '@type': '3DModel',
          ...said,
          encoding: [
            {
              '@type': 'MediaObject',
              contentUrl: at(moving.url),
              encodingFormat: moving.url.endsWith('.gltf') ? 'model/gltf+json' : 'model/gltf-binary',
            },
          ],
        },
      ]
    return [{ '@type': 'VideoObject', ...said, contentUrl: at(moving.url), ...(moving.seconds && { duration: `PT${moving.seconds}S` }) }]
  })

/** `5 s`, `2 min 5 s` */
const length = (seconds: number) =>
  seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min${seconds % 60 ? ` ${seconds % 60} s` : ''}`

const showModel = ({ url, thumbnail, title, altText = '', sizeInBytes }: ProductModel): Shown => ({
  url: ownFile(thumbnail?.url ?? ''),
  width: thumbnail?.width || unknownSize.width,
  height: thumbnail?.height || unknownSize.height,
  alt: altText,
  caption: title,
  moving: {
    kind: 'model',
    url: ownFile(url),
    say: 'Turn it',
    alt: altText || title,
    bytes: sizeInBytes === undefined ? undefined : Number(sizeInBytes),
  },
})
