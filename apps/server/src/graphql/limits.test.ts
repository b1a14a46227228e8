import assert from 'node:assert/strict'
import { test } from 'node:test'
import { buildSchema, parse, validate } from 'graphql'
import { withinLimits } from './limits.ts'

const schema = buildSchema('type Query { a: Query, b: Int }')
const errorsOf = (query: string) =>
  validate(schema, parse(query), [withinLimits({ depth: 3, fields: 10, calls: 2 })]).map(({ message }) => message)

test('a query within all limits passes', () => {
  assert.deepEqual(errorsOf('{ a { a { b } } b }'), [])
})

test('depth is counted through fragments', () => {
  assert.deepEqual(errorsOf('{ a { a { a { b } } } }'), ['The request has 4 levels of fields; 3 are allowed.'])
  assert.deepEqual(errorsOf('{ a { ...more } } fragment more on Query { a { ... on Query { a { b } } } }'), [
    'The request has 4 levels of fields; 3 are allowed.',
  ])
})

test('each alias of an operation counts as an operation', () => {
  assert.deepEqual(errorsOf('{ one: b two: b three: b }'), ['The request has 3 operations; 2 are allowed.'])
  assert.deepEqual(errorsOf('{ ...all b } fragment all on Query { one: b two: b }'), ['The request has 3 operations; 2 are allowed.'])
})

// attack: Capacity | a GraphQL query whose fragments spread each other twice, forty times | refused at once
test('fragments that double forty times are counted without being expanded', () => {
  const fragments = Array.from({ length: 40 }, (_, nth) => `fragment f${nth} on Query { ...f${nth + 1} ...f${nth + 1} }`).join(' ')
  const [first] = errorsOf(`{ a { ...f0 } } ${fragments} fragment f40 on Query { b }`)
  assert.match(first ?? '', /^The request has 1\d{12} fields; 10 are allowed\.$/)
})

test('counting a fragment that spreads itself ends', () => {
  assert.deepEqual(errorsOf('{ ...f } fragment f on Query { b ...f }'), [])
})
