import type { CursorQuery } from '@vitrine/contract'
import { join, raw, type Sql, sql } from '../db/sql.ts'
import { type Fields, readFilter, type SortBy, type SortTerm, sortTerms, Unreadable } from './filter.ts'

/** What a cursor stands for: everything that was asked for, and where its page begins. */
interface Place {
  readonly filter: Readonly<Record<string, unknown>>
  readonly sort: readonly SortBy[]
  /** The values of the sort's terms, as the database writes them, of the row next to the page; absent at the beginning. */
  readonly beside?: readonly string[]
  readonly backwards?: true
  /** See `KeysetOptions`. */
  readonly carried?: string
}

export interface Keyset {
  readonly filter: Readonly<Record<string, unknown>>
  /** What the filter means. */
  readonly condition: Sql
  readonly limit: number
  readonly terms: readonly SortTerm[]
  /** The values of the terms next to the page; undefined at the beginning. */
  readonly beside: readonly string[] | undefined
  readonly backwards: boolean
  /** The rest of a statement: ``sql`select …, ${keys} from … where ${where} ${tail}` ``. */
  readonly keys: Sql
  readonly where: Sql
  readonly tail: Sql
  /**
   * The page of the rows that the statement found, in their order, and the cursors beside it. Where it was looked no further than at a row with the
   * values `until`, the next page goes on behind that, even if this one is not full.
   */
  page<Row extends { readonly keys: readonly string[] }>(rows: readonly Row[], until?: readonly string[]): Page<Row>
}

export interface Page<Row> {
  readonly rows: readonly Row[]
  readonly metadata: { readonly count: number; readonly cursors: { next?: string; prev?: string }; readonly hasNext: boolean }
}

export interface KeysetOptions {
  readonly fields: Fields
  readonly id: Sql
  /** What it is sorted by where nobody says. */
  readonly usual: readonly SortBy[]
  /** How the query is called in the input, for violations: `search`. */
  readonly root: string
  /** What else was asked for, as text: a cursor carries it to the next page, where `carriedBy` reads it. */
  readonly carried?: string | undefined
}

/** What of a query a keyset is read from. */
type Paged = Pick<CursorQuery, 'filter' | 'sort' | 'cursorPaging'>

/**
 * What a cursor carries besides the query; undefined where there is no cursor, or it carries nothing.
 * @throws Unreadable
 */
export const carriedBy = ({ cursorPaging }: Paged, root: string): string | undefined =>
  cursorPaging?.cursor ? opened(cursorPaging.cursor, `${root}.cursorPaging.cursor`).carried : undefined

const usualLimit = 50
const longestCursor = 16_000

/**
 * Reads a query by cursor. A page is found by the values beside it and not by counting, so the thousandth costs what the first does.
 * A cursor carries the filter and the sort; nothing in it is believed, it is read like any filter.
 * @throws Unreadable
 */
export function readKeyset(query: Paged, { fields, id, usual, root, carried }: KeysetOptions): Keyset {
  const { cursorPaging } = query
  const limit = cursorPaging?.limit ?? usualLimit
  const place: Place = cursorPaging?.cursor
    ? opened(cursorPaging.cursor, `${root}.cursorPaging.cursor`)
    : { filter: query.filter ?? {}, sort: query.sort ?? [] }
  const condition = readFilter(place.filter, fields, root)
  const terms = sortTerms(place.sort.length === 0 ? usual : place.sort, fields, id, root)
  const backwards = place.backwards === true
  const { beside } = place
  if (beside && !(beside.length === terms.length && terms.every(({ kind }, i) => forms[kind].test(beside[i]!))))
    throw noCursor(`${root}.cursorPaging.cursor`)

  const cursor = (keys: readonly string[], back: boolean): string => {
    const { filter, sort } = place
    const text = Buffer.from(
      JSON.stringify({ filter, sort, beside: keys, ...(back && { backwards: true }), ...(carried && { carried }) } satisfies Place),
    ).toString('base64url')
    if (text.length > longestCursor) throw new Unreadable(`${root}.filter`, 'is too long to be turned over page by page', 'MAX_LENGTH')
    return text
  }

  return {
    filter: place.filter,
    condition,
    limit,
    terms,
    beside,
    backwards,
    keys: keysOf(terms),
    where: join([condition, ...terms.flatMap(({ holds }) => holds ?? []), ...(beside ? [beyond(terms, beside, !backwards)] : [])], ' and '),
    tail: sql`order by ${orderOf(terms, backwards)} limit ${raw(String(limit + 1))}`,

    page(found, until) {
      const full = found.length > limit
      const more = full || until !== undefined
      const rows = found.slice(0, limit)
      const furthest = full ? rows.at(-1)?.keys : (until ?? rows.at(-1)?.keys)
      if (backwards) rows.reverse()
      const nearest = backwards ? rows.at(-1)?.keys : rows[0]?.keys
      const [next, prev] = backwards ? [nearest, furthest] : [furthest, nearest]
      const hasNext = backwards || more
      const hasPrev = backwards ? more : beside !== undefined
      return {
        rows,
        metadata: {
          count: rows.length,
          cursors: {
            ...(hasNext && next && { next: cursor(next, false) }),
            ...(hasPrev && prev && { prev: cursor(prev, true) }),
          },
          hasNext: hasNext && next !== undefined,
        },
      }
    },
  }
}

