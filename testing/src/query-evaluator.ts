import { fold } from '@vitrine/platform/kernel/query/fold'
import fc from 'fast-check'

type Value = string | number | boolean | null

/** What a field of a query is of an entity that is at hand, in the units of the wire. */
export interface KnownField<T> {
  /** `name`: compared without case and accents where it begins, ends or contains. `email`: without case. */
  readonly kind: 'text' | 'name' | 'email' | 'id' | 'number' | 'instant' | 'flag' | 'texts' | 'ids'
  readonly of: (entity: T) => Value | readonly string[] | undefined
  readonly sorts?: true
  /** What it is sorted by, where that is something else: entities without a value stand somewhere, too. */
  readonly sorted?: (entity: T) => Value
  /** Those it takes, where it does not take all of its kind. */
  readonly operators?: readonly string[]
}

export type KnownFields<T> = Readonly<Record<string, KnownField<T>>>

export interface Sort {
  readonly fieldName: string
  readonly order?: 'ASC' | 'DESC' | null | undefined
}

/** A query's language, written a second time: over entities in memory, by what CONTRACT.md says of each operator. */
export function evaluatorOf<T>(fields: KnownFields<T>) {
  const valueOf = (entity: T, name: string) => fields[name]!.of(entity) ?? null

  function matches(entity: T, filter: Readonly<Record<string, unknown>>): boolean {
    return Object.entries(filter).every(([key, asked]) => {
      if (key === '$and') return (asked as Record<string, unknown>[]).every((part) => matches(entity, part))
      if (key === '$or') return (asked as Record<string, unknown>[]).some((part) => matches(entity, part))
      if (key === '$not') return ![asked].flat().every((part) => matches(entity, part as Record<string, unknown>))
      const { kind } = fields[key]!
      const value = valueOf(entity, key)
      if (typeof asked !== 'object' || asked === null) return holds(kind, value, '$eq', asked)
      return Object.entries(asked).every(([operator, operand]) => holds(kind, value, operator, operand))
    })
  }

  /** By each sort in turn. */
  function compare(a: T, b: T, sorts: readonly Sort[]): number {
    for (const { fieldName, order: way } of sorts) {
      const { kind } = fields[fieldName]!
      const [x, y] = [a, b].map((entity) => {
        const value = fields[fieldName]!.sorted?.(entity) ?? valueOf(entity, fieldName)
        return kind === 'name' ? fold(String(value ?? '')) : value
      })
      const by = order(kind, x as Value, y)
      if (by !== 0) return way === 'DESC' ? -by : by
    }
    return 0
  }

  return { matches, compare }
}

type Kind = KnownField<never>['kind']

function holds(kind: Kind, value: Value | readonly string[], operator: string, operand: unknown): boolean {
  if (kind === 'texts' || kind === 'ids') return holdsList((value ?? []) as readonly string[], operator, operand, kind === 'ids')
  const scalar = value as Value
  const isNone = scalar === null || scalar === ''
  switch (operator) {
    case '$eq':
      return operand === null ? isNone : same(kind, scalar, operand)
    case '$ne':
      return !holds(kind, value, '$eq', operand)
    case '$in':
    case '$hasSome':
      return (operand as unknown[]).some((one) => holds(kind, value, '$eq', one))
    case '$nin':
      return !holds(kind, value, '$in', operand)
    case '$hasAll':
      return (operand as unknown[]).every((one) => holds(kind, value, '$eq', one))
    case '$exists':
      return operand === true ? !isNone : isNone
    case '$isEmpty':
      return operand === true ? isNone : !isNone
    case '$gt':
      return scalar !== null && order(kind, scalar, operand) > 0
    case '$gte':
      return scalar !== null && order(kind, scalar, operand) >= 0
    case '$lt':
      return scalar !== null && order(kind, scalar, operand) < 0
    case '$lte':
      return scalar !== null && order(kind, scalar, operand) <= 0
    default:
      return looksLike(kind, scalar, operator, operand as string)
  }
}

function holdsList(value: readonly string[], operator: string, operand: unknown, areIds: boolean): boolean {
  const has = (one: unknown) => value.includes(areIds ? String(one).toLowerCase() : String(one))
  switch (operator) {
    case '$eq':
      return has(operand)
    case '$ne':
      return !has(operand)
    case '$in':
    case '$hasSome':
      return (operand as unknown[]).some(has)
    case '$nin':
      return !(operand as unknown[]).some(has)
    default:
      return (operand as unknown[]).every(has)
  }
}

function order(kind: Kind, value: Value, operand: unknown): number {
  if (kind === 'instant') return atMs(value) - atMs(operand)
  if (kind === 'number') return Math.sign(Number(value) - Number(operand))
  // As the letters' numbers go, which is also how UTF-8 sorts.
  return Buffer.compare(Buffer.from(String(value ?? '')), Buffer.from(String(operand ?? '')))
}

/** What has no date comes before all that have one. */
const atMs = (value: unknown): number => Date.parse((value as string | null | undefined) ?? '0001-01-01T00:00:00Z')

