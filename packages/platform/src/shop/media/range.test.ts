import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readRange } from './range.ts'

const size = 1000

test('a range names its first and last byte, and none is sent that is not there', () => {
  assert.deepEqual(readRange('bytes=0-99', size), { start: 0, end: 99 })
  assert.deepEqual(readRange('bytes=500-500', size), { start: 500, end: 500 })
  assert.deepEqual(readRange('bytes=900-5000', size), { start: 900, end: 999 })
  assert.deepEqual(readRange('Bytes= 999- ', size), { start: 999, end: 999 })
})

test('a range without an end goes to the end; one without a beginning is so many of the last bytes', () => {
  assert.deepEqual(readRange('bytes=10-', size), { start: 10, end: 999 })
  assert.deepEqual(readRange('bytes=-10', size), { start: 990, end: 999 })
  assert.deepEqual(readRange('bytes=-5000', size), { start: 0, end: 999 })
})

test('a range beyond the file, or of no bytes, cannot be met', () => {
  assert.equal(readRange('bytes=1000-', size), 'unsatisfiable')
  assert.equal(readRange('bytes=1000-2000', size), 'unsatisfiable')
  assert.equal(readRange('bytes=-0', size), 'unsatisfiable')
  assert.equal(readRange('bytes=0-', 0), 'unsatisfiable')
  assert.equal(readRange('bytes=-5', 0), 'unsatisfiable')
})

test('all is sent where no range, several, a backward one or another unit is asked for', () => {
  for (const header of [
    undefined,
    '',
    'bytes=',
    'bytes=-',
    'bytes=0-1,5-6',
    'bytes=5-4',
    'items=0-1',
    'xbytes=0-1',
    'bytes=a-b',
    'bytes=0-1x',
  ])
    assert.equal(readRange(header, size), undefined, header)
  assert.equal(readRange(`bytes=${'1'.repeat(16)}-`, size), undefined, 'no number of that length')
})
