import type { JSONContent } from '@tiptap/core'
import type { PageBlock, PageField, PageSpan } from '@vitrine/contract'

/** Between the document of a page and that of the editor. What the editor may hold and a page may not is left out. */

const marksOf = ({ bold, italic, href }: PageSpan): JSONContent['marks'] => [
  ...(bold ? [{ type: 'bold' }] : []),
  ...(italic ? [{ type: 'italic' }] : []),
  ...(href ? [{ type: 'link', attrs: { href } }] : []),
]

function inlineOf(spans: readonly PageSpan[]): JSONContent[] {
  return spans.flatMap((span): JSONContent[] => {
    const marks = marksOf(span)
    if (span.field) return [{ type: 'field', attrs: { field: span.field }, marks: marks! }]
    return (span.text ?? '')
      .split('\n')
      .flatMap((line, at) => [
        ...(at > 0 ? [{ type: 'hardBreak' }] : []),
        ...(line === '' ? [] : [{ type: 'text', text: line, marks: marks! }]),
      ])
  })
}

const paragraphOf = (spans: readonly PageSpan[]): JSONContent => ({ type: 'paragraph', content: inlineOf(spans) })

function nodeOf({ kind, level, text = [], ordered, items = [], picture, header, rows = [] }: PageBlock): JSONContent {
  switch (kind) {
    case 'HEADING':
      return { type: 'heading', attrs: { level }, content: inlineOf(text) }
    case 'PARAGRAPH':
      return paragraphOf(text)
    case 'LIST':
      return {
        type: ordered ? 'orderedList' : 'bulletList',
        content: items.map((item) => ({ type: 'listItem', content: [paragraphOf(item.text)] })),
      }
    case 'PICTURE':
      return { type: 'picture', attrs: { ...picture } }
    case 'TABLE':
      return {
        type: 'table',
        content: rows.map(({ cells }, at) => ({
          type: 'tableRow',
          content: cells.map((cell) => ({ type: header && at === 0 ? 'tableHeader' : 'tableCell', content: [paragraphOf(cell.text)] })),
        })),
      }
  }
}

/** A document as the editor has it; an empty one has a paragraph to write in. */
export const toEditor = (blocks: readonly PageBlock[]): JSONContent => ({
  type: 'doc',
  content: blocks.length > 0 ? blocks.map(nodeOf) : [{ type: 'paragraph' }],
})

const sameLook = (a: PageSpan, b: PageSpan) => !a.field && !b.field && a.bold === b.bold && a.italic === b.italic && a.href === b.href

function spansIn(content: readonly JSONContent[] = []): PageSpan[] {
  const spans: PageSpan[] = []
  for (const { type, text, marks = [], attrs } of content) {
    const mark = (name: string) => marks.find((one) => one.type === name)
    const href = mark('link')?.attrs?.['href'] as string | undefined
    const look = { ...(mark('bold') && { bold: true }), ...(mark('italic') && { italic: true }), ...(href && { href }) }
    const span: PageSpan | undefined =
      type === 'text'
        ? { text: text ?? '', ...look }
        : type === 'hardBreak'
          ? { text: '\n' }
          : type === 'field'
            ? { field: attrs?.['field'] as PageField, ...look }
            : undefined
    if (!span) continue
    const before = spans.at(-1)
    if (before && span.text === '\n' && !before.field) spans[spans.length - 1] = { ...before, text: `${before.text}\n` }
    else if (before?.text === '\n') spans[spans.length - 1] = { ...span, ...(span.text && { text: `\n${span.text}` }) }
    else if (before && sameLook(before, span)) spans[spans.length - 1] = { ...before, text: `${before.text}${span.text}` }
    else spans.push(span)
  }
  return spans
}

/** The text of everything inside, a line for each paragraph. */
const linesIn = (content: readonly JSONContent[] = []): PageSpan[] =>
  spansIn(
    content
      .filter(({ type }) => type === 'paragraph' || type === 'heading')
      .flatMap((node, at) => [...(at > 0 ? [{ type: 'hardBreak' }] : []), ...(node.content ?? [])]),
  )

/** Items of a list, those of lists inside it among them. */
const itemsIn = (content: readonly JSONContent[] = []): PageBlock['items'] & {} =>
  content.flatMap((item) => [
    { text: linesIn(item.content) },
    ...(item.content ?? []).flatMap((inner) => ((inner.type ?? '').endsWith('List') ? itemsIn(inner.content) : [])),
  ])

function blocksIn({ type, attrs = {}, content = [] }: JSONContent): PageBlock[] {
  switch (type) {
    case 'heading':
      return [{ kind: 'HEADING', level: attrs['level'] === 3 ? 3 : 2, text: spansIn(content) }]
    case 'paragraph':
      return [{ kind: 'PARAGRAPH', text: spansIn(content) }]
    case 'bulletList':
    case 'orderedList': {
      const items = itemsIn(content)
      return items.length > 0 ? [{ kind: 'LIST', ...(type === 'orderedList' && { ordered: true }), items }] : []
    }
    case 'picture': {
      const { id, alt, width, height } = attrs as NonNullable<PageBlock['picture']>
      return [{ kind: 'PICTURE', picture: { id, alt, width, height } }]
    }
    case 'table': {
      const rows = content.map((row) => ({ cells: (row.content ?? []).map((cell) => ({ text: linesIn(cell.content) })) }))
      const header = content[0]?.content?.every((cell) => cell.type === 'tableHeader') === true
      return rows.length > 0 ? [{ kind: 'TABLE', ...(header && { header }), rows }] : []
    }
    default:
      return []
  }
}

const isBlank = ({ kind, text }: PageBlock) => kind === 'PARAGRAPH' && text?.length === 0

/** What was written, as a page has it; without empty paragraphs. */
export const fromEditor = ({ content = [] }: JSONContent): PageBlock[] => content.flatMap(blocksIn).filter((block) => !isBlank(block))

const textOf = (spans: readonly PageSpan[] = []) => spans.map(({ text, field }) => (field ? `{${field}}` : text)).join('')

/** The words of a document, for who compares two of them. */
export const plainText = (blocks: readonly PageBlock[]): string =>
  blocks
    .map(({ text, items, rows, picture }) =>
      [
        text && textOf(text),
        ...(items ?? []).map((item) => `• ${textOf(item.text)}`),
        ...(rows ?? []).map(({ cells }) => cells.map((cell) => textOf(cell.text)).join(' | ')),
        picture && `[${picture.alt || 'picture'}]`,
      ]
        .filter((line) => line !== undefined)
        .join('\n'),
    )
    .join('\n')