function same(kind: Kind, value: Value, operand: unknown): boolean {
  if (value === null) return false
  if (kind === 'id') return value === String(operand).toLowerCase()
  return kind === 'instant' || kind === 'number' ? order(kind, value, operand) === 0 : value === operand
}

/** Texts begin, end and contain without regard to case, names also to accents; other values as they are written. */
function looksLike(kind: Kind, value: Value, operator: string, operand: string): boolean {
  if (operand === '') return true
  if (value === null) return false
  const lowered = (given: string) =>
    kind === 'name' ? fold(given) : kind === 'email' ? given.toLowerCase() : given.replace(/[A-Z]/g, (letter) => letter.toLowerCase())
  const [text, part] = [lowered(String(value)), lowered(operand)]
  if (operator === '$startsWith') return text.startsWith(part)
  return operator === '$endsWith' ? text.endsWith(part) : text.includes(part)
}

const ordering = ['$gt', '$gte', '$lt', '$lte']
const one = ['$eq', '$ne']
const many = ['$in', '$nin']
const letters = ['$startsWith', '$endsWith', '$contains']
const there = ['$exists', '$isEmpty']

const operatorsOf = ({ kind, operators }: Pick<KnownField<never>, 'kind' | 'operators'>): readonly string[] => {
  if (operators) return operators
  if (kind === 'flag') return [...one, ...many, '$exists']
  if (kind === 'texts' || kind === 'ids') return ['$hasSome', '$hasAll']
  return [
    ...one,
    ...ordering,
    ...many,
    ...there,
    '$hasSome',
    '$hasAll',
    ...(kind === 'text' || kind === 'name' || kind === 'email' ? letters : []),
  ]
}

/** Conditions and filters that ask for what some of these entities have, and for a little that none has. */
export function filtersOf<T>(fields: KnownFields<T>, entities: readonly T[]) {
  const operandOf = (name: string): fc.Arbitrary<unknown> => {
    const { kind, of } = fields[name]!
    const said = [...new Set(entities.flatMap((entity) => of(entity) ?? []))] as (string | number | boolean)[]
    switch (kind) {
      case 'flag':
        return fc.boolean()
      case 'number':
        return fc.constantFrom(...said.flatMap((value) => [value, Number(value) + 0.005, Number(value) - 1]), 0, 1, -1)
      case 'instant':
        return fc.constantFrom(...said, '2026-11-21', '2026-11-21T00:00:00+02:00')
      case 'id':
      case 'ids':
        return fc.constantFrom(...said, 'nobody', ...said.map((id) => String(id).toUpperCase()))
      default:
        return fc.constantFrom(...said, 'nothing', ...said.map((text) => String(text).toUpperCase()))
    }
  }
  const partOf = (name: string): fc.Arbitrary<string> =>
    fc.tuple(operandOf(name), fc.nat(8), fc.integer({ min: 1, max: 5 })).map(([text, at, length]) =>
      Array.from(String(text))
        .slice(at, at + length)
        .join(''),
    )

  const condition = fc.constantFrom(...Object.keys(fields)).chain((name): fc.Arbitrary<Record<string, unknown>> => {
    const operand = operandOf(name)
    const isList = fields[name]!.kind === 'texts' || fields[name]!.kind === 'ids'
    const nullable = isList ? operand : fc.oneof({ weight: 5, arbitrary: operand }, { weight: 1, arbitrary: fc.constant(null) })
    return fc.constantFrom(...operatorsOf(fields[name]!)).chain((operator) => {
      if (there.includes(operator)) return fc.boolean().map((yes) => ({ [name]: { [operator]: yes } }))
      if (operator === '$hasSome' || operator === '$hasAll')
        return fc.array(operand, { maxLength: 3 }).map((list) => ({ [name]: { [operator]: list } }))
      if (many.includes(operator)) return fc.array(nullable, { maxLength: 3 }).map((list) => ({ [name]: { [operator]: list } }))
      if (letters.includes(operator)) return partOf(name).map((text) => ({ [name]: { [operator]: text } }))
      return (one.includes(operator) ? nullable : operand).map((value) => ({ [name]: { [operator]: value } }))
    })
  })
  // A request holds no more levels than these.
  const joined = (part: fc.Arbitrary<Record<string, unknown>>): fc.Arbitrary<Record<string, unknown>> =>
    fc.oneof(
      fc.tuple(fc.constantFrom('$and', '$or'), fc.array(part, { maxLength: 3 })).map(([name, parts]) => ({ [name]: parts })),
      part.map((one) => ({ $not: one })),
    )
  const filter = fc.oneof(condition, joined(condition), joined(fc.oneof(condition, joined(condition))))
  const sortable = Object.keys(fields).filter((name) => fields[name]!.sorts)
  const sorts = fc.array(fc.record({ fieldName: fc.constantFrom(...sortable), order: fc.constantFrom('ASC' as const, 'DESC' as const) }), {
    maxLength: sortable.length > 0 ? 3 : 0,
  })
  return { filter, sorts }
}
