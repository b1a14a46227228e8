import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Folder } from '@vitrine/contract'
import { pathText, treeOf, withAllBelow } from './folders.ts'

const folder = (id: string, displayName: string, parentFolderId = 'media-root'): Folder => ({
  id,
  displayName,
  parentFolderId,
  state: 'OK',
  siteId: 's',
})
const folders = [
  folder('v', 'Vases', 'p'),
  folder('j', 'Journal'),
  folder('p', 'Products'),
  folder('m', 'Mugs', 'p'),
  folder('x', 'lost', 'gone'),
]

test('folders stand by name, each before those in it; what lies nowhere is left out', () => {
  assert.deepEqual(
    treeOf(folders).map(({ id, depth }) => [id, depth]),
    [
      ['j', 0],
      ['p', 0],
      ['m', 1],
      ['v', 1],
    ],
  )
})

test('a folder is known with all below it, and by its path', () => {
  const tree = treeOf(folders)
  assert.deepEqual([...withAllBelow(tree, 'p')], ['p', 'm', 'v'])
  assert.deepEqual(
    ['m', 'j', 'media-root'].map((id) => pathText(tree, id)),
    ['Products / Mugs', 'Journal', 'No folder'],
  )
})
