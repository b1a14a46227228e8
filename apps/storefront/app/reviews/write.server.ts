import { attempt, Unreachable } from '@vitrine/client'
import type { Visit } from '../shop.server.ts'
import { MOST_BYTES, MOST_FILMS, MOST_PICTURES, type Sent, type TakenPicture, wrongIn } from './write.ts'

const notTaken = {
  UNKNOWN_TYPE: 'is no picture that we can open. JPEG, PNG, WebP and AVIF work.',
  BROKEN: 'cannot be read; perhaps it came only in part.',
  TOO_LARGE: 'has more pixels than we can open. A smaller copy of it does.',
  UNSAFE: 'is more than a picture. A copy saved as JPEG or PNG works.',
  NO_ROOM: 'cannot be taken: the shop has no room for pictures at the moment.',
} as const

/** Stores a picture for a review or a return, or says why it cannot. */
export async function takePicture(
  { client }: Visit,
  file: File,
  of: 'review' | 'return',
): Promise<{ picture?: TakenPicture; wrong?: string }> {
  if (file.size > MOST_BYTES) return { wrong: `${file.name} is too large to be sent; up to 0.7 MB work.` }
  const content = Buffer.from(await file.arrayBuffer()).toString('base64')
  if (content.length < 4) return { wrong: `${file.name} is empty.` }
  const waits = { wrong: `${file.name} has to wait: the shop is busy. Try again in a minute.` }
  const answer = await attempt(
    of === 'review' ? client.reviews.uploadReviewPicture({ content }) : client.returns.uploadReturnPicture({ content }),
  ).catch((error: unknown) => {
    if (error instanceof Unreachable) return undefined
    throw error
  })
  if (!answer) return waits
  const [refused, taken] = answer
  if (refused?.code === 'PHOTO_NOT_TAKEN') return { wrong: `${file.name} ${notTaken[refused.data.reason]}` }
  if (refused?.code === 'TOO_MANY_REQUESTS') return { wrong: `${file.name} has to wait: those were many pictures. Try again in a minute.` }
  if (refused?.code === 'SERVICE_UNAVAILABLE') return waits
  if (refused) throw refused
  const { id, url = '', width = 1, height = 1 } = taken.picture
  return { picture: { id: id!, url: new URL(url).pathname, width, height } }
}

/** The upload address of a film for a review, or why none can be sent. */
export async function askForFilmUpload({ client }: Visit): Promise<{ path?: string; wrong?: string }> {
  const [refused, upload] = await attempt(client.reviews.requestFilmUpload({}))
  if (refused?.code === 'TOO_MANY_REQUESTS') return { wrong: 'has to wait: those were many films for one day. Try again tomorrow.' }
  if (refused) throw refused
  return { path: new URL(upload.uploadUrl).pathname }
}

/** What a form says, and what is wrong with it. Pictures that came with the form itself are taken in. */
export async function readForm(here: Visit, form: FormData): Promise<Sent> {
  const text = (name: string, most: number) =>
    String(form.get(name) ?? '')
      .trim()
      .slice(0, most)
  const said = { stars: Number(form.get('stars')), title: text('title', 200), text: text('text', 3000), name: text('name', 100) }
  const { pictures, wrong } = await readPictures(here, form, 'review')
  const films = form.getAll('film').map(String).slice(0, MOST_FILMS)
  return { ...said, pictures, films, wrong: { ...wrongIn(said), ...(wrong && { pictures: wrong }) } }
}

/** The pictures of a form: those that were sent as they were chosen, and those that came with it, which are taken in. */
export async function readPictures(here: Visit, form: FormData, of: 'review' | 'return'): Promise<{ pictures: string[]; wrong?: string }> {
  const pictures = form.getAll('picture').map(String).slice(0, MOST_PICTURES)
  let wrong: string | undefined
  for (const file of form.getAll('file')) {
    if (!(file instanceof File) || file.size === 0) continue
    if (pictures.length >= MOST_PICTURES) break
    const taken = await takePicture(here, file, of)
    if (taken.picture) pictures.push(taken.picture.id)
    else wrong = taken.wrong
  }
  return { pictures, ...(wrong !== undefined && { wrong }) }
}
