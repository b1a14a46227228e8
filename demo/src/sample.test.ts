import assert from 'node:assert/strict'
import { test } from 'node:test'
import { importClient } from '@vitrine/testing/import-client'
import { startTestPlatform } from '@vitrine/testing/platform'
import { sampleProducts } from './sample.ts'

test('the sample products go into a shop without an error or a guess, with all of their pictures', async () => {
  await using shop = await startTestPlatform({ samples: sampleProducts })
  const { imports, carryOut, itemsOf, read } = importClient(shop)
  const { productImport } = await imports.createSampleProductImport()
  const { id } = productImport
  await imports.checkProductImport({ id, settings: { ...productImport.settings!, existing: 'CREATE' } })
  await shop.platform.jobs.settle()
  const { counts } = await read(id)
  assert.deepEqual([counts.new, counts.errors, counts.guessed], [22, 0, 0])
  const done = await carryOut(id)
  assert.deepEqual([done.counts.done, done.counts.failed], [22, 0])
  const remarks = (await itemsOf(id)).flatMap(({ errors }) => errors)
  assert.deepEqual(remarks, [])
  assert.deepEqual(shop.faults, [])
})
