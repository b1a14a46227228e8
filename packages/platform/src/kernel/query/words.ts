import { fold } from './fold.ts'

const longest = 40

/** A text cut to so many UTF-16 units at most, and never within a character: PostgreSQL takes no halves. */
export const cut = (text: string, most: number): string =>
  text.length <= most ? text : text.slice(0, most).replace(/[\uD800-\uDBFF]$/, '')

/** The words of a text, folded, in their order. */
export const wordsOf = (text: string): string[] => (fold(text).match(/[\p{L}\p{N}]+/gu) ?? []).map((word) => cut(word, longest))

/** One form for one and many: `vases` → `vase`, `berries` → `berry`. What is found does not hang on grammar; the same is done to what is searched. */
export function stem(word: string): string {
  if (word.length < 4 || !word.endsWith('s') || /(ss|us|is)$/.test(word)) return word
  if (word.endsWith('ies') && word.length > 4) return `${word.slice(0, -3)}y`
  if (/(ch|sh|ss|x|z)es$/.test(word)) return word.slice(0, -2)
  return word.slice(0, -1)
}

const mostWords = 10

/**
 * A tsquery, as text, that finds all of the words, each as the beginning of one that is indexed, or in its other number. Undefined where a text
 * has no words.
 */
export function beginningsOf(text: string): string | undefined {
  const words = wordsOf(text).slice(0, mostWords)
  if (words.length === 0) return undefined
  return words
    .map((word) => {
      const stemmed = stem(word)
      return stemmed === word ? `'${word}':*` : `('${word}':* | '${stemmed}')`
    })
    .join(' & ')
}
