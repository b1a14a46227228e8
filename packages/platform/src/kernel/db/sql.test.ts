import assert from 'node:assert/strict'
import { test } from 'node:test'
import { join, raw, sql, textOf } from './sql.ts'

test('every hole is a parameter, in order', () => {
  const statement = sql`select name from site where site = ${'a'} and created_at > ${new Date(0)}`
  assert.equal(textOf(statement), 'select name from site where site = $1 and created_at > $2')
  assert.deepEqual(statement.values, ['a', new Date(0)])
})

test('what looks like SQL in a hole stays a value', () => {
  const evil = `'; drop table site; --`
  const statement = sql`select ${evil}`
  assert.equal(textOf(statement), 'select $1')
  assert.deepEqual(statement.values, [evil])
  assert.equal(textOf(sql`select ${{ strings: ['drop table site'], values: [] }}`), 'select $1', 'also something shaped like a statement')
})

test('pieces nest at any depth and number on', () => {
  const inner = sql`b = ${2} or ${sql`c = ${3}`}`
  const statement = sql`select ${1} where ${inner} and d = ${4}${raw(' limit 1')}`
  assert.equal(textOf(statement), 'select $1 where b = $2 or c = $3 and d = $4 limit 1')
  assert.deepEqual(statement.values, [1, 2, 3, 4])
})

test('pieces are joined, also none', () => {
  const all = join([sql`a = ${1}`, sql`b`, sql`c = ${3}`], ' and ')
  assert.equal(textOf(all), 'a = $1 and b and c = $2')
  assert.deepEqual(all.values, [1, 3])
  assert.equal(textOf(join([], ', ')), '')
})

test('null and undefined are values too', () => {
  assert.deepEqual(sql`select ${null}, ${undefined}`.values, [null, undefined])
})

test('one place of the program has one text, whatever its values', () => {
  const named = (name: string) => textOf(sql`select ${name}`)
  assert.equal(named('a'), named('b'))
})
