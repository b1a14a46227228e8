import type { FileDescriptor, FileMedia } from '@vitrine/contract'
import { derivativePath, originalPath } from './links.ts'
import type { ShopFile } from './store.ts'

export interface DescriptorFacts {
  /** Where the shop is reached from outside. */
  readonly origin: string
}

/** What the wire says of a file. A private one has no address. */
export function fileDescriptor(file: ShopFile, site: string, { origin }: DescriptorFacts): FileDescriptor {
  const at = (path: string) => (file.private ? '' : origin + path)
  const url = at(originalPath(file.id))
  const derivative = (name: string | undefined) => (name === undefined || file.private ? undefined : origin + derivativePath(file.id, name))
  const { posterName, thumbnailName } = file.details
  const thumbnailUrl = isPicture(file) ? url : derivative(posterName ?? thumbnailName)
  const media = mediaOf(file, url, derivative)
  return {
    id: file.id,
    displayName: file.displayName ?? file.fileName,
    url,
    parentFolderId: file.folderId,
    hash: file.digest,
    sizeInBytes: String(file.bytes),
    private: file.private,
    mediaType: file.kind,
    ...(media && { media }),
    operationStatus: file.operationStatus,
    ...(file.sourceUrl !== null && { sourceUrl: file.sourceUrl }),
    ...(thumbnailUrl && { thumbnailUrl }),
    labels: [...file.labels],
    createdDate: file.createdAt.toISOString(),
    updatedDate: file.updatedAt.toISOString(),
    siteId: site,
    state: file.trashed ? 'DELETED' : 'OK',
    ...(file.lastUsedAt && { lastUsedDate: file.lastUsedAt.toISOString() }),
  }
}

const isPicture = ({ kind }: ShopFile): boolean => kind === 'IMAGE' || kind === 'VECTOR' || kind === 'ICON'

/** What is known by kind; nothing of a file whose bytes are not there yet. */
function mediaOf(file: ShopFile, url: string, derivative: (name: string | undefined) => string | undefined): FileMedia | undefined {
  if (file.digest === '') return undefined
  const { id, fileName: filename, details } = file
  const sizeInBytes = String(file.bytes)
  const thumbnailUrl = derivative(details.thumbnailName)
  const thumbnail = thumbnailUrl !== undefined && { thumbnail: { url: thumbnailUrl, filename } }
  switch (file.kind) {
    case 'IMAGE':
      return { image: pictureMedia(file, url) }
    case 'VECTOR':
      return { vector: pictureMedia(file, url) }
    case 'ICON':
      return { icon: pictureMedia(file, url) }
    case 'VIDEO': {
      const poster = derivative(details.posterName)
      const size = { width: file.width ?? 0, height: file.height ?? 0 }
      const original = file.private ? [] : [{ url, ...size, format: 'mp4' }]
      const smaller = (details.renditions ?? []).flatMap(({ name, width, height }) => {
        const address = derivative(name)
        return address === undefined ? [] : [{ url: address, width, height, format: 'mp4' }]
      })
      return {
        video: {
          id,
          resolutions: [...original, ...smaller],
          filename,
          ...(poster !== undefined && { posters: [{ url: poster, ...size }] }),
        },
      }
    }
    case 'AUDIO':
      return {
        audio: {
          id,
          assets: file.private ? [] : [{ id, url, filename }],
          ...(details.bitrate !== undefined && { bitrate: Math.round(details.bitrate) }),
          ...(details.durationMs !== undefined && { duration: Math.round(details.durationMs / 1000) }),
          format: file.mime.split('/')[1] ?? '',
          sizeInBytes,
        },
      }
    case 'DOCUMENT':
      return { document: { id, url, filename, ...thumbnail } }
    case 'ARCHIVE':
      return { archive: { id, url, sizeInBytes, filename } }
    case 'MODEL3D':
      return { model3d: { id, url, ...thumbnail, ...(file.altText !== null && { altText: file.altText }), filename, sizeInBytes } }
  }
}

function pictureMedia({ id, fileName, width, height, focal, colour, altText, details }: ShopFile, url: string) {
  const palette = (details.palette ?? []).map((hex) => ({ hex }))
  return {
    image: {
      id,
      url,
      height: height ?? 0,
      width: width ?? 0,
      ...(altText !== null && { altText }),
      filename: fileName,
      focalPoint: { x: focal.x * 100, y: focal.y * 100 },
    },
    ...((colour !== null || palette.length > 0) && { colors: { ...(colour !== null && { prominent: { hex: colour } }), palette } }),
    faces: [],
  }
}
