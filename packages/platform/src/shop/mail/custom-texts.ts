import { oneLine } from './plain.ts'

/** The words of an email that a shop may write itself; what is absent is the default text. */
export interface OwnWords {
  readonly subject?: string
  /** One line of the headline a line. */
  readonly headline?: string
  /** Paragraphs, parted by empty lines. */
  readonly lead?: string
  /** On the button. */
  readonly button?: string
}

export type OwnWord = keyof OwnWords

/** `{{ customer.firstName | friend }}`: a field, and what stands there where it is empty. */
const placeholder = /\{\{\s*([A-Za-z.]+)\s*(?:\|([^{}|]*))?\}\}/g

/** What is wrong with words; undefined where they can be sent. */
export function faultOf(words: string, fields: readonly string[]): string | undefined {
  for (const [, field] of words.matchAll(placeholder))
    if (!fields.includes(field!)) return `does not know {{ ${field} }}; it may name ${fields.map((one) => `{{ ${one} }}`).join(', ')}`
  const rest = words.replace(placeholder, '')
  return /\{\{|\}\}/.test(rest) ? 'has a placeholder that is not written as {{ name }}' : undefined
}

/** The words with what they name in them; undefined where that comes to nothing, or cannot be. An email then has the default text. */
export function filled(words: string | undefined, values: Readonly<Record<string, string>>): string | undefined {
  if (words === undefined || faultOf(words, Object.keys(values)) !== undefined) return undefined
  const text = words
    .replace(placeholder, (_, field: string, instead: string | undefined) => values[field] || (instead ?? '').trim())
    .split(/\r?\n/)
    .map((line) => tidy(oneLine(line)))
    .join('\n')
    .trim()
  return text === '' ? undefined : text
}

/** The fields that a text names while they are empty, with nothing said to stand in their place. */
export const emptyFields = (words: string, values: Readonly<Record<string, string>>): readonly string[] =>
  [...words.matchAll(placeholder)].flatMap(([, field, instead]) => (values[field!] || instead?.trim() ? [] : [field!]))

/** What an empty field leaves behind: `, dear` and a comma before nothing. */
const tidy = (line: string): string =>
  line
    .replace(/ +([,.;:!?])/g, '$1')
    .replace(/^[,;:] */, '')
    .replace(/, *([.!?])/g, '$1')

/** Blocks of text between empty lines. */
export const paragraphsOf = (text: string): readonly string[] =>
  text
    .split(/\n\s*\n/)
    .map(oneLine)
    .filter(Boolean)
