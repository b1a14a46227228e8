/** By how many percent something is more than it was; undefined where there was nothing. */
export const percentMore = (now: number, was: number): number | undefined => (was === 0 ? undefined : (now / was - 1) * 100)

export const toneOf = (change: number): 'up' | 'down' | 'faint' => (change > 0 ? 'up' : change < 0 ? 'down' : 'faint')
