import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { addressOf, headersOf, kindOfName, mayComeBack, nameOfAddress, pauseAfter } from './import-rules.ts'

test('headers are sent by their names in lowercase, numbers and yes or no as text', () => {
  assert.deepEqual(headersOf({ Authorization: 'Bearer x', 'X-Size': 3, 'X-Public': true }), {
    authorization: 'Bearer x',
    'x-size': '3',
    'x-public': 'true',
  })
  assert.deepEqual(headersOf(undefined), {})
  assert.deepEqual(headersOf(null), {})
  assert.deepEqual(headersOf({ 'x-empty': '', 'x-tab': 'a\tb' }), { 'x-empty': '', 'x-tab': 'a\tb' })
})

for (const name of [
  'Host',
  'content-length',
  'Content-Type',
  'connection',
  'transfer-encoding',
  'te',
  'trailer',
  'upgrade',
  'expect',
  'keep-alive',
  'Proxy-Authorization',
  'accept-encoding',
  'range',
  'if-none-match',
])
  test(`no request says ${name} by itself`, () => assert.equal(headersOf({ 'x-good': '1', [name]: '1' }), undefined))

test('what only begins or ends like one of them is sent', () => {
  for (const name of ['x-host', 'hosts', 'ranges', 'x-range', 'x-if-match', 'x-proxy-user']) assert.ok(headersOf({ [name]: '1' }), name)
})

test('no header can end its line, or has a name that is none', () => {
  for (const value of ['a\r\nx: y', 'a\nb', 'a\u0000', 'ü', 'a\u007f']) assert.equal(headersOf({ 'x-a': value }), undefined, value)
  for (const name of ['', 'a b', 'a:b', 'a\r\nb', 'ü', 'a(b)']) assert.equal(headersOf({ [name]: '1' }), undefined, name)
})

test('parameters are written into the query over those that are there, and the fragment is no part of it', () => {
  assert.equal(addressOf('https://a.example/f.jpg?size=1#top', { size: 2, key: 'a b' }), 'https://a.example/f.jpg?size=2&key=a+b')
  assert.equal(addressOf('https://a.example/f.jpg', undefined), 'https://a.example/f.jpg')
  assert.equal(addressOf('https://a.example', null), 'https://a.example/')
  assert.equal(addressOf('f.jpg', {}), undefined)
})

test('an address has at most 8000 characters', () => {
  const before = 'https://a.example/?q='
  assert.equal(addressOf(before, { q: 'x'.repeat(8000 - before.length) })?.length, 8000)
  assert.equal(addressOf(before, { q: 'x'.repeat(8001 - before.length) }), undefined)
})

test('a name is what the path ends in, readable, without control characters, and at most 200 characters long', () => {
  assert.equal(nameOfAddress('https://a.example/x/Blue%20mug.jpg?y=1'), 'Blue mug.jpg')
  assert.equal(nameOfAddress('https://a.example/%C3%BCber.jpg'), 'über.jpg')
  assert.equal(nameOfAddress('https://a.example/100%.jpg'), '100%.jpg')
  assert.equal(nameOfAddress('https://a.example/%FFa.jpg'), '_a.jpg')
  assert.equal(nameOfAddress('https://a.example/a%00%0Ab.jpg'), 'ab.jpg')
  assert.equal(nameOfAddress('https://a.example/'), '')
  assert.equal(nameOfAddress(`https://a.example/${'x'.repeat(300)}`), 'x'.repeat(200))
})

test('every address has a name, or an empty one', () => {
  fc.assert(fc.property(fc.webUrl(), fc.string(), (url, end) => nameOfAddress(new URL(`./${end}`, url).href).length <= 200))
  const escape = fc.integer({ min: 0, max: 255 }).map((byte) => `%${byte.toString(16).padStart(2, '0')}`)
  fc.assert(fc.property(fc.array(escape), (escapes) => nameOfAddress(`https://a.example/${escapes.join('')}`).length <= 200))
})

test('it is tried again after ten seconds, a minute, five, thirty and two hours, and then no more', () => {
  assert.deepEqual([1, 2, 3, 4, 5, 6].map(pauseAfter), [10_000, 60_000, 300_000, 1_800_000, 7_200_000, undefined])
})

test('a server that is busy or broken is asked again, one that says no is not', () => {
  assert.deepEqual([408, 425, 429, 500, 503, 599].filter(mayComeBack), [408, 425, 429, 500, 503, 599])
  assert.deepEqual([200, 301, 400, 401, 403, 404, 409, 410, 424, 426, 428, 430, 499].filter(mayComeBack), [])
})

test('a name says by its end what it may be', () => {
  const kinds = {
    IMAGE: ['jpg', 'jpeg', 'png', 'webp', 'gif', 'avif'],
    VECTOR: ['svg'],
    ICON: ['ico'],
    VIDEO: ['mp4', 'mov', 'webm'],
    AUDIO: ['mp3', 'm4a', 'wav', 'flac', 'ogg'],
    ARCHIVE: ['zip'],
    MODEL3D: ['glb', 'gltf'],
  }
  for (const [kind, ends] of Object.entries(kinds))
    for (const end of ends) {
      assert.equal(kindOfName(`a.${end}`), kind, end)
      assert.equal(kindOfName(`A.B.${end.toUpperCase()}`), kind, end)
    }
  for (const name of ['jpg', 'a.jpg.exe', 'a.', '', 'a.constructor', 'a.jpg ']) assert.equal(kindOfName(name), undefined, name)
})
