import fc from 'fast-check'
import type * as z from 'zod'

/** Values that mean something where the schema only asks for text: real ids, codes, tokens, by the name of their field. */
export type Known = Readonly<Record<string, readonly unknown[]>>

/** Everything that a schema of the contract accepts, and some that it does not, with real values mixed in. */
export function arbitraryOf(schema: z.ZodType, known: Known, name = ''): fc.Arbitrary<unknown> {
  const values = known[name]
  const any = anyOf(schema, known, name)
  return values && values.length > 0 ? fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...values) }, { weight: 1, arbitrary: any }) : any
}

/** What zod holds of a schema, as far as it matters here. */
interface Inside {
  readonly _zod: { readonly def: Def }
}
interface Def {
  readonly type: string
  readonly shape?: Readonly<Record<string, Inside>>
  readonly innerType?: Inside
  readonly element?: Inside
  readonly options?: readonly Inside[]
  readonly keyType?: Inside
  readonly valueType?: Inside
  readonly out?: Inside
  readonly entries?: Readonly<Record<string, string>>
  readonly values?: readonly unknown[]
  readonly format?: string
  readonly pattern?: RegExp
  readonly checks?: readonly { readonly _zod: { readonly def: Check } }[]
}
interface Check {
  readonly check: string
  readonly maximum?: number
  readonly minimum?: number
  readonly value?: number
  readonly format?: string
  readonly pattern?: RegExp
}

const mayBeAbsent = (schema: Inside): boolean => (schema as unknown as z.ZodType).safeParse(undefined).success

function anyOf({ _zod: { def } }: Inside, known: Known, name: string): fc.Arbitrary<unknown> {
  const inner = (schema: Inside, its = name) => arbitraryOf(schema as unknown as z.ZodType, known, its)
  switch (def.type) {
    case 'object': {
      const fields = Object.entries(def.shape!)
      const record = Object.fromEntries(fields.map(([key, schema]) => [key, inner(schema, key)]))
      return fc.record(record, { requiredKeys: fields.filter(([, schema]) => !mayBeAbsent(schema)).map(([key]) => key) })
    }
    case 'optional':
    case 'default':
    case 'prefault':
    case 'catch':
      return inner(def.innerType!)
    case 'nullable':
      return fc.oneof({ weight: 5, arbitrary: inner(def.innerType!) }, { weight: 1, arbitrary: fc.constant(null) })
    case 'array': {
      const { minimum = 0, maximum = 3 } = bounds(def)
      return fc.array(inner(def.element!), { minLength: minimum, maxLength: Math.min(maximum, minimum + 3) })
    }
    case 'union':
      return fc.oneof(...def.options!.map((option) => inner(option)))
    case 'record':
      return known[name]
        ? inner(def.valueType!)
        : fc.dictionary(fc.oneof(text(20, 0), fc.constantFrom('Glaze', 'name', 'price', '__proto__')), inner(def.valueType!, ''), {
            maxKeys: 3,
          })
    case 'pipe':
      return inner(def.out!)
    case 'enum':
      return fc.constantFrom(...Object.values(def.entries!))
    case 'literal':
      return fc.constantFrom(...def.values!)
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'unknown':
      return fc.jsonValue({ maxDepth: 2 })
    case 'number':
      return number(def)
    case 'string':
      return string(def)
    default:
      throw new Error(`${name}: nothing is known of ${def.type}`)
  }
}

function bounds(def: Def) {
  const found: { minimum?: number; maximum?: number; pattern?: RegExp; format?: string } = {}
  for (const { _zod } of def.checks ?? []) {
    const { check, minimum, maximum, pattern, format } = _zod.def
    if (check === 'string_format' && format) found.format = format
    if (check === 'min_length') found.minimum = minimum!
    if (check === 'max_length') found.maximum = maximum!
    if (check === 'string_format' && pattern) found.pattern = pattern
  }
  return found
}

function number(def: Def): fc.Arbitrary<unknown> {
  let [min, max] = [-1e15, 1e15]
  for (const { _zod } of def.checks ?? []) {
    if (_zod.def.check === 'greater_than') min = _zod.def.value!
    if (_zod.def.check === 'less_than') max = _zod.def.value!
  }
  const edges = fc.constantFrom(min, max, Math.min(max, Math.max(min, 1)))
  return fc.oneof(edges, def.format ? fc.integer({ min: Math.ceil(min), max: Math.floor(max) }) : fc.double({ min, max, noNaN: true }))
}

/** Words, letters of all scripts, and what often breaks something. */
const text = (max: number, min: number): fc.Arbitrary<string> =>
  fc
    .oneof(
      { weight: 3, arbitrary: fc.string({ unit: 'grapheme-ascii', minLength: min, maxLength: Math.min(max, min + 20) }) },
      { weight: 2, arbitrary: fc.string({ unit: 'grapheme', minLength: min, maxLength: Math.min(max, min + 12) }) },
      {
        weight: 1,
        arbitrary: fc.constantFrom("'; --", '%', '_', '\\', '"', '{}', '$1', '../..', ' ', '\u202e', '\u0007', '💥', 'ß'.repeat(8), 'null'),
      },
      { weight: 1, arbitrary: fc.integer({ min, max: Math.min(max, 3000) }).map((length) => 'x'.repeat(length)) },
    )
    .filter((value) => value.length >= min && value.length <= max)

const moment = fc.date({ noInvalidDate: true, min: new Date(0), max: new Date(4e12) })

function string(def: Def): fc.Arbitrary<string> {
  const { minimum = 0, maximum = 200, pattern, format } = bounds(def)
  switch (def.format ?? format) {
    case 'guid':
      return fc.uuid()
    case 'email':
      return fc.constantFrom('ada@example.com', 'x+y@example.org', 'O.Reilly@sub.example.co')
    case 'url':
      return fc.webUrl({ withQueryParameters: true })
    case 'datetime':
      return moment.map((date) => date.toISOString())
    case 'date':
      return moment.map((date) => date.toISOString().slice(0, 10))
  }
  if (!pattern || pattern.source.startsWith('^[^')) return text(maximum, minimum)
  return fc.stringMatching(new RegExp(pattern.source)).filter((value) => value.length >= minimum && value.length <= maximum)
}
