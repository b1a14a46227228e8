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

  test('has pictures without text, texts without a picture, ordered lists, and tables without a head', () => {
    const picture = { id: 'a', alt: 'A cup', width: 1, height: 1 }
    const [text, items, rows] = [[{ text: 'a', bold: true }], [{ text: [{ text: 'b' }] }], [{ cells: [{ text: [{ text: 'c' }] }] }]]
    const all = { level: 2 as const, text, items, rows, picture, ordered: true, header: true }
    assert.deepEqual(
      checkedDocument([
        { ...all, kind: 'PICTURE' },
        { ...all, kind: 'PARAGRAPH' },
        { ...all, kind: 'LIST' },
        { ...all, kind: 'TABLE', header: false },
      ]),
      [
        { kind: 'PICTURE', picture },
        { kind: 'PARAGRAPH', text },
        { kind: 'LIST', ordered: true, items },
        { kind: 'TABLE', rows },
      ],
    )
  })

  test('is refused where a block lacks what its kind has, naming the block', () => {
    const paragraph = { kind: 'PARAGRAPH' as const, text: [{ text: 'a' }] }
    for (const block of [
      { kind: 'PARAGRAPH' },
      { kind: 'HEADING', text: [{ text: 'a' }] },
      { kind: 'HEADING', level: 2 },
      { kind: 'LIST' },
      { kind: 'LIST', items: [] },
      { kind: 'TABLE' },
      { kind: 'TABLE', rows: [] },
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

  test('counts links and what describes a picture in its characters', () => {
    const full = { kind: 'PARAGRAPH' as const, text: [{ text: 'a'.repeat(99_990) }] }
    const linked = (href: string) => ({ kind: 'LIST' as const, items: [{ text: [{ text: 'abc', href }] }] })
    const described = (alt: string) => ({ kind: 'PICTURE' as const, picture: { id: 'a', alt, width: 1, height: 1 } })
    assert.ok(Array.isArray(checkedDocument([full, linked('/abcdef')])))
    assert.deepEqual(refusalOf(checkedDocument([full, linked('/abcdefg')])), { block: 1, reason: 'TOO_LONG' })
    assert.ok(Array.isArray(checkedDocument([full, described('0123456789')])))
    assert.deepEqual(refusalOf(checkedDocument([full, described('0123456789a')])), { block: 1, reason: 'TOO_LONG' })
    const fields = { kind: 'PARAGRAPH' as const, text: Array.from({ length: 100 }, () => ({ field: 'EMAIL' as const })) }
    assert.ok(Array.isArray(checkedDocument([full, fields])), 'a field counts nothing')
  })

  test('says something with a text, a field or a picture', () => {
    assert.equal(saysSomething([]), false)
    assert.equal(saysSomething([{ kind: 'PARAGRAPH', text: [{ text: ' ' }] }]), false)
    assert.equal(saysSomething([{ kind: 'LIST', items: [{ text: [{ text: ' ' }, { text: 'a' }] }] }]), true, 'one text is enough')
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
