import { fold } from '../fold.ts'

/** Something that is queried. Amounts are in minor units, instants ISO text. */
export interface Row {
  readonly id: string
  readonly title: string
  readonly name: string
  readonly note: string
  readonly email: string
  readonly status: string
  readonly owner: string | null
  readonly price: number
  readonly stock: number | null
  readonly created: string
  readonly ended: string | null
  readonly visible: boolean
  readonly tags: readonly string[]
  readonly labels: readonly string[]
  readonly collections: readonly string[]
}

/** The same as columns. Texts are compared letter by letter everywhere. */
export const schema = `id uuid, title text collate "C", name text collate "C", name_key text collate "C", note text collate "C", email text,
  status text collate "C", owner uuid, price bigint, stock bigint, created timestamptz, ended timestamptz, visible boolean,
  tags text[], labels text[], collections uuid[]`

type Value = string | number | boolean | null

/** What of a row a condition looks at, in the units of the wire. */
function valueOf(row: Row, field: string): Value | readonly string[] {
  if (field === 'price') return row.price / 100
  return row[field as keyof Row]
}

const instants = new Set(['created', 'ended'])
const numbers = new Set(['price', 'stock'])

/** Whether a row is what a filter asks for, read from what CONTRACT.md says of each operator. */
export function matches(row: Row, filter: Readonly<Record<string, unknown>>): boolean {
  return Object.entries(filter).every(([key, asked]) => {
    if (key === '$and') return (asked as Record<string, unknown>[]).every((part) => matches(row, part))
    if (key === '$or') return (asked as Record<string, unknown>[]).some((part) => matches(row, part))
    if (key === '$not') return ![asked].flat().every((part) => matches(row, part as Record<string, unknown>))
    const value = valueOf(row, key)
    if (typeof asked !== 'object' || asked === null) return holds(key, value, '$eq', asked)
    return Object.entries(asked).every(([operator, operand]) => holds(key, value, operator, operand))
  })
}

function holds(field: string, value: Value | readonly string[], operator: string, operand: unknown): boolean {
  if (Array.isArray(value)) return holdsList(value as readonly string[], operator, operand, field === 'collections')
  const scalar = value as Value
  const isNone = scalar === null || scalar === ''
  switch (operator) {
    case '$eq':
      return operand === null ? isNone : same(field, scalar, operand)
    case '$ne':
      return !holds(field, value, '$eq', operand)
    case '$in':
    case '$hasSome':
      return (operand as unknown[]).some((one) => holds(field, value, '$eq', one))
    case '$nin':
      return !holds(field, value, '$in', operand)
    case '$hasAll':
      return (operand as unknown[]).every((one) => holds(field, value, '$eq', one))
    case '$exists':
      return operand === true ? !isNone : isNone
    case '$isEmpty':
      return operand === true ? isNone : !isNone
    case '$gt':
      return scalar !== null && order(field, scalar, operand) > 0
    case '$gte':
      return scalar !== null && order(field, scalar, operand) >= 0
    case '$lt':
      return scalar !== null && order(field, scalar, operand) < 0
    case '$lte':
      return scalar !== null && order(field, scalar, operand) <= 0
    default:
      return looksLike(field, scalar, operator, operand as string)
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

const order = (field: string, value: Value, operand: unknown): number => {
  if (instants.has(field)) return Date.parse(value as string) - Date.parse(operand as string)
  if (numbers.has(field)) return Math.sign((value as number) - Number(operand))
  return byBytes(value as string, operand as string)
}

function same(field: string, value: Value, operand: unknown): boolean {
  if (value === null) return false
  if (field === 'id' || field === 'owner') return value === String(operand).toLowerCase()
  return instants.has(field) || numbers.has(field) ? order(field, value, operand) === 0 : value === operand
}

/** Texts begin, end and contain without regard to case, names also to accents; other values as they are written. */
function looksLike(field: string, value: Value, operator: string, operand: string): boolean {
  if (operand === '') return true
  if (value === null) return false
  const lowered = (given: string) => {
    if (field === 'name') return fold(given)
    return field === 'email' ? given.toLowerCase() : given.replace(/[A-Z]/g, (letter) => letter.toLowerCase())
  }
  const [text, part] = [lowered(String(value)), lowered(operand)]
  if (operator === '$startsWith') return text.startsWith(part)
  return operator === '$endsWith' ? text.endsWith(part) : text.includes(part)
}

/** As the letters' numbers go, which is also how UTF-8 sorts. */
function byBytes(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b))
}

/** By each sort in turn; the id decides in the direction of the last one. */
export function compare(
  a: Row,
  b: Row,
  sorts: readonly { readonly fieldName: string; readonly order?: 'ASC' | 'DESC' | null | undefined }[],
): number {
  for (const { fieldName, order: way } of sorts) {
    const [x, y] = [a, b].map((row) => (fieldName === 'name' ? fold(row.name) : valueOf(row, fieldName)))
    const by = typeof x === 'string' && !instants.has(fieldName) ? byBytes(x, y as string) : order(fieldName, x as Value, y)
    if (by !== 0) return way === 'DESC' ? -by : by
  }
  const by = byBytes(a.id, b.id)
  return sorts.at(-1)?.order === 'DESC' ? -by : by
}
