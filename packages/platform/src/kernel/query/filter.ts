import type { FieldViolation } from '@vitrine/contract'
import { isId } from '../db/id.ts'
import { join, raw, type Sql, sql } from '../db/sql.ts'
import { fold } from './fold.ts'
import { literally } from './like.ts'

interface Common {
  readonly column: Sql
  /** What it is sorted by; never null. */
  readonly sort?: Sql
  /** What that is, where it is no single value itself. */
  readonly sortsAs?: SortTerm['kind']
  /** What comes next in the order of the index that this is sorted by, before the id. */
  readonly next?: Omit<SortTerm, 'descends'>
  /** No two rows have the same: nothing needs to come next. */
  readonly unique?: true
  /** Goes without saying, but only where it is said is the index taken that this is sorted by. */
  readonly holds?: Sql
  /** The column, where a list is one that never has more than one. */
  readonly single?: Sql
  /** Every row has the same: the order of the rows is not its matter. */
  readonly constant?: true
  /** Whether the column may hold no value. */
  readonly nullable?: true
  /** Few rows have any value, and only those are in the index. */
  readonly sparse?: true
  /** Those it takes, where it does not take all. */
  readonly operators?: readonly string[]
  /** The index that finds its values, in a table that is too large to be read: see `coversOf`. */
  readonly index?: FieldIndex
}

/** `unique` and `ordered` ones are in the order of the field's `sort` and the id, under the site and, `byVisible`, whether it is visible. */
export interface FieldIndex {
  readonly kind: 'unique' | 'ordered' | 'words' | 'elsewhere'
  readonly byVisible?: true
  /** Of a field that nobody sorts by. */
  readonly order?: Sql
  /**
   * Of one that is `elsewhere`: a query for the ids, under the name `id` and each once, of all rows that an operator can find, and maybe of others;
   * undefined where it tells nothing of them.
   */
  readonly idsBy?: (operator: string, operand: unknown) => Sql | undefined
}

/** What a field of a filter is compared as. */
export type Field = Common &
  (
    | {
        readonly kind: 'text'
        /** Without case and accents, as `fold` writes it. */
        readonly folded?: Sql
        /** Without case alone: `lower(…)` of it, which an index is on. */
        readonly lowered?: Sql
        /** All it can be, where that is one of a few words: the database plans for the word that is asked for, and once. */
        readonly words?: ReadonlySet<string>
      }
    | { readonly kind: 'id'; readonly everyones?: string }
    | { readonly kind: 'number'; readonly places: number }
    | { readonly kind: 'instant' }
    | { readonly kind: 'flag' }
    | { readonly kind: 'ids'; readonly everyones?: string }
    | {
        readonly kind: 'texts'
        /** What a value is written as in the column, where that is something else: any of these. */
        readonly spelled?: (value: string) => readonly string[]
      }
    /** Things within a row, with fields of their own; `some` says that there is one for which a condition holds. */
    | { readonly kind: 'items'; readonly fields: Fields; readonly some: (condition: Sql) => Sql }
    /** Words that are looked for in an index of their own; undefined where a text has none. */
    | { readonly kind: 'search'; readonly matches: (text: string) => Sql | undefined }
  )

export type Fields = Readonly<Record<string, Field>>

/** A filter or sort that cannot be read: where, and why. */
export class Unreadable extends Error {
  readonly violation: FieldViolation
  constructor(field: string, description: string, violatedRule: FieldViolation['violatedRule'] = 'VALIDATION') {
    super(`${field} ${description}`)
    this.violation = { field, description, violatedRule, data: {} }
  }
}

const deepest = 8
const mostConditions = 100
const mostValues = 1000

/**
 * The condition that a filter means: `{ slug: 'a' }`, `{ price: { $gte: 10, $lt: 20 } }`, `{ $or: [{…}, { $not: {…} }] }`.
 * Texts begin, end and contain without regard to case, names also to accents; they are equal, greater and less letter by letter.
 * @throws Unreadable
 */
