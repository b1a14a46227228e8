/** What a chart draws. */
export interface ChartSeries {
  /** One value a step; shorter than the one before where the rest is still to come. */
  readonly now: readonly number[]
  readonly before: readonly number[]
  /** Where the last value of `now` stands, where that is between two steps. */
  readonly end?: number | undefined
}

/** Where a step stands: the last one that has come stands at its end. */
export const placeOf = ({ now, end }: ChartSeries, step: number): number => (step === now.length - 1 && end !== undefined ? end : step)

/** The line before between two of its steps. */
export function beforeAt({ before }: ChartSeries, place: number): number {
  const [from, to] = [Math.floor(place), Math.ceil(place)]
  const [low = 0, high = low] = [before[from], before[to]]
  return low + (high - low) * (place - from)
}

/** The points of both lines, from left to right; `null` where a step is still to come. */
export function pointsOf(series: ChartSeries): { x: number[]; before: number[]; now: (number | null)[] } {
  const { now, before } = series
  const last = now.length - 1
  const end = placeOf(series, last)
  const steps = before.map((_, step) => step)
  const x = now.length === 0 ? steps : [...new Set([...steps, end])].sort((one, other) => one - other)
  return {
    x,
    before: x.map((place) => beforeAt(series, place)),
    now: x.map((place) => (place === end ? (now[last] ?? null) : place < end ? now[place]! : null)),
  }
}

/** The scale has four parts: a smaller one would count in fractions. */
const lowestTop = 4

/** The next round number above: 1, 2, 4 or 8 times a power of ten. */
export function roundTop(value: number): number {
  if (value <= lowestTop) return lowestTop
  const power = 10 ** Math.floor(Math.log10(value))
  return [1, 2, 4, 8, 10].map((times) => times * power).find((top) => top >= value)!
}
