import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cellOf, lineOf } from './csv.ts'

test('what a spreadsheet would evaluate is text in the file', () => {
  for (const text of ['=1+1', '+49 30 1234', '-2+3', '@SUM(A1)', '\t=1', '\r=1', '=HYPERLINK("https://evil.example","x")'])
    assert.match(cellOf(text), /^"?'/)
})

test('amounts stay numbers, also below nothing', () => {
  assert.equal(lineOf(['12.50', '-3.20', '-1,204', '0']), '12.50,-3.20,"-1,204",0\r\n')
})

test('commas, quotes and line ends stay within their cell', () => {
  assert.equal(cellOf('Mug, "Oat"\nRegular'), '"Mug, ""Oat""\nRegular"')
  assert.equal(cellOf(' spaced'), '" spaced"')
  assert.equal(cellOf('Łódź'), 'Łódź')
})
