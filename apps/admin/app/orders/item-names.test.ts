import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isCalled } from './item-names.ts'

test('items are called by the beginnings of their words, in any order, without case and accents', () => {
  for (const text of ['morning', 'Mug', 'ink mu', 'MORNING ink', 'mug, ink', '']) assert.ok(isCalled('Morning Mug, Ink', text), text)
  assert.ok(isCalled('Café crème', 'creme CAFE'))
  assert.ok(isCalled('Чашка синяя', 'син'))
})

test('and by nothing that is not one of their beginnings', () => {
  for (const text of ['orning', 'mug sage', 'mugs', 'morning mug ink large']) assert.equal(isCalled('Morning Mug, Ink', text), false, text)
})
