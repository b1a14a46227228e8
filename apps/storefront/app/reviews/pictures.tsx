import { Icon, rendition } from '@vitrine/ui'
import { CircleAlert, Film, ImagePlus, X } from 'lucide-react'
import { useId, useState } from 'react'
import { useHydrated } from '../shop/use-hydrated.ts'
import { sendFilm } from './send-film.ts'
import { smaller } from './smaller.ts'
import {
  MOST_FILM_MEGABYTES,
  MOST_FILM_SECONDS,
  MOST_FILMS,
  MOST_PICTURES,
  STILL_SENT,
  type TakenFilm,
  type TakenPicture,
} from './write.ts'

interface Drop {
  key: string
  name: string
  taken?: TakenPicture | undefined
  film?: TakenFilm | undefined
  /** Upload progress of the film, 0 to 1. */
  share?: number
  /** Cancels the upload. */
  stop?: () => void
  /** A `blob:` address of the local file. */
  preview?: string
  wrong?: string | undefined
}

interface PicturesProps {
  of: 'review' | 'return'
  before: readonly TakenPicture[]
  /** Whether films are accepted, as in reviews. */
  films?: readonly TakenFilm[]
  wrong: string | undefined
}

const isFilm = ({ type }: File) => type.startsWith('video/')
const reviewSays = `up to five, and a film of up to ${MOST_FILM_SECONDS} seconds and ${MOST_FILM_MEGABYTES} MB`

/** The pictures of a review or a return: uploaded when chosen, scaled down where too large. A review also accepts a film. */
export function Pictures({ of, before, films = [], wrong }: PicturesProps) {
  const id = useId()
  // Only script can send a film.
  const takesFilms = useHydrated() && of === 'review'
  const [drops, setDrops] = useState<readonly Drop[]>([
    ...before.map((taken) => ({ key: taken.id, name: '', taken })),
    ...films.map((film) => ({ key: film.id, name: '', film })),
  ])
  const change = (key: string, more: Partial<Drop>) =>
    setDrops((now) => now.map((drop) => (drop.key === key ? { ...drop, ...more } : drop)))
  async function send(file: File) {
    const key = crypto.randomUUID()
    const stopping = new AbortController()
    setDrops((now) => [...now, { key, name: file.name, stop: () => stopping.abort(), ...(isFilm(file) && { share: 0 }) }])
    try {
      if (isFilm(file)) {
        const sent = await sendFilm(file, { onShare: (share) => change(key, { share }), signal: stopping.signal })
        return change(key, 'film' in sent ? { ...sent, preview: URL.createObjectURL(file) } : sent)
      }
      const form = new FormData()
      form.set('file', await smaller(file))
      form.set('of', of)
      const answer = await fetch('/review-pictures', { method: 'POST', body: form, signal: stopping.signal })
      if (!answer.ok) throw new Error(String(answer.status))
      const { picture, wrong: said } = (await answer.json()) as { picture?: TakenPicture; wrong?: string }
      change(key, { taken: picture, wrong: said })
    } catch {
      change(key, { wrong: `${file.name} did not arrive. Add it again, please.` })
    }
  }
  function remove({ key, stop, preview }: Drop) {
    stop?.()
    if (preview) URL.revokeObjectURL(preview)
    setDrops((now) => now.filter((drop) => drop.key !== key))
  }
  const good = drops.filter(({ wrong: bad }) => bad === undefined)
  const filmCount = good.filter(({ film, share }) => film || share !== undefined).length
  const pictureRoom = MOST_PICTURES - (good.length - filmCount)
  const filmRoom = takesFilms ? MOST_FILMS - filmCount : 0
  const isSending = good.some(({ taken, film }) => !taken && !film)
  const accept = [pictureRoom > 0 && 'image/*', filmRoom > 0 && 'video/mp4,video/quicktime,video/webm'].filter(Boolean).join(',')
  const said =
    drops
      .map(({ wrong: bad }) => bad)
      .filter(Boolean)
      .join(' ') || (wrong === STILL_SENT && !isSending ? undefined : wrong)
  function add(files: readonly File[]) {
    const chosen = files.filter(isFilm)
    for (const file of files.filter((one) => !isFilm(one)).slice(0, pictureRoom)) void send(file)
    for (const file of chosen.slice(0, filmRoom)) void send(file)
    if (takesFilms && chosen.length > filmRoom)
      setDrops((now) => [
        ...now,
        { key: crypto.randomUUID(), name: chosen.at(-1)!.name, wrong: 'A review takes one film. Remove the other one first.' },
      ])
  }
  return (
    <div className="field">
      <span className="label" id={id}>
        {of === 'review' ? 'Pictures and a film' : 'Pictures'}{' '}
        <span className="optional">{of === 'review' ? reviewSays : 'up to five'}</span>
      </span>
      <div className="drops" role="group" aria-labelledby={id}>
        {drops.map((drop, at) => {
          const { key, name, taken, film, share, preview, wrong: bad } = drop
          const isHere = taken !== undefined || film !== undefined
          return (
            <div key={key} className={`drop ${bad ? 'drop--bad' : isHere ? 'drop--has' : 'drop--up'}`}>
              {taken && (
                <>
                  <img src={taken.url} alt={`Yours, number ${at + 1}`} width={taken.width} height={taken.height} />
                  <input type="hidden" name="picture" value={taken.id} />
                </>
              )}
              {film && (
                <>
                  {preview ? (
                    <video src={`${preview}#t=0.1`} muted playsInline preload="metadata" aria-label="Your film" />
                  ) : (
                    <img src={rendition(film, 208, 260)} alt="Your film" width={208} height={260} />
                  )}
                  <Icon of={Film} />
                  <input type="hidden" name="film" value={film.id} />
                </>
              )}
              {!isHere && <span className="small">{name}</span>}
              {!isHere && !bad && <progress aria-label={`${name} is being sent`} {...(share !== undefined && { value: share, max: 1 })} />}
              {bad && <Icon of={CircleAlert} />}
              <button
                className="icon-button"
                type="button"
                aria-label={taken ? `Remove picture ${at + 1}` : film ? 'Remove the film' : bad ? `Remove ${name}` : `Stop sending ${name}`}
                onClick={() => remove(drop)}
              >
                <Icon of={X} small />
              </button>
            </div>
          )
        })}
        {(pictureRoom > 0 || filmRoom > 0) && (
          <label className="drop drop--add">
            <Icon of={ImagePlus} />
            <span className="small">Add</span>
            <input
              className="sr"
              type="file"
              name="file"
              accept={accept}
              multiple
              onChange={({ target }) => {
                add([...(target.files ?? [])])
                target.value = ''
              }}
            />
          </label>
        )}
      </div>
      {said && (
        <p className="bad" role="alert">
          <Icon of={CircleAlert} />
          <span>{said}</span>
        </p>
      )}
    </div>
  )
}
