import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ownFile } from './own-file.ts'

test('a file of the shop has an address without a host, so that a page that was opened by an IP address shows it', () => {
  assert.equal(ownFile('http://localhost:3000/media/a~mv2.webp'), '/media/a~mv2.webp')
  assert.equal(ownFile('https://shop.example/media/a~mv2.webp'), '/media/a~mv2.webp')
  assert.equal(ownFile('/media/a~mv2.webp'), '/media/a~mv2.webp')
  assert.equal(ownFile('https://elsewhere.example/a.webp'), 'https://elsewhere.example/a.webp')
})
