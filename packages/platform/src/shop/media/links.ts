import type { Encoding } from './address.ts'

export interface RenditionLink {
  readonly how: 'fit' | 'fill'
  readonly width: number
  readonly height?: number
  readonly quality?: number
  /** Only where Accept cannot be trusted, as in emails; elsewhere the browser's own choice is better. */
  readonly encoding?: Encoding
}

/** Path of a file as it was added. */
export const originalPath = (id: string): string => `/media/${encodeURIComponent(id)}`

/** Path of a rendition; the same grammar that `readAddress` reads. */
export function renditionPath(id: string, { how, width, height, quality, encoding }: RenditionLink): string {
  const options = [`w_${width}`]
  if (height !== undefined) options.push(`h_${height}`)
  if (quality !== undefined) options.push(`q_${quality}`)
  if (encoding !== undefined) options.push(`enc_${encoding}`)
  return `${originalPath(id)}/${how}/${options.join(',')}`
}

/** Path of what processing made from a file: a poster, a page, a stream. */
export const derivativePath = (id: string, name: string): string =>
  `${originalPath(id)}/derived/${name.split('/').map(encodeURIComponent).join('/')}`
