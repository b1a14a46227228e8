import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { safeHtml } from '../edit/html.ts'
import { textOf } from '../words.ts'
import { richContent } from './rich-content.ts'

interface Node {
  readonly type: string
  readonly id: string
  readonly nodes: readonly Node[]
  readonly textData?: { readonly text: string; readonly decorations: readonly { readonly type: string }[] }
  readonly headingData?: { readonly level: number }
  readonly imageData?: object
}

const nodesOf = (html: string) => richContent(html).nodes as unknown as readonly Node[]
/** `PARAGRAPH(For the first:BOLD coffee)` */
const drawn = ({ type, nodes, textData }: Node): string =>
  textData
    ? textData.text + textData.decorations.map((one) => `:${one.type}`).join('')
    : `${type}${nodes.length === 0 ? '' : `(${nodes.map(drawn).join('|')})`}`
const draw = (html: string) => nodesOf(html).map(drawn)

test('paragraphs, headings, lists, quotes, tables and lines become nodes of their kind', () => {
  assert.deepEqual(draw('<h2>Care</h2><p>Wash <strong>by <em>hand</em></strong>.</p>'), [
    'HEADING(Care)',
    'PARAGRAPH(Wash |by :BOLD|hand:BOLD:ITALIC|.)',
  ])
  assert.equal(nodesOf('<h3>Care</h3>')[0]!.headingData!.level, 3)
  assert.deepEqual(draw('<ul><li>Oak</li><li><p>Beech</p><ol><li>Red</li></ol></li></ul>'), [
    'BULLETED_LIST(LIST_ITEM(PARAGRAPH(Oak))|LIST_ITEM(PARAGRAPH(Beech)|ORDERED_LIST(LIST_ITEM(PARAGRAPH(Red)))))',
  ])
  assert.deepEqual(draw('<blockquote>So it is</blockquote><hr>'), ['BLOCKQUOTE(PARAGRAPH(So it is))', 'DIVIDER'])
  assert.deepEqual(draw('<table><tr><th>A</th><td>B</td></tr></table>'), [
    'TABLE(TABLE_ROW(TABLE_CELL(PARAGRAPH(A))|TABLE_CELL(PARAGRAPH(B))))',
  ])
})

test('bare text stands in a paragraph, white space between blocks in none; a line break stays one', () => {
  assert.deepEqual(draw('One\n  two<br>three'), ['PARAGRAPH(One two\nthree)'])
  assert.deepEqual(draw('<p>One</p>\n\n<p> two</p>'), ['PARAGRAPH(One)', 'PARAGRAPH(two)'])
  assert.deepEqual(draw('<pre>a\n  b</pre>'), ['CODE_BLOCK(a\n  b)'])
  assert.deepEqual(draw(''), [])
})

test('links and pictures keep where they lead', () => {
  const [paragraph, image] = nodesOf(
    '<p><a href="https://shop.example" target="_blank">Here</a></p><img src="https://shop.example/a.webp" alt="A" width="2">',
  )
  assert.deepEqual(paragraph!.nodes[0]!.textData!.decorations, [
    { type: 'LINK', linkData: { link: { url: 'https://shop.example', target: 'BLANK' } } },
  ])
  assert.deepEqual(image!.imageData, { image: { src: { url: 'https://shop.example/a.webp' }, width: 2 }, altText: 'A' })
})

test('whatever HTML a merchant may write: no word is lost, and every node has an id of its own', () => {
  const tags = ['p', 'b', 'ul', 'li', 'h2', 'div', 'blockquote', 'table', 'tr', 'td', 'a', 'pre', 'br', 'span']
  const unit = fc.oneof(
    fc.stringMatching(/^[a-z ]{1,8}$/),
    fc.constantFrom(...tags.map((tag) => `<${tag}>`), ...tags.map((tag) => `</${tag}>`)),
  )
  fc.assert(
    fc.property(fc.array(unit, { maxLength: 40 }), (units) => {
      const html = safeHtml(units.join(''))
      const ids: string[] = []
      const words: string[] = []
      const walk = (node: Node) => {
        ids.push(node.id)
        if (node.textData) words.push(node.textData.text)
        node.nodes.forEach(walk)
      }
      nodesOf(html).forEach(walk)
      assert.equal(new Set(ids).size, ids.length)
      const letters = (text: string) => text.replace(/\s+/g, '')
      assert.equal(letters(words.join('')), letters(textOf(html)))
    }),
  )
})
