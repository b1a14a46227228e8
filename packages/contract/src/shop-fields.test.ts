import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as z from 'zod'
import { contract, type Operation, type Route, rightFor, shopFields } from './index.ts'

interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
}

/** Every field that an input takes, `[]` for each of a list. */
function fieldsIn({ properties = {}, items, anyOf = [] }: Schema, path = ''): string[] {
  const inner = Object.entries(properties).flatMap(([name, schema]) => {
    const at = path ? `${path}.${name}` : name
    return [at, ...fieldsIn(schema, at)]
  })
  return [...inner, ...(items ? fieldsIn(items, `${path}[]`) : []), ...anyOf.flatMap((one) => fieldsIn(one, path))]
}

const inputOf = ({ input }: Operation) => z.toJSONSchema(input, { io: 'input', unrepresentable: 'any', reused: 'inline' }) as Schema
const entries = Object.entries<Operation>(contract) as [Route, Operation][]
const last = (path: string) => path.split('.').at(-1)!

test('each row is a field of its operation, which buyers may call, and whose merchant has orders.write', () => {
  for (const [line, fields] of Object.entries(shopFields) as [Route, object][]) {
    const operation: Operation = contract[line]
    assert.notEqual(operation.as, 'user', line)
    assert.equal(rightFor(line, operation), 'orders.write', line)
    const taken = fieldsIn(inputOf(operation))
    for (const path of Object.keys(fields)) assert.ok(taken.includes(path), `${path} of ${line}`)
  }
})

test('a field that only the shop writes is a row wherever buyers may send it', () => {
  const names = new Set(Object.values(shopFields).flatMap((fields) => Object.keys(fields ?? {}).map(last)))
  assert.ok(names.size >= 12)
  for (const [line, operation] of entries) {
    if (operation.as === 'user') continue
    const rows = Object.keys(shopFields[line] ?? {})
    for (const path of fieldsIn(inputOf(operation)))
      if (names.has(last(path)))
        assert.ok(
          rows.some((row) => path === row || path.startsWith(`${row}[]`)),
          `${path} of ${line}`,
        )
  }
})
