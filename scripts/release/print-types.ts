import type { Operation } from '../../packages/contract/src/operation.ts'

/** What a caller may send, or what comes back: a field with a default may be left out of the first and is always in the second. */
export type Side = 'input' | 'output'

/** The comment that stands over a name of the contract, for fields as `Name/field`. */
export type NoteOf = (path: string) => string | undefined

/** Any schema of zod. */
export type Inner = Operation['ok']
type Definition = { readonly type: string } & Readonly<Record<string, unknown>>

export interface TypePrinter {
  /** The type of a schema as TypeScript; what has a name is named, and declared once. */
  print(schema: Inner, side: Side, path: string): string
  /** The declarations of all names that were printed, and of those they need. */
  declarations(): string[]
}

const definitionOf = (schema: Inner): Definition => schema._zod.def as unknown as Definition

/** A schema as the part of it that says its type: a preparation before it, a default and a bound say nothing of it. */
function typed(schema: Inner): Inner {
  const definition = definitionOf(schema)
  return definition.type === 'pipe' ? typed(definition['out'] as Inner) : schema
}

/** Whether an object may be without a field of that schema. */
function mayBeAbsent(field: Inner, side: Side): boolean {
  const { type, innerType } = definitionOf(typed(field))
  if (type === 'optional') return true
  if (type === 'default') return side === 'input'
  return (type === 'nullable' || type === 'catch') && mayBeAbsent(innerType as Inner, side)
}

export const comment = (text: string | undefined, indent = ''): string => {
  if (!text) return ''
  const lines = text.replaceAll('*/', '*\\/').split('\n')
  return lines.length === 1
    ? `${indent}/** ${lines[0]} */\n`
    : `${indent}/**\n${lines.map((line) => `${indent} * ${line}`.trimEnd()).join('\n')}\n${indent} */\n`
}

export const property = (name: string): string => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name))
const union = (types: readonly string[]): string => [...new Set(types)].join(' | ')

/** Prints schemas as types without zod: `named` are the schemas that the contract exports, by their names. */
export function typePrinter(named: ReadonlyMap<Inner, string>, noteOf: NoteOf): TypePrinter {
  const declared = new Map<string, string>()
  const same = new Map<Inner, boolean>()

  const inlined = (schema: Inner, side: Side, path: string): string => {
    const definition = definitionOf(schema)
    const inner = () => print(definition['innerType'] as Inner, side, path)
    switch (definition.type) {
      case 'string':
        return 'string'
      case 'number':
      case 'int':
        return 'number'
      case 'boolean':
        return 'boolean'
      case 'null':
        return 'null'
      case 'unknown':
        return 'unknown'
      case 'enum':
        return union(Object.values(definition['entries'] as Record<string, string>).map((value) => JSON.stringify(value)))
      case 'literal':
        return union((definition['values'] as readonly unknown[]).map((value) => JSON.stringify(value)))
      case 'union':
        return union((definition['options'] as readonly Inner[]).map((option) => print(option, side, path)))
      case 'array': {
        const element = print(definition['element'] as Inner, side, path)
        return /^[\w.]+$/.test(element) ? `${element}[]` : `Array<${element}>`
      }
      case 'record':
        return `Record<${print(definition['keyType'] as Inner, side, path)}, ${print(definition['valueType'] as Inner, side, path)}>`
      case 'optional':
        return union([inner(), 'undefined'])
      case 'nullable':
        return union([inner(), 'null'])
      case 'default':
        return side === 'input' ? union([inner(), 'undefined']) : inner()
      case 'catch':
        return inner()
      case 'object':
        return fieldsOf(definition, side, path)
      default:
        throw new Error(`${path}: a schema of the type ${definition.type} has no printed form yet`)
    }
  }

  const fieldsOf = (definition: Definition, side: Side, path: string): string => {
    const fields = Object.entries(definition['shape'] as Readonly<Record<string, Inner>>).map(([name, field]) => {
      const note = comment(noteOf(`${path}/${name}`), '  ')
      return `${note}  ${property(name)}${mayBeAbsent(field, side) ? '?' : ''}: ${print(field, side, `${path}/${name}`).replaceAll('\n', '\n  ')}`
    })
    const open = definition['catchall'] ? ['  [key: string]: unknown'] : []
    return fields.length + open.length === 0 ? 'Record<string, never>' : `{\n${[...fields, ...open].join('\n')}\n}`
  }

  /** Whether what is sent and what comes back have one type. */
  const alike = (schema: Inner, seen: readonly Inner[] = []): boolean => {
    const known = same.get(schema)
    if (known !== undefined || seen.includes(schema)) return known ?? true
    const definition = definitionOf(schema)
    const {
      innerType,
      element,
      keyType,
      valueType,
      shape = {},
      options = [],
      type,
      out,
    } = definition as Definition & {
      readonly shape?: Readonly<Record<string, Inner>>
      readonly options?: readonly Inner[]
    }
    const parts = [innerType, element, keyType, valueType, out, ...Object.values(shape), ...options].filter((part) => part !== undefined)
    const result = type !== 'default' && parts.every((part) => alike(part as Inner, [...seen, schema]))
    same.set(schema, result)
    return result
  }

  function print(given: Inner, side: Side, path: string): string {
    const schema = typed(given)
    const own = named.get(given) ?? named.get(schema)
    if (own === undefined) return inlined(schema, side, path)
    const name = side === 'input' && !alike(schema) ? `${own}Request` : own
    if (!declared.has(name)) {
      declared.set(name, '')
      const type = inlined(schema, side, own)
      const head = comment(noteOf(own))
      declared.set(name, type.startsWith('{') ? `${head}export interface ${name} ${type}` : `${head}export type ${name} = ${type}`)
    }
    return name
  }

  return { print, declarations: () => [...declared.entries()].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, text]) => text) }
}
