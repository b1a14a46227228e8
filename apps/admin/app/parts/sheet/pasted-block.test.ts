import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pastedBlock } from './pasted-block.ts'

test('a block keeps its empty cells', () => {
  assert.deepEqual(pastedBlock('A\t\t3\r\nB\t2\t\r\n'), [
    ['A', '', '3'],
    ['B', '2', ''],
  ])
})

test('a cell between quotation marks has tabs, lines and quotation marks of its own', () => {
  assert.deepEqual(pastedBlock('"two\nlines"\t"a ""b"""\n5" plate\t"open\n'), [
    ['two\nlines', 'a "b"'],
    ['5" plate', '"open'],
  ])
  assert.deepEqual(pastedBlock(''), [['']])
  assert.deepEqual(pastedBlock('A\n\nB'), [['A'], [''], ['B']])
})
