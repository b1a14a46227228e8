import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inUnits, namesOf, sheetLines } from './amounts.ts'

test('amounts are in the units of the provider', () => {
  assert.deepEqual([inUnits('24.90', 2), inUnits('2490', 0), inUnits('26', 2), inUnits('0.29', 2)], [2490, 2490, 2600, 29])
})

test('the lines of a sheet add up to what is due', () => {
  for (const [due, delivery] of [
    [2490, 490],
    [400, 490],
    [490, 490],
    [100, 0],
  ] as const)
    assert.equal(
      sheetLines(due, delivery).reduce((sum, { amount }) => sum + amount, 0),
      due,
    )
  assert.deepEqual(
    sheetLines(2490, 490).map(({ name }) => name),
    ['Items', 'Delivery'],
  )
})

test('a full name is split into first names and a last name', () => {
  assert.deepEqual(namesOf(' Ada King  Lovelace '), { firstName: 'Ada King', lastName: 'Lovelace' })
  assert.deepEqual(namesOf('Cher'), { firstName: 'Cher', lastName: 'Cher' })
  assert.deepEqual(namesOf(''), { firstName: '', lastName: '' })
})
