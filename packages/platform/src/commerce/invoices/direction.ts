import bidiFactory from 'bidi-js'

// Its types speak of an ES module; what Node gets of it is CommonJS, whose default is the function.
const bidi = (bidiFactory as unknown as typeof bidiFactory.default)()

/** A piece of a line that runs one way; `text` is in the order in which it is read. */
export interface Part {
  readonly text: string
  readonly leftward: boolean
}

/** A line in pieces from left to right, as they stand on paper (Unicode Standard Annex #9). */
export function inOrder(line: string): readonly Part[] {
  const embedding = bidi.getEmbeddingLevels(line)
  const { levels } = embedding
  if (levels.every((level) => level === 0)) return [{ text: line, leftward: false }]
  const mirrored = bidi.getMirroredCharactersMap(line, levels)
  const parts: { from: number; to: number; level: number }[] = []
  for (const place of bidi.getReorderedIndices(line, embedding)) {
    const level = levels[place]!
    const last = parts.at(-1)
    if (last?.level === level && (place === last.to + 1 || place === last.from - 1)) {
      last.from = Math.min(last.from, place)
      last.to = Math.max(last.to, place)
    } else parts.push({ from: place, to: place, level })
  }
  return parts.map(({ from, to, level }) => ({
    text: Array.from({ length: to - from + 1 }, (_, i) => mirrored.get(from + i) ?? line[from + i]!).join(''),
    leftward: level % 2 === 1,
  }))
}
