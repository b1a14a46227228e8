import { type MediaAddress, parseMediaAddress } from './address.ts'

/** A film, a sound or a document of the shop: its id, or a media address. */
export type FileSource = string | Pick<MediaAddress, 'id'>

interface FileOptions {
  /** Of the shop, such as `https://shop.example`. Without it the answer is a path. */
  readonly baseUrl?: string
}

const idOf = (source: FileSource): string =>
  encodeURIComponent(typeof source === 'string' ? (parseMediaAddress(source)?.id ?? source) : source.id)

/**
 * The address of a film's file, which is served in ranges.
 *
 * @example
 * show(videoUrl('wix:video://v1/turn.mp4/Once%20round.mp4#posterUri=mug~mv2.webp', { baseUrl })) // https://shop.example/video/turn.mp4/file
 */
export const videoUrl = (source: FileSource, { baseUrl = '' }: FileOptions = {}): string => `${baseUrl}/video/${idOf(source)}/file`

/**
 * The address of a document, a sound or any other file.
 *
 * @example
 * show(fileUrl('wix:document://v1/care.pdf/Care.pdf', { baseUrl })) // https://shop.example/media/care.pdf
 */
export const fileUrl = (source: FileSource, { baseUrl = '' }: FileOptions = {}): string => `${baseUrl}/media/${idOf(source)}`
