import type { FileDescriptor, FileMedia, FileMediaType } from '@vitrine/contract'
import { originalPath } from './links.ts'
import type { MediaFile } from './store.ts'

const types: Readonly<Record<MediaFile['kind'], FileMediaType>> = {
  IMAGE: 'IMAGE',
  VIDEO: 'VIDEO',
  AUDIO: 'AUDIO',
  DOCUMENT: 'DOCUMENT',
  ARCHIVE: 'ARCHIVE',
  MODEL3D: 'MODEL3D',
}

/** What the wire says of a file. A private one has no address. */
export function fileDescriptor(
  file: MediaFile,
  createdAt: Date,
  { site, origin, rootFolder }: { readonly site: string; readonly origin: string; readonly rootFolder: string },
): FileDescriptor {
  const url = file.private ? '' : origin + originalPath(file.id)
  const created = createdAt.toISOString()
  return {
    id: file.id,
    displayName: file.fileName,
    url,
    parentFolderId: rootFolder,
    hash: file.digest,
    sizeInBytes: String(file.bytes),
    private: file.private,
    mediaType: types[file.kind],
    ...(file.kind === 'IMAGE' && { media: pictureMedia(file, url) }),
    operationStatus: 'READY',
    ...(file.kind === 'IMAGE' && !file.private && { thumbnailUrl: url }),
    labels: [],
    createdDate: created,
    updatedDate: created,
    siteId: site,
    state: 'OK',
  }
}

function pictureMedia({ id, fileName, width, height, focal, colour }: MediaFile, url: string): FileMedia {
  return {
    image: {
      image: {
        id,
        url,
        height: height ?? 0,
        width: width ?? 0,
        filename: fileName,
        focalPoint: { x: focal.x * 100, y: focal.y * 100 },
      },
      ...(colour !== null && { colors: { prominent: { hex: colour }, palette: [] } }),
      faces: [],
    },
  }
}
