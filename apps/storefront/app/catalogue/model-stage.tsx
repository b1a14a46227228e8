import '@vitrine/ui/model.css'
import { ModelViewerElement } from '@google/model-viewer'
import { classes, Icon, rendition } from '@vitrine/ui'
import { Hand } from 'lucide-react'
import {
  type CSSProperties,
  createElement,
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { GlazesIn } from './model-glazes.tsx'
import { marks, type Rules, rulesOf, Sizes, slotOf } from './model-sizes.tsx'
import { OnYourTable } from './model-table.tsx'
import { Cannot, cannotDraw, Loading } from './moving-parts.tsx'
import type { MovingProps } from './moving-props.ts'
import { prefersStill } from './play-film.ts'

// Everything comes from the shop itself: what needs a decoder that is not here cannot be shown, and says so.
const nowhere = `${globalThis.location?.origin}/media/no-decoder/`
ModelViewerElement.dracoDecoderLocation = nowhere
ModelViewerElement.ktx2TranscoderLocation = nowhere
ModelViewerElement.lottieLoaderLocation = nowhere

const degrees = (radians: number) => ((Math.round((radians * 180) / Math.PI) % 360) + 360) % 360
/** On a phone the model is smaller, to make room for its measures. */
const distance = () => (matchMedia('(max-width: 600px)').matches ? 142 : 112)
const STEP = 5
const PAGE = 45

interface ViewerProps {
  ref: RefObject<ModelViewerElement | null>
  className: string
  src: string
  alt: string
}

const Viewer = ({ className, ...rest }: ViewerProps) =>
  createElement(
    'model-viewer',
    {
      ...rest,
      class: className,
      ar: '',
      'ar-modes': 'webxr scene-viewer quick-look',
      'ar-scale': 'fixed',
      'camera-controls': '',
      'camera-orbit': `0deg 80deg ${distance()}%`,
      'field-of-view': '18deg',
      'min-camera-orbit': 'auto 30deg auto',
      'max-camera-orbit': 'auto 105deg 160%',
      'disable-pan': '',
      'disable-tap': '',
      'interaction-prompt': 'none',
      'interpolation-decay': prefersStill() ? '1' : '60',
      'shadow-intensity': '0.7',
      'shadow-softness': '0.9',
      'touch-action': 'pan-y',
      loading: 'eager',
    },
    // Its own button and bar are ours.
    <span key="ar" slot="ar-button" hidden />,
    <span key="bar" slot="progress-bar" />,
    ...marks.map((mark) => <span key={mark} slot={slotOf(mark)} hidden />),
  )

type Why = 'webgl' | 'file' | 'line'
const whys: Readonly<Record<Why, string>> = {
  webgl: cannotDraw,
  file: 'The model cannot be shown. The picture stays.',
  line: 'You are offline. The model loads when the connection is back.',
}

/** A model to be turned: by the horizon, by hand and by keys, in its true size. */
export default function ModelStage({ of, moving, name, options, onFilm, keys, tools }: MovingProps) {
  const viewer = useRef<ModelViewerElement>(null)
  const [share, setShare] = useState(0)
  const [ready, setReady] = useState(false)
  const [failed, setFailed] = useState<Why>()
  const [attempt, setAttempt] = useState(0)
  const [angle, setAngle] = useState(0)
  const [rules, setRules] = useState<Rules>()
  // Before it can have loaded anything.
  useLayoutEffect(() => {
    const model = viewer.current
    if (!model) return
    let resting: ReturnType<typeof setTimeout> | undefined
    const rest = () => {
      clearTimeout(resting)
      resting = setTimeout(() => setRules(rulesOf(model)), 200)
    }
    const heard: Record<string, (event: Event) => void> = {
      progress: (event) => setShare((event as CustomEvent<{ totalProgress: number }>).detail.totalProgress),
      load: () => {
        setReady(true)
        setAngle(degrees(model.getCameraOrbit().theta))
        rest()
      },
      error: (event) => {
        const { type } = (event as CustomEvent<{ type: string }>).detail
        setFailed(type === 'webglcontextlost' ? 'webgl' : navigator.onLine ? 'file' : 'line')
      },
      'camera-change': () => {
        setAngle(degrees(model.getCameraOrbit().theta))
        setRules(undefined)
        rest()
      },
    }
    for (const [type, hear] of Object.entries(heard)) model.addEventListener(type, hear)
    window.addEventListener('resize', rest)
    return () => {
      clearTimeout(resting)
      window.removeEventListener('resize', rest)
      for (const [type, hear] of Object.entries(heard)) model.removeEventListener(type, hear)
    }
  }, [attempt, failed])
  const turnTo = (to: number) => {
    const model = viewer.current
    if (!model || !ready) return
    const { theta, phi, radius } = model.getCameraOrbit()
    // By the shorter way round.
    const by = ((to - degrees(theta) + 540) % 360) - 180
    model.cameraOrbit = `${(theta * 180) / Math.PI + by}deg ${phi}rad ${radius}m`
    if (prefersStill()) model.jumpCameraToGoal()
    setAngle(((to % 360) + 360) % 360)
  }
  const press = (event: KeyboardEvent): boolean => {
    const by = { ArrowRight: STEP, ArrowUp: STEP, ArrowLeft: -STEP, ArrowDown: -STEP, PageUp: PAGE, PageDown: -PAGE }[event.key]
    if (by !== undefined) turnTo(angle + by)
    else if (event.key === 'Home') turnTo(0)
    else if (event.key === 'End') turnTo(359)
    else if (event.key === '+' || event.key === '-') viewer.current?.zoom(event.key === '+' ? 1 : -1)
    else return false
    return true
  }
  useImperativeHandle(keys, () => (event) => ready && !failed && press(event))
  const drag = (event: PointerEvent<HTMLDivElement>) => {
    const line = event.currentTarget
    if (event.type === 'pointerdown') line.setPointerCapture(event.pointerId)
    else if (!line.hasPointerCapture(event.pointerId)) return
    const box = line.getBoundingClientRect()
    turnTo(Math.round(Math.max(0, Math.min(1, (event.clientX - box.left) / box.width)) * 359))
  }
  const retry = () => {
    setFailed(undefined)
    setReady(false)
    setShare(0)
    setAttempt(attempt + 1)
  }
  return (
    <>
      <div className={classes('zoom__stage', !ready && !failed && 'is-loading')}>
        <div className="zoom__model">
          {!failed && (
            <Viewer
              key={attempt}
              ref={viewer}
              className={classes('model', ready && 'model--ready')}
              src={attempt === 0 ? moving.url : `${moving.url}#${attempt}`}
              alt={moving.alt}
            />
          )}
          {!ready && <img src={rendition(of, of.width, of.height)} alt={of.alt} width={of.width} height={of.height} />}
          {ready && rules && <Sizes of={rules} />}
        </div>
        {ready && !failed && (
          <>
            <div
              className="zoom__dial"
              role="slider"
              tabIndex={0}
              aria-label="Turn"
              aria-valuemin={0}
              aria-valuemax={360}
              aria-valuenow={angle}
              aria-valuetext={`${angle} degrees`}
              style={{ '--deg': angle / 360 } as CSSProperties}
              onPointerDown={drag}
              onPointerMove={drag}
            >
              <span className="figures small">{angle}°</span>
            </div>
            <p className="zoom__hint small">
              <Icon of={Hand} small /> Drag to turn, pinch to come closer
            </p>
          </>
        )}
        {!ready && !failed && <Loading what={name} share={share} bytes={moving.bytes} onFilm={onFilm} />}
        {failed && (
          <Cannot onRetry={failed === 'webgl' ? undefined : retry} onFilm={onFilm}>
            {whys[failed]}
          </Cannot>
        )}
      </div>
      {ready && !failed && (
        <>
          <GlazesIn head={tools} viewer={viewer} options={options} />
          <OnYourTable name={name} viewer={viewer} />
        </>
      )}
    </>
  )
}
