import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lineImage, showPicture } from './image.server.ts'

test('an image of unknown size has the gallery’s; without an address there is none', () => {
  assert.deepEqual(lineImage({ url: '/media/a.webp' }), { url: '/media/a.webp', width: 1000, height: 1250, alt: '' })
  assert.deepEqual(lineImage({ url: '/media/a.webp', width: 4, height: 5, altText: 'A vase' }), {
    url: '/media/a.webp',
    width: 4,
    height: 5,
    alt: 'A vase',
  })
  assert.equal(lineImage({}), undefined)
  assert.equal(lineImage(undefined), undefined)
})

test('a picture of the shop has an address without a host', () => {
  const sizes = { width: 1000, height: 1250 }
  const picture = {
    ...sizes,
    id: 'a~mv2.webp',
    url: 'https://shop.example/media/a~mv2.webp',
    alt: 'A vase',
    focalPoint: { x: 0.5, y: 0.25 },
  }
  assert.deepEqual(showPicture(picture), { ...sizes, url: '/media/a~mv2.webp', alt: 'A vase', focus: { x: 0.5, y: 0.25 } })
})
