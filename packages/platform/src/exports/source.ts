import type { CursorQuery, ExportFormat } from '@vitrine/contract'
import type { Db } from '../db/sql.ts'
import { Refusal } from '../refusal.ts'
import { byteOrderMark, lineOf } from './csv.ts'

export interface PageOfRows<Row> {
  readonly rows: readonly Row[]
  /** Where the next page begins. */
  readonly next: string | undefined
}

/** Something that can be exported, page by page. */
export interface Source<Row = unknown> {
  /** What a row says under each name of a column, and the column's title in a spreadsheet. */
  readonly columns: Readonly<Record<string, ExportColumn<Row>>>
  /** The whole of it, as the API shows it. */
  readonly whole: (row: Row) => unknown
  readonly read: (db: Db, site: string, query: CursorQuery, now: Date) => Promise<PageOfRows<Row> | Refusal<'INVALID_ARGUMENT'>>
}

export interface ExportColumn<Row> {
  readonly title: string
  readonly text: (row: Row) => string
}

/** What is exported, and how. */
export interface Wanted {
  readonly format: ExportFormat
  readonly columns?: readonly string[] | undefined
  readonly query: CursorQuery
}

const perPage = 200

/**
 * A file, piece by piece. A page is read when the pieces before it were taken: whoever reads slowly holds neither rows nor a connection
 * meanwhile, and whoever stops reading ends it.
 */
export async function* written<Row>(
  { columns, whole, read }: Source<Row>,
  { db, site, now }: { readonly db: Db; readonly site: string; readonly now: () => Date },
  { format, columns: chosen, query }: Wanted,
): AsyncGenerator<string> {
  const names = (chosen ?? Object.keys(columns)).filter((name) => Object.hasOwn(columns, name))
  const cells = (row: Row) => names.map((name) => columns[name]!.text(row))
  const line = (row: Row): string => {
    if (format === 'CSV') return lineOf(cells(row))
    const said = chosen ? Object.fromEntries(names.map((name) => [name, columns[name]!.text(row)])) : whole(row)
    return `${JSON.stringify(said)}\n`
  }
  if (format === 'CSV') yield byteOrderMark + lineOf(names.map((name) => columns[name]!.title))
  let cursor: string | undefined
  do {
    const page: PageOfRows<Row> | Refusal = await read(
      db,
      site,
      { ...query, cursorPaging: { limit: perPage, ...(cursor && { cursor }) } },
      now(),
    )
    if (page instanceof Refusal) throw new Error(`an export cannot go on: ${JSON.stringify(page.data)}`)
    if (page.rows.length > 0) yield page.rows.map(line).join('')
    cursor = page.next
  } while (cursor !== undefined)
}
