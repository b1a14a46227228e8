import type { FileDescriptor } from '@vitrine/contract'
import { altOf, focalOf, pictureAt, sizeOf } from '../../media/text.ts'
import type { Medium } from './values.ts'

/** What a product shows of itself. */
export const mediaKinds = ['IMAGE', 'VIDEO', 'MODEL3D'] as const

/** A file of the library as one of a product's media. */
export function mediumOf(file: FileDescriptor): Medium {
  return {
    mediaId: file.id,
    kind: mediaKinds.find((kind) => kind === file.mediaType) ?? 'IMAGE',
    url: pictureAt(file) ?? '',
    ...(sizeOf(file) ?? { width: 0, height: 0 }),
    alt: altOf(file),
    ...focalOf(file),
  }
}

const kindWords: Readonly<Record<Medium['kind'], readonly [one: string, more: string]>> = {
  IMAGE: ['picture', 'pictures'],
  MODEL3D: ['3D model', '3D models'],
  VIDEO: ['video', 'videos'],
}

/** `6 pictures, a 3D model` */
export function mediaText(media: readonly Pick<Medium, 'kind'>[]): string {
  const parts = (['IMAGE', 'MODEL3D', 'VIDEO'] as const).flatMap((kind) => {
    const count = media.filter((one) => one.kind === kind).length
    const [one, more] = kindWords[kind]
    return count === 0 ? [] : count > 1 ? [`${count} ${more}`] : [kind === 'IMAGE' ? `1 ${one}` : `a ${one}`]
  })
  return parts.join(', ')
}
