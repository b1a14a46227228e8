import type { CursorQuery, ExportFormat } from '@vitrine/contract'
import { byteOrderMark, csvLine } from '../../kernel/csv/cells.ts'
import type { Db } from '../../kernel/db/sql.ts'
import { Refusal } from '../../kernel/refusal.ts'

export interface PageOfRows<Row> {
  readonly rows: readonly Row[]
  /** Where the next page begins. */
  readonly next: string | undefined
}

/** Something that can be exported, page by page. */
export interface Source<Row = unknown> {
  /** The titles of the columns in a spreadsheet, by their names, in their order. */
  readonly titles: Readonly<Record<string, string>>
  /** The lines of a row, each with a cell for each of these columns. */
  readonly lines: (row: Row, names: readonly string[]) => readonly (readonly string[])[]
  /** The whole of it, as the API shows it. */
  readonly whole: (row: Row) => unknown
  /** @throws Unreadable */
  readonly read: (db: Db, site: string, query: CursorQuery, now: Date) => Promise<PageOfRows<Row> | Refusal<'INVALID_ARGUMENT'>>
}

/** A source of rows that only it knows. */
export const sourceOf = <Row>(of: Source<Row>): Source => of as Source

export interface ExportColumn<Row> {
  readonly title: string
  readonly text: (row: Row) => string
}

/** Titles and lines of what has one line for each row. */
export const oneLineEach = <Row>(columns: Readonly<Record<string, ExportColumn<Row>>>): Pick<Source<Row>, 'titles' | 'lines'> => ({
  titles: Object.fromEntries(Object.entries(columns).map(([name, { title }]) => [name, title])),
  lines: (row, names) => [names.map((name) => columns[name]!.text(row))],
})

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
  { titles, lines, whole, read }: Source<Row>,
  { db, site, now }: { readonly db: Db; readonly site: string; readonly now: () => Date },
  { format, columns: chosen, query }: Wanted,
): AsyncGenerator<string> {
  const names = (chosen ?? Object.keys(titles)).filter((name) => Object.hasOwn(titles, name))
  const text = (row: Row): string => {
    if (format === 'CSV') return lines(row, names).map(csvLine).join('')
    const said = chosen ? lines(row, names).map((cells) => Object.fromEntries(cells.map((cell, i) => [names[i]!, cell]))) : [whole(row)]
    return said.map((one) => `${JSON.stringify(one)}\n`).join('')
  }
  if (format === 'CSV') yield byteOrderMark + csvLine(names.map((name) => titles[name]!))
  let cursor: string | undefined
  do {
    const page: PageOfRows<Row> | Refusal = await read(
      db,
      site,
      { ...query, cursorPaging: { limit: perPage, ...(cursor && { cursor }) } },
      now(),
    )
    if (page instanceof Refusal) throw new Error(`an export cannot go on: ${JSON.stringify(page.data)}`)
    if (page.rows.length > 0) yield page.rows.map(text).join('')
    cursor = page.next
  } while (cursor !== undefined)
}
