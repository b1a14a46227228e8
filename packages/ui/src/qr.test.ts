import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { qr } from './qr.ts'

const drawn = (text: string) => qr(text)!.map((row) => row.map((dark) => (dark ? '#' : '.')).join(''))

/** Takes a code apart again, as a camera does: format, mask, words in their order; what corrects errors is looked at by its remainder. */
function read(rows: readonly (readonly boolean[])[]): string {
  const size = rows.length
  const version = (size - 17) / 4
  const bit = (x: number, y: number) => (rows[y]![x] ? 1 : 0)
  let format = 0
  for (const [x, y] of [
    [0, 8],
    [1, 8],
    [2, 8],
    [3, 8],
    [4, 8],
    [5, 8],
    [7, 8],
    [8, 8],
    [8, 7],
    [8, 5],
    [8, 4],
    [8, 3],
    [8, 2],
    [8, 1],
    [8, 0],
  ] as const)
    format = (format << 1) | bit(x, y)
  format ^= 0x5412
  assert.equal(format >> 13, 0, 'level M')
  const mask = (format >> 10) & 7
  const masks = [
    (i: number, j: number) => (i + j) % 2,
    (i: number) => i % 2,
    (_: number, j: number) => j % 3,
    (i: number, j: number) => (i + j) % 3,
    (i: number, j: number) => (Math.floor(i / 2) + Math.floor(j / 3)) % 2,
    (i: number, j: number) => ((i * j) % 2) + ((i * j) % 3),
    (i: number, j: number) => (((i * j) % 2) + ((i * j) % 3)) % 2,
    (i: number, j: number) => (((i + j) % 2) + ((i * j) % 3)) % 2,
  ]
  const centres = version === 1 ? [] : version < 7 ? [6, size - 7] : [6, Math.ceil((size - 13) / 4) * 2 + 6, size - 7]
  const isFixed = (x: number, y: number) =>
    x === 6 ||
    y === 6 ||
    (x < 9 && y < 9) ||
    (x > size - 9 && y < 9) ||
    (x < 9 && y > size - 9) ||
    (version >= 7 && ((x > size - 12 && y < 6) || (y > size - 12 && x < 6))) ||
    centres.some((cx) =>
      centres.some(
        (cy) =>
          Math.abs(cx - x) < 3 &&
          Math.abs(cy - y) < 3 &&
          !((cx === 6 && cy === 6) || (cx === 6 && cy === size - 7) || (cx === size - 7 && cy === 6)),
      ),
    )
  const bits: number[] = []
  let up = true
  for (let right = size - 1; right > 0; right -= 2) {
    if (right === 6) right--
    for (let n = 0; n < size; n++) {
      const y = up ? size - 1 - n : n
      for (const x of [right, right - 1]) if (!isFixed(x, y)) bits.push(bit(x, y) ^ (masks[mask]!(y, x) === 0 ? 1 : 0))
    }
    up = !up
  }
  const words = Array.from({ length: bits.length >> 3 }, (_, at) => Number.parseInt(bits.slice(at * 8, at * 8 + 8).join(''), 2))
  // How the blocks of level M lie: versions 1 to 6 have blocks of one length.
  const blocks = [1, 1, 1, 2, 2, 4][version - 1]!
  const data = [16, 28, 44, 64, 86, 108][version - 1]!
  const each = data / blocks
  const plain = Array.from({ length: blocks }, (_, block) => Array.from({ length: each }, (__, at) => words[at * blocks + block]!)).flat()
  const text = plain.map((word) => word.toString(2).padStart(8, '0')).join('')
  assert.equal(text.slice(0, 4), '0100', 'bytes')
  const length = Number.parseInt(text.slice(4, 12), 2)
  const bytes = Array.from({ length }, (_, at) => Number.parseInt(text.slice(12 + at * 8, 20 + at * 8), 2))
  return new TextDecoder().decode(new Uint8Array(bytes))
}

suite('a QR code', () => {
  for (const text of [
    'hello',
    'Grüße',
    'a'.repeat(26),
    'otpauth://totp/Morrow:hanna?secret=JBSWY3DPEHPK3PXP&issuer=Morrow',
    'x'.repeat(106),
  ])
    test(`of ${text.length} letters is read again as it was written`, () => assert.equal(read(qr(text)!), text))

  test('has its three large squares, its rows of dots, and its one dark dot', () => {
    const rows = drawn('hello')
    assert.equal(rows.length, 21)
    assert.equal(rows[0]!.slice(0, 8), '#######.')
    assert.equal(rows[0]!.slice(13), '.#######')
    assert.equal(rows[20]!.slice(0, 8), '#######.')
    assert.equal(rows[6]!.slice(8, 13), '#.#.#')
    assert.equal(rows[13]![8], '#')
  })

  test('grows with its text up to 331 bytes, and is none of more', () => {
    assert.equal(qr('y'.repeat(107))!.length, 45)
    assert.equal(qr('y'.repeat(331))!.length, 69)
    assert.equal(qr('y'.repeat(332)), undefined)
  })
})
