import type { MediaItemUrlAndSize, Picture } from '@vitrine/contract'
import type { Media } from '@vitrine/ui'
import { ownFile } from '../shop/own-file.ts'

/** An image of unknown size is cut as the gallery cuts it. */
export const unknownSize = { width: 1000, height: 1250 }

/** An image of a product or of a collection. */
export const mediaOf = ({ url, width, height, altText }: MediaItemUrlAndSize): Media => ({
  url: ownFile(url),
  width,
  height,
  alt: altText ?? '',
})

/** A picture of the shop's look, of a page or of a collection. */
export const showPicture = ({ url, alt, width, height, focalPoint, placeholder }: Picture): Media => ({
  url: ownFile(url),
  alt,
  width,
  height,
  ...(focalPoint ? { focus: focalPoint } : {}),
  ...(placeholder ? { placeholder } : {}),
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