export function readFilter(filter: Readonly<Record<string, unknown>>, fields: Fields, root = 'query'): Sql {
  const room = { conditions: mostConditions, values: mostValues }
  return all(filter, fields, `${root}.filter`, 0)

  function all(object: Readonly<Record<string, unknown>>, fields: Fields, path: string, depth: number): Sql {
    if (depth > deepest) throw new Unreadable(path, `nests deeper than ${deepest}`, 'MAX')
    const conditions = Object.entries(object).map(([key, value]) => one(key, value, fields, `${path}.${key}`, depth))
    return conditions.length === 0 ? sql`true` : bracketed(conditions, ' and ')
  }

  function one(key: string, value: unknown, fields: Fields, path: string, depth: number): Sql {
    switch (key) {
      case '$and':
      case '$or': {
        const parts = list(value, path).map((part, i) => all(record(part, `${path}[${i}]`), fields, `${path}[${i}]`, depth + 1))
        if (parts.length === 0) return key === '$and' ? sql`true` : sql`false`
        return bracketed(parts, key === '$and' ? ' and ' : ' or ')
      }
      case '$not': {
        const parts = (Array.isArray(value) ? value : [value]).map((part: unknown) => all(record(part, path), fields, path, depth + 1))
        return not(bracketed(parts, ' and '))
      }
    }
    if (key.startsWith('$')) throw new Unreadable(path, 'is no operator here', 'FIELD_NOT_ALLOWED')
    const field = Object.hasOwn(fields, key) ? fields[key]! : undefined
    if (!field) throw new Unreadable(path, `cannot be filtered by; ${Object.keys(fields).join(', ')} can`, 'FIELD_NOT_ALLOWED')
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return operator(field, '$eq', value, path, depth)
    const operators = Object.entries(value)
    if (operators.length === 0) return sql`true`
    return bracketed(
      operators.map(([name, operand]) => operator(field, name, operand, `${path}.${name}`, depth)),
      ' and ',
    )
  }

  function operator(field: Field, name: string, operand: unknown, path: string, depth: number): Sql {
    if (--room.conditions < 0) throw new Unreadable(`${root}.filter`, `has more than ${mostConditions} conditions`, 'MAX_SIZE')
    if (Array.isArray(operand) && (room.values -= operand.length) < 0)
      throw new Unreadable(`${root}.filter`, `has more than ${mostValues} values`, 'MAX_SIZE')
    if (!operators.has(name)) throw new Unreadable(path, 'is no operator; see the reference', 'FIELD_NOT_ALLOWED')
    const taken = field.operators ?? ownOperators[field.kind]
    if (taken && !taken.includes(name)) throw new Unreadable(path, `is not for this field; ${taken.join(', ')} are`, 'FIELD_NOT_ALLOWED')
    if (field.kind === 'search') {
      if (typeof operand !== 'string') throw new Unreadable(path, 'is no text')
      return field.matches(operand) ?? sql`true`
    }
    if (field.kind === 'items') {
      const parts = list(operand, path).map((part, i) => all(record(part, `${path}[${i}]`), field.fields, `${path}[${i}]`, depth + 1))
      return field.some(parts.length === 0 ? sql`true` : bracketed(parts, ' and '))
    }
    if (field.kind === 'ids') return amongIds(field, name, operand, path)
    if (field.kind === 'texts' && field.spelled) return amongSpelled(field, field.spelled, name, operand, path)
    return field.kind === 'texts' ? amongTexts(field, name, operand, path) : compared(field, name, operand, path)
  }
}

const operators = new Set([
  '$eq',
  '$ne',
  '$gt',
  '$gte',
  '$lt',
  '$lte',
  '$in',
  '$nin',
  '$startsWith',
  '$endsWith',
  '$contains',
  '$hasSome',
  '$hasAll',
  '$exists',
  '$isEmpty',
  '$matchItems',
])

/** What there is no other way to ask a yes or no, or a list. */
const ownOperators: { readonly [K in Field['kind']]?: readonly string[] } = {
  flag: ['$eq', '$ne', '$in', '$nin', '$exists'],
  ids: ['$hasSome', '$hasAll'],
  items: ['$matchItems'],
  search: ['$eq'],
  texts: ['$hasSome', '$hasAll'],
}

type Scalar = Exclude<Field, { kind: 'ids' | 'texts' | 'search' | 'items' }>

/** Not so, also where there is no value to compare. */
const not = (condition: Sql): Sql => sql`(${condition} is not true)`

