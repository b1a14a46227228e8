import type { FileDescriptor, FileMediaType } from '@vitrine/contract'

const unitOf = (bytes: number): readonly [name: string, factor: number] =>
  bytes < 1000 ? ['B', 1] : bytes < 999_500 ? ['KB', 1e3] : bytes < 999_500_000 ? ['MB', 1e6] : ['GB', 1e9]

const figure = (value: number, unit: string): string =>
  value < 10 && (unit === 'MB' || unit === 'GB') ? value.toFixed(1).replace(/\.0$/, '') : String(Math.round(value))

/** `37 KB`, `8.2 MB`, `1.4 GB`. */
export function sizeText(bytes: number): string {
  const [unit, factor] = unitOf(bytes)
  return `${figure(bytes / factor, unit)} ${unit}`
}

/** `18 of 28 MB` */
export function partText(part: number, bytes: number): string {
  const [unit, factor] = unitOf(bytes)
  return `${figure(part / factor, unit)} of ${sizeText(bytes)}`
}

/** `40 s`, `12 min`, `2 h`. */
export const durationText = (seconds: number): string =>
  seconds < 60
    ? `${Math.max(1, Math.round(seconds))} s`
    : seconds < 3600
      ? `${Math.round(seconds / 60)} min`
      : `${Math.round(seconds / 3600)} h`

/** What a file is, as one of many: `3 pictures`. */
export const kindNames: Readonly<Partial<Record<FileMediaType, readonly [one: string, more: string]>>> = {
  IMAGE: ['picture', 'pictures'],
  VECTOR: ['drawing', 'drawings'],
  ICON: ['icon', 'icons'],
  VIDEO: ['video', 'videos'],
  MODEL3D: ['3D model', '3D models'],
  AUDIO: ['sound', 'sounds'],
  DOCUMENT: ['document', 'documents'],
  ARCHIVE: ['archive', 'archives'],
}

export const kindName = ({ mediaType }: FileDescriptor): string => kindNames[mediaType]?.[0] ?? 'file'

export const capital = (text: string): string => text[0]!.toUpperCase() + text.slice(1)

export const bytesOf = ({ sizeInBytes }: FileDescriptor): number => Number(sizeInBytes ?? 0)

const pictureOf = ({ media }: FileDescriptor) => (media?.image ?? media?.vector ?? media?.icon)?.image

/** Width and height, where it has them. */
export function sizeOf(file: FileDescriptor): { readonly width: number; readonly height: number } | undefined {
  const { width, height } = pictureOf(file) ?? file.media?.video?.resolutions?.[0] ?? {}
  return width && height ? { width, height } : undefined
}

/** Shares of the width and the height, from 0 to 1. */
export function focalOf(file: FileDescriptor): { readonly x: number; readonly y: number } {
  const { x = 50, y = 50 } = pictureOf(file)?.focalPoint ?? {}
  return { x: x / 100, y: y / 100 }
}

export const altOf = (file: FileDescriptor): string => pictureOf(file)?.altText ?? ''

/** The path of a file's preview picture, without a size; undefined while the file has none or is still being fetched. */
export const pictureAt = ({ thumbnailUrl, hash }: Pick<FileDescriptor, 'thumbnailUrl' | 'hash'>): string | undefined =>
  thumbnailUrl && hash ? new URL(thumbnailUrl).pathname : undefined

/** An address that names the content that is meant: a browser that knows the one before asks for it anew. */
export const ofContent = (path: string, { hash }: FileDescriptor): string => (hash ? `${path}?v=${hash.slice(0, 16)}` : path)

/** The same in a size: a picture is cut to it, and what was made from another file is shown as it is. */
export function pictureSized(file: FileDescriptor, width: number, height: number): string | undefined {
  const at = pictureAt(file)
  return at && ofContent(file.mediaType === 'IMAGE' ? `${at}/fill/w_${width},h_${height},q_80` : at, file)
}

const reasons: Readonly<Record<string, string>> = {
  UNKNOWN_TYPE: 'Not a picture, video or 3D model. Nothing was saved.',
  UNSUPPORTED_FILE_FORMAT: 'Not a picture, video or 3D model. Nothing was saved.',
  BROKEN: 'It cannot be read: it is damaged or incomplete. Nothing was saved.',
  TOO_LARGE: 'It is larger than the shop takes. Nothing was saved.',
  FILE_SIZE_OVER_LIMIT: 'It is larger than the shop takes. Nothing was saved.',
  UNSAFE: 'It could harm those who open it. Nothing was saved.',
  OTHER_FILES: 'Parts of it are in other files: save it as GLB, or as glTF with everything embedded. Nothing was saved.',
  EMPTY: 'It is empty. Nothing was saved.',
  ZERO_FILE_SIZE: 'It is empty. Nothing was saved.',
  SITE_QUOTA_EXCEEDED: 'The shop has no room for it. Empty the trash, or raise the quota.',
  RESOURCE_NOT_FOUND: 'Its folder is gone. Nothing was saved.',
  UNREACHABLE: 'Its address did not answer.',
}

/** Why a file was not taken. */
export const reasonText = (reason: string | undefined): string => reasons[reason ?? ''] ?? 'It was not taken. Nothing was saved.'
