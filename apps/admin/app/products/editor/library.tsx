import type { FileDescriptor } from '@vitrine/contract'
import { useEffect, useState } from 'react'
import { client } from '../../client.ts'
import { many } from '../../list/many.ts'
import { unanswered } from '../../parts/acting.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import type { Medium } from './values.ts'

interface LibraryProps {
  has: readonly Medium[]
  /** Whether one picture is chosen, and no more. */
  single?: boolean
  onChoose: (media: readonly Medium[]) => void
  onClose: () => void
}

const pageSize = 40

function mediumOf({ id, url, media }: FileDescriptor): Medium {
  const picture = media?.image?.image
  return {
    mediaId: id,
    kind: 'IMAGE',
    url: new URL(url).pathname,
    width: picture?.width ?? 0,
    height: picture?.height ?? 0,
    alt: '',
    x: 0.5,
    y: 0.5,
  }
}

/** Pictures that the shop has already, the newest first. */
export function Library({ has, single = false, onChoose, onClose }: LibraryProps) {
  const [files, setFiles] = useState<readonly FileDescriptor[]>()
  /** Where the page begins that was asked for; nothing at the beginning. */
  const [asked, setAsked] = useState<string>()
  const [next, setNext] = useState<string>()
  const [failed, setFailed] = useState(false)
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set())
  useEffect(() => {
    const gone = new AbortController()
    client.files
      .listFiles(
        { mediaTypes: ['IMAGE'], paging: { limit: pageSize, ...(asked !== undefined && { cursor: asked }) } },
        { signal: gone.signal },
      )
      .then(
        (answer) => {
          setFiles((before) => [...(before ?? []), ...answer.files])
          setNext(answer.nextCursor.cursors.next)
        },
        () => !gone.signal.aborted && setFailed(true),
      )
    return () => gone.abort()
  }, [asked])
  const choose = () => {
    onChoose((files ?? []).filter(({ id }) => picked.has(id)).map(mediumOf))
    onClose()
  }
  return (
    <Dialog
      wide
      title="Pictures of the shop"
      about="The newest first. A picture can be used many times."
      does={single ? 'Take this picture' : picked.size === 0 ? 'Add pictures' : `Add ${many(picked.size, 'picture')}`}
      busy={false}
      disabled={picked.size === 0}
      onDo={choose}
      onClose={onClose}
    >
      {failed && <p role="alert">{unanswered}</p>}
      {files?.length === 0 && <p className="soft">The shop has no pictures yet. Drop some on the product, or choose them there.</p>}
      <ul className="mgrid">
        {(files ?? []).map(({ id, url, displayName }) => {
          const isThere = has.some(({ mediaId }) => mediaId === id)
          return (
            <li key={id} className={`mt${picked.has(id) ? ' sel' : ''}`}>
              <button
                type="button"
                className="mtb"
                disabled={isThere}
                aria-pressed={picked.has(id)}
                aria-label={isThere ? `${displayName}, among the product's pictures` : displayName}
                onClick={() =>
                  setPicked((before) => {
                    const after = new Set(single && !before.has(id) ? [] : before)
                    if (!after.delete(id)) after.add(id)
                    return after
                  })
                }
              >
                <img src={`${new URL(url).pathname}/fill/w_200,h_250,q_80`} alt="" width={200} height={250} loading="lazy" />
              </button>
              {isThere && <span className="mk">Here already</span>}
            </li>
          )
        })}
      </ul>
      {next !== undefined && (
        <Button disabled={next === asked} onClick={() => setAsked(next)} small>
          Show more
        </Button>
      )}
    </Dialog>
  )
}
