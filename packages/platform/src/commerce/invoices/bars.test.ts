import assert from 'node:assert/strict'
import { test } from 'node:test'
import { barsOf } from './bars.ts'

const width = (bars: readonly number[]): number => bars.reduce((all, one) => all + one, 0)
/** The symbol at a place, as the widths that it is drawn with. */
const drawn = (text: string, at: number): string =>
  barsOf(text)
    .slice(at * 6, at * 6 + 6)
    .join('')

test('every sign is drawn eleven wide, in three bars and three gaps, and no two alike', () => {
  const signs = Array.from({ length: 95 }, (_, i) => String.fromCharCode(32 + i))
  assert.equal(new Set(signs.map((sign) => drawn(sign, 1))).size, 95)
  for (const sign of signs) assert.equal(width(Array.from(drawn(sign, 1), Number)), 11, sign)
  const pairs = Array.from({ length: 100 }, (_, i) => String(i).padStart(2, '0'))
  assert.equal(new Set(pairs.map((pair) => drawn(pair, 1))).size, 100)
})

test('a text is its start, its signs, the check and the end', () => {
  // "Wikipedia" in code B has the check 88, which is drawn 421211.
  const bars = barsOf('Wikipedia')
  assert.equal(width(bars), 11 * 11 + 13)
  assert.equal(drawn('Wikipedia', 0), '211214')
  assert.equal(drawn('Wikipedia', 10), '421211')
  assert.equal(bars.slice(-7).join(''), '2331112')
})

test('digits in pairs are half as many signs', () => {
  assert.equal(width(barsOf('104171')), 11 * 5 + 13)
  assert.equal(drawn('104171', 0), '211232')
  assert.equal(width(barsOf('10417')), 11 * 7 + 13)
})

test('what is no printable ASCII is refused', () => assert.throws(() => barsOf('Łódź'), RangeError))
