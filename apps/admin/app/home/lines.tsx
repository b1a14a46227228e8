import { useEffect, useRef } from 'react'
import UPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import { type ChartSeries, pointsOf } from './chart-series.ts'

interface LinesProps {
  of: ChartSeries
  /** Where the scale ends; it begins at nothing. */
  top: number
}

/** A line for now over its ground, a dotted one for before, and the grid behind them: painted anew when the size or the theme becomes another. */
export function Lines({ of: { now, before, end }, top }: LinesProps) {
  const box = useRef<HTMLDivElement>(null)
  const plot = useRef<UPlot>(null)
  const steps = before.length
  useEffect(() => {
    const into = box.current!
    const colour = coloursOf(into)
    const made = new UPlot(
      {
        width: into.clientWidth,
        height: into.clientHeight,
        padding: [0, 0, 0, 0],
        legend: { show: false },
        cursor: { show: false },
        select: { show: false, left: 0, top: 0, width: 0, height: 0 },
        scales: { x: { time: false, range: steps > 1 ? [0, steps - 1] : [-1, 1] }, y: { range: [0, top] } },
        axes: [
          { show: false },
          {
            size: 0,
            values: () => [],
            splits: () => [0.25, 0.5, 0.75, 1].map((share) => share * top),
            grid: { stroke: () => colour('--chart-grid'), width: 1 },
            ticks: { show: false },
            border: { show: false },
          },
        ],
        series: [
          {},
          { stroke: () => colour('--chart-before'), width: 1.5, dash: [2, 4], cap: 'round', points: { show: false } },
          {
            stroke: () => colour('--chart-now'),
            fill: () => colour('--chart-now-area'),
            width: 2,
            cap: 'round',
            points: { show: false },
          },
        ],
        hooks: {
          // The ground that both lines stand on is stronger than the rest of the grid.
          drawAxes: [
            ({ ctx, bbox: { left, top: above, width, height } }) => {
              ctx.fillStyle = colour('--color-line-strong')
              ctx.fillRect(left, above + height - devicePixelRatio, width, devicePixelRatio)
            },
          ],
        },
      },
      valuesOf({ now, before, end }),
      into,
    )
    plot.current = made
    const sizes = new ResizeObserver(() => made.setSize({ width: into.clientWidth, height: into.clientHeight }))
    sizes.observe(into)
    const repaint = () => made.redraw(false)
    const themes = new MutationObserver(repaint)
    themes.observe(document.documentElement, { attributeFilter: ['data-theme'] })
    const system = matchMedia('(prefers-color-scheme: dark)')
    system.addEventListener('change', repaint)
    return () => {
      sizes.disconnect()
      themes.disconnect()
      system.removeEventListener('change', repaint)
      made.destroy()
    }
    // What it shows is set below: a new order moves the line, it does not make it anew.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [steps, top])
  useEffect(() => plot.current?.setData(valuesOf({ now, before, end })), [now, before, end])
  return <div className="lines" ref={box} aria-hidden="true" />
}

function valuesOf(series: ChartSeries): UPlot.AlignedData {
  const { x, before, now } = pointsOf(series)
  return [x, before, now]
}

/** What a colour of the theme is right now, as a canvas understands it. */
function coloursOf(place: HTMLElement): (name: string) => string {
  return (name) => {
    place.style.color = `var(${name})`
    return getComputedStyle(place).color
  }
}
