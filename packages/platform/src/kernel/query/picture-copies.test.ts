import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withCopies } from './picture-copies.ts'

const file = { id: 'mug.webp', width: 800, height: 600, placeholder: 'data:new' }

test('the size and the placeholder of a picture are renewed wherever it is, and nothing else', () => {
  const document = {
    hero: { picture: { id: 'mug.webp', width: 100, height: 125, alt: 'A mug', placeholder: 'data:old' } },
    media: [
      { id: 'other.webp', width: 1, height: 2 },
      { id: 'mug.webp', width: 100, height: 125 },
    ],
    id: 'mug.webp',
  }
  assert.deepEqual(withCopies(document, file), {
    hero: { picture: { id: 'mug.webp', width: 800, height: 600, alt: 'A mug', placeholder: 'data:new' } },
    media: [
      { id: 'other.webp', width: 1, height: 2 },
      { id: 'mug.webp', width: 800, height: 600 },
    ],
    id: 'mug.webp',
  })
})

test('a file without a size changes none', () => {
  const document = [{ id: 'mug.webp', width: 100, height: 125 }]
  assert.deepEqual(withCopies(document, { ...file, width: null, height: null }), document)
})
