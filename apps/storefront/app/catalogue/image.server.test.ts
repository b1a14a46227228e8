import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lineImage } from './image.server.ts'

test('a line’s image has an address without a host, so that a page that was opened by an IP address shows it', () => {
  const urlOf = (url: string) => lineImage({ url })?.url
  assert.equal(urlOf('http://localhost:3000/media/a~mv2.webp'), '/media/a~mv2.webp')
  assert.equal(urlOf('https://shop.example/media/a~mv2.webp'), '/media/a~mv2.webp')
  assert.equal(urlOf('/media/a~mv2.webp'), '/media/a~mv2.webp')
  assert.equal(urlOf('https://elsewhere.example/a.webp'), 'https://elsewhere.example/a.webp')
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
