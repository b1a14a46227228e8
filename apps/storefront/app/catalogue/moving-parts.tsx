import { Button, Sun } from '@vitrine/ui'
import type { ReactNode } from 'react'

interface LoadingProps {
  /** What is fetched: `the film`, or the name of a product, whose model it is. */
  what: string
  /** How much of it is there, 0 to 1, and how large it is. */
  share?: number
  bytes?: number | undefined
  /** To a film that is there in its place. */
  onFilm?: (() => void) | undefined
}

const megabytes = (bytes: number) => (bytes / 1_000_000).toFixed(2)

/** `Fetching the mug, 0.12 of 0.20 MB` */
export function Loading({ what, share = 0, bytes, onFilm }: LoadingProps) {
  return (
    <div className="zoom__load">
      <Sun rise={share} />
      <p>
        <span role="status">Fetching {the(what)}</span>
        {bytes !== undefined && bytes > 0 && (
          <span className="soft figures" aria-hidden="true">
            , {megabytes(bytes * share)} of {megabytes(bytes)} MB
          </span>
        )}
        {onFilm && (
          <>
            {'. Or '}
            <button type="button" className="link" onClick={onFilm}>
              watch the film
            </button>
            , it is lighter
          </>
        )}
      </p>
    </div>
  )
}

/** `Morning Mug` → `the mug`; what is not a few plain words is called the model. */
function the(name: string): string {
  if (name.startsWith('the ')) return name
  const words = name.split(' ')
  return words.length <= 3 && words.every((word) => /^\p{L}+$/u.test(word)) ? `the ${words.at(-1)!.toLowerCase()}` : 'the model'
}

export const cannotDraw = 'This browser cannot show models. The picture stays.'

interface CannotProps {
  children: ReactNode
  onRetry?: (() => void) | undefined
  onFilm?: (() => void) | undefined
}

/** Why it cannot be shown, and what there is in its place. */
export function Cannot({ children, onRetry, onFilm }: CannotProps) {
  return (
    <div className="zoom__load zoom__cannot" role="alert">
      <p>{children}</p>
      <div className="row row--wrap">
        {onRetry && (
          <Button type="button" small onClick={onRetry}>
            Try again
          </Button>
        )}
        {onFilm && (
          <Button type="button" small line={!!onRetry} onClick={onFilm}>
            Watch the film
          </Button>
        )}
      </div>
    </div>
  )
}
