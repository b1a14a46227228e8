// The chart is a picture that can be read step by step: the keys move along it.
/* oxlint-disable jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/no-noninteractive-tabindex */
import { type KeyboardEvent, type PointerEvent, useState } from 'react'
import { beforeAt, type ChartSeries, placeOf, roundTop } from './chart-series.ts'
import { Lines } from './lines.tsx'

interface ChartProps {
  of: ChartSeries
  /** What it shows, in a sentence. */
  label: string
  /** Below the chart, from its start to its end. */
  ticks: readonly string[]
  /** The steps as people call them. */
  stepName: (step: number) => string
  nowName: string
  beforeName: string
  write: (value: number) => string
  /** At the side, in short. */
  writeShort: (value: number) => string
}

/** A line for now, a dotted one for before; the pointer and the arrow keys read it step by step. */
export function Chart({ of, label, ticks, stepName, nowName, beforeName, write, writeShort }: ChartProps) {
  const { now, before } = of
  const steps = before.length
  const [at, setAt] = useState<number>()
  const read = Math.min(at ?? now.length - 1, steps - 1)
  const top = roundTop(Math.max(...now, ...before))
  const x = (step: number) => (steps > 1 ? (placeOf(of, step) / (steps - 1)) * 100 : 50)
  const y = (value: number) => 100 - (value / top) * 100
  const last = now.length - 1
  const follow = (event: PointerEvent<HTMLDivElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect()
    setAt(Math.max(0, Math.min(steps - 1, Math.round(((event.clientX - left) / width) * (steps - 1)))))
  }
  const press = (event: KeyboardEvent) => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    if (by === undefined) return
    event.preventDefault()
    setAt(Math.max(0, Math.min(steps - 1, read + by)))
  }
  const [value, was] = [now[read], before[read] ?? 0]
  return (
    <figure className="chart">
      <div className="frame">
        <div className="ax-y" aria-hidden="true">
          {[0, 0.25, 0.5, 0.75, 1].map((share) => (
            <span key={share} style={{ insetBlockStart: `${100 - share * 100}%` }}>
              {share === 0 ? '0' : writeShort(top * share)}
            </span>
          ))}
        </div>
        <div
          className="plot"
          role="img"
          aria-label={label}
          tabIndex={0}
          onPointerMove={follow}
          onPointerLeave={() => setAt(undefined)}
          onKeyDown={press}
        >
          <Lines of={of} top={top} />
          {now.length > 0 && <span className="end" style={{ insetInlineStart: `${x(last)}%`, insetBlockStart: `${y(now[last]!)}%` }} />}
          {at !== undefined && (
            <>
              <span className="rule" style={{ insetInlineStart: `${x(read)}%` }} />
              {value !== undefined && <span className="dot" style={{ insetInlineStart: `${x(read)}%`, insetBlockStart: `${y(value)}%` }} />}
              <span
                className="dot before"
                style={{ insetInlineStart: `${x(read)}%`, insetBlockStart: `${y(beforeAt(of, placeOf(of, read)))}%` }}
              />
              <div className="tip" data-side={x(read) > 62 ? 'start' : 'end'} style={{ '--at': `${x(read)}%` } as React.CSSProperties}>
                <b>{stepName(read)}</b>
                {value !== undefined && (
                  <span>
                    <span className="k">{nowName}</span>
                    {write(value)}
                  </span>
                )}
                <span>
                  <span className="k before">{beforeName}</span>
                  {write(was)}
                </span>
                <span className="foot">{value === undefined ? 'still to come' : difference(value, was, write)}</span>
              </div>
            </>
          )}
        </div>
        <div className="ax-x" aria-hidden="true">
          {ticks.map((tick, i) => (
            <span key={tick} style={{ insetInlineStart: `${(i / (ticks.length - 1)) * 100}%` }}>
              {tick}
            </span>
          ))}
        </div>
      </div>
      <p className="vh" aria-live="polite">
        {at !== undefined && `${stepName(read)}: ${value === undefined ? 'still to come' : write(value)}, before ${write(was)}`}
      </p>
    </figure>
  )
}

const difference = (value: number, was: number, write: (value: number) => string): string =>
  `${value >= was ? '+' : '−'}${write(Math.abs(value - was))}${was > 0 ? `  ${Math.round((value / was - 1) * 100)} %` : ''}`