function compared(field: Scalar, name: string, operand: unknown, path: string): Sql {
  switch (name) {
    case '$eq':
      return equals(field, operand, path)
    case '$ne':
      return unequal(field, operand) ?? not(equals(field, operand, path))
    case '$gt':
      return beyond(field, '>', operand, path)
    case '$gte':
      return beyond(field, '>=', operand, path)
    case '$lt':
      return beyond(field, '<', operand, path)
    case '$lte':
      return beyond(field, '<=', operand, path)
    case '$in':
    case '$hasSome':
      return among(field, list(operand, path), path)
    case '$nin':
      return not(among(field, list(operand, path), path))
    case '$hasAll': {
      const values = list(operand, path)
      return values.length === 0
        ? sql`true`
        : bracketed(
            values.map((value) => equals(field, value, path)),
            ' and ',
          )
    }
    case '$startsWith':
    case '$endsWith':
    case '$contains':
      return like(field, name, operand, path)
    case '$exists':
      return truth(operand, path) ? present(field) : not(present(field))
    default:
      return truth(operand, path) ? not(present(field)) : present(field)
  }
}

/** A text that is empty counts as none. */
function present(field: Scalar): Sql {
  if (field.kind === 'text') return sql`(${field.column} <> '')`
  return field.nullable ? sql`(${field.column} is not null)` : sql`true`
}

function equals(field: Scalar, value: unknown, path: string): Sql {
  if (value === null || value === undefined) return not(present(field))
  const operand = read(field, value, path)
  if (operand === undefined) return sql`false`
  // What is equal is equal folded: said too, because the index is on that.
  if (field.kind === 'text' && field.folded) return sql`(${field.folded} = ${fold(String(operand))} and ${field.column} = ${operand})`
  if (field.kind === 'text' && field.lowered) return sql`(${field.lowered} = lower(${operand}) and ${field.column} = ${operand})`
  const same = sql`(${field.column} = ${constant(field, operand) ?? sql`${operand}`})`
  return field.kind === 'text' && field.sparse && operand !== '' ? sql`(${field.column} <> '' and ${same})` : same
}

/** Not this word, this yes or no, where there always is one: said so that an index of those that are not is found. */
function unequal(field: Scalar, value: unknown): Sql | undefined {
  if (field.kind === 'flag' && !field.nullable && typeof value === 'boolean') return sql`(${field.column} = ${raw(String(!value))})`
  const word = field.kind === 'text' && constant(field, value)
  return word ? sql`(${field.column} <> ${word})` : undefined
}

/** A value as a part of the program, where it is one of those that the program itself names. */
function constant(field: Scalar, value: unknown): Sql | undefined {
  if (field.kind === 'flag' && typeof value === 'boolean') return raw(String(value))
  return field.kind === 'text' && typeof value === 'string' && field.words?.has(value) ? raw(`'${value}'`) : undefined
}

function among(field: Scalar, values: readonly unknown[], path: string): Sql {
  const read_ = values.flatMap((value) => (value === null ? [] : (read(field, value, path) ?? [])))
  const words = read_.map((value) => constant(field, value))
  const some =
    read_.length === 0
      ? sql`false`
      : words.every((word) => word !== undefined)
        ? sql`(${field.column} in (${join(words, ', ')}))`
        : sql`(${field.column} = any(${read_}${raw(arrayOf[field.kind])}))`
  return values.includes(null) ? sql`(${some} or ${not(present(field))})` : some
}

const arrayOf = { text: '::text[]', id: '::uuid[]', number: '::bigint[]', instant: '::timestamptz[]', flag: '::boolean[]' } as const

type Order = '>' | '>=' | '<' | '<='

function beyond(field: Scalar, order: Order, value: unknown, path: string): Sql {
  if (value === null || value === undefined) throw new Unreadable(path, 'takes a value')
  if (field.kind === 'number') {
    const number = scaled(field, value, path)
    // Between two whole numbers there is nothing: 26.505 € is compared as more than 26.50 € and less than 26.51 €.
    const whole = order === '>' || order === '<=' ? Math.floor(number) : Math.ceil(number)
    return sql`(${field.column} ${raw(order)} ${clamped(whole)})`
  }
  if (field.kind === 'id') return sql`(${field.column}::text ${raw(order)} ${text(value, path)})`
  // Letter by letter, whatever the database sorts by.
  const column = field.kind === 'text' ? sql`${field.column} collate "C"` : field.column
  return sql`(${column} ${raw(order)} ${read(field, value, path)!})`
}

