/** A picture of the shop. `url` is its address on the platform, `/media/<id>`; other addresses are shown as they are. */
export interface Media {
  url: string
  width: number
  height: number
  alt: string
  /** What must stay in sight when it is cut: shares of width and height, 0 to 1. */
  focus?: { x: number; y: number } | undefined
  /** A tiny data URL that stands for it until it arrives. */
  placeholder?: string | undefined
}

/** Whether the platform has it, and cuts it. */
export const isStored = ({ url }: Pick<Media, 'url'>): boolean => /\/media\/[^/?#]+$/.test(url)

/** The address of a rendition: cut to `width` × `height` about the picture's focal point. */
export function rendition(
  { url, focus, width: w, height: h }: Pick<Media, 'url' | 'focus'> & Partial<Pick<Media, 'width' | 'height'>>,
  width: number,
  height: number,
): string {
  if (!isStored({ url })) return url
  // An uncropped picture needs no focal point, so its address is shorter.
  if (w !== undefined && h !== undefined && height === Math.round((h * width) / w)) return `${url}/fit/w_${width}`
  return `${url}/fill/w_${width},h_${height}${focus ? `,fp_${focus.x}_${focus.y}` : ''}`
}
