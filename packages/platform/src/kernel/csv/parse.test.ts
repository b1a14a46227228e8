import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { csvLine, neutralised, restored } from './cells.ts'
import { decoded, type Encoding, encodingOf } from './encoding.ts'
import { BrokenCsv, csvRows, type Delimiter, delimiterOf } from './parse.ts'

async function* parts(bytes: Uint8Array, size = 7) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

async function rowsOf(bytes: Uint8Array, delimiter?: Delimiter) {
  const encoding = await encodingOf(parts(bytes, 64_000))
  const rows = []
  const head = new TextDecoder(encoding).decode(bytes.subarray(0, 1000))
  for await (const row of csvRows(decoded(parts(bytes, bytes.length > 10_000 ? 64_000 : 7), encoding), delimiter ?? delimiterOf(head)))
    rows.push(row)
  return { encoding, rows: rows.map(({ cells }) => cells), numbers: rows.map(({ row }) => row) }
}

const utf16 = (text: string, bigEndian: boolean, mark: boolean): Uint8Array => {
  const bytes = Buffer.from((mark ? '\ufeff' : '') + text, 'utf16le')
  return bigEndian ? bytes.swap16() : bytes
}

test('every usual encoding is told by its mark, or without one', async () => {
  const text = 'Name,Price\r\nCrème brûlée “2”,3\r\n'
  const expected = [
    ['Name', 'Price'],
    ['Crème brûlée “2”', '3'],
  ]
  const latin = Buffer.from('Name,Price\r\nCr\xe8me br\xfbl\xe9e \x932\x94,3\r\n', 'latin1')
  const files: readonly (readonly [Encoding, Uint8Array])[] = [
    ['utf-8', Buffer.from(text)],
    ['utf-8', Buffer.from(`\ufeff${text}`)],
    ['utf-16le', utf16(text, false, true)],
    ['utf-16be', utf16(text, true, true)],
    ['utf-16le', utf16(text, false, false)],
    ['utf-16be', utf16(text, true, false)],
    ['windows-1252', latin],
  ]
  for (const [encoding, bytes] of files) {
    const read = await rowsOf(bytes)
    assert.equal(read.encoding, encoding)
    assert.deepEqual(read.rows, expected, encoding)
  }
})

test('one odd byte at the end of a long file makes it Windows-1252', async () => {
  const bytes = Buffer.concat([Buffer.from('Name\n'), Buffer.from('Mug\n'.repeat(100_000)), Buffer.from([0xe9, 0x0a])])
  assert.equal((await rowsOf(bytes)).encoding, 'windows-1252')
})

test('commas, semicolons and tabs divide cells, whichever is there most often outside quotes', async () => {
  assert.equal(delimiterOf('a,b;c,d'), ',')
  assert.equal(delimiterOf('"a,b,c";d;e'), ';')
  assert.equal(delimiterOf('\n\na\tb\tc,d\ne,f,g,h,i'), '\t')
  assert.equal(delimiterOf('sku'), ',')
  assert.equal(delimiterOf('sep=;\r\na,b;c'), ';')
  assert.deepEqual((await rowsOf(Buffer.from('sep=;\r\nName;Price\r\nMug;26,00\r\n'))).rows, [
    ['Name', 'Price'],
    ['Mug', '26,00'],
  ])
})

test('quotes, doubled quotes, and line ends in cells and of every kind between them', async () => {
  const read = await rowsOf(Buffer.from('a,b\r"x ""y""","line 1\r\nline 2\nline 3"\n5" pipe,6\r\n,\n\n"",""\r\nz,"q"\n'))
  assert.deepEqual(read.rows, [
    ['a', 'b'],
    ['x "y"', 'line 1\r\nline 2\nline 3'],
    ['5" pipe', '6'],
    ['z', 'q'],
  ])
  assert.deepEqual(read.numbers, [1, 2, 3, 7])
})

test('ragged rows have as many cells as they have', async () => {
  assert.deepEqual((await rowsOf(Buffer.from('a,b,c\n1\n1,2,3,4\n'))).rows, [['a', 'b', 'c'], ['1'], ['1', '2', '3', '4']])
})

test('a quote that is never closed is an error with the row where it opens', async () => {
  await assert.rejects(rowsOf(Buffer.from('a,b\n1,2\n"3,4\n5,6\n')), (error) => error instanceof BrokenCsv && error.row === 3)
  const long = Buffer.from(`a,b\n"${'x'.repeat(2_000_000)}`)
  await assert.rejects(rowsOf(long), (error) => error instanceof BrokenCsv && error.row === 2 && error.reason === 'TOO_LONG')
})

test('what is written is read again', async () => {
  const cell = fc.string({ unit: fc.constantFrom('a', '"', ',', ';', '\n', '\r', '\t', "'", '=', ' ', 'é', '😀') })
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(cell, { minLength: 2, maxLength: 2 }), { minLength: 1 }), async (rows) => {
      const read = await rowsOf(Buffer.from(['h,i\r\n', ...rows.map(csvLine)].join('')), ',')
      assert.deepEqual(
        read.rows.slice(1).map((cells) => cells.map(restored)),
        rows.filter((cells) => cells.some((one) => neutralised(one).trim() !== '')),
      )
    }),
    { numRuns: 200 },
  )
})
