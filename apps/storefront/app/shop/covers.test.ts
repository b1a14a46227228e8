import assert from 'node:assert/strict'
import { test } from 'node:test'
import { coversOf, packCovers } from './covers.ts'

test('covers are the same after packing, commas and bars in their addresses escaped', () => {
  const own = { url: '/media/a~mv2.webp', alt: '', width: 1000, height: 1250, focus: { x: 0.5, y: 0.25 } }
  const other = { url: 'https://elsewhere.example/a,b|c.jpg', alt: '', width: 20, height: 10, focus: undefined }
  assert.deepEqual(coversOf(packCovers([own, other])), [own, { ...other, url: 'https://elsewhere.example/a%2Cb%7Cc.jpg' }])
  assert.deepEqual(coversOf(undefined), [])
})
