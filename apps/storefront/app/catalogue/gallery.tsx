import { classes, Picture, rendition } from '@vitrine/ui'
import { Fragment, lazy, type MouseEvent, type ReactNode, Suspense, useEffect, useState } from 'react'
import type { OptionView, Shown } from './product.ts'

const Zoom = lazy(() => import('./zoom.tsx'))

const WIDTHS = [480, 720, 1000, 1600]

const letter = (at: number) => String.fromCharCode(97 + (at % 26))

interface GalleryProps {
  pictures: readonly Shown[]
  name: string
  /** Of the product: a model may come in the colours of one of them. */
  options?: readonly OptionView[]
  /** What stands after the first picture, under its letter. */
  second?: ((letter: string) => ReactNode) | undefined
}

/** The pictures of a product: large first, two and two after; on phones swept sideways. Each opens the whole of it. */
export function Gallery({ pictures, name, options, second }: GalleryProps) {
  const [zoomed, setZoomed] = useState<number>()
  const letterOf = (at: number) => letter(second && at > 0 ? at + 1 : at)
  const model = pictures.findIndex(({ moving }) => moving?.kind === 'model')
  // Where the code beside a model leads.
  useEffect(() => {
    if (window.location.hash !== '#turn' || model < 0) return undefined
    const frame = requestAnimationFrame(() => setZoomed(model))
    return () => cancelAnimationFrame(frame)
  }, [model])
  const opens = (at: number) => (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    setZoomed(at)
  }
  return (
    // biome-ignore lint: a fieldset would be a form's
    <div className="gallery" role="group" aria-label="Pictures">
      <a className="skip" href="#buy">
        Skip the pictures
      </a>
      {pictures.map((picture, at) => {
        const { moving } = picture
        const image = (
          <Picture
            of={picture}
            sizes={at === 0 ? '(min-width:64rem)53vw,(min-width:48rem)48vw,93vw' : '(min-width:64rem)27vw,(min-width:48rem)23.5vw,93vw'}
            ratio={4 / 5}
            widths={WIDTHS}
            first={at === 0}
          />
        )
        return (
          <Fragment key={moving?.url ?? picture.url}>
            <figure
              className={classes('shot', at === 0 && 'shot--big', at > 0 && at === pictures.length - 1 && at % 2 === 1 && 'shot--land')}
            >
              {moving ? (
                <div className="shot__a">
                  {image}
                  <a className={`button button--small shot__play shot__play--${moving.kind}`} href={moving.url} onClick={opens(at)}>
                    {moving.say}
                  </a>
                </div>
              ) : (
                <a
                  className="shot__a"
                  href={rendition(picture, picture.width, picture.height)}
                  aria-label={`Picture ${letterOf(at)}, enlarge`}
                  onClick={opens(at)}
                >
                  {image}
                </a>
              )}
              <figcaption>
                <i>{letterOf(at)}</i> {picture.caption}
              </figcaption>
            </figure>
            {at === 0 && second?.(letter(1))}
          </Fragment>
        )
      })}
      {pictures.length === 0 && second?.(letter(0))}
      {zoomed !== undefined && (
        <Suspense>
          <Zoom pictures={pictures} name={name} options={options} at={zoomed} onMove={setZoomed} onClose={() => setZoomed(undefined)} />
        </Suspense>
      )}
    </div>
  )
}
