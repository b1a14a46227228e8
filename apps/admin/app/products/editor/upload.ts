import type { FileDescriptor } from '@vitrine/contract'
import { client } from '../../client.ts'
import type { Medium } from './values.ts'

/** What browsers offer to choose. */
export const pictureTypes = 'image/jpeg,image/png,image/webp,image/gif,image/avif'

/** What a product shows beside pictures: a browser may know a model by its name alone. */
export const filmTypes = 'video/mp4,video/webm,video/quicktime,model/gltf-binary,model/gltf+json'
export const mediaTypes = `${pictureTypes},${filmTypes},.glb,.gltf`

const modelTypes: readonly (readonly [end: string, type: string])[] = [
  ['.glb', 'model/gltf-binary'],
  ['.gltf', 'model/gltf+json'],
]

const typeOf = ({ type, name }: File): string => modelTypes.find(([end]) => name.toLowerCase().endsWith(end))?.[1] ?? type

const mostBytes = 25_000_000

const reasons: Readonly<Record<string, string>> = {
  UNKNOWN_TYPE: 'is of a type that cannot be shown here',
  BROKEN: 'cannot be read',
  TOO_LARGE: 'is larger than 25 MB or 100 million pixels',
  UNSAFE: 'would do something to whoever opens it',
  OTHER_FILES: 'has parts in other files: save it as GLB, or as glTF with everything embedded',
  EMPTY: 'is empty',
}

/** Why a file was not taken, as a sentence that goes on from its name. */
export class NotUploaded extends Error {}

interface Answer {
  readonly file?: FileDescriptor
  readonly details?: { readonly applicationError?: { readonly data?: { readonly reason?: string } } }
}

/**
 * Uploads a picture, or where they are taken a video or a model, to the shop; `tell` hears the share that is sent.
 * @throws NotUploaded
 */
export async function uploadMedium(file: File, types: string, tell: (share: number) => void, signal: AbortSignal): Promise<Medium> {
  const mimeType = typeOf(file)
  if (file.size > mostBytes) throw new NotUploaded(reasons['TOO_LARGE'])
  if (file.size === 0) throw new NotUploaded(reasons['EMPTY'])
  if (!types.split(',').includes(mimeType)) throw new NotUploaded(reasons['UNKNOWN_TYPE'])
  const { uploadUrl } = await client.files.generateFileUploadUrl(
    { mimeType, fileName: file.name.slice(0, 200), sizeInBytes: String(file.size) },
    { signal },
  )
  // The shop's own address may be another one than the admin is open at.
  const { file: taken } = await put(new URL(uploadUrl).pathname, file, tell, signal)
  if (!taken) throw new NotUploaded('was not answered')
  const picture = taken.media?.image?.image
  const video = taken.media?.video?.resolutions?.[0]
  return {
    mediaId: taken.id,
    kind: kindOf(taken),
    url: new URL(taken.url).pathname,
    width: picture?.width ?? video?.width ?? 0,
    height: picture?.height ?? video?.height ?? 0,
    alt: '',
    x: 0.5,
    y: 0.5,
  }
}

const kindOf = ({ mediaType }: FileDescriptor): Medium['kind'] => (mediaType === 'VIDEO' || mediaType === 'MODEL3D' ? mediaType : 'IMAGE')

function put(path: string, file: File, tell: (share: number) => void, signal: AbortSignal): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('PUT', path)
    request.responseType = 'json'
    request.upload.addEventListener('progress', ({ loaded, total }) => tell(total === 0 ? 0 : loaded / total))
    request.addEventListener('load', () => {
      const answer = (request.response ?? {}) as Answer
      if (request.status === 200) return resolve(answer)
      const reason = answer.details?.applicationError?.data?.reason
      reject(new NotUploaded(reasons[reason ?? ''] ?? (request.status === 413 ? reasons['TOO_LARGE'] : `was refused (${request.status})`)))
    })
    request.addEventListener('error', () => reject(new NotUploaded('did not get to the shop')))
    request.addEventListener('abort', () => reject(new NotUploaded('was stopped')))
    signal.addEventListener('abort', () => request.abort())
    request.send(file)
  })
}
