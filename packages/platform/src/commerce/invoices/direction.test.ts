import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inOrder } from './direction.ts'

test('what runs to the right stays one piece', () => {
  assert.deepEqual(inOrder('Hanna Keller (24)'), [{ text: 'Hanna Keller (24)', leftward: false }])
  assert.deepEqual(inOrder(''), [{ text: '', leftward: false }])
})

test('what runs to the left stands the other way round, its digits as they are', () => {
  assert.deepEqual(inOrder('דוד 24'), [
    { text: '24', leftward: false },
    { text: 'דוד ', leftward: true },
  ])
})

test('a name inside a sentence keeps its place, and brackets turn with it', () => {
  assert.deepEqual(inOrder('Mug כוס (a)'), [
    { text: 'Mug ', leftward: false },
    { text: 'כוס', leftward: true },
    { text: ' (a)', leftward: false },
  ])
  assert.deepEqual(inOrder('דוד (כהן)'), [{ text: 'דוד )כהן(', leftward: true }])
})
