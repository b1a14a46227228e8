import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lineImage, ownFile } from './image.server.ts'

test('a file of the shop has an address without a host, so that a page that was opened by an IP address shows it', () => {
  assert.equal(ownFile('http://localhost:3000/media/a~mv2.webp'), '/media/a~mv2.webp')
  assert.equal(ownFile('https://shop.example/media/a~mv2.webp'), '/media/a~mv2.webp')
  assert.equal(ownFile('/media/a~mv2.webp'), '/media/a~mv2.webp')
  assert.equal(ownFile('https://elsewhere.example/a.webp'), 'https://elsewhere.example/a.webp')
})

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
