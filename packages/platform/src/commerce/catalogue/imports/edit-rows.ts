import type { ProductImportCounts } from '@vitrine/contract'
import { type Db, sql } from '../../../kernel/db/sql.ts'
import { type Violation, violation } from '../../../kernel/violation.ts'
import { productReader } from '../csv/dialects.ts'
import { readItems, type ShopFacts } from './batch.ts'
import { checkItems, picturesOf, sameSku } from './check.ts'
import { counted } from './counts.ts'
import { createItems, itemsWithKeys, type RowOfFile } from './items.ts'
import { readingOptions, storable, withEdits } from './stage.ts'
import type { EditedCells, StoredImport } from './store.ts'

/** Of one import; more is a file that is better mended in a spreadsheet. */
export const mostEdited = 5000

export interface SentRow {
  readonly row: number
  readonly cells: readonly { readonly column: number; readonly text: string }[]
}

type KeyedRow = RowOfFile & { readonly productKey: string }

const rowsWith = (db: Db, site: string, id: string, which: { readonly rows: readonly number[] } | { readonly keys: readonly string[] }) =>
  db.query<KeyedRow>(sql`
    select product_key as "productKey", row, cells from product_import_row where site = ${site} and import_id = ${id}
      and ${'rows' in which ? sql`row = any(${which.rows}::integer[])` : sql`product_key = any(${which.keys}::text[])`} order by row`)

/** The rows of the product that begins at a row. */
export const rowsOfItem = (db: Db, site: string, id: string, row: number): Promise<RowOfFile[]> =>
  db.query<RowOfFile>(sql`
    select line.row, line.cells from product_import_item item
    join product_import_row line on line.site = ${site} and line.import_id = ${id} and line.product_key = item.product_key
    where item.site = ${site} and item.import_id = ${id} and item.row = ${row} order by line.row`)

/** Products that are said to repeat the SKU of one of these rows. */
const repeating = async (db: Db, site: string, id: string, rows: readonly number[]): Promise<readonly string[]> =>
  (
    await db.query<{ key: string }>(sql`
      select product_key as key from product_import_item where site = ${site} and import_id = ${id} and outcome = 'ERROR' and exists (
        select from jsonb_array_elements(errors) as error where error->>'message' = any(${rows.map(sameSku)}::text[]))`)
  ).map(({ key }) => key)

/**
 * Writes cells into the rows of a file whose dry run is done, and tries the products again that they are about: those that the rows belong to
 * now and before, and those whose SKU is not repeated any more.
 */
export async function editRows(
  db: Db,
  site: string,
  found: StoredImport,
  sent: readonly SentRow[],
  facts: ShopFacts,
): Promise<{ readonly edited: EditedCells; readonly counts: ProductImportCounts; readonly keys: readonly string[] } | Violation> {
  const { id } = found
  const known = new Map((await rowsWith(db, site, id, { rows: sent.map(({ row }) => row) })).map((one) => [one.row, one]))
  const edited: Record<string, Readonly<Record<string, string>>> = { ...found.edited }
  for (const [i, { row, cells }] of sent.entries()) {
    if (!known.has(row)) return violation(`rows[${i}].row`, 'is no row of this file')
    const beyond = cells.findIndex(({ column }) => column >= found.columns.length)
    if (beyond >= 0) return violation(`rows[${i}].cells[${beyond}].column`, 'is no column of this file')
    edited[row] = { ...edited[row], ...Object.fromEntries(cells.map(({ column, text }) => [column, storable(text)])) }
  }
  if (Object.values(edited).reduce((sum, cells) => sum + Object.keys(cells).length, 0) > mostEdited)
    return violation('rows', `are more than ${mostEdited} edited cells: change the file itself`)
  const reader = productReader(found.settings!.format, readingOptions(found, facts.weightUnit))
  const changed = [...known.values()].map(({ row, cells: old, productKey }) => {
    const cells = withEdits(old, edited[row])
    return { row, cells, before: productKey, key: reader.keyOf(row, cells) }
  })
  const own = new Set(changed.flatMap(({ before, key }) => [before, key]))
  const theirs = await rowsWith(db, site, id, { keys: [...own] })
  const keys = [
    ...own,
    ...(await repeating(
      db,
      site,
      id,
      theirs.map(({ row }) => row),
    )),
  ]
  const items = await itemsWithKeys(db, site, id, keys)
  const reads = new Map((await readItems(db, site, found, items, facts)).map((read) => [read.item.row, read]))
  const before = items.map((item) => ({
    outcome: item.outcome!,
    guesses: item.guesses,
    changes: item.changes,
    pictures: picturesOf(reads.get(item.row)!),
  }))
  await db.query(sql`
    update product_import_row line set product_key = given.key, cells = given.cells
    from jsonb_to_recordset(${JSON.stringify(changed)}::jsonb) as given (row integer, before text, key text, cells jsonb)
    where line.site = ${site} and line.import_id = ${id} and line.product_key = given.before and line.row = given.row`)
  const rows = (await rowsWith(db, site, id, { keys })).map(({ row }) => row)
  await db.query(sql`delete from product_import_sku where site = ${site} and import_id = ${id} and row = any(${rows}::integer[])`)
  await db.query(sql`delete from product_import_item where site = ${site} and import_id = ${id} and product_key = any(${keys}::text[])`)
  await createItems(db, site, id, keys)
  const anew = await itemsWithKeys(db, site, id, keys)
  const checked = await checkItems(db, site, found, anew, facts)
  const counts = counted(counted(found.counts, before, -1), checked, 1)
  return { edited, keys: [...own], counts: { ...counts, products: counts.products + anew.length - items.length } }
}