/** The value as the column has it; undefined where the column can have no such value. */
function read(field: Scalar, value: unknown, path: string): string | number | boolean | Date | undefined {
  switch (field.kind) {
    case 'text':
      return text(value, path)
    case 'id': {
      const id = text(value, path)
      return isId(id) ? id : undefined
    }
    case 'number': {
      const number = scaled(field, value, path)
      return Number.isSafeInteger(number) ? number : undefined
    }
    case 'instant':
      return instant(value, path)
    case 'flag':
      return truth(value, path)
  }
}

function scaled({ places }: { readonly places: number }, value: unknown, path: string): number {
  const number = typeof value === 'string' && /^-?\d{1,16}(\.\d{1,9})?$/.test(value) ? Number(value) : value
  if (typeof number !== 'number' || !Number.isFinite(number)) throw new Unreadable(path, 'takes a number')
  const moved = number * 10 ** places
  const near = Math.round(moved)
  return Math.abs(moved - near) < 1e-6 ? near : moved
}

const clamped = (number: number): number => Math.max(-Number.MAX_SAFE_INTEGER, Math.min(Number.MAX_SAFE_INTEGER, number))

function instant(value: unknown, path: string): Date {
  const date = typeof value === 'string' && /^\d{4}-\d\d-\d\d([T ][\d:.]+(Z|[+-]\d\d:?\d\d)?)?$/.test(value) ? new Date(value) : undefined
  if (!date || Number.isNaN(date.getTime())) throw new Unreadable(path, 'takes a date such as 2026-11-21T07:30:00.000Z', 'FORMAT')
  return date
}

function like(field: Scalar, name: string, operand: unknown, path: string): Sql {
  const given = typeof operand === 'number' ? String(operand) : text(operand, path)
  if (given === '') return sql`true`
  const { folded, lowered } = field.kind === 'text' ? field : {}
  const asked = folded ? fold(given) : lowered ? given : given.replace(/[A-Z]/g, (letter) => letter.toLowerCase())
  const column = field.kind === 'text' ? (folded ?? lowered ?? sql`lower(${field.column} collate "C")`) : asText(field)
  if (name === '$startsWith' && folded) {
    // The same as LIKE, said so that an index in byte order serves it whatever the plan.
    return sql`(${column} >= ${asked} and ${column} < ${`${asked}\u{10ffff}`})`
  }
  const escaped = literally(asked)
  const pattern = name === '$startsWith' ? `${escaped}%` : name === '$endsWith' ? `%${escaped}` : `%${escaped}%`
  return lowered ? sql`(${column} like lower(${pattern}))` : sql`(${column} like ${pattern})`
}

/** How a value that is no text is written, for operators that look at its letters. */
function asText(field: Exclude<Scalar, { kind: 'text' }>): Sql {
  if (field.kind === 'instant') return sql`lower(to_char(${field.column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))`
  if (field.kind === 'number' && field.places > 0) return sql`trim_scale(${field.column}::numeric / ${10 ** field.places}::numeric)::text`
  return sql`${field.column}::text`
}

function amongIds({ column, everyones }: Extract<Field, { kind: 'ids' }>, name: string, operand: unknown, path: string): Sql {
  const asked = (name === '$eq' ? [operand] : list(operand, path)).map((value) => text(value, path).toLowerCase())
  const ids = asked.filter(isId)
  if (name !== '$hasAll') {
    if (everyones !== undefined && asked.includes(everyones)) return sql`true`
    return ids.length === 0 ? sql`false` : sql`(${column} && ${ids}::uuid[])`
  }
  const impossible = asked.some((id) => id !== everyones && !isId(id))
  if (impossible) return sql`false`
  return ids.length === 0 ? sql`true` : sql`(${column} @> ${ids}::uuid[])`
}

/** Where a value is written as any of several in the column. */
function amongSpelled({ column }: Field, spelled: (value: string) => readonly string[], name: string, operand: unknown, path: string): Sql {
  const asked = list(operand, path).map((value) => spelled(text(value, path)))
  const some = (texts: readonly string[]) => sql`(${column} && ${texts}::text[])`
  if (name !== '$hasAll') return some(asked.flat())
  return asked.length === 0 ? sql`true` : bracketed(asked.map(some), ' and ')
}

