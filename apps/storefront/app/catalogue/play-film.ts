/** How a browser is given a film, and what it then knows of it. */

export interface Attached {
  /** Lets go of the film and of what was fetched of it. */
  release: () => void
}

interface Source {
  url: string
  streamUrl: string | undefined
  onFail: () => void
}

const playlist = 'application/vnd.apple.mpegurl'

/** As a stream where there is one, by the browser itself or by a player that is fetched for it; else the whole file by ranges. */
export async function attach(film: HTMLVideoElement, { url, streamUrl, onFail }: Source): Promise<Attached> {
  const plainly = (source: string): Attached => {
    film.src = source
    return {
      release: () => {
        film.removeAttribute('src')
        film.load()
      },
    }
  }
  if (!streamUrl || !(await isThere(streamUrl))) return plainly(url)
  if (film.canPlayType(playlist) !== '') return plainly(streamUrl)
  const { default: Hls } = await import('hls.js/light')
  if (!Hls.isSupported()) return plainly(url)
  const hls = new Hls({ enableWorker: false, capLevelToPlayerSize: true })
  let fallback: Attached | undefined
  hls.on(Hls.Events.ERROR, (_, { fatal }) => {
    if (!fatal || fallback) return
    hls.destroy()
    // A stream that cannot be played leaves the file it was made from.
    if (navigator.onLine) fallback = plainly(url)
    else onFail()
  })
  hls.loadSource(streamUrl)
  hls.attachMedia(film)
  return { release: () => (fallback ? fallback.release() : hls.destroy()) }
}

const isThere = (url: string): Promise<boolean> =>
  fetch(url, { method: 'HEAD' }).then(
    ({ ok }) => ok,
    () => false,
  )

interface Sounding {
  readonly mozHasAudio?: boolean
  readonly audioTracks?: { readonly length: number }
  readonly webkitAudioDecodedByteCount?: number
}

/** Browsers tell it each in their own words, Chromium after the first moments of playing. */
export function hasSound(film: HTMLVideoElement): boolean | undefined {
  const { mozHasAudio, audioTracks, webkitAudioDecodedByteCount: decoded } = film as HTMLVideoElement & Sounding
  if (mozHasAudio !== undefined) return mozHasAudio
  if (audioTracks !== undefined) return film.readyState > 0 ? audioTracks.length > 0 : undefined
  if (decoded === undefined || film.readyState < 2) return undefined
  return decoded > 0 || (film.currentTime < 0.3 ? undefined : false)
}

export const prefersStill = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches
