import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pastedBlock } from './pasted-block.ts'

test('a block keeps its empty cells', () => {
  assert.deepEqual(pastedBlock('A\t\t3\r\nB\t2\t\r\n'), [
    ['A', '', '3'],
    ['B', '2', ''],
  ])
})
