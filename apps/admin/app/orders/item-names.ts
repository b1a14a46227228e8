import type { Order } from '@vitrine/contract'
import { choicesOf } from './text.ts'

/** Whether each word that somebody wrote begins a word of a name, whatever their case and accents. */
export function isCalled(name: string, text: string): boolean {
  const words = wordsOf(name)
  return wordsOf(text).every((asked) => words.some((word) => word.startsWith(asked)))
}

const wordsOf = (text: string): readonly string[] =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')

/** `Morning Mug, Ink · Large` */
export const calledOf = (line: Order['lineItems'][number]): string =>
  [line.productName?.original, choicesOf(line)].filter(Boolean).join(', ')
