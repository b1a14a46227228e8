import assert from 'node:assert/strict'
import { test } from 'node:test'
import { holding, literally } from './like.ts'

test('what means something to like is escaped', () => {
  assert.equal(literally('50%_off\\now'), '50\\%\\_off\\\\now')
})

test('words are folded, and found anywhere', () => {
  assert.equal(holding('Café_B'), '%cafe\\_b%')
})
