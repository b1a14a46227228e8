import '@vitrine/ui/zoom.css'
import { Dialog, Icon, Picture, rendition } from '@vitrine/ui'
import { ArrowLeft, ArrowRight, X } from 'lucide-react'
import type { Shown } from './gallery.tsx'

export interface ZoomProps {
  pictures: readonly Shown[]
  name: string
  at: number
  onMove: (at: number) => void
  onClose: () => void
}

const letter = (at: number) => String.fromCharCode(97 + (at % 26))

/** The pictures on the whole screen, as large as they are and no larger. */
export default function Zoom({ pictures, name, at, onMove, onClose }: ZoomProps) {
  const n = pictures.length
  const picture = pictures[at]
  if (!picture) return null
  const step = (by: number) => onMove((at + by + n) % n)
  return (
    <Dialog
      className="zoom"
      aria-labelledby="zoom-title"
      open
      onClose={onClose}
      onKeyDown={(event) => {
        if (event.key === 'ArrowRight') step(1)
        if (event.key === 'ArrowLeft') step(-1)
      }}
    >
      <div className="zoom__head">
        <h2 id="zoom-title" className="zoom__h" tabIndex={-1} data-first-focus>
          <span className="name">{name}</span>{' '}
          <span className="soft small figures" role="status">
            {letter(at)} of {letter(n - 1)}
          </span>
        </h2>
        <button className="icon-button" type="button" aria-label="Close, back to the product" onClick={onClose}>
          <Icon of={X} />
        </button>
      </div>
      <div className="zoom__stage">
        <img
          key={picture.url}
          className="zoom__pic"
          src={rendition(picture, picture.width, picture.height)}
          alt={picture.alt}
          width={picture.width}
          height={picture.height}
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
          <span>
            <kbd>esc</kbd> back
          </span>
        </p>
      </div>
    </Dialog>
  )
}
