import type { CursorPagingMetadata, CursorQuery } from '@vitrine/contract'
import { type Db, raw, type Sql, sql } from '../db/sql.ts'
import { type Refusal, refuse } from '../refusal.ts'
import { type Fields, Unreadable } from './filter.ts'
import { readKeyset } from './keyset.ts'

const kinds = {
  id: { kind: 'id', type: 'uuid' },
  text: { kind: 'text', type: 'text' },
  instant: { kind: 'instant', type: 'timestamptz' },
  flag: { kind: 'flag', type: 'boolean' },
  ids: { kind: 'ids', type: 'uuid[]' },
} as const

/** A list that is kept in one piece, and what it can be filtered and sorted by. Every entity has an `id`. */
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
      Object.entries(fields).map(([name, kind]) => {
        const field = { kind: kinds[kind].kind, column: column(name) }
        return [name, kind === 'ids' || kind === 'flag' ? field : { ...field, sort: field.column }]
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
