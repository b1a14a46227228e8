import assert from 'node:assert/strict'
import { test } from 'node:test'
import { matrixOf, totalOf } from './matrix.ts'
import type { ProductOption } from './values.ts'

const option = (name: string, ...choices: string[]): ProductOption => ({
  name,
  optionType: 'drop_down',
  choices: choices.map((choice) => ({ name: choice, value: choice, mediaIds: [] })),
})
const glaze = option('Glaze', 'Sage', 'Ink')
const size = option('Size', 'Small', 'Large')

test('the choices of one option go down, those of the other across, and the other way round', () => {
  const matrix = matrixOf([glaze, size], 0)
  assert.deepEqual(matrix.columns, ['Small', 'Large'])
  assert.deepEqual(
    matrix.rows.map(({ choice, keys }) => [choice.name, ...keys]),
    [
      ['Sage', 'Sage · Small', 'Sage · Large'],
      ['Ink', 'Ink · Small', 'Ink · Large'],
    ],
  )
  assert.deepEqual(
    matrixOf([glaze, size], 1).rows.map(({ choice, keys }) => [choice.name, ...keys]),
    [
      ['Small', 'Sage · Small', 'Ink · Small'],
      ['Large', 'Sage · Large', 'Ink · Large'],
    ],
  )
})

test('of three options two go across, and variants keep the order of the options in their names', () => {
  const matrix = matrixOf([glaze, size, option('Handle', 'Left', 'Right')], 1)
  assert.deepEqual(matrix.columns, ['Sage · Left', 'Sage · Right', 'Ink · Left', 'Ink · Right'])
  assert.deepEqual(matrix.rows[1]?.keys[2], 'Ink · Large · Left')
})

test('what is not tracked does not count', () => {
  assert.equal(totalOf(['a', 'b', 'c'], { a: '12', b: '', d: '7' }), 12)
})
