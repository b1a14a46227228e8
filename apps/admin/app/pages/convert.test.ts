import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { PageBlock } from '@vitrine/contract'
import { fromEditor, plainText, toEditor } from './convert.ts'

const all: PageBlock[] = [
  { kind: 'HEADING', level: 2, text: [{ text: 'Who we are' }] },
  {
    kind: 'PARAGRAPH',
    text: [{ field: 'SHOP_NAME', bold: true }, { text: ', ' }, { text: 'Berlin', italic: true }, { text: ' shop', href: '/products' }],
  },
  { kind: 'PARAGRAPH', text: [{ text: 'One line\nand another' }] },
  { kind: 'LIST', items: [{ text: [{ text: 'a' }] }, { text: [{ text: 'b', bold: true }] }] },
  { kind: 'LIST', ordered: true, items: [{ text: [{ text: 'first' }] }] },
  { kind: 'PICTURE', picture: { id: 'x.jpg', alt: 'The studio', width: 4, height: 3 } },
  { kind: 'TABLE', header: true, rows: [{ cells: [{ text: [{ text: 'What' }] }] }, { cells: [{ text: [] }] }] },
  { kind: 'TABLE', rows: [{ cells: [{ text: [{ text: '1' }] }, { text: [{ text: '2' }] }] }] },
]

describe('the document of the editor', () => {
  test('comes back as the page that it was made of', () => {
    assert.deepEqual(fromEditor(toEditor(all)), all)
  })

  test('has a paragraph to write in where the page is empty, which is no part of it', () => {
    assert.deepEqual(toEditor([]), { type: 'doc', content: [{ type: 'paragraph' }] })
    assert.deepEqual(fromEditor(toEditor([])), [])
  })

  test('loses what no page has, and keeps the words of lists inside lists', () => {
    const paragraph = (text: string) => ({ type: 'paragraph', content: [{ type: 'text', text }] })
    assert.deepEqual(
      fromEditor({
        type: 'doc',
        content: [
          { type: 'codeBlock', content: [{ type: 'text', text: 'x' }] },
          {
            type: 'bulletList',
            content: [
              {
                type: 'listItem',
                content: [
                  paragraph('outer'),
                  { type: 'orderedList', content: [{ type: 'listItem', content: [paragraph('inner'), paragraph('more')] }] },
                ],
              },
            ],
          },
        ],
      }),
      [{ kind: 'LIST', items: [{ text: [{ text: 'outer' }] }, { text: [{ text: 'inner\nmore' }] }] }],
    )
  })

  test('is told in plain text', () => {
    assert.equal(plainText(all.slice(0, 4)), 'Who we are\n{SHOP_NAME}, Berlin shop\nOne line\nand another\n• a\n• b')
  })
})
