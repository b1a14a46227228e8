import assert from 'node:assert/strict'
import { test } from 'node:test'
import { float, many, record, text } from '@vitrine/contract'
import * as z from 'zod'
import { violationsOf } from './violations.ts'

function violations(schema: z.ZodType, value: unknown) {
  const { error } = schema.safeParse(value, { reportInput: true })
  assert.ok(error, 'the value was accepted')
  return violationsOf(error.issues)
}
const one = (schema: z.ZodType, value: unknown) => {
  const found = violations(schema, value)
  assert.equal(found.length, 1)
  const [{ field, violatedRule, data, description }] = found as [(typeof found)[0]]
  assert.notEqual(description, '')
  return [field, violatedRule, data]
}
const field = (schema: z.ZodType) => z.object({ a: schema })

test('each rule has its name on the wire, and its threshold', () => {
  const rules: [z.ZodType, unknown, string, object][] = [
    [z.string(), undefined, 'REQUIRED_FIELD', {}],
    [z.string(), 1, 'VALIDATION', { expected: 'string' }],
    [z.string(), null, 'VALIDATION', { expected: 'string' }],
    [z.string().min(2), 'a', 'MIN_LENGTH', { threshold: 2 }],
    [z.string().max(2), 'abc', 'MAX_LENGTH', { threshold: 2 }],
    [z.string().length(2), 'a', 'EXACT_LENGTH', { threshold: 2 }],
    [z.string().length(2), 'abc', 'EXACT_LENGTH', { threshold: 2 }],
    [z.array(z.string()).min(1), [], 'MIN_SIZE', { threshold: 1 }],
    [z.array(z.string()).max(1), ['a', 'b'], 'MAX_SIZE', { threshold: 1 }],
    [z.array(z.string()).length(1), [], 'EXACT_SIZE', { threshold: 1 }],
    [z.array(z.string()).length(1), ['a', 'b'], 'EXACT_SIZE', { threshold: 1 }],
    [z.number().min(1), 0, 'MIN', { threshold: 1 }],
    [z.number().max(1), 2, 'MAX', { threshold: 1 }],
    [z.int(), 1.5, 'VALIDATION', { expected: 'int' }],
    [z.enum(['A', 'B']), 'C', 'INVALID_ENUM_VALUE', { values: ['A', 'B'] }],
    [z.literal('A'), 'C', 'INVALID_ENUM_VALUE', { values: ['A'] }],
    [z.email(), 'ada', 'FORMAT', { type: 'EMAIL' }],
    [z.guid(), 'x', 'FORMAT', { type: 'GUID' }],
    [z.url(), 'x', 'FORMAT', { type: 'URL' }],
    [z.iso.datetime(), 'x', 'FORMAT', { type: 'DATETIME' }],
    [z.string().regex(/^a$/), 'x', 'FORMAT', { type: 'REGEX' }],
    [z.strictObject({}), { b: 1 }, 'FIELD_NOT_ALLOWED', { keys: ['b'] }],
    [z.string().refine(() => false, 'is odd'), 'x', 'VALIDATION', {}],
    [z.string().refine(() => false, { params: { rule: 'ONE_OF_ALIGNMENT' } }), 'x', 'ONE_OF_ALIGNMENT', {}],
    [z.number().multipleOf(2), 3, 'VALIDATION', {}],
  ]
  for (const [schema, value, rule, data] of rules) {
    assert.deepEqual(one(field(schema), value === undefined ? {} : { a: value }), ['a', rule, data], `${rule} of ${JSON.stringify(value)}`)
  }
})

test('a number beyond all numbers is of the wrong kind', () => {
  for (const value of [Number.POSITIVE_INFINITY, Number.NaN]) assert.equal(one(field(z.number()), { a: value })[1], 'VALIDATION')
})

test('the payload itself may be what is wrong', () => {
  assert.deepEqual(one(z.object({}), 7), ['', 'VALIDATION', { expected: 'object' }])
})

test('there is one violation a field, sorted by field, each with a data object', () => {
  const schema = z.object({ b: z.string().min(5).regex(/^x/), a: z.object({ c: z.number(), list: z.array(z.int()) }) })
  const found = violations(schema, { b: 'y', a: { list: [1, 'x', 2.5] } })
  assert.deepEqual(
    found.map(({ field, violatedRule }) => [field, violatedRule]),
    [
      ['a.c', 'REQUIRED_FIELD'],
      ['a.list.1', 'VALIDATION'],
      ['a.list.2', 'VALIDATION'],
      ['b', 'MIN_LENGTH'],
    ],
  )
  for (const { data } of found) assert.equal(Object.prototype.toString.call(data), '[object Object]')
})

test('a union speaks for the member that came closest', () => {
  const value = z.union([text(10), z.number(), z.array(z.string()).max(1)])
  assert.deepEqual(one(field(value), { a: 'x'.repeat(11) }), ['a', 'MAX_LENGTH', { threshold: 10 }])
  assert.equal(one(field(value), { a: { b: 1 } })[1], 'VALIDATION')
})

test('what is read first is told by the field all the same', () => {
  assert.deepEqual(one(field(float(0, 1)), { a: 2 }), ['a', 'MAX', { threshold: 1 }])
  assert.deepEqual(one(field(many(z.string(), 1)), { a: ['x', 'y'] }), ['a', 'MAX_SIZE', { threshold: 1 }])
  assert.deepEqual(one(field(z.record(z.string().max(1), z.string())), { a: { long: 'x' } })[0], 'a.long')
})

// attack: Input, files, HTTP | a list of 50,000 values that are each wrong | 400 INVALID_ARGUMENT that names a hundred of them
test('no more than a hundred are told, the first ones, whatever there is', () => {
  const found = violations(field(z.array(z.int())), { a: Array(50_000).fill('x') })
  assert.equal(found.length, 100)
  assert.ok(found.some((violation) => violation.field === 'a.0'))
  assert.ok(found.every((violation) => Number(violation.field.slice(2)) < 100))
})

test('a map of too many names is one violation, and its values are not looked at', () => {
  const schema = field(record(text(10), z.number(), 3))
  const crowd = Object.fromEntries(Array.from({ length: 100_000 }, (_, i) => [`key number ${i}`, 'no number']))
  assert.deepEqual(one(schema, { a: crowd }), ['a', 'MAX_SIZE', { threshold: 3 }])
  assert.deepEqual(schema.parse({ a: { x: 1, y: 2, z: 3 } }), { a: { x: 1, y: 2, z: 3 } })
  assert.deepEqual(one(schema, { a: { w: 1, x: 1, y: 2, z: 3 } }), ['a', 'MAX_SIZE', { threshold: 3 }])
  assert.deepEqual(one(schema, { a: { x: 'x' } }), ['a.x', 'VALIDATION', { expected: 'number' }])
  assert.equal(one(schema, { a: [1, 2, 3, 4] })[1], 'VALIDATION')
})