/** The values of the terms as text, as cursors have them. */
export const keysOf = (terms: readonly SortTerm[]): Sql =>
  sql`array[${join(
    terms.map(({ column, kind }) =>
      kind === 'instant' ? sql`(extract(epoch from ${column}) * 1000000)::bigint::text` : sql`${column}::text`,
    ),
    ', ',
  )}] as keys`

export const orderOf = (terms: readonly SortTerm[], backwards: boolean): Sql =>
  join(
    terms.map(({ column, descends }) => (descends === backwards ? column : sql`${column} desc`)),
    ', ',
  )

/**
 * On that side of the row with these values, or at it where that is said: compared as one row where all terms go one way, so that one index serves,
 * and term by term where not.
 */
export function beyond(terms: readonly SortTerm[], values: readonly string[], behind: boolean, orAt = false): Sql {
  const value = (i: number): Sql => {
    const { kind } = terms[i]!
    if (kind === 'instant') return sql`('epoch'::timestamptz + ${values[i]}::bigint * interval '1 microsecond')`
    return sql`${values[i]}${raw(castOf[kind])}`
  }
  const sign = ({ descends }: SortTerm, at: boolean) => raw(`${descends === behind ? '<' : '>'}${at ? '=' : ''}`)
  const [first] = terms
  if (terms.every(({ descends }) => descends === first!.descends)) {
    const columns = join(
      terms.map(({ column }) => column),
      ', ',
    )
    const row = join(
      terms.map((_, i) => value(i)),
      ', ',
    )
    return sql`(${columns}) ${sign(first!, orAt)} (${row})`
  }
  const ways = terms.map((term, i) =>
    join(
      [
        ...terms.slice(0, i).map(({ column }, j) => sql`${column} = ${value(j)}`),
        sql`${term.column} ${sign(term, orAt && i === terms.length - 1)} ${value(i)}`,
      ],
      ' and ',
    ),
  )
  return sql`(${join(
    ways.map((way) => sql`(${way})`),
    ' or ',
  )})`
}

/** How the values of a cursor are written; times as microseconds. */
const forms: { readonly [K in SortTerm['kind']]: RegExp } = {
  text: /^[^]*$/,
  id: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
  number: /^-?\d{1,18}$/,
  instant: /^-?\d{1,18}$/,
}

const castOf: { readonly [K in SortTerm['kind']]: string } = { text: '::text', id: '::uuid', number: '::bigint', instant: '::timestamptz' }

const noCursor = (path: string) => new Unreadable(path, 'is no cursor of ours', 'FORMAT')

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)
const isText = (value: unknown): value is string => typeof value === 'string' && value.isWellFormed() && !value.includes('\0')

function opened(cursor: string, path: string): Place {
  let said: unknown
  try {
    said = JSON.parse(Buffer.from(cursor, 'base64url').toString())
  } catch {
    throw noCursor(path)
  }
  if (!isRecord(said) || !isRecord(said['filter']) || !Array.isArray(said['sort'])) throw noCursor(path)
  const { filter, sort, beside, backwards, carried } = said
  const sorts = sort.map((one: unknown): SortBy => {
    if (!isRecord(one) || typeof one['fieldName'] !== 'string') throw noCursor(path)
    return { fieldName: one['fieldName'], order: one['order'] === 'DESC' ? 'DESC' : 'ASC' }
  })
  if (!JSON.stringify(filter).isWellFormed() || JSON.stringify(filter).includes('\\u0000')) throw noCursor(path)
  if (!Array.isArray(beside) || !beside.every(isText)) throw noCursor(path)
  return { filter, sort: sorts, beside, ...(backwards === true && { backwards: true as const }), ...(isText(carried) && { carried }) }
}
