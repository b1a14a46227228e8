import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { cellOf, lineOf } from './csv.ts'

test('what a spreadsheet would run is text in the file', () => {
  for (const text of ['=1+1', '+49 30 1234', '-2+3', '@SUM(A1)', '\t=1', '\r=1', '=HYPERLINK("https://evil.example","x")', '-1,204'])
    assert.match(cellOf(text), /^"?'/)
  assert.equal(lineOf(['12.50', '-3.20', '0']), '12.50,-3.20,0\r\n')
})

/** The cells of one line, read letter by letter. */
function cellsOf(line: string): string[] {
  const cells = ['']
  let quoted = false
  const text = line.slice(0, -2)
  for (let at = 0; at < text.length; at++) {
    const letter = text[at]!
    if (letter === '"' && quoted && text[at + 1] === '"') at++
    else if (letter === '"') {
      quoted = !quoted
      continue
    } else if (letter === ',' && !quoted) {
      cells.push('')
      continue
    }
    cells[cells.length - 1] += letter
  }
  return cells
}

test('whatever is written is read again, but for the apostrophe, and no cell begins as a formula', () => {
  const letters = fc.constantFrom('a', 'é', '猫', ',', '"', '\r', '\n', ' ', '=', '+', '-', '@', '\t', "'", '1', '.')
  fc.assert(
    fc.property(fc.array(fc.string({ unit: letters, maxLength: 12 }), { minLength: 1, maxLength: 5 }), (texts) => {
      const cells = cellsOf(lineOf(texts))
      assert.equal(cells.length, texts.length)
      for (const [i, cell] of cells.entries()) {
        assert.ok(cell === texts[i] || cell === `'${texts[i]}`)
        assert.ok(!/^[=+@\t\r]/.test(cell))
        if (cell.startsWith('-')) assert.match(cell, /^-\d+(\.\d+)?$/)
      }
    }),
    { seed: 81, numRuns: 500 },
  )
})
