import { mostImportRows, type ProductImport, type ProductImportSettings } from '@vitrine/contract'
import { decoded, encodingOf } from '../../../kernel/csv/encoding.ts'
import { BrokenCsv, type CsvRow, csvRows, delimiterOf } from '../../../kernel/csv/parse.ts'
import type { Database } from '../../../kernel/db/pool.ts'
import { type Db, sql } from '../../../kernel/db/sql.ts'
import { type Field, isField } from '../csv/columns.ts'
import { detectDialect, fieldsOf, productReader } from '../csv/dialects.ts'
import type { ReadingOptions } from '../csv/reading.ts'
import { createItems } from './items.ts'
import { changeImport, type EditedCells, fileParts, noCounts, type StoredImport, takeOpen } from './store.ts'

const sampleRows = 5
const mostColumns = 500
const longestSample = 60
/** How many rows are written at a time. */
const batch = 500

/** Why a file is no file of products, as a sentence. */
export class UnreadableFile extends Error {
  override readonly name = 'UnreadableFile'
}

const brokenSentence = ({ row, reason }: BrokenCsv): string =>
  reason === 'TOO_LONG'
    ? `Row ${row} is longer than a row can be: there may be a quote that is never closed.`
    : `The quotes of row ${row} do not match: one is opened there and never closed.`

/** Text that the database can hold. */
export const storable = (text: string): string => text.replaceAll('\0', '').toWellFormed()

async function* rowsIn(
  parts: AsyncIterable<Uint8Array>,
  { encoding, delimiter }: Pick<ProductImportSettings, 'encoding' | 'delimiter'>,
): AsyncGenerator<CsvRow> {
  try {
    for await (const { row, cells } of csvRows(decoded(parts, encoding), delimiter)) yield { row, cells: cells.map(storable) }
  } catch (error) {
    throw error instanceof BrokenCsv ? new UnreadableFile(brokenSentence(error)) : error
  }
}

async function headOf(parts: AsyncIterable<Uint8Array>, encoding: ProductImportSettings['encoding']): Promise<string> {
  for await (const text of decoded(parts, encoding)) return text.slice(0, 100_000)
  return ''
}

/** The names of columns, each with the first values that stand in it. */
async function columnsIn(rows: AsyncIterable<CsvRow>): Promise<ProductImport['columns']> {
  let columns: { name: string; samples: string[] }[] | undefined
  let seen = 0
  for await (const { cells } of rows) {
    if (!columns) {
      if (cells.length > mostColumns) throw new UnreadableFile(`This file has ${cells.length} columns; ${mostColumns} are the most.`)
      columns = cells.map((name) => ({ name: name.trim().slice(0, 200), samples: [] }))
      continue
    }
    for (const [i, column] of columns.entries()) {
      const text = cells[i]?.trim() ?? ''
      if (text !== '' && column.samples.length < 2) column.samples.push(text.slice(0, longestSample))
    }
    if (++seen === sampleRows) break
  }
  if (!columns) throw new UnreadableFile('This file is empty.')
  if (seen === 0) throw new UnreadableFile('This file has a header, and no row below it.')
  return columns
}

/** What a file seems to be: how it is written, whose it is, and what its columns are. */
export async function look(db: Db, site: string, found: Pick<StoredImport, 'id' | 'bytes'>) {
  const parts = () => fileParts(db, site, found.id, found.bytes)
  const encoding = await encodingOf(parts())
  const delimiter = delimiterOf(await headOf(parts(), encoding))
  const columns = await columnsIn(rowsIn(parts(), { encoding, delimiter }))
  const header = columns.map(({ name }) => name)
  const format = detectDialect(header)
  const settings: ProductImportSettings = {
    format,
    encoding,
    delimiter,
    columns: fieldsOf(header, format).map((field) => field ?? ''),
    existing: 'UPDATE',
    emptyCells: 'KEEP',
    hideNew: false,
  }
  return { settings, columns }
}

/** The columns of a file that is read in another way than before. */
export const lookAgain = (db: Db, site: string, found: Pick<StoredImport, 'id' | 'bytes'>, settings: ProductImportSettings) =>
  columnsIn(rowsIn(fileParts(db, site, found.id, found.bytes), settings))

export const readingOptions = (found: StoredImport, weightUnit: 'KG' | 'LB'): ReadingOptions => ({
  columns: found.settings!.columns.map((name): Field | null => (isField(name) ? name : null)),
  header: found.columns.map(({ name }) => name),
  clears: found.settings!.emptyCells === 'CLEAR',
  weightUnit,
})

/** The cells of a row with those that were edited. */
export const withEdits = (cells: readonly string[], edits: EditedCells[string] = {}): readonly string[] => {
  const last = Math.max(cells.length - 1, ...Object.keys(edits).map(Number))
  return Array.from({ length: last + 1 }, (_, at) => edits[at] ?? cells[at] ?? '')
}

/**
 * Writes down the rows of a file, and which products they make. What was left half done begins anew.
 * @throws UnreadableFile
 */
export async function stage(database: Database, site: string, found: StoredImport, weightUnit: 'KG' | 'LB'): Promise<void> {
  const { id } = found
  const reader = productReader(found.settings!.format, readingOptions(found, weightUnit))
  await database.transact(async (db) => {
    if (!(await takeOpen(db, site, id, 'CHECKING'))) return
    for (const table of [sql`product_import_row`, sql`product_import_item`, sql`product_import_sku`])
      await db.query(sql`delete from ${table} where site = ${site} and import_id = ${id}`)
  })
  let count = 0
  let waiting: { key: string; row: number; cells: readonly string[] }[] = []
  const write = () => {
    const rows = waiting
    waiting = []
    return database.transact(async (db) => {
      const open = await takeOpen(db, site, id, 'CHECKING')
      if (!open || open.staged) return false
      await db.query(sql`
        insert into product_import_row (site, import_id, product_key, row, cells)
        select ${site}, ${id}, key, row, cells from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given (key text, row integer, cells jsonb)
        on conflict do nothing`)
      return true
    })
  }
  let isHeader = true
  for await (const read of rowsIn(fileParts(database, site, id, found.bytes), found.settings!)) {
    if (isHeader) {
      isHeader = false
      continue
    }
    const { row } = read
    const cells = withEdits(read.cells, found.edited[row])
    if (++count > mostImportRows) throw new UnreadableFile(`This file has more than ${mostImportRows.toLocaleString('en')} rows.`)
    waiting.push({ key: reader.keyOf(row, cells), row, cells })
    if (waiting.length === batch && !(await write())) return
  }
  if (waiting.length > 0 && !(await write())) return
  await database.transact(async (db) => {
    const open = await takeOpen(db, site, id, 'CHECKING')
    if (!open || open.staged) return
    await createItems(db, site, id)
    const [made] = await db.query<{ products: number }>(sql`
      select count(*) as products from product_import_item where site = ${site} and import_id = ${id}`)
    await changeImport(db, site, id, { staged: true, place: 0, counts: { ...noCounts, rows: count, products: made!.products } })
  })
}
