import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sendings, shownColumns, written } from './draft-cells.ts'

test('a draft holds what is other than in the file, and is sent row by row', () => {
  const was = (row: number, column: number) => (row === 2 && column === 1 ? 'Mug' : '')
  let draft = written(new Map(), [[2, 1, 'Jug']], was)
  draft = written(
    draft,
    [
      [5, 0, 'A'],
      [2, 3, '7'],
      [4, 2, ''],
    ],
    was,
  )
  assert.deepEqual(sendings(draft), [
    [
      {
        row: 2,
        cells: [
          { column: 1, text: 'Jug' },
          { column: 3, text: '7' },
        ],
      },
      { row: 5, cells: [{ column: 0, text: 'A' }] },
    ],
  ])
  assert.deepEqual([...written(draft, [[2, 1, 'Mug']], was).keys()], ['5 0', '2 3'])
  const many = new Map(Array.from({ length: 150 }, (_, i) => [`${i + 2} 0`, { text: 'x', was: '' }] as const))
  assert.deepEqual(
    sendings(many).map((rows) => [rows.length, rows[0]!.row]),
    [
      [100, 2],
      [50, 102],
    ],
  )
})

test('the columns that say most are shown, and those of which something is wrong', () => {
  const names = ['Handle', 'Title', 'Body', 'SKU', 'Price', 'Weight', 'Colour']
  const columns = names.map((name) => ({ name, samples: [] }))
  const settings = { columns: ['slug', 'name', 'description', 'sku', 'price', 'weight', ''] } as never
  const shown = (errors: string[], asked?: number[]) =>
    shownColumns({ columns, settings }, [{ errors: errors.map((column) => ({ row: 2, column, message: '' })), guesses: [] }], asked).map(
      ({ name }) => name,
    )
  assert.deepEqual(shown([]), ['Title', 'SKU', 'Price'])
  assert.deepEqual(shown(['Weight', 'Handle']), ['Handle', 'Title', 'SKU', 'Price', 'Weight'])
  assert.deepEqual(shown(['Weight'], [2, 6]), ['Body'])
})
