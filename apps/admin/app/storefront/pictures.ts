import type { FileDescriptor, Picture } from '@vitrine/contract'
import { altOf, focalOf, pictureAt, sizeOf } from '../media/text.ts'

/** A file of the library as a picture of the look; undefined where it has no size. */
export function pictureFrom(file: FileDescriptor): Picture | undefined {
  const size = sizeOf(file)
  const url = pictureAt(file)
  return size && url !== undefined ? { id: file.id, url, alt: altOf(file), ...size, focalPoint: focalOf(file) } : undefined
}

/** Where a picture is on this server, under whatever name the admin is open. */
export const pathOf = ({ url }: Picture): string => new URL(url, location.origin).pathname
