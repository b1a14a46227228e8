import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withoutValues } from '../testing/src/sql-line.ts'
import { finderOf, sqlFragments, sqlFragmentsOf } from './sql-fragments.ts'

test('the SQL of a source comes in fragments, without values, comments of the source and short words', () => {
  const source = [
    'const sorted = sql`order by ${raw(column)} desc nulls last`',
    'await db.query<Row>(sql`',
    '  select id, 15 as most from product',
    '  where site = ${site} and ${condition}`)',
    'const other = `select this is no SQL`',
  ].join('\n')
  assert.deepEqual(sqlFragmentsOf('a.ts', source), ['order by', 'desc nulls last', 'select id, $ as most from product', 'where site ='])
})

test('a line that was sent holds the fragments that it was made of', () => {
  const find = finderOf(['where site =', 'order by', 'desc nulls last', 'select id from member'])
  assert.deepEqual(find(withoutValues('  where site = $1 order by 2 desc nulls last')).toSorted(), [
    'desc nulls last',
    'order by',
    'where site =',
  ])
})

test('the platform speaks SQL', () => {
  const fragments = sqlFragments()
  assert.ok(fragments.size > 1000)
  assert.ok([...fragments].some((fragment) => fragment.startsWith('insert into orders')))
})
