import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type MediaHosts, mediaHostsOf } from './media-hosts.ts'

const own = JSON.stringify({
  picture: { url: 'https://shop.example/media/mug.png' },
  film: { url: 'https://shop.example/video/film.mp4/1080p/mp4/file.mp4' },
  page: { url: 'https://shop.example/products/mug' },
  text: 'see https://shop.example/media/mug.png',
})
const moved = own
  .replace('"https://shop.example/media/', '"https://static.wixstatic.com/media/')
  .replace('"https://shop.example/video/', '"https://video.wixstatic.com/video/')
const ask = (setting: MediaHosts, host: string, headers = {}, body: string | Buffer = own) =>
  String(mediaHostsOf(setting, 'https://shop.example')({ host, headers }, body))

test('who came by the hosts of the cloud reads addresses there, others the shop’s own', () => {
  for (const host of ['www.wixapis.com', 'edge.wixapis.com:443', 'WIXAPIS.com']) assert.equal(ask('auto', host), moved, host)
  for (const host of ['shop.example', 'wixapis.com.evil.example', 'notwixapis.com']) assert.equal(ask('auto', host), own, host)
  assert.equal(ask('auto', 'www.wixapis.com', {}, Buffer.from(own)), moved, 'prepared answers too')
})

test('a setting forces either, but the shop’s own pages keep their addresses', () => {
  assert.equal(ask('own', 'www.wixapis.com'), own)
  assert.equal(ask('wix', 'shop.example'), moved)
  assert.equal(ask('wix', 'shop.example', { 'sec-fetch-site': 'same-origin' }), own)
})
