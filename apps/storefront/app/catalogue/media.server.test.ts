import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mediaOf } from './media.server.ts'

test('pictures of the shop have an address without a host, so that a page that was opened by an IP address shows them', () => {
  const urlOf = (url: string) => mediaOf({ url, width: 4, height: 5 }).url
  assert.equal(urlOf('http://localhost:3000/media/a~mv2.webp'), '/media/a~mv2.webp')
  assert.equal(urlOf('/media/a~mv2.webp'), '/media/a~mv2.webp')
  assert.equal(urlOf('https://elsewhere.example/a.webp'), 'https://elsewhere.example/a.webp')
})
