import type { Media } from '@vitrine/ui'

/** Pictures of collections, for pages without pictures of their own, packed into a string in every page: address, size and focal point of each. */
export const packCovers = (pictures: readonly Media[]): string =>
  pictures
    .map(({ url, width, height, focus }) => {
      const address = url.replaceAll(',', '%2C').replaceAll('|', '%7C')
      return [address, width, height, ...(focus ? [focus.x, focus.y] : [])].join(',')
    })
    .join('|')

export const coversOf = (text: string | undefined): readonly Media[] =>
  text
    ? text.split('|').map((cover) => {
        const [url = '', ...measures] = cover.split(',')
        const [width = 0, height = 0, x, y] = measures.map(Number)
        return { url, alt: '', width, height, focus: x !== undefined && y !== undefined ? { x, y } : undefined }
      })
    : []
