import assert from 'node:assert/strict'
import { test } from 'node:test'
import { linesOf } from '../parts/lines.ts'
import { wrongLines, wrongWith } from './redirect-lines.ts'

test('takes what browsers may be sent back to', () => {
  for (const line of [
    'https://shop.example/back',
    'https://shop.example/*',
    'http://localhost:3000/back',
    'http://localhost:*',
    'http://127.0.0.1:*/back',
    'https://shop.example/back?from=app',
  ])
    assert.equal(wrongWith(line), undefined, line)
})

test('says what is wrong, and in which line', () => {
  assert.deepEqual(
    wrongLines(
      'https://shop.example/back\n\nshop\nhttp://shop.example/\nhttps://*.shop.example/\nmorrow://auth\nhttps://a.example/#b\nhttps://a:b@a.example/',
    ),
    [
      'Line 3 is no address.',
      'Line 4 has to begin with https://.',
      'Line 5 has a * elsewhere than at its end, after a /.',
      'Line 6 is no address of the web.',
      'Line 7 has a # in it.',
      'Line 8 has a name or a password in it.',
    ],
  )
})

test('keeps the lines that say something', () => {
  assert.deepEqual(linesOf(' https://a.example/ \n\n  https://b.example/\n'), ['https://a.example/', 'https://b.example/'])
})
