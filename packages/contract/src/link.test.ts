import assert from 'node:assert/strict'
import { test } from 'node:test'
import { contract } from './index.ts'
import { PageDocumentInput } from './page-document.ts'

const accepts = {
  menu: (href: string) =>
    contract['PATCH /vitrine/v1/navigation'].input.safeParse({ navigation: { legal: [{ label: 'a', href }] } }).success,
  page: (href: string) => PageDocumentInput.safeParse([{ kind: 'PARAGRAPH', text: [{ text: 'a', href }] }]).success,
  redirect: (target: string) => contract['POST /vitrine/v1/url-redirects'].input.safeParse({ redirect: { path: '/old', target } }).success,
}
const takenBy = (href: string) => Object.entries(accepts).flatMap(([where, accept]) => (accept(href) ? [where] : []))

for (const [href, where] of [
  ['/', ['menu', 'page', 'redirect']],
  ['/products?sort=new#top', ['menu', 'page', 'redirect']],
  ['/über/a//b', ['menu', 'page', 'redirect']],
  ['https://a.example/b?c=d#e', ['menu', 'page', 'redirect']],
  ['HTTP://a.example', ['menu', 'page', 'redirect']],
  ['https://', ['redirect']],
  ['mailto:a@b.example', ['menu', 'page']],
  ['tel:+49 (30) 1.2-3', ['menu', 'page']],
  ['#top', ['page']],
  ['#', ['page']],
] as const)
  test(`${href} may be linked from: ${where.join(', ')}`, () => assert.deepEqual(takenBy(href), where))

for (const href of [
  '',
  'products',
  '//evil.example',
  '/\\evil.example',
  '/a\\b',
  '/a b',
  '/a"b',
  '/a<b',
  'https://a"onclick=',
  ' https://a.example',
  'https://a.example\n',
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'java\nscript:alert(1)',
  'data:text/html,x',
  'file:///etc/passwd',
  'mailto:',
  'tel:',
  'tel:1;ext=2',
  '#a b',
  `/${'a'.repeat(2000)}`,
])
  test(`${JSON.stringify(href.slice(0, 40))} may be linked from nowhere`, () => assert.deepEqual(takenBy(href), []))
