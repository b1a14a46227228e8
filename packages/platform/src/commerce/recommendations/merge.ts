/** A product of a ready list, and how sure its algorithm is of it. */
export interface Scored {
  readonly id: string
  readonly score: number
}

/** What goes with several things at once: what most of them are surest of, without these things themselves. */
export function merged(lists: readonly (readonly Scored[])[], without: ReadonlySet<string>): readonly string[] {
  const scores = new Map<string, number>()
  for (const list of lists) for (const { id, score } of list) if (!without.has(id)) scores.set(id, (scores.get(id) ?? 0) + score)
  return [...scores].sort(([a, one], [b, other]) => other - one || (a < b ? -1 : 1)).map(([id]) => id)
}

/** The same list with its surest at 1, so that lists of several measures can be merged. */
export function evened<T extends Scored>(list: readonly T[], weight: number): readonly Scored[] {
  const most = list.reduce((found, { score }) => Math.max(found, score), 0)
  return most === 0 ? [] : list.map(({ id, score }) => ({ id, score: (weight * score) / most }))
}

/** What the shop has pinned and excluded beside what is asked about. */
export interface Picks {
  readonly pinned: readonly string[]
  readonly excluded: ReadonlySet<string>
}

/** What an algorithm recommends, as the shop has it: what is pinned first, nothing that is excluded or asked about, nothing twice. */
export const picked = (list: readonly string[], { pinned, excluded }: Picks, without: ReadonlySet<string>): readonly string[] =>
  [...new Set([...pinned, ...list])].filter((id) => !excluded.has(id) && !without.has(id))
