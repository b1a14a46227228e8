import assert from 'node:assert/strict'
import { test } from 'node:test'
import { coveringFiles, type Sent } from './covering.ts'

const sent = (file: string, milliseconds: number, fragments: string): Sent => ({ file, milliseconds, fragments: fragments.split('') })

test('the files that are chosen send together every fragment that any sends, the quickest of those that send it', () => {
  const files = ['a', 'b', 'c', 'd']
  const chosen = coveringFiles(files, [sent('a', 9000, 'xyz'), sent('b', 100, 'xy'), sent('c', 100, 'z'), sent('d', 5000, 'w')])
  assert.deepEqual(chosen, ['b', 'c', 'd'])
})

test('a file that a later choice made needless is not run', () => {
  const chosen = coveringFiles(['quick', 'slow'], [sent('quick', 10, 'x'), sent('slow', 4000, 'xy')])
  assert.deepEqual(chosen, ['slow'])
})

test('a file that takes more than a minute is not run for what it alone sends', () => {
  assert.deepEqual(coveringFiles(['long', 'short'], [sent('long', 70_000, 'xy'), sent('short', 10, 'x')]), ['short'])
})

test('files about locks and waiting always run, and all files where nothing is known of them', () => {
  const races = 'testing/test/races.test.ts'
  assert.deepEqual(coveringFiles([races, 'a'], [sent(races, 10, 'x'), sent('a', 1, 'x')]), [races])
  assert.deepEqual(coveringFiles([races, 'a'], []), [races, 'a'])
})
