import { cut, stem, wordsOf } from '../../kernel/query/words.ts'

/** The text of a description that is HTML. */
export const textOf = (html: string): string =>
  html.replace(/<[^>]*>/g, ' ').replace(/&(?:amp|lt|gt|quot|nbsp|#39);/g, (entity) => entities[entity] ?? ' ')

const entities: Readonly<Record<string, string>> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'" }

export type Weight = 'A' | 'B' | 'C' | 'D'

const mostPositions = 16_383

/** What stands before a word of a name, so that names can be looked into by themselves: `=mug`. */
export const nameSign = '='

/** A tsvector as text, its words made here so that every database finds the same. */
export function searchVector(texts: readonly (readonly [weight: Weight, text: string])[]): {
  readonly vector: string
  readonly words: readonly string[]
} {
  const places = new Map<string, string[]>()
  const names = new Set<string>()
  let position = 0
  for (const [weight, text] of texts) {
    for (const word of wordsOf(text)) {
      position = Math.min(position + 1, mostPositions)
      const stemmed = stem(word)
      const at = places.get(stemmed) ?? []
      if (at.length < 20) at.push(`${position}${weight}`)
      places.set(stemmed, at)
      if (weight === 'A') names.add(stemmed)
    }
    position = Math.min(position + 10, mostPositions)
  }
  const words = [...places.keys()].sort()
  const vector = [...words.map((word) => `'${word}':${places.get(word)!.join()}`), ...[...names].map((word) => `'${nameSign}${word}'`)]
  return { vector: vector.join(' '), words }
}

const few = 3
const manyFrom = 6
const consideredOf = 12

/**
 * What is left of a word without one of its letters, and of a longer one without two. A mistyped word has one of these in common with the right
 * one: a letter too many, one too few, another one, or two that changed places.
 */
export function remainsOf(word: string): string[] {
  const head = cut(word, consideredOf)
  const all = new Set([head])
  if (head.length < few) return [...all]
  for (const once of without(head)) {
    all.add(once)
    if (head.length >= manyFrom) for (const twice of without(once)) all.add(twice)
  }
  return [...all]
}

function without(word: string): string[] {
  const letters = Array.from(word)
  return letters.map((_, i) => letters.toSpliced(i, 1).join(''))
}

/** How many slips of the finger lie between two words: a letter added, left out, replaced, or two neighbours swapped. */
export function slips(a: string, b: string): number {
  let before: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1
      let least = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + same)
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) least = Math.min(least, before[j - 2]! + 1)
      row.push(least)
    }
    before = last
    last = row
  }
  return last[b.length]!
}

/** In words shorter than this, two slips make too many other words: `becher` is two from `better`. */
const twoForgivenFrom = 7

/** How many slips are forgiven in a word of this length. */
export const forgiven = (word: string): number => (word.length < few ? 0 : word.length < twoForgivenFrom ? 1 : 2)

/** Letters that languages write for much the same sound. */
const sameSounds = ['aeiouy', 'ckq', 'fvw', 'sz']

/** Whether two longer words differ in two letters at most, and only in ones of the same sound, as `kaffee` and `coffee` do. */
export function soundsAlike(a: string, b: string): boolean {
  if (a.length !== b.length || a.length < manyFrom) return false
  const other = Array.from(a, (letter, at) => [letter, b[at]!] as const).filter(([one, another]) => one !== another)
  return other.length <= 2 && other.every((pair) => sameSounds.some((letters) => pair.every((letter) => letters.includes(letter))))
}
