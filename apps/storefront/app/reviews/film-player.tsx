import { useEffect, useRef, useState } from 'react'
import { type Attached, attach } from '../catalogue/play-film.ts'
import type { FilmView } from './reviews.ts'

/** Plays a film of a review at once, because the shopper pressed play, with the browser's own controls. */
export default function FilmPlayer({ of: { url, streamUrl, poster, width, height }, name }: { of: FilmView; name: string }) {
  const video = useRef<HTMLVideoElement>(null)
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    const film = video.current
    if (!film) return
    let attached: Attached | undefined
    let unmounted = false
    film.focus({ preventScroll: true })
    void attach(film, { url, streamUrl, onFail: () => setFailed(true) }).then((one) => {
      if (unmounted) return one.release()
      attached = one
      film.play().catch(() => {
        // Some browsers autoplay only muted films.
        film.muted = true
        return film.play().catch(() => {})
      })
    })
    return () => {
      unmounted = true
      attached?.release()
    }
  }, [url, streamUrl])
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- nobody writes captions for what a buyer has filmed */}
      <video
        ref={video}
        width={width}
        height={height}
        poster={poster}
        controls
        playsInline
        tabIndex={0}
        aria-label={name}
        onError={() => setFailed(true)}
      />
      {failed && (
        <p className="small" role="alert">
          {navigator.onLine ? 'The film cannot be shown here.' : 'You are offline. The film loads when the connection is back.'}
        </p>
      )}
    </>
  )
}
