import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { csvLine, joinList, neutralised, restored, splitList } from './cells.ts'

test('what a spreadsheet would run is neutralised, and is what it was when it is read again', () => {
  for (const formula of ['=1+1', '+cmd', '-2+3', '@SUM(A1)', '\t=1', '\r=1', "'=1", '＝1', '-'])
    assert.ok(neutralised(formula).startsWith("'"), formula)
  for (const plain of ['-3', '+3', '-3.5', '3', 'Sage', "'s-Gravenhage", '', ' =1']) assert.equal(neutralised(plain), plain)
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom("'", '=', '-', '1', 'a', '\t', ' ', '@') }),
      (text) => restored(neutralised(text)) === text,
    ),
  )
  fc.assert(fc.property(fc.string(), (text) => restored(neutralised(text)) === text))
})

test('a line quotes what would divide it', () => {
  assert.equal(csvLine(['a', 'b,c', 'd"e', 'f\ng', ' h', '', '=1']), 'a,"b,c","d""e","f\ng"," h",,\'=1\r\n')
})

test('a list in a cell is read as it was written', () => {
  assert.equal(joinList(['Mugs', 'New; hot', 'C:\\x']), 'Mugs; New\\; hot; C:\\\\x')
  assert.deepEqual(splitList(''), [])
  const value = fc.string({ unit: fc.constantFrom(';', '\\', 'a', ' ', 'é') }).map((text) => text.trim())
  fc.assert(
    fc.property(fc.array(value), (values) => {
      fc.pre(values.some((one) => one !== ''))
      assert.deepEqual(splitList(joinList(values)), values)
    }),
  )
})
