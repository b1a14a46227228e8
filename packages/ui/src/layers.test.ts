import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { layerOrder } from './layers.ts'

test('every layer of the style sheets has its place in the order', () => {
  const named = new Set(layerOrder.match(/\w+(?=[,;])/g))
  const folders = [import.meta.dirname, join(import.meta.dirname, '../../../apps/storefront/app')]
  const sheets = folders.flatMap((folder) => globSync('**/*.css', { cwd: folder }).map((file) => join(folder, file)))
  const used = sheets.flatMap((file) => readFileSync(file, 'utf8').match(/(?<=@layer )[\w, ]+/g) ?? [])
  assert.ok(used.length > 40, 'there are sheets')
  assert.deepEqual(
    used.filter((layer) => !named.has(layer.trim())),
    [],
  )
})
