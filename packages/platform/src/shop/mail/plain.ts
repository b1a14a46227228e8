/** Width of plain emails, in characters: readable unwrapped on a phone held upright in most programmes, and in every terminal. */
export const plainWidth = 60

const segments = new Intl.Segmenter(undefined, { granularity: 'grapheme' })
const wide = /^[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\p{Emoji_Presentation}\uff01-\uff60]/u

/** Letters of Europe and signs that take one column each, and stand alone: most texts have no others. */
const single = /^[\x20-\x7e\xa0-\xac\xae-\u02ff\u0370-\u03ff\u0400-\u0482\u2010-\u2027\u2030-\u203a\u20a0-\u20bf\u2212]*$/

/** How many columns a text takes: East Asian letters and emoji take two. */
export function columnsOf(text: string): number {
  if (single.test(text)) return text.length
  let columns = 0
  for (const { segment } of segments.segment(text)) columns += wide.test(segment) ? 2 : 1
  return columns
}

/** One line of text, without controls, soft hyphens and doubled blanks. */
export const oneLine = (text: string): string =>
  text
    .toWellFormed()
    .replace(/\u00ad/g, '')
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()

/** Breaks text at blanks; words longer than a line stand alone, so that addresses stay whole. */
export function wrapped(text: string, width = plainWidth): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of oneLine(text).split(' ')) {
    if (line === '') line = word
    else if (columnsOf(line) + 1 + columnsOf(word) <= width) line += ` ${word}`
    else {
      lines.push(line)
      line = word
    }
  }
  return line === '' ? lines : [...lines, line]
}

/** Left and right in one line, the right one flush; a left part that is too long takes lines of its own first. */
export function aligned(left: string, right: string, indent = ''): string[] {
  const end = oneLine(right)
  const room = plainWidth - columnsOf(indent) - columnsOf(end) - 2
  const lines = wrapped(left, Math.max(room, 16)).map((line) => indent + line)
  if (end === '') return lines
  const first = lines.at(-1) ?? indent
  const gap = Math.max(2, plainWidth - columnsOf(first) - columnsOf(end))
  return [...lines.slice(0, -1), `${first}${' '.repeat(gap)}${end}`]
}

export const rule = '-'.repeat(plainWidth)
