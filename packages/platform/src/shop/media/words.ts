import { stem, wordsOf } from '../../kernel/query/words.ts'

/** What a file or folder is found by: the words of its names and labels, as a tsvector. `beginningsOf` looks for them. */
export const searchWords = (texts: readonly (string | null | undefined)[]): string => {
  const words = texts.flatMap((text) => wordsOf(text ?? ''))
  return [...new Set(words.flatMap((word) => [word, stem(word)]))]
    .slice(0, mostWords)
    .map((word) => `'${word}'`)
    .join(' ')
}

const mostWords = 200
