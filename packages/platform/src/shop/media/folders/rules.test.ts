import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rootFolder, trashFolder, visitorFolder } from '@vitrine/contract'
import { folderName, isRoot, mostDepth, namesOfPath } from './rules.ts'

test('the three folders of every shop are roots, and no other is', () => {
  for (const id of [rootFolder, trashFolder, visitorFolder]) assert.equal(isRoot(id), true, id)
  assert.equal(isRoot('summer'), false)
  assert.equal(isRoot(''), false)
})

test('a path is its names from the root down, by either stroke', () => {
  assert.deepEqual(namesOfPath('/summer/mugs'), ['summer', 'mugs'])
  assert.deepEqual(namesOfPath('summer\\mugs\\'), ['summer', 'mugs'])
  assert.deepEqual(namesOfPath(''), [])
})

test('what is no name is passed over, so no path leads upwards', () => {
  assert.deepEqual(namesOfPath('/../summer/./ /\u0000/mugs//..'), ['summer', 'mugs'])
  assert.deepEqual(namesOfPath('/.\u200d./...'), ['...'])
})

test('a path has at most thirty names', () => {
  const names = Array.from({ length: mostDepth + 1 }, (_, at) => `f${at}`)
  assert.equal(mostDepth, 30)
  assert.deepEqual(namesOfPath(names.join('/')), names.slice(0, 30))
})

test('a name has no spaces around it and no character that cannot be seen', () => {
  assert.equal(folderName('  Blue mugs \n'), 'Blue mugs')
  assert.equal(folderName('a\u0000b\u200fc'), 'abc')
  assert.equal(folderName(' \u200b '), '')
})
