import assert from 'node:assert/strict'
import { test } from 'node:test'
import { linksOf, rowsOf, textOf, wrongOf } from './rows.ts'

const menu = [
  { label: 'Tableware', href: '/collections/tableware', links: [{ label: 'Cups', href: '/collections/cups' }] },
  { label: 'About', href: '/about' },
]

test('a menu of two levels is a list of rows, and comes back of it', () => {
  assert.deepEqual(
    rowsOf(menu).map(({ label, depth }) => [label, depth]),
    [
      ['Tableware', 0],
      ['Cups', 1],
      ['About', 0],
    ],
  )
  assert.deepEqual(linksOf(rowsOf(menu)), menu)
  assert.equal(new Set(rowsOf(menu).map(({ key }) => key)).size, 3)
})

test('what stands below nothing moves out', () => {
  const [, cups, about] = rowsOf(menu)
  assert.deepEqual(linksOf([cups!, about!]), [
    { label: 'Cups', href: '/collections/cups' },
    { label: 'About', href: '/about' },
  ])
})

test('a row has a name and leads somewhere that no browser runs', () => {
  assert.equal(wrongOf({ label: 'A', href: '/a' }), undefined)
  assert.ok(wrongOf({ label: ' ', href: '/a' }))
  for (const href of ['', 'a', 'javascript:x', '//evil']) assert.ok(wrongOf({ label: 'A', href }), href)
})

test('is told line by line', () => {
  assert.equal(textOf(menu), 'Tableware /collections/tableware\n– Cups /collections/cups\nAbout /about')
})
