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
