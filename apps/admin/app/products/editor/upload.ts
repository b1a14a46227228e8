import { client } from '../../client.ts'
import type { Medium } from './values.ts'

/** What browsers offer to choose. */
export const pictureTypes = 'image/jpeg,image/png,image/webp,image/gif,image/avif'

const mostBytes = 25_000_000

const reasons: Readonly<Record<string, string>> = {
  UNKNOWN_TYPE: 'is no JPEG, PNG, WebP, GIF or AVIF picture',
  BROKEN: 'cannot be read as a picture',
  TOO_LARGE: 'is larger than 25 MB or 100 million pixels',
  UNSAFE: 'would do something to whoever opens it',
  EMPTY: 'is empty',
}

/** Why a file was not taken, as a sentence that goes on from its name. */
export class NotUploaded extends Error {}

interface Answer {
  readonly file?: {
    readonly id: string
    readonly url: string
    readonly media?: { readonly image?: { readonly image?: { readonly width?: number; readonly height?: number } } }
  }
  readonly details?: { readonly applicationError?: { readonly data?: { readonly reason?: string } } }
}

/**
 * Uploads a picture to the shop; `tell` hears the share that is sent.
 * @throws NotUploaded
 */
export async function uploadPicture(file: File, tell: (share: number) => void, signal: AbortSignal): Promise<Medium> {
  if (file.size > mostBytes) throw new NotUploaded(reasons['TOO_LARGE'])
  if (file.size === 0) throw new NotUploaded(reasons['EMPTY'])
  if (!pictureTypes.split(',').includes(file.type)) throw new NotUploaded(reasons['UNKNOWN_TYPE'])
  const { uploadUrl } = await client.files.generateFileUploadUrl(
    { mimeType: file.type, fileName: file.name.slice(0, 200), sizeInBytes: String(file.size) },
    { signal },
  )
  // The shop's own address may be another one than the admin is open at.
  const { file: taken } = await put(new URL(uploadUrl).pathname, file, tell, signal)
  const picture = taken?.media?.image?.image
  if (!taken || !picture) throw new NotUploaded('was not answered')
  return {
    mediaId: taken.id,
    kind: 'IMAGE',
    url: new URL(taken.url).pathname,
    width: picture.width ?? 0,
    height: picture.height ?? 0,
    alt: '',
    x: 0.5,
    y: 0.5,
  }
}

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
