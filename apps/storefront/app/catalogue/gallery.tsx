import { classes, type Media, Picture, rendition } from '@vitrine/ui'
import { Fragment, lazy, type ReactNode, Suspense, useState } from 'react'

const Zoom = lazy(() => import('./zoom.tsx'))

export type Shown = Media & { caption: string }

const letter = (at: number) => String.fromCharCode(97 + (at % 26))

interface GalleryProps {
  pictures: readonly Shown[]
  name: string
  /** What stands after the first picture, under its letter. */
  second?: ((letter: string) => ReactNode) | undefined
}

/** The pictures of a product: large first, two and two after; on phones swept sideways. Each opens the whole of it. */
export function Gallery({ pictures, name, second }: GalleryProps) {
  const [zoomed, setZoomed] = useState<number>()
  const letterOf = (at: number) => letter(second && at > 0 ? at + 1 : at)
  return (
    // biome-ignore lint: a fieldset would be a form's
    <div className="gallery" role="group" aria-label="Pictures">
      <a className="skip" href="#buy">
        Skip the pictures
      </a>
      {pictures.map((picture, at) => (
        <Fragment key={picture.url}>
          <figure
            className={classes('shot', at === 0 && 'shot--big', at > 0 && at === pictures.length - 1 && at % 2 === 1 && 'shot--land')}
          >
            <a
              className="shot__a"
              href={rendition(picture, picture.width, picture.height)}
              aria-label={`Picture ${letterOf(at)}, enlarge`}
              onClick={(event) => {
                if (event.metaKey || event.ctrlKey || event.shiftKey) return
                event.preventDefault()
                setZoomed(at)
              }}
            >
              <Picture
                of={picture}
                sizes={
                  at === 0
                    ? '(min-width: 64rem) 53vw, (min-width: 48rem) 48vw, 93vw'
                    : '(min-width: 64rem) 27vw, (min-width: 48rem) 23.5vw, 93vw'
                }
                ratio={4 / 5}
                first={at === 0}
                eager={at === 1}
              />
            </a>
            <figcaption>
              <i>{letterOf(at)}</i> {picture.caption}
            </figcaption>
          </figure>
          {at === 0 && second?.(letter(1))}
        </Fragment>
      ))}
      {pictures.length === 0 && second?.(letter(0))}
      {zoomed !== undefined && (
        <Suspense>
          <Zoom pictures={pictures} name={name} at={zoomed} onMove={setZoomed} onClose={() => setZoomed(undefined)} />
        </Suspense>
      )}
    </div>
  )
}
