import type { RichContent } from '@vitrine/contract'
import { Parser } from 'htmlparser2'

type Growing = {
  readonly type: string
  readonly id: string
  readonly nodes: Growing[]
  readonly [data: `${string}Data`]: unknown
}

interface Decoration {
  readonly tag: string
  readonly said: object
}

const containers: Readonly<Record<string, string>> = {
  ul: 'BULLETED_LIST',
  ol: 'ORDERED_LIST',
  li: 'LIST_ITEM',
  blockquote: 'BLOCKQUOTE',
  table: 'TABLE',
  tr: 'TABLE_ROW',
  td: 'TABLE_CELL',
  th: 'TABLE_CELL',
}
/** What a kind of node is described by; the name of the member is the wire's. */
const dataOf: Readonly<Record<string, `${string}Data`>> = {
  PARAGRAPH: 'paragraphData',
  HEADING: 'headingData',
  CODE_BLOCK: 'codeBlockData',
  BULLETED_LIST: 'bulletedListData',
  ORDERED_LIST: 'orderedListData',
  BLOCKQUOTE: 'blockquoteData',
  TABLE: 'tableData',
  TABLE_CELL: 'tableCellData',
  DIVIDER: 'dividerData',
}
const decorations: Readonly<Record<string, object>> = {
  b: { type: 'BOLD', fontWeightValue: 700 },
  strong: { type: 'BOLD', fontWeightValue: 700 },
  i: { type: 'ITALIC', italicData: true },
  em: { type: 'ITALIC', italicData: true },
  cite: { type: 'ITALIC', italicData: true },
  u: { type: 'UNDERLINE', underlineData: true },
  ins: { type: 'UNDERLINE', underlineData: true },
  s: { type: 'STRIKETHROUGH', strikethroughData: true },
  del: { type: 'STRIKETHROUGH', strikethroughData: true },
  sub: { type: 'SUBSCRIPT', subscriptData: true },
  sup: { type: 'SUPERSCRIPT', superscriptData: true },
}
/** Each begins a line of its own. */
const blocks = new Set([
  'p',
  'pre',
  'div',
  'section',
  'article',
  'figure',
  'figcaption',
  'dl',
  'dt',
  'dd',
  'address',
  'main',
  'header',
  'footer',
])
const deepest = 20

/** A description in HTML as the nodes that viewers of rich text draw. What it cannot say (classes, frames) is left out; its words never are. */
export function richContent(html: string): RichContent {
  let count = 0
  const node = (type: string, data: object = {}): Growing => {
    const member = dataOf[type]
    return { type, id: `n${++count}`, nodes: [], ...(member && { [member]: data }) }
  }
  const root = node('ROOT')
  const open: { readonly node: Growing; readonly tag: string }[] = [{ node: root, tag: '' }]
  const styles: Decoration[] = []
  let line: { readonly node: Growing; readonly tag: string } | undefined

  const inner = () => open.at(-1)!.node
  const endLine = () => (line = undefined)
  const beginLine = (tag: string, type = 'PARAGRAPH', data = {}) => {
    line = { node: node(type, data), tag }
    inner().nodes.push(line.node)
  }
  const write = (text: string) => {
    if (!line) beginLine('')
    const said = styles.map((style) => style.said)
    const last = line!.node.nodes.at(-1)
    const before = last?.textData as { text: string; decorations: object[] } | undefined
    if (before && JSON.stringify(before.decorations) === JSON.stringify(said)) before.text += text
    else line!.node.nodes.push({ ...node('TEXT'), textData: { text, decorations: said } })
  }

  const parser = new Parser({
    onopentag(tag, attributes) {
      const heading = /^h([1-6])$/.exec(tag)
      const container = containers[tag]
      if (heading) beginLine(tag, 'HEADING', { level: Number(heading[1]) })
      else if (tag === 'pre') beginLine(tag, 'CODE_BLOCK')
      else if (tag === 'p') beginLine(tag)
      else if (blocks.has(tag)) endLine()
      else if (container && open.length < deepest) {
        endLine()
        const next = node(container)
        inner().nodes.push(next)
        open.push({ node: next, tag })
      } else if (tag === 'br') write('\n')
      else if (tag === 'hr') {
        endLine()
        inner().nodes.push(node('DIVIDER'))
      } else if (tag === 'img' && attributes['src']) {
        endLine()
        inner().nodes.push({ ...node('IMAGE'), imageData: imageOf(attributes) })
      } else if (tag === 'a' && attributes['href']) styles.push({ tag, said: linkOf(attributes) })
      else if (decorations[tag]) styles.push({ tag, said: decorations[tag] })
    },
    ontext(text) {
      const said = line?.tag === 'pre' ? text : text.replace(/[\t\n\r ]+/g, ' ')
      if (said !== '' && (line || said !== ' ')) write(line?.node.nodes.length === 0 && line.tag !== 'pre' ? said.trimStart() : said)
    },
    onclosetag(tag) {
      if (line?.tag === tag || blocks.has(tag)) endLine()
      const style = styles.findLastIndex((each) => each.tag === tag)
      if (style >= 0) styles.splice(style, 1)
      const at = open.findLastIndex((each) => each.tag === tag)
      if (at > 0) {
        endLine()
        open.length = at
      }
    },
  })
  parser.write(html)
  parser.end()
  return { nodes: root.nodes, metadata: { version: 1 }, documentStyle: {} }
}

const linkOf = ({ href, target }: Record<string, string>) => ({
  type: 'LINK',
  linkData: { link: { url: href, target: target === '_blank' ? 'BLANK' : 'SELF' } },
})

const imageOf = ({ src, alt, width, height }: Record<string, string>) => ({
  image: { src: { url: src }, ...(Number(width) > 0 && { width: Number(width) }), ...(Number(height) > 0 && { height: Number(height) }) },
  ...(alt && { altText: alt }),
})