function amongTexts({ column, single, sparse }: Field, name: string, operand: unknown, path: string): Sql {
  const asked = (name === '$eq' || name === '$ne' ? [operand] : list(operand, path)).map((value) => text(value, path))
  if (single) {
    const [first, ...others] = new Set(asked)
    if (name === '$hasAll') return first === undefined ? sql`true` : others.length > 0 ? sql`false` : sql`(${single} = ${first})`
    const one = sql`(${single} = any(${asked}::text[]))`
    return name === '$ne' || name === '$nin' ? not(one) : one
  }
  const some = sparse ? sql`(${column} <> '{}' and ${column} && ${asked}::text[])` : sql`(${column} && ${asked}::text[])`
  switch (name) {
    case '$hasAll':
      return sparse && asked.length > 0 ? sql`(${column} <> '{}' and ${column} @> ${asked}::text[])` : sql`(${column} @> ${asked}::text[])`
    case '$ne':
    case '$nin':
      return not(some)
    default:
      return some
  }
}

export interface SortBy {
  readonly fieldName: string
  readonly order?: 'ASC' | 'DESC' | null | undefined
}

const mostSorts = 4

/**
 * The order that is asked for, down to the last tie, which the id decides.
 * @throws Unreadable
 */
export function readSort(sort: readonly SortBy[], fields: Fields, usual: Sql, id: Sql): Sql {
  if (sort.length === 0) return usual
  return join(
    sortTerms(sort, fields, id).map(({ column, descends }) => (descends ? sql`${column} desc` : column)),
    ', ',
  )
}

export interface SortTerm {
  readonly column: Sql
  readonly descends: boolean
  readonly kind: 'text' | 'id' | 'number' | 'instant'
  readonly holds?: Sql
  readonly index?: FieldIndex
}

/**
 * The terms of an order, each column once, and what decides between rows that are equal in all of them.
 * @throws Unreadable
 */
export function sortTerms(sort: readonly SortBy[], fields: Fields, id: Sql, root = 'query'): readonly SortTerm[] {
  if (sort.length > mostSorts) throw new Unreadable(`${root}.sort`, `has more than ${mostSorts} fields`, 'MAX_SIZE')
  const terms: SortTerm[] = []
  const seen = (column: Sql) => terms.some((term) => term.column === column)
  let next: Field['next']
  let decided = false
  for (const [i, { fieldName, order }] of sort.entries()) {
    const field = Object.hasOwn(fields, fieldName) ? fields[fieldName]! : undefined
    if (!field?.sort) {
      const sortable = Object.keys(fields).filter((name) => fields[name]!.sort)
      throw new Unreadable(`${root}.sort[${i}].fieldName`, `cannot be sorted by; ${sortable.join(', ')} can`, 'FIELD_NOT_ALLOWED')
    }
    if (decided || field.constant || seen(field.sort)) continue
    const { holds, index } = field
    terms.push({
      column: field.sort,
      descends: order === 'DESC',
      kind: field.sortsAs ?? kindOf(field),
      ...(holds && { holds }),
      ...(index && { index }),
    })
    next = field.next
    decided = field.unique === true
  }
  const descends = sort.at(-1)?.order === 'DESC'
  if (next && !seen(next.column)) terms.push({ ...next, descends })
  return decided || seen(id) ? terms : [...terms, { column: id, descends, kind: 'id' }]
}

function kindOf({ kind }: Field): SortTerm['kind'] {
  if (kind === 'flag' || kind === 'ids' || kind === 'texts' || kind === 'search' || kind === 'items')
    throw new Error(`nothing is sorted by ${kind}`)
  return kind
}

const bracketed = (conditions: readonly Sql[], separator: ' and ' | ' or '): Sql =>
  conditions.length === 1 ? conditions[0]! : sql`(${join(conditions, separator)})`

function list(value: unknown, path: string): readonly unknown[] {
  if (!Array.isArray(value)) throw new Unreadable(path, 'takes a list')
  return value
}

function record(value: unknown, path: string): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Unreadable(path, 'takes a filter')
  return value as Readonly<Record<string, unknown>>
}

const longestText = 1000

function text(value: unknown, path: string): string {
  if (typeof value !== 'string') throw new Unreadable(path, 'takes a text')
  if (value.length > longestText) throw new Unreadable(path, `is longer than ${longestText} characters`, 'MAX_LENGTH')
  return value
}

function truth(value: unknown, path: string): boolean {
  if (typeof value !== 'boolean') throw new Unreadable(path, 'takes true or false')
  return value
}
