import { MOST_FILM_MEGABYTES, MOST_FILM_SECONDS, type TakenFilm } from './write.ts'

interface Sending {
  /** Progress from 0 to 1. */
  onShare: (share: number) => void
  signal: AbortSignal
}

/** Uploads a film for a review, or says why it is not accepted. A film that is too large or too long is refused before anything is sent. */
export async function sendFilm(file: File, { onShare, signal }: Sending): Promise<{ film: TakenFilm } | { wrong: string }> {
  if (file.size > MOST_FILM_MEGABYTES * 1_000_000) return { wrong: `${file.name} ${not.TOO_LARGE}` }
  const seconds = await lengthOf(file)
  if (seconds !== undefined && seconds >= MOST_FILM_SECONDS + 1) return { wrong: `${file.name} ${not.TOO_LONG}` }
  const asked = await fetch('/review-films', { method: 'POST', signal })
  if (!asked.ok) throw new Error(String(asked.status))
  const { path, wrong } = (await asked.json()) as { path?: string; wrong?: string }
  if (path === undefined) return { wrong: `${file.name} ${wrong}` }
  const { status, answer } = await put(path, file, { onShare, signal })
  if (status === 200 && answer.file) return { film: { id: answer.file.id, url: `/media/${encodeURIComponent(answer.file.id)}` } }
  const reason = status === 413 ? 'TOO_LARGE' : (answer.details?.applicationError?.data?.reason ?? '')
  if (Object.hasOwn(not, reason)) return { wrong: `${file.name} ${not[reason as keyof typeof not]}` }
  throw new Error(String(status))
}

const not = {
  TOO_LARGE: `has more than ${MOST_FILM_MEGABYTES} MB. A shorter film does, or one of lower quality.`,
  TOO_LONG: `is longer than ${MOST_FILM_SECONDS} seconds. A shorter one does.`,
  UNKNOWN_TYPE: 'is no film that we can show. MP4, MOV and WebM work.',
  OTHER_FILES: 'is no film that we can show. MP4, MOV and WebM work.',
  BROKEN: 'cannot be read; perhaps it came only in part.',
  UNSAFE: 'is more than a film. A copy saved as MP4 works.',
  EMPTY: 'is empty.',
} as const

/** In seconds; undefined when this browser cannot open it: the shop may be able to. */
function lengthOf(file: File): Promise<number | undefined> {
  const url = URL.createObjectURL(file)
  const video = document.createElement('video')
  return new Promise<number | undefined>((done) => {
    const patience = setTimeout(done, 5000)
    const end = () => {
      clearTimeout(patience)
      done(Number.isFinite(video.duration) ? video.duration : undefined)
    }
    video.onloadedmetadata = end
    video.onerror = end
    video.preload = 'metadata'
    video.src = url
  }).finally(() => {
    video.removeAttribute('src')
    URL.revokeObjectURL(url)
  })
}

interface Answer {
  file?: { id: string }
  details?: { applicationError?: { data?: { reason?: string } } }
}

/** XMLHttpRequest, because `fetch` reports no upload progress. */
function put(path: string, file: File, { onShare, signal }: Sending): Promise<{ status: number; answer: Answer }> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('PUT', path)
    request.responseType = 'json'
    request.upload.onprogress = ({ loaded, total }) => onShare(total === 0 ? 0 : loaded / total)
    request.onload = () => resolve({ status: request.status, answer: (request.response ?? {}) as Answer })
    request.onerror = () => reject(new Error('the line is gone'))
    request.onabort = () => reject(new Error('stopped'))
    signal.addEventListener('abort', () => request.abort())
    request.send(file)
  })
}
