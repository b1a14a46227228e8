import type { Media } from '@vitrine/ui'

/** An address on the shop's own host without the host. */
export const ownPath = (url: string, origin: string): string => (url.startsWith(`${origin}/`) ? url.slice(origin.length) : url)

/** The picture with an address relative to the shop, if it is the shop's own. */
export const ownPicture = <Picture extends Media>(picture: Picture, baseUrl: string): Picture => ({
  ...picture,
  url: ownPath(picture.url, new URL(baseUrl).origin),
})

/** A decorative picture beside text; it has no placeholder. */
export const silentPicture = ({ url, width, height, focus }: Media, baseUrl: string): Media =>
  ownPicture({ url, width, height, focus, alt: '' }, baseUrl)
