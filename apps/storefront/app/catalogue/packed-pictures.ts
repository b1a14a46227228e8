import type { Media } from '@vitrine/ui'
import { packed, textOf, unpacked, value } from './packed-text.ts'

const stored = { before: '/media/', after: '~mv2.webp' } as const
const usual = '1000,1250'

/** The file name of a picture of the shop, its alternative text, and its size where that is not the usual one. */
export function packPicture(picture: Media | undefined): readonly string[] {
  if (!picture) return ['', '', '']
  const { url, alt, width, height, focus } = picture
  const isUsual = url.startsWith(stored.before) && url.endsWith(stored.after)
  const measures = [width, height, ...(focus ? [focus.x, focus.y] : [])].join(',')
  return [
    isUsual ? value(url.slice(stored.before.length, -stored.after.length)) : `=${value(url)}`,
    value(alt),
    measures === usual ? '' : measures,
  ]
}

export function unpackPicture(address: string | undefined, alt: string | undefined, measures: string | undefined): Media | undefined {
  if (!address) return undefined
  const [width = 0, height = 0, x, y] = (measures || usual).split(',').map(Number)
  return {
    url: address.startsWith('=') ? textOf(address.slice(1)) : stored.before + textOf(address) + stored.after,
    alt: textOf(alt),
    width,
    height,
    focus: x === undefined || y === undefined ? undefined : { x, y },
  }
}

/** Pictures as data for hydration. */
export const packPictures = (pictures: readonly Media[]): string =>
  packed(
    pictures.map((picture) => packed(packPicture(picture), '|')),
    '\n',
  )

export const unpackPictures = (text: string): readonly Media[] =>
  unpacked(text, '\n').flatMap((row) => {
    const [address, alt, measures] = unpacked(row, '|')
    return unpackPicture(address, alt, measures) ?? []
  })
