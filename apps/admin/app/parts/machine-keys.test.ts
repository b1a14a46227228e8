import assert from 'node:assert/strict'
import { test } from 'node:test'
import { keyOf, keysText } from './machine-keys.ts'

test('⌘ is Ctrl off a Mac', () => {
  assert.deepEqual([keyOf('⌘', 'MacIntel'), keyOf('⌘', 'Win32'), keyOf('⇧', 'Win32')], ['⌘', 'Ctrl', '⇧'])
  assert.deepEqual([keysText(['⌘', 'V'], 'MacIntel'), keysText(['⌘', 'V'], 'Linux x86_64')], ['⌘V', 'Ctrl+V'])
})
