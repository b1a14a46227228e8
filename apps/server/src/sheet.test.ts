import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { sheetOf } from './sheet.ts'

test('what is put in stands where the marks were, plain and as gzip, at any length', () => {
  for (let i = 0; i < 100; i++) {
    const [one, two] = [randomBytes(i * 7).toString('hex'), 'Becher für 30 € '.repeat((i * 31) % 400)]
    const sheet = sheetOf(`${one}(a)${two}(b)${one}(a)`, { '(a)': 'first', '(b)': 'second' })
    for (const parts of [
      { first: 'x', second: 'ä'.repeat(i * 900) },
      { first: randomBytes(i).toString('hex'), second: '' },
    ]) {
      const whole = one + parts.first + two + parts.second + one + parts.first
      assert.ok(gunzipSync(sheet.gzip(parts)).equals(Buffer.from(whole)), String(i))
      assert.ok(sheet.plain(parts).equals(Buffer.from(whole)), String(i))
    }
  }
})

test('a page without marks, an empty one, and one with nothing for its marks', () => {
  for (const [text, parts, whole] of [
    ['<p>Mug</p>', {}, '<p>Mug</p>'],
    ['', {}, ''],
    ['(a)', {}, ''],
    ['(a)(a)', { first: 'Mug' }, 'MugMug'],
  ] as const) {
    const sheet = sheetOf(text, { '(a)': 'first' })
    assert.equal(gunzipSync(sheet.gzip(parts)).toString(), whole)
    assert.equal(sheet.plain(parts).toString(), whole)
  }
})

test('a page lies there pressed', () => {
  const text = 'Ein Becher für 30 €. '.repeat(5000)
  assert.ok(sheetOf(text, {}).bytes < text.length / 20)
})
