import assert from 'node:assert/strict'
import { test } from 'node:test'
import { text } from './read-text.ts'

test('a text that is cut within a character can be written into an address', () => {
  assert.equal(encodeURIComponent(text(`${'a'.repeat(299)}😀`)), `${'a'.repeat(299)}%EF%BF%BD`)
  assert.equal(text('\ud83d'), '\ufffd')
  assert.deepEqual([text(undefined), text({}), text('Ada')], ['', '', 'Ada'])
})
