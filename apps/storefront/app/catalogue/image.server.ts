import type { Media } from '@vitrine/ui'

/** The image of a line, as carts, checkouts and orders send it. */
type LineImage = { readonly url?: string; readonly width?: number; readonly height?: number; readonly altText?: string }

const ownFile = /^https?:\/\/[^/]+(?=\/media\/[^/?#]+$)/

/** An image of unknown size is cut as the gallery cuts it. */
const unknownSize = { width: 1000, height: 1250 }

/**
 * The image of a line at an address without a host: pages show images of their own origin alone, and a shop may be opened by
 * another host than the one that its documents name, as by an IP address.
 */
export const lineImage = (image: LineImage | undefined): Media | undefined =>
  image?.url
    ? {
        url: image.url.replace(ownFile, ''),
        width: image.width ?? unknownSize.width,
        height: image.height ?? unknownSize.height,
        alt: image.altText ?? '',
      }
    : undefined
