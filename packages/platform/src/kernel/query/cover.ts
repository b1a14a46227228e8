import type { Sql } from '../db/sql.ts'
import { type Field, type FieldIndex, type Fields, readFilter } from './filter.ts'

/** A condition that an index finds the rows of. */
export interface Lookup {
  readonly condition: Sql
  readonly index: FieldIndex
  /** What the index is in the order of; absent where it is one of words. */
  readonly order?: Sql
  /** Of an index of words: some word of each of these lists is in each row. */
  readonly words?: readonly (readonly string[])[]
  /** A query for the ids of the rows, each once, where another table tells them. */
  readonly ids?: Sql
  /** The smaller, the fewer rows it finds as a rule. */
  readonly rank: number
}

/** Lookups that find, together, all rows that a filter does, and others. */
export type Cover = readonly Lookup[]

type Filter = Readonly<Record<string, unknown>>

const mostTogether = 20
const rankOf = (cover: Cover): number => Math.max(...cover.map(({ rank }) => rank))

/** The ways to find what a filter does by an index, the likely narrowest first. The filter is one that `readFilter` has read. */
export function coversOf(filter: Filter, fields: Fields): readonly Cover[] {
  return covers(filter, fields).toSorted((a, b) => rankOf(a) - rankOf(b))
}

function covers(filter: Filter, fields: Fields): Cover[] {
  return Object.entries(filter).flatMap(([key, value]) => {
    if (key === '$and') return (value as readonly Filter[]).flatMap((part) => covers(part, fields))
    if (key === '$or') return either((value as readonly Filter[]).map((part) => coversOf(part, fields)[0]))
    if (key.startsWith('$')) return []
    const field = fields[key]!
    if (field.kind === 'items') return within(field, value)
    const lookup = lookupOf(key, value, field, fields)
    return lookup ? [[lookup]] : []
  })
}

/** One of several holds: all of them have to be found. */
function either(parts: readonly (Cover | undefined)[]): Cover[] {
  const cover = parts.flatMap((part) => part ?? [])
  return parts.includes(undefined) || cover.length === 0 || cover.length > mostTogether ? [] : [cover]
}

/** Things of a row whose conditions are those of the row itself. */
function within(field: Extract<Field, { kind: 'items' }>, value: unknown): Cover[] {
  if (!isRecord(value)) return []
  return Object.values(value).flatMap((parts) => (parts as readonly Filter[]).flatMap((part) => covers(part, field.fields)))
}

function lookupOf(key: string, value: unknown, field: Field, fields: Fields): Lookup | undefined {
  const { index } = field
  if (!index) return undefined
  const operators: readonly (readonly [string, unknown])[] = isRecord(value) ? Object.entries(value) : [['$eq', value]]
  const condition = readFilter({ [key]: value }, fields)
  if (index.kind === 'elsewhere') {
    const [ids] = operators.flatMap(([name, operand]) => index.idsBy?.(name, operand) ?? [])
    return ids && { condition, index, ids, rank: 1 }
  }
  if (field.kind === 'search') return operators.length === 0 ? undefined : { condition, index, rank: 2 }
  if (index.kind === 'words') {
    const words = operators.flatMap(([name, operand]) => wordsOf(field, name, operand))
    return words.length === 0 ? undefined : { condition, index, words, rank: 2 }
  }
  const ranks = operators.flatMap(([name, operand]) => rankOfOperator(field, index, name, operand) ?? [])
  if (ranks.length === 0) return undefined
  const order = index.order ?? field.sort
  return { condition, index, ...(order && { order }), rank: Math.min(...ranks) }
}

function rankOfOperator(field: Field, index: FieldIndex, name: string, operand: unknown): number | undefined {
  switch (name) {
    case '$eq':
      return operand === null || operand === '' ? undefined : index.kind === 'unique' ? 0 : 1
    case '$in':
    case '$hasSome':
      return (operand as readonly unknown[]).some((one) => one === null || one === '') ? undefined : index.kind === 'unique' ? 0 : 1
    case '$gt':
    case '$gte':
    case '$lt':
    case '$lte':
      // Texts and ids are compared otherwise than the index has them.
      return field.kind === 'number' || field.kind === 'instant' ? 3 : undefined
    case '$startsWith':
      return field.kind === 'text' && field.folded && operand !== '' ? 3 : undefined
    default:
      return undefined
  }
}

/** Of which words one has to be there, where an operator says that. */
function wordsOf(field: Field, name: string, operand: unknown): readonly (readonly string[])[] {
  const asked = (name === '$eq' ? [operand] : operand) as readonly string[]
  if (!['$eq', '$in', '$hasSome', '$hasAll'].includes(name)) return []
  if (field.kind === 'ids') {
    const ids = asked.map((id) => id.toLowerCase())
    const some = name === '$hasAll' ? ids.filter((id) => id !== field.everyones).map((id) => [id]) : [ids]
    return some.filter((list) => list.length > 0 && !list.includes(field.everyones ?? ''))
  }
  if (field.kind !== 'texts') return []
  const spelled = asked.map((one) => field.spelled?.(one) ?? [one])
  return name === '$hasAll' ? spelled : [spelled.flat()]
}

const isRecord = (value: unknown): value is Filter => typeof value === 'object' && value !== null && !Array.isArray(value)
