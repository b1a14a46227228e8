/** What a chart draws. */
export interface ChartSeries {
  /** One value a step; shorter than the one before where the rest is still to come. */
  readonly now: readonly number[]
  readonly before: readonly number[]
}
