import { attempt } from '@vitrine/client'
import type { Visit } from '../shop.server.ts'

/** What is wrong with a picture, as a sentence. */
export type PhotoWrong = string

/** A page takes no more than a megabyte at once, and base64 makes it a third longer. */
const MOST_BYTES = 700_000

/** Stores the picture that the member chose, or says why it cannot. */
export async function keepPhoto({ client }: Visit, id: string, file: FormDataEntryValue | null): Promise<PhotoWrong | undefined> {
  if (!(file instanceof File) || file.size === 0) return 'Choose a picture first.'
  if (file.size > MOST_BYTES) return `${file.name} is ${megabytes(file.size)} MB; up to 0.7 work. A smaller copy of it does.`
  const content = Buffer.from(await file.arrayBuffer()).toString('base64')
  const [refused, saved] = await attempt(client.myPhoto.uploadMyPhoto({ content }))
  if (refused?.code === 'PHOTO_NOT_TAKEN') return wrongs[refused.data.reason]
  if (refused) throw refused
  const { url, id: mediaId, width, height } = saved.photo
  await client.members.updateMember({ member: { id, profile: { photo: { id: mediaId, url, width, height } } } })
  return undefined
}

const megabytes = (bytes: number) => (bytes / 1_000_000).toFixed(1)

const wrongs = {
  UNKNOWN_TYPE: 'This is no picture that we can open. JPEG, PNG, WebP and AVIF work.',
  BROKEN: 'The file cannot be read; perhaps it came only in part.',
  TOO_LARGE: 'It has more pixels than we can open. A smaller copy of it does.',
  UNSAFE: 'This is more than a picture. A copy saved as JPEG or PNG works.',
  NO_ROOM: 'The shop has no room for pictures at the moment. Try again another day.',
} as const
