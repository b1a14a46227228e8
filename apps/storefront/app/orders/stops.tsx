import { Sun } from '@vitrine/ui'
import { Moment } from './moment.tsx'
import type { StopState } from './order.ts'

export interface StopView {
  name: string
  words: string
  state: StopState
  date?: string | undefined
}

/** A way with its stops, those that were passed and those ahead. */
export function Stops({ of: stops }: { of: readonly StopView[] }) {
  return (
    <ol className="tl">
      {stops.map(({ name, words, state, date }, at) => (
        <li key={name} className={`is-${state.toLowerCase()}`} aria-current={state === 'NOW' ? 'step' : undefined}>
          <Sun rise={rise(at, stops.length)} />
          <div>
            <strong>{words}</strong>
            {date && (
              <span className="soft small">
                <Moment at={date} />
              </span>
            )}
          </div>
        </li>
      ))}
    </ol>
  )
}

/** Suns rise along the way, from early to noon. */
const rise = (at: number, of: number) => Number((0.2 + (1.23 * at) / Math.max(1, of - 1)).toFixed(2))
