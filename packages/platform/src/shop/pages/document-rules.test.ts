import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { PageDocumentInput } from '@vitrine/contract'
import { Refusal } from '../../kernel/refusal.ts'
import { checkedDocument, saysSomething } from './document-rules.ts'

const refusalOf = (answer: unknown) => (answer instanceof Refusal ? answer.data : undefined)

describe('the document of a page', () => {
  test('has in each block what belongs to its kind, and no empty text', () => {
    assert.deepEqual(
      checkedDocument([
        { kind: 'HEADING', level: 2, text: [{ text: 'Who we are', bold: false }], ordered: true },
        { kind: 'PARAGRAPH', text: [{ text: '' }, { field: 'SHOP_NAME', text: 'x' }, { text: ' sells cups.', italic: true }] },
        { kind: 'LIST', ordered: false, items: [{ text: [{ text: 'a', href: '/a' }] }] },
        { kind: 'TABLE', header: true, rows: [{ cells: [{ text: [{ text: '1' }] }, { text: [] }] }] },
      ]),
      [
        { kind: 'HEADING', level: 2, text: [{ text: 'Who we are' }] },
        { kind: 'PARAGRAPH', text: [{ field: 'SHOP_NAME' }, { text: ' sells cups.', italic: true }] },
        { kind: 'LIST', items: [{ text: [{ text: 'a', href: '/a' }] }] },
        { kind: 'TABLE', header: true, rows: [{ cells: [{ text: [{ text: '1' }] }, { text: [] }] }] },
      ],
    )
  })

  test('is refused where a block lacks what its kind has, naming the block', () => {
    const paragraph = { kind: 'PARAGRAPH' as const, text: [{ text: 'a' }] }
    for (const block of [
      { kind: 'PARAGRAPH' },
      { kind: 'HEADING', text: [{ text: 'a' }] },
      { kind: 'LIST', items: [] },
      { kind: 'PICTURE' },
      { kind: 'TABLE', rows: [{ cells: [] }] },
      { kind: 'TABLE', rows: [{ cells: [{ text: [] }] }, { cells: [{ text: [] }, { text: [] }] }] },
    ] as const)
      assert.deepEqual(refusalOf(checkedDocument([paragraph, block as never])), { block: 1, reason: 'INCOMPLETE' }, JSON.stringify(block))
  })

  test('is refused beyond 100,000 characters', () => {
    const long = { kind: 'PARAGRAPH' as const, text: [{ text: 'a'.repeat(10_000) }] }
    assert.ok(Array.isArray(checkedDocument(Array.from({ length: 10 }, () => long))))
    assert.deepEqual(refusalOf(checkedDocument(Array.from({ length: 11 }, () => long))), { block: 10, reason: 'TOO_LONG' })
  })

  test('says something with a text, a field or a picture', () => {
    assert.equal(saysSomething([]), false)
    assert.equal(saysSomething([{ kind: 'PARAGRAPH', text: [{ text: ' ' }] }]), false)
    assert.equal(saysSomething([{ kind: 'PARAGRAPH', text: [{ field: 'EMAIL' }] }]), true)
    assert.equal(saysSomething([{ kind: 'PICTURE', picture: { id: 'a', alt: '', width: 1, height: 1 } }]), true)
  })

  test('links to addresses that nothing runs at', () => {
    const linksTo = (href: string) => PageDocumentInput.safeParse([{ kind: 'PARAGRAPH', text: [{ text: 'a', href }] }]).success
    for (const href of ['https://a.example/b?c=d#e', 'mailto:a@b.example', 'tel:+49 30 123', '/products', '/', '#top'])
      assert.equal(linksTo(href), true, href)
    for (const href of [
      'javascript:alert(1)',
      'JaVaScRiPt:alert(1)',
      ' javascript:alert(1)',
      'java\nscript:alert(1)',
      'data:text/html,x',
      'vbscript:x',
      '//evil.example',
      '/\\evil.example',
      'https://a"onclick=',
      'file:///etc/passwd',
      'products',
      '',
    ])
      assert.equal(linksTo(href), false, href)
  })
})
