import { Icon } from '@vitrine/ui'
import { Captions, CaptionsOff } from 'lucide-react'
import { type RefObject, useEffect, useState } from 'react'

export interface FilmCaption {
  language: string
  label: string
  path: string
}
export interface FilmCaptions {
  captions: readonly FilmCaption[]
}

export interface ShownCaptions {
  captions: readonly FilmCaption[]
  /** The language of those that are shown. */
  shown: string | undefined
  show: (language: string | undefined) => void
  /** Shows those that were shown last, or the first, or none. */
  toggle: () => void
}

/** Captions of a film, and which of them are shown. What the browser's own menu chooses, as in a full screen on a phone, counts as well. */
export function useCaptions(film: RefObject<HTMLVideoElement | null>, fileId: string): ShownCaptions {
  const [captions, setCaptions] = useState(none)
  useEffect(() => {
    const gone = new AbortController()
    void read(fileId, gone.signal).then((found) => gone.signal.aborted || setCaptions(found))
    return () => gone.abort()
  }, [fileId])
  const [shown, setShown] = useState<string>()
  const [last, setLast] = useState<string>()
  useEffect(() => {
    const tracks = film.current?.textTracks
    if (!tracks || captions.length === 0) return
    const note = () => setShown([...tracks].find(({ mode }) => mode === 'showing')?.language)
    note()
    tracks.addEventListener('change', note)
    return () => tracks.removeEventListener('change', note)
  }, [film, captions])
  const show = (language: string | undefined) => {
    showAlone(film.current?.textTracks, language)
    setShown(language)
    if (language !== undefined) setLast(language)
  }
  return { captions, shown, show, toggle: () => show(shown === undefined ? (last ?? nearest(captions)?.language) : undefined) }
}

function showAlone(tracks: TextTrackList | undefined, language: string | undefined) {
  for (const track of tracks ?? []) track.mode = track.language === language ? 'showing' : 'disabled'
}

const none: readonly FilmCaption[] = []

/** A film is watched without them where they do not come. */
const read = (fileId: string, signal: AbortSignal): Promise<readonly FilmCaption[]> =>
  fetch(`/films/${encodeURIComponent(fileId)}/captions`, { signal })
    .then(async (answer) => (answer.ok ? ((await answer.json()) as FilmCaptions).captions : none))
    .catch(() => none)

/** In a language that somebody reads, where there are such. */
const nearest = (captions: readonly FilmCaption[]): FilmCaption | undefined => {
  for (const wanted of navigator.languages) {
    const near =
      captions.find(({ language }) => language === wanted) ?? captions.find(({ language }) => baseOf(language) === baseOf(wanted))
    if (near) return near
  }
  return captions[0]
}
const baseOf = (language: string) => language.split('-')[0]

/** The tracks of a film: above its controls, unless they say themselves where they stand. */
export const tracksOf = (captions: readonly FilmCaption[]) =>
  captions.map(({ language, label, path }) => <track key={path} kind="captions" src={path} srcLang={language} label={label} ref={lift} />)

function lift(element: HTMLTrackElement | null) {
  element?.addEventListener('load', () => {
    for (const cue of element.track.cues ?? []) if (cue instanceof VTTCue && cue.line === 'auto') cue.line = -4
  })
}

/** A switch where there are captions in one language, and a menu where there are in several. */
export function CaptionsControl({ of: { captions, shown, show, toggle } }: { of: ShownCaptions }) {
  if (captions.length === 0) return null
  if (captions.length === 1)
    return (
      <button className="icon-button" type="button" aria-label="Captions" aria-pressed={shown !== undefined} onClick={toggle}>
        <Icon of={shown === undefined ? CaptionsOff : Captions} />
      </button>
    )
  return (
    <label className="film__captions">
      <Icon of={shown === undefined ? CaptionsOff : Captions} />
      <select aria-label="Captions" value={shown ?? ''} onChange={({ target }) => show(target.value || undefined)}>
        <option value="">Off</option>
        {captions.map(({ language, label }) => (
          <option key={language} value={language} lang={language}>
            {label}
          </option>
        ))}
      </select>
    </label>
  )
}
