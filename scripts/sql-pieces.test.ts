import assert from 'node:assert/strict'
import { test } from 'node:test'
import { finderOf, sqlPieces, sqlPiecesOf, withoutValues } from './sql-pieces.ts'

test('the SQL of a source comes in pieces, without values, comments of the source and short words', () => {
  const source = [
    'const sorted = sql`order by ${raw(column)} desc nulls last`',
    'await db.query<Row>(sql`',
    '  select id, 15 as most from product',
    '  where site = ${site} and ${condition}`)',
    'const other = `select this is no SQL`',
  ].join('\n')
  assert.deepEqual(sqlPiecesOf('a.ts', source), ['order by', 'desc nulls last', 'select id, $ as most from product', 'where site ='])
})

test('a line that was sent holds the pieces that it was made of', () => {
  const find = finderOf(['where site =', 'order by', 'desc nulls last', 'select id from member'])
  assert.deepEqual(find(withoutValues('  where site = $1 order by 2 desc nulls last')).toSorted(), [
    'desc nulls last',
    'order by',
    'where site =',
  ])
})

test('the platform speaks SQL', () => {
  const pieces = sqlPieces()
  assert.ok(pieces.size > 1000)
  assert.ok([...pieces].some((piece) => piece.startsWith('insert into orders')))
})
