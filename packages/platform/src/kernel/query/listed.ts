import type { CursorPagingMetadata, CursorQuery } from '@vitrine/contract'
import { type Db, raw, type Sql, sql } from '../db/sql.ts'
import { type Refusal, refuse } from '../refusal.ts'
import { type Fields, Unreadable } from './filter.ts'
import { readKeyset } from './keyset.ts'

/** `missing`: as what an entity without a value is sorted. */
const kinds = {
  id: { kind: 'id', type: 'uuid', missing: '00000000-0000-0000-0000-000000000000' },
  text: { kind: 'text', type: 'text', missing: '' },
  instant: { kind: 'instant', type: 'timestamptz', missing: '0001-01-01T00:00:00Z' },
  /** One that comes after all others where it is missing, such as an end. */
  end: { kind: 'instant', type: 'timestamptz', missing: '9999-12-31T00:00:00Z' },
  flag: { kind: 'flag', type: 'boolean', missing: undefined },
  ids: { kind: 'ids', type: 'uuid[]', missing: undefined },
} as const

/** A list that is stored as a whole, and what it can be filtered and sorted by. Every entity has an `id`. */
export interface Listing<T> {
  readonly columns: Sql
  readonly fields: Fields
  readonly rowOf: (entity: T) => object
}

/** Describes a listing; `rowOf` gives the values of its fields, under their names. */
export function listing<T>(fields: Readonly<Record<string, keyof typeof kinds>>, rowOf: (entity: T) => object): Listing<T> {
  const column = (name: string) => raw(`entity."${name}"`)
  return {
    columns: raw(
      Object.entries(fields)
        .map(([name, kind]) => `"${name}" ${kinds[kind].type}`)
        .join(', '),
    ),
    fields: Object.fromEntries(
      Object.entries(fields).map(([name, given]) => {
        const { kind, type, missing } = kinds[given]
        const field = { kind, column: column(name) }
        // What decides between equal rows is the id as it is.
        if (name === 'id') return [name, { ...field, sort: field.column }]
        const sort = missing === undefined ? undefined : sql`coalesce(${field.column}, ${missing}${raw(`::${type}`)})`
        return [name, { ...field, ...(sort && { sort, nullable: true }) }]
      }),
    ) as Fields,
    rowOf,
  }
}

/** A page of a list that is at hand. The database compares as it does everywhere, so a filter means the same here as there. */
export async function listed<T extends { readonly id: string }>(
  db: Db,
  entities: readonly T[],
  query: CursorQuery,
  { columns, fields, rowOf }: Listing<T>,
): Promise<{ readonly rows: readonly T[]; readonly metadata: CursorPagingMetadata } | Refusal<'INVALID_ARGUMENT'>> {
  try {
    const id = fields['id']!.column
    const { keys, where, tail, page } = readKeyset(query, { fields, id, usual: [{ fieldName: 'id', order: 'ASC' }], root: 'query' })
    const rows = entities.map((entity, at) => ({ ...rowOf(entity), at }))
    const { rows: found, metadata } = page(
      await db.query<{ readonly at: number; readonly keys: readonly string[] }>(sql`
        select entity.at, ${keys} from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as entity (at integer, ${columns})
        where ${where} ${tail}`),
    )
    return { rows: found.map(({ at }) => entities[at]!), metadata }
  } catch (error) {
    if (error instanceof Unreadable) return refuse('INVALID_ARGUMENT', { fieldViolations: [error.violation] })
    throw error
  }
}
