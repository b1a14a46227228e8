import '@vitrine/ui/zoom.css'
import { classes, Dialog, Icon, Picture, rendition } from '@vitrine/ui'
import { ArrowLeft, ArrowRight, Minus, Plus, X } from 'lucide-react'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Shown } from './gallery.tsx'

export interface ZoomProps {
  pictures: readonly Shown[]
  name: string
  at: number
  onMove: (at: number) => void
  onClose: () => void
}

const letter = (at: number) => String.fromCharCode(97 + (at % 26))

/** So much larger a picture has to be than it stands, for coming closer to show more. */
const WORTH = 1.2

/** How many times larger than it stands a picture is, counted in points of the screen. */
function roomOf(shown: HTMLImageElement | null | undefined) {
  if (!shown || shown.clientWidth === 0) return 1
  return Math.max(shown.naturalWidth / shown.clientWidth, shown.naturalHeight / shown.clientHeight) / devicePixelRatio
}

/** The pictures on the whole screen; closer, one of their points is one of the screen's: nothing is ever scaled up. */
export default function Zoom({ pictures, name, at, onMove, onClose }: ZoomProps) {
  const n = pictures.length
  const picture = pictures[at]
  const stage = useRef<HTMLDivElement>(null)
  /** How many times larger than it stands the picture is. */
  const [room, setRoom] = useState(1)
  /** Which picture is closer, and what of it one looks at, in shares of its width and height. */
  const [looked, setNear] = useState<{ at: number; x: number; y: number }>()
  const near = looked?.at === at ? looked : undefined
  useEffect(() => {
    const measure = () => {
      setNear(undefined)
      requestAnimationFrame(() => setRoom(roomOf(stage.current?.querySelector('img'))))
    }
    window.addEventListener('resize', measure)
    return () => window.removeEventListener('resize', measure)
  }, [])
  useLayoutEffect(() => {
    const view = stage.current
    if (!near || !view) return
    view.scrollLeft = near.x * view.scrollWidth - view.clientWidth / 2
    view.scrollTop = near.y * view.scrollHeight - view.clientHeight / 2
  }, [near])
  if (!picture) return null
  const step = (by: number) => onMove((at + by + n) % n)
  const more = room >= WORTH
  const closer = (x = 0.5, y = 0.5) => more && !near && setNear({ at, x, y })
  const percent = near ? Math.round(room * 100) : 100
  return (
    <Dialog
      className={classes('zoom', near && 'zoom--near')}
      aria-labelledby="zoom-title"
      open
      onClose={onClose}
      onKeyDown={({ key }) => {
        if (key === '+') closer()
        if (key === '-' || key === '0') setNear(undefined)
        if (near) {
          const [x, y] = moves[key] ?? [0, 0]
          stage.current?.scrollBy(x, y)
        } else {
          if (key === 'ArrowRight') step(1)
          if (key === 'ArrowLeft') step(-1)
        }
      }}
    >
      <div className="zoom__head">
        <h2 id="zoom-title" className="zoom__h" tabIndex={-1} data-first-focus>
          <span className="name">{name}</span>{' '}
          <span className="soft small figures" role="status">
            {letter(at)} of {letter(n - 1)}
          </span>
        </h2>
        <div className="row zoom__tools">
          {more && (
            // biome-ignore lint: a fieldset would be a form's
            <div className="zoom__scale" role="group" aria-label="Size">
              <button className="icon-button" type="button" aria-label="Smaller" disabled={!near} onClick={() => setNear(undefined)}>
                <Icon of={Minus} />
              </button>
              <output className="figures small">{percent} %</output>
              <button className="icon-button" type="button" aria-label="Closer" disabled={!!near} onClick={() => closer()}>
                <Icon of={Plus} />
              </button>
            </div>
          )}
          <button className="icon-button" type="button" aria-label="Close, back to the product" onClick={onClose}>
            <Icon of={X} />
          </button>
        </div>
      </div>
      {/* biome-ignore lint: it can be scrolled while one is closer, by keys as well */}
      <div className="zoom__stage" ref={stage} {...(near && { tabIndex: 0, role: 'group', 'aria-label': 'The picture, closer' })}>
        {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- by keyboard: plus, minus and the buttons */}
        <img
          key={picture.url}
          className={classes('zoom__pic', !more && 'zoom__pic--whole')}
          src={rendition(picture, picture.width, picture.height)}
          alt={picture.alt}
          width={picture.width}
          height={picture.height}
          style={
            near
              ? { inlineSize: picture.width / devicePixelRatio, blockSize: picture.height / devicePixelRatio }
              : { maxBlockSize: `min(100%, ${picture.height}px)`, aspectRatio: `${picture.width} / ${picture.height}` }
          }
          onLoad={({ currentTarget }) => setRoom(roomOf(currentTarget))}
          onClick={({ currentTarget, clientX, clientY }) => {
            const box = currentTarget.getBoundingClientRect()
            if (near) setNear(undefined)
            else closer((clientX - box.left) / box.width, (clientY - box.top) / box.height)
          }}
        />
      </div>
      {n > 1 && (
        <>
          <button type="button" className="zoom__step zoom__step--prev" aria-label="The picture before" onClick={() => step(-1)}>
            <Icon of={ArrowLeft} turns />
          </button>
          <button type="button" className="zoom__step zoom__step--next" aria-label="The next picture" onClick={() => step(1)}>
            <Icon of={ArrowRight} turns />
          </button>
          <ol className="zoom__thumbs" aria-label="Pictures">
            {pictures.map((each, index) => (
              <li key={each.url}>
                <a
                  href={rendition(each, each.width, each.height)}
                  aria-current={index === at || undefined}
                  aria-label={`${letter(index)}: ${each.caption}`}
                  onClick={(event) => {
                    event.preventDefault()
                    onMove(index)
                  }}
                >
                  <Picture of={each} sizes="60px" ratio={4 / 5} silent />
                </a>
              </li>
            ))}
          </ol>
        </>
      )}
      <div className="zoom__foot">
        <p className="zoom__cap">
          <i>{letter(at)}</i> {picture.caption}
        </p>
        <p className="zoom__keys small faint" aria-hidden="true">
          <span>
            <kbd>←</kbd> <kbd>→</kbd> pictures
          </span>
          {more && (
            <span>
              <kbd>+</kbd> <kbd>−</kbd> closer
            </span>
          )}
          <span>
            <kbd>esc</kbd> back
          </span>
        </p>
      </div>
    </Dialog>
  )
}

const STEP_PX = 80
const moves: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowRight: [STEP_PX, 0],
  ArrowLeft: [-STEP_PX, 0],
  ArrowDown: [0, STEP_PX],
  ArrowUp: [0, -STEP_PX],
}
