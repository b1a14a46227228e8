import { classes } from '@vitrine/ui'
import { type CSSProperties, lazy, Suspense, useState } from 'react'
import type { FilmView } from './reviews.ts'

const Player = lazy(() => import('./film-player.tsx'))

/** A film of a buyer: its poster until it is pressed. Without script the poster links to the file. */
export function FilmOfReview({ of, author }: { of: FilmView; author: string }) {
  const [asked, setAsked] = useState(false)
  const poster = of.poster && <img src={of.poster} alt="" width={of.width} height={of.height} loading="lazy" decoding="async" />
  return (
    <div className="review__film" style={{ '--ratio': of.width / of.height } as CSSProperties}>
      {asked ? (
        <Suspense fallback={poster}>
          <Player of={of} name={`Film by ${author}`} />
        </Suspense>
      ) : (
        <a
          href={of.url}
          aria-label={`Play the film by ${author}`}
          onClick={(event) => {
            if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return
            event.preventDefault()
            setAsked(true)
          }}
        >
          {poster}
          <span className={classes('button', 'button--small', 'shot__play', 'shot__play--film')} aria-hidden="true">
            Play
          </span>
        </a>
      )}
    </div>
  )
}
