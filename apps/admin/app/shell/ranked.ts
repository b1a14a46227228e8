interface Named {
  readonly group: string
  readonly name: string
  /** What else it is called. */
  readonly also?: string
  readonly more?: string
}

const wordsOf = (text: string): readonly string[] => text.split(/[^\p{L}\p{N}]+/u)

/** How well a name fits: it is the word, begins with it, has a word that begins with it, is called so too, has it somewhere, or only what stands beside it has. */
export function fitOf({ name, also = '', more = '' }: Omit<Named, 'group'>, words: string): number {
  const text = name.toLowerCase()
  if (text === words) return 0
  if (text.startsWith(words)) return 1
  const all = wordsOf(text)
  if (all.includes(words)) return 2
  if (all.some((word) => word.startsWith(words))) return 3
  if (wordsOf(also.toLowerCase()).some((word) => word.startsWith(words))) return 4
  if (text.includes(words)) return 5
  return more.toLowerCase().includes(words) ? 6 : 7
}

/** The groups by the best of what is in them, and what is in them by how well it fits; equals stay as they came. */
export function ranked<E extends Named>(words: string, entries: readonly E[]): E[] {
  const groups = [...Map.groupBy(entries, ({ group }) => group).values()].map((of) =>
    of.toSorted((one, other) => fitOf(one, words) - fitOf(other, words)),
  )
  return groups.toSorted(([one], [other]) => fitOf(one!, words) - fitOf(other!, words)).flat()
}
