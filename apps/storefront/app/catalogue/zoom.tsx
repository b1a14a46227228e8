import '@vitrine/ui/zoom.css'
import '@vitrine/ui/zoom-model.css'
import { classes, Dialog, Icon, Picture, rendition } from '@vitrine/ui'
import { ArrowLeft, ArrowRight, Maximize2, Minus, Play, Plus, Rotate3d, X } from 'lucide-react'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { MovingKeys } from './moving-props.ts'
import { MovingStage } from './moving-stage.tsx'
import type { OptionView, Shown } from './product.ts'

export interface ZoomProps {
  pictures: readonly Shown[]
  name: string
  options?: readonly OptionView[] | undefined
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
export default function Zoom({ pictures, name, options, at, onMove, onClose }: ZoomProps) {
  const n = pictures.length
  const picture = pictures[at]
  const stage = useRef<HTMLDivElement>(null)
  /** How many times larger than it stands the picture is. */
  const [room, setRoom] = useState(1)
  /** Which picture is closer, and what of it one looks at, in shares of its width and height. */
  const [looked, setNear] = useState<{ at: number; x: number; y: number }>()
  const near = looked?.at === at ? looked : undefined
  const isNear = useRef(false)
  /** What of the picture is in sight while it is closer, in shares of it. */
  const [sight, setSight] = useState({ left: 0, top: 0, width: 1, height: 1 })
  const look = ({ scrollLeft, scrollTop, scrollWidth, scrollHeight, clientWidth, clientHeight }: HTMLElement) =>
    setSight({
      left: scrollLeft / scrollWidth,
      top: scrollTop / scrollHeight,
      width: clientWidth / scrollWidth,
      height: clientHeight / scrollHeight,
    })
  useEffect(() => {
    const back = () => setNear(undefined)
    window.addEventListener('resize', back)
    return () => window.removeEventListener('resize', back)
  }, [])
  // It may have loaded before it stands anywhere; and closer it stands as large as it is, which says nothing of the room.
  useEffect(() => {
    const shown = stage.current?.querySelector('img')
    if (!shown) return
    const watch = new ResizeObserver(() => !isNear.current && setRoom(roomOf(shown)))
    watch.observe(shown)
    return () => watch.disconnect()
  }, [picture])
  useLayoutEffect(() => {
    isNear.current = near !== undefined
    const view = stage.current
    if (!near || !view) return
    view.scrollLeft = near.x * view.scrollWidth - view.clientWidth / 2
    view.scrollTop = near.y * view.scrollHeight - view.clientHeight / 2
    look(view)
  }, [near])
  /** Which film or model was asked for: it was its button that opened this, or its thumbnail that was pressed. */
  const [asked, setAsked] = useState<number | undefined>(at)
  const keys = useRef<MovingKeys>(null)
  const tools = useRef<HTMLDivElement>(null)
  if (!picture) return null
  const { moving } = picture
  const runs = moving && asked === at ? moving.kind : undefined
  const film = pictures.findIndex((each) => each.moving?.kind === 'film')
  const ask = (to: number) => {
    setAsked(to)
    onMove(to)
  }
  const step = (by: number) => onMove((at + by + n) % n)
  const more = !moving && room >= WORTH
  const closer = (x = 0.5, y = 0.5) => more && !near && setNear({ at, x, y })
  return (
    <Dialog
      className={classes('zoom', near && 'zoom--near', moving && (moving.kind === 'film' ? 'zoom--film' : 'zoom--3d'))}
      aria-labelledby="zoom-title"
      open
      onClose={onClose}
      onKeyDown={(event) => {
        if (event.defaultPrevented) return
        if (keys.current?.(event)) {
          event.preventDefault()
          return
        }
        const { key } = event
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
          <div ref={tools} />
          {more && (
            // biome-ignore lint: a fieldset would be a form's
            <div className="zoom__scale" role="group" aria-label="Size">
              <button className="icon-button" type="button" aria-label="Smaller" aria-disabled={!near} onClick={() => setNear(undefined)}>
                <Icon of={Minus} small />
              </button>
              <output className="figures small">{near ? Math.round(room * 100) : 100} %</output>
              <button className="icon-button" type="button" aria-label="Closer" aria-disabled={!!near} onClick={() => closer()}>
                <Icon of={Plus} small />
              </button>
            </div>
          )}
          <button className="icon-button" type="button" aria-label="Close, back to the product" onClick={onClose}>
            <Icon of={X} />
          </button>
        </div>
      </div>
      {moving && (
        <MovingStage
          key={moving.url}
          of={picture}
          moving={moving}
          name={name}
          options={options}
          asked={!!runs}
          onAsk={() => ask(at)}
          onFilm={film >= 0 && film !== at ? () => ask(film) : undefined}
          keys={keys}
          tools={tools}
        />
      )}
      {!moving && (
        /* biome-ignore lint: it can be scrolled while one is closer, by keys as well */
        <div
          className="zoom__stage"
          ref={stage}
          onScroll={(event) => near && look(event.currentTarget)}
          {...(near && { tabIndex: 0, role: 'group', 'aria-label': 'The picture, closer' })}
        >
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
          {more && !near && (
            <p className="zoom__hint small">
              <Icon of={Maximize2} small /> Tap to come closer
            </p>
          )}
        </div>
      )}
      {near && (
        <div className="zoom__map" aria-hidden="true">
          <Picture of={picture} sizes="112px" ratio={picture.width / picture.height} silent />
          <i
            style={{
              insetInlineStart: percent(sight.left),
              insetBlockStart: percent(sight.top),
              inlineSize: percent(sight.width),
              blockSize: percent(sight.height),
            }}
          />
        </div>
      )}
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
              <li key={each.moving?.url ?? each.url}>
                <a
                  href={each.moving?.url ?? rendition(each, each.width, each.height)}
                  aria-current={index === at || undefined}
                  aria-label={`${letter(index)}${each.moving ? `, ${kinds[each.moving.kind]}` : ''}: ${each.caption}`}
                  onClick={(event) => {
                    event.preventDefault()
                    ask(index)
                  }}
                >
                  <Picture of={each} sizes="60px" ratio={4 / 5} silent />
                  {each.moving && <Icon of={each.moving.kind === 'film' ? Play : Rotate3d} small />}
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
          {runs === 'film' && (
            <span>
              <kbd>space</kbd> play or pause
            </span>
          )}
          <span>
            <kbd>←</kbd> {near && <kbd>↑</kbd>} {near && <kbd>↓</kbd>} <kbd>→</kbd> {near ? 'move' : runs === 'model' ? 'turn' : 'pictures'}
          </span>
          {near && (
            <span>
              <kbd>0</kbd> whole
            </span>
          )}
          {((more && !near) || runs === 'model') && (
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

const percent = (share: number) => `${share * 100}%`

const kinds = { film: 'a film', model: 'in three dimensions' } as const

const STEP_PX = 80
const moves: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowRight: [STEP_PX, 0],
  ArrowLeft: [-STEP_PX, 0],
  ArrowDown: [0, STEP_PX],
  ArrowUp: [0, -STEP_PX],
}
