/**
 * The sizes, looks or hands in which a journey is walked, of those that it names: in a usual run the first of them, so that each run and each second
 * try walk the same; every one with `JOURNEYS=all`. What depends on the size alone has journeys of its own (layout, contrast), which walk all.
 */
export const sizes = <const Size>(named: readonly Size[]): readonly Size[] => (process.env.JOURNEYS === 'all' ? named : named.slice(0, 1))
