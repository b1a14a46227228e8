import assert from 'node:assert/strict'
import { test } from 'node:test'
import { packLinks, unpackLinks } from './packed-links.ts'

const linked = {
  collections: [
    { slug: 'paper', name: 'Paper & Gifts | new', count: 3, hour: { time: '10:30', rise: 1.12 } },
    { slug: 'late', name: 'Late\n=50%', count: 0, hour: undefined },
  ],
  menu: [
    { label: 'All objects', href: '/products', ways: undefined },
    { label: 'More', href: '/about?a=1|2', ways: [{ label: 'Journal', href: 'https://elsewhere.example/' }] },
  ],
  footer: {
    columns: [
      { title: 'Help', ways: [{ label: 'Write to us', href: 'mailto:hello@morrow.example' }] },
      { title: '', ways: [] },
    ],
    base: [{ label: 'Imprint', href: '/imprint' }],
  },
}

test('links are the same after packing, whatever signs they hold', () => {
  assert.deepEqual(unpackLinks(packLinks(linked)), linked)
})

test('a shop without links has none after packing', () => {
  const none = { collections: [], menu: [], footer: { columns: [], base: [] } }
  assert.deepEqual(unpackLinks(packLinks(none)), none)
})
