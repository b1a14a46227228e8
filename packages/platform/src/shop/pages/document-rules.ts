import type { PageBlock, PageSpan } from '@vitrine/contract'
import { type Refusal, refuse } from '../../kernel/refusal.ts'

/** As much text as a page may have, in characters. */
const mostCharacters = 100_000

/** Whether a block has what its kind needs. */
function isWhole({ kind, level, text, items, picture, rows }: PageBlock): boolean {
  switch (kind) {
    case 'HEADING':
      return level !== undefined && text !== undefined
    case 'PARAGRAPH':
      return text !== undefined
    case 'LIST':
      return items !== undefined && items.length > 0
    case 'PICTURE':
      return picture !== undefined
    case 'TABLE':
      return rows !== undefined && rows.length > 0 && rows.every(({ cells }) => cells.length > 0 && cells.length === rows[0]!.cells.length)
  }
}

/** What of a block belongs to its kind. */
function ownParts({ kind, level, text, ordered, items, picture, header, rows }: PageBlock): PageBlock {
  switch (kind) {
    case 'HEADING':
      return { kind, level: level!, text: text! }
    case 'PARAGRAPH':
      return { kind, text: text! }
    case 'LIST':
      return { kind, ...(ordered && { ordered }), items: items! }
    case 'PICTURE':
      return { kind, picture: picture! }
    case 'TABLE':
      return { kind, ...(header && { header }), rows: rows! }
  }
}

/** Without what says nothing; a field stands in the place of a text. */
const runs = (spans: readonly PageSpan[]): PageSpan[] =>
  spans.flatMap(({ text, bold, italic, href, field }) =>
    field === undefined && !text
      ? []
      : [{ ...(field ? { field } : { text: text! }), ...(bold && { bold }), ...(italic && { italic }), ...(href && { href }) }],
  )

/** A block with each of its texts put into another form. */
export const withTexts = (block: PageBlock, to: (spans: readonly PageSpan[]) => PageSpan[]): PageBlock => ({
  ...block,
  ...(block.text && { text: to(block.text) }),
  ...(block.items && { items: block.items.map(({ text }) => ({ text: to(text) })) }),
  ...(block.rows && { rows: block.rows.map(({ cells }) => ({ cells: cells.map(({ text }) => ({ text: to(text) })) })) }),
})

/** All runs of text of a block. */
export const spansOf = ({ text = [], items = [], rows = [] }: PageBlock): PageSpan[] => [
  ...text,
  ...items.flatMap((item) => item.text),
  ...rows.flatMap(({ cells }) => cells.flatMap((cell) => cell.text)),
]

/** A document as it is stored: each block with what belongs to its kind alone. */
export function checkedDocument(blocks: readonly PageBlock[]): PageBlock[] | Refusal<'PAGE_CONTENT_INVALID'> {
  const incomplete = blocks.findIndex((block) => !isWhole(block))
  if (incomplete >= 0) return refuse('PAGE_CONTENT_INVALID', { block: incomplete, reason: 'INCOMPLETE' })
  let characters = 0
  for (const [block, { picture }] of blocks.entries()) {
    for (const { text = '', href = '' } of spansOf(blocks[block]!)) characters += text.length + href.length
    characters += picture?.alt.length ?? 0
    if (characters > mostCharacters) return refuse('PAGE_CONTENT_INVALID', { block, reason: 'TOO_LONG' })
  }
  return blocks.map((block) => withTexts(ownParts(block), runs))
}

/** Whether there is anything to read or to see. */
export const saysSomething = (blocks: readonly PageBlock[]): boolean =>
  blocks.some((block) => block.picture !== undefined || spansOf(block).some(({ text, field }) => field !== undefined || text?.trim()))
