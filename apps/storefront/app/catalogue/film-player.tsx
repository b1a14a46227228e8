import '@vitrine/ui/film.css'
import { Icon, rendition } from '@vitrine/ui'
import { Pause, Play, Volume2, VolumeX } from 'lucide-react'
import { type CSSProperties, type KeyboardEvent, type PointerEvent, useEffect, useImperativeHandle, useRef, useState } from 'react'
import { CaptionsControl, tracksOf, useCaptions } from './film-captions.tsx'
import { Cannot } from './moving-parts.tsx'
import type { MovingProps } from './moving-props.ts'
import { type Attached, attach, hasSound, prefersStill } from './play-film.ts'

const clock = (seconds: number) => `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`

interface State {
  at: number
  length: number
  paused: boolean
  muted: boolean
  /** Whether the film has sound; undefined until the browser knows. */
  sound: boolean | undefined
}

/** A film with its own controls: the horizon is its time line. It plays where motion is welcome, and waits for a press where it is not. */
export default function FilmPlayer({ of, moving, keys }: MovingProps) {
  const { url, fileId = '', streamUrl, alt, seconds = 0, width = of.width, height = of.height } = moving
  const video = useRef<HTMLVideoElement>(null)
  const [state, setState] = useState<State>({ at: 0, length: seconds, paused: true, muted: false, sound: undefined })
  const captions = useCaptions(video, fileId)
  const [failed, setFailed] = useState(false)
  const [attempt, setAttempt] = useState(0)
  const { at, length, paused, muted, sound } = state
  const read = () => {
    const film = video.current
    if (!film) return
    setState(({ sound: known }) => ({
      at: film.currentTime,
      length: Number.isFinite(film.duration) && film.duration > 0 ? film.duration : seconds,
      paused: film.paused,
      muted: film.muted,
      sound: known ?? hasSound(film),
    }))
  }
  useEffect(() => {
    const film = video.current
    if (!film) return
    let attached: Attached | undefined
    let left = false
    setFailed(false)
    void attach(film, { url, streamUrl, onFail: () => setFailed(true) }).then((one) => {
      if (left) one.release()
      else attached = one
      if (!left && !prefersStill()) void play(film)
    })
    return () => {
      left = true
      attached?.release()
    }
  }, [url, streamUrl, attempt])
  // The line moves as smoothly as the film.
  useEffect(() => {
    if (paused) return
    let frame = requestAnimationFrame(function next() {
      setState((before) => ({ ...before, at: video.current?.currentTime ?? before.at }))
      frame = requestAnimationFrame(next)
    })
    return () => cancelAnimationFrame(frame)
  }, [paused])
  const toggle = () => {
    const film = video.current
    if (film?.paused) void play(film)
    else film?.pause()
  }
  const seek = (to: number) => {
    const film = video.current
    if (!film) return
    film.currentTime = Math.max(0, Math.min(length, to))
    read()
  }
  useImperativeHandle(keys, () => (event: KeyboardEvent) => {
    if (event.key === 'c' && captions.captions.length > 0) captions.toggle()
    else if (event.key === ' ' && !(event.target as HTMLElement).closest('button, a, select')) toggle()
    else return false
    return true
  })
  const onLine = (event: KeyboardEvent) => {
    const to = {
      ArrowRight: at + 1,
      ArrowUp: at + 1,
      ArrowLeft: at - 1,
      ArrowDown: at - 1,
      PageUp: at + 5,
      PageDown: at - 5,
      Home: 0,
      End: length,
    }[event.key]
    if (to === undefined) return
    event.preventDefault()
    seek(to)
  }
  const drag = (event: PointerEvent<HTMLDivElement>) => {
    const line = event.currentTarget
    if (event.type === 'pointerdown') line.setPointerCapture(event.pointerId)
    else if (!line.hasPointerCapture(event.pointerId)) return
    const box = line.getBoundingClientRect()
    const share = (event.clientX - box.left) / box.width
    seek(length * (getComputedStyle(line).direction === 'rtl' ? 1 - share : share))
  }
  return (
    <div className="zoom__stage">
      <div className="zoom__model">
        {/* biome-ignore lint/a11y/useMediaCaption: what it says without sound is in its name */}
        {/* oxlint-disable-next-line jsx-a11y/media-has-caption */}
        <video
          ref={video}
          width={width}
          height={height}
          poster={rendition(of, of.width, of.height)}
          playsInline
          preload="metadata"
          loop={sound === false}
          aria-label={sound === false ? `${alt}; no sound` : alt}
          onClick={toggle}
          onLoadedMetadata={read}
          onPlay={read}
          onPause={read}
          onTimeUpdate={read}
          onVolumeChange={read}
          onError={() => setFailed(true)}
        >
          {tracksOf(captions.captions)}
        </video>
        {!failed && (
          <div className="film">
            <button className="icon-button" type="button" aria-label={paused ? 'Play' : 'Pause'} onClick={toggle}>
              <Icon of={paused ? Play : Pause} />
            </button>
            <div
              className="film__line"
              role="slider"
              tabIndex={0}
              aria-label="Place in the film"
              aria-valuemin={0}
              aria-valuemax={Math.round(length)}
              aria-valuenow={Math.round(at)}
              aria-valuetext={`${Math.round(at)} of ${Math.round(length)} seconds`}
              style={{ '--p': length > 0 ? Math.min(1, at / length) : 0 } as CSSProperties}
              onKeyDown={onLine}
              onPointerDown={drag}
              onPointerMove={drag}
            />
            <span className="small figures">{clock(at)}</span>
            <CaptionsControl of={captions} />
            {sound ? (
              <button
                className="icon-button"
                type="button"
                aria-label={muted ? 'Sound on' : 'Sound off'}
                onClick={() => {
                  if (video.current) video.current.muted = !muted
                }}
              >
                <Icon of={muted ? VolumeX : Volume2} />
              </button>
            ) : (
              <span className="small soft">{sound === false && 'No sound'}</span>
            )}
          </div>
        )}
      </div>
      {failed && (
        <Cannot onRetry={() => setAttempt(attempt + 1)}>
          {navigator.onLine
            ? 'The film cannot be shown here. The picture stays.'
            : 'You are offline. The film loads when the connection is back.'}
        </Cannot>
      )}
    </div>
  )
}

/** With its sound where the browser lets it, else without. */
async function play(film: HTMLVideoElement): Promise<void> {
  try {
    await film.play()
  } catch {
    film.muted = true
    await film.play().catch(() => {})
  }
}
