import assert from 'node:assert/strict'
import { test } from 'node:test'
import { baseLinks } from './base-links.ts'

const order = { label: 'Where is my order', href: '/orders' }
const imprint = { kind: 'IMPRINT' as const, slug: 'imprint', title: 'Imprint', inFooter: true, inCheckout: false, inRegistration: false }

test('a shop that has written no footer leads to where orders are found', () => {
  assert.deepEqual(baseLinks({ footer: { groups: [], legal: [] }, pages: [] }), [order])
})

test('what a shop lists itself is linked once', () => {
  const footer = { groups: [{ title: 'Help', links: [{ label: 'Find it', href: '/orders' }] }], legal: [] }
  assert.deepEqual(baseLinks({ footer, pages: [] }), [])
  assert.deepEqual(baseLinks({ footer: { groups: [], legal: [order] }, pages: [] }), [order])
})

test('pages follow, and that of cookies with them', () => {
  assert.deepEqual(
    baseLinks({ footer: { groups: [], legal: [] }, pages: [imprint] }).map(({ href }) => href),
    ['/orders', '/imprint', '/cookies'],
  )
})
