import { classes, Icon, rendition } from '@vitrine/ui'
import { Play, Rotate3d } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { Cannot, cannotDraw, Loading } from './moving-parts.tsx'
import type { MovingProps } from './moving-props.ts'

const FilmPlayer = lazy(() => import('./film-player.tsx'))
const ModelStage = lazy(() => import('./model-stage.tsx'))

interface StageProps extends MovingProps {
  /** Somebody wants to see it: until then neither it nor its player is fetched. */
  asked: boolean
  onAsk: () => void
}

let drawn: boolean | undefined

/** Whether the browser draws in three dimensions; asked once, before anything is fetched for it. */
function canDraw(): boolean {
  if (drawn === undefined) {
    const context = document.createElement('canvas').getContext('webgl2')
    context?.getExtension('WEBGL_lose_context')?.loseContext()
    drawn = context !== null
  }
  return drawn
}

/** Where a picture would stand: a film or a model, behind its poster until it is asked for. */
export function MovingStage({ asked, onAsk, ...rest }: StageProps) {
  const { of, moving, name } = rest
  const Asked = moving.kind === 'film' ? FilmPlayer : ModelStage
  const poster = <img src={rendition(of, of.width, of.height)} alt={of.alt} width={of.width} height={of.height} />
  if (asked && moving.kind === 'model' && !canDraw())
    return (
      <div className="zoom__stage">
        <div className="zoom__model">{poster}</div>
        <Cannot onFilm={rest.onFilm}>{cannotDraw}</Cannot>
      </div>
    )
  if (asked)
    return (
      <Suspense
        fallback={
          <div className="zoom__stage is-loading">
            <div className="zoom__model">{poster}</div>
            <Loading what={moving.kind === 'film' ? 'the film' : name} />
          </div>
        }
      >
        <Asked {...rest} />
      </Suspense>
    )
  return (
    <div className="zoom__stage">
      <div className="zoom__model">
        {poster}
        <button type="button" className={classes('button', 'button--small', 'shot__play')} onClick={onAsk}>
          <Icon of={moving.kind === 'film' ? Play : Rotate3d} small /> {moving.say}
        </button>
      </div>
    </div>
  )
}
