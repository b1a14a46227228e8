/** At the beginning of a file it tells spreadsheets that the text is UTF-8. */
export const byteOrderMark = '\ufeff'

/** How a formula begins in one spreadsheet or another, perhaps behind marks of ours. Plain negative numbers are none. */
const formula = /^'*[=+\-@\t\r＝＋－＠]/
const marked = /^'+[=+\-@\t\r＝＋－＠]/
const figure = /^[+-]?\d+(?:\.\d+)?$/

/**
 * A value as text that no spreadsheet runs: an apostrophe comes before what looks like a formula.
 * `restored` takes it away again.
 *
 * @example
 * neutralised('=1+1') // "'=1+1"
 * neutralised('-3') // '-3'
 */
export const neutralised = (text: string): string => (formula.test(text) && !figure.test(text) ? `'${text}` : text)

/**
 * @example
 * restored("'=1+1") // '=1+1'
 * restored("'s-Gravenhage") // "'s-Gravenhage"
 */
export const restored = (text: string): string => (marked.test(text) ? text.slice(1) : text)

const quoted = (text: string): string => (/[",;\t\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

/** One line of a CSV file by RFC 4180, its end included. Formulas are neutralised. */
export const csvLine = (cells: readonly string[]): string => `${cells.map((cell) => quoted(neutralised(cell))).join(',')}\r\n`

/**
 * Several values in one cell, with `; ` between them. What is in a value that would divide it stands behind a backslash.
 *
 * @example
 * joinList(['Mugs', 'New; hot']) // 'Mugs; New\\; hot'
 */
export const joinList = (values: readonly string[]): string => values.map((value) => value.replace(/[\\;]/g, '\\$&')).join('; ')

/** Empty values keep their places, but an empty cell has no values. */
export function splitList(text: string): readonly string[] {
  if (text.trim() === '') return []
  const values: string[] = []
  let value = ''
  for (let at = 0; at < text.length; at++) {
    const character = text[at]!
    if (character === '\\' && at + 1 < text.length) value += text[++at]
    else if (character === ';') {
      values.push(value.trim())
      value = ''
    } else value += character
  }
  return [...values, value.trim()]
}
