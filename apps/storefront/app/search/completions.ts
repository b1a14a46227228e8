const most = 3

/**
 * What somebody may be about to type: `vas` is completed to `vase` where products that were found are called so. Only the last word is completed, with
 * the words of names, the most frequent first.
 */
export function completions(typed: string, names: readonly string[]): readonly string[] {
  const words = typed.trim().toLocaleLowerCase().split(/\s+/)
  const last = words.pop() ?? ''
  if (last === '') return []
  const counts = new Map<string, number>()
  for (const name of names)
    for (const word of new Set(name.toLocaleLowerCase().match(/[\p{L}\p{M}\p{N}]+(?:[-’'][\p{L}\p{M}\p{N}]+)*/gu) ?? []))
      if (word.startsWith(last) && word !== last && !words.includes(word)) counts.set(word, (counts.get(word) ?? 0) + 1)
  return [...counts]
    .sort(([a, ofA], [b, ofB]) => ofB - ofA || (a < b ? -1 : 1))
    .slice(0, most)
    .map(([word]) => [...words, word].join(' '))
}
