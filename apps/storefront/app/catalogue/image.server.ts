import type { MediaItemUrlAndSize } from '@vitrine/contract'
import type { Media } from '@vitrine/ui'

const ownHost = /^https?:\/\/[^/]+(?=\/media\/[^/?#]+$)/

/**
 * A file of the shop at an address without a host: pages load files of their own origin alone, and a shop may be opened by another
 * host than the one that its documents name, as by an IP address.
 */
export const ownFile = (url: string): string => url.replace(ownHost, '')

/** An image of unknown size is cut as the gallery cuts it. */
export const unknownSize = { width: 1000, height: 1250 }

/** An image of a product or of a collection. */
export const mediaOf = ({ url, width, height, altText }: MediaItemUrlAndSize): Media => ({
  url: ownFile(url),
  width,
  height,
  alt: altText ?? '',
})

/** The image of a line, as carts, checkouts and orders send it. */
type LineImage = { readonly [key in keyof MediaItemUrlAndSize]?: MediaItemUrlAndSize[key] | undefined }

export const lineImage = (image: LineImage | undefined): Media | undefined =>
  image?.url
    ? mediaOf({
        url: image.url,
        width: image.width ?? unknownSize.width,
        height: image.height ?? unknownSize.height,
        altText: image.altText,
      })
    : undefined
