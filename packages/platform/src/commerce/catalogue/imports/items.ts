import type { ProductImportItem, ProductImportOutcome } from '@vitrine/contract'
import { type Db, plannedEachTime, sql } from '../../../kernel/db/sql.ts'
import type { Remark } from '../csv/record.ts'
import type { SavedDraft } from './extras.ts'

/** The stock of a variant as an import found it, and as it left it. */
export interface MovedStock {
  readonly variantId: string
  readonly before: { readonly tracked: boolean; readonly inStock: boolean; readonly quantity: number }
  readonly after: { readonly tracked: boolean; readonly inStock: boolean; readonly quantity: number }
  /** How many more each location had after it, by their ids. */
  readonly units?: Readonly<Record<string, number>>
}

export interface StoredItem {
  readonly row: number
  readonly rows: number
  readonly productKey: string
  readonly name: string
  readonly sku: string
  readonly outcome: ProductImportOutcome | null
  readonly changes: ProductImportItem['changes']
  readonly errors: readonly Remark[]
  readonly guesses: readonly Remark[]
  readonly state: ProductImportItem['state']
  readonly productId: string | null
}

export interface DoneItem extends StoredItem {
  readonly before: SavedDraft | null
  readonly after: SavedDraft | null
  readonly stock: readonly MovedStock[] | null
}

const columns = sql`item.row, item.rows, item.product_key as "productKey", item.name, item.sku, item.outcome, item.changes, item.errors, item.guesses,
  item.state, item.product_id as "productId"`

const ofImport = (site: string, id: string) => sql`item.site = ${site} and item.import_id = ${id}`

/** Items of the rows of a file: of all, or of those with these keys. */
export async function createItems(db: Db, site: string, id: string, keys?: readonly string[]): Promise<void> {
  await db.query(sql`
    insert into product_import_item (site, import_id, row, rows, product_key, name, sku, changes, errors, guesses, state)
    select ${site}, ${id}, min(row), count(*), product_key, '', '', '[]'::jsonb, '[]'::jsonb, '[]'::jsonb, 'PENDING'
    from product_import_row where site = ${site} and import_id = ${id} and ${keys ? sql`product_key = any(${keys}::text[])` : sql`true`}
    group by product_key`)
}

export const itemsWithKeys = (db: Db, site: string, id: string, keys: readonly string[]): Promise<StoredItem[]> =>
  db.query<StoredItem>(sql`
    select ${columns} from product_import_item item where ${ofImport(site, id)} and item.product_key = any(${keys}::text[]) order by item.row`)

/** Those that the dry run has not come to. */
export const itemsToCheck = (db: Db, site: string, id: string, after: number, limit: number): Promise<StoredItem[]> =>
  db.query<StoredItem>(sql`
    select ${columns} from product_import_item item where ${ofImport(site, id)} and item.row > ${after} order by item.row limit ${limit}`)

/** Those that go in, and have not yet. */
export const itemsToDo = (db: Db, site: string, id: string, after: number, limit: number): Promise<StoredItem[]> =>
  db.query<StoredItem>(sql`
    select ${columns} from product_import_item item
    where ${ofImport(site, id)} and item.row > ${after} and item.outcome in ('NEW', 'CHANGED') and item.state = 'PENDING'
    order by item.row limit ${limit}`)

/** Those that went in and lie before a row, the last first. */
export const itemsToUndo = (db: Db, site: string, id: string, below: number, limit: number): Promise<DoneItem[]> =>
  db.query<DoneItem>(sql`
    select ${columns}, item.before, item.after, item.stock from product_import_item item
    where ${ofImport(site, id)} and item.outcome in ('NEW', 'CHANGED') and item.state = 'DONE' and item.row < ${below} order by item.row desc limit ${limit}`)

export interface ItemsAsked {
  readonly only?: string | null | undefined
  readonly after: number
  readonly limit: number
}

export function findItems(db: Db, site: string, id: string, { only, after, limit }: ItemsAsked): Promise<StoredItem[]> {
  const which =
    only === null || only === undefined
      ? sql`true`
      : only === 'GUESSED'
        ? sql`item.guesses <> '[]'::jsonb`
        : only === 'FAILED' || only === 'CONFLICT'
          ? sql`item.state = ${only}`
          : sql`item.outcome = ${only}`
  return db.query<StoredItem>(
    plannedEachTime(sql`
      select ${columns} from product_import_item item
      where ${ofImport(site, id)} and ${which} and item.row > ${after} order by item.row limit ${limit}`),
  )
}

export interface RowOfFile {
  readonly row: number
  readonly cells: readonly string[]
}

/** The first rows of the products that begin at these rows, by those; long texts are cut. */
export async function firstLinesOf(
  db: Db,
  site: string,
  id: string,
  rows: readonly number[],
  { lines, longest }: { readonly lines: number; readonly longest: number },
): Promise<ReadonlyMap<number, readonly RowOfFile[]>> {
  const found = await db.query<RowOfFile & { item: number }>(sql`
    select item.row as item, line.row, array(
      select left(cell.text, ${longest}) from jsonb_array_elements_text(line.cells) with ordinality cell (text, at) order by cell.at) as cells
    from product_import_item item cross join lateral (
      select row, cells from product_import_row line
      where line.site = ${site} and line.import_id = ${id} and line.product_key = item.product_key order by row limit ${lines}) line
    where ${ofImport(site, id)} and item.row = any(${rows}::integer[]) order by item.row, line.row`)
  return Map.groupBy(found, ({ item }) => item)
}

/** The rows of these products, by their keys. */
export async function rowsOf(db: Db, site: string, id: string, keys: readonly string[]): Promise<ReadonlyMap<string, RowOfFile[]>> {
  const rows = await db.query<RowOfFile & { productKey: string }>(sql`
    select product_key as "productKey", row, cells from product_import_row
    where site = ${site} and import_id = ${id} and product_key = any(${keys}::text[]) order by row`)
  return Map.groupBy(rows, ({ productKey }) => productKey)
}

export interface CheckedItem {
  readonly row: number
  readonly name: string
  readonly sku: string
  readonly outcome: ProductImportOutcome
  readonly changes: ProductImportItem['changes']
  readonly errors: readonly Remark[]
  readonly guesses: readonly Remark[]
  readonly productId: string | null
}

export async function saveChecked(db: Db, site: string, id: string, items: readonly CheckedItem[]): Promise<void> {
  await db.query(sql`
    update product_import_item item set name = given.name, sku = given.sku, outcome = given.outcome, changes = given.changes,
      errors = given.errors, guesses = given.guesses, product_id = given."productId"
    from jsonb_to_recordset(${JSON.stringify(items)}::jsonb) as given (row integer, name text, sku text, outcome text, changes jsonb, errors jsonb,
      guesses jsonb, "productId" uuid)
    where item.site = ${site} and item.import_id = ${id} and item.row = given.row`)
}

export interface EndedItem {
  readonly row: number
  readonly state: ProductImportItem['state']
  readonly errors: readonly Remark[]
  readonly productId: string | null
  readonly before: SavedDraft | null
  readonly after: SavedDraft | null
  readonly stock: readonly MovedStock[] | null
}

/** What became of them. Errors come to those there are. */
export async function saveEnded(db: Db, site: string, id: string, items: readonly EndedItem[]): Promise<void> {
  if (items.length === 0) return
  await db.query(sql`
    update product_import_item item set state = given.state, errors = item.errors || given.errors, product_id = given."productId",
      before = nullif(given.before, 'null'::jsonb), after = nullif(given.after, 'null'::jsonb), stock = nullif(given.stock, 'null'::jsonb)
    from jsonb_to_recordset(${JSON.stringify(items)}::jsonb) as given (row integer, state text, errors jsonb, "productId" uuid, before jsonb,
      after jsonb, stock jsonb)
    where item.site = ${site} and item.import_id = ${id} and item.row = given.row`)
}

/** Of these SKUs, those that an earlier row of the file has: with that row. The others are noted. */
export async function noteSkus(
  db: Db,
  site: string,
  id: string,
  skus: readonly { readonly sku: string; readonly row: number }[],
): Promise<ReadonlyMap<number, number>> {
  if (skus.length === 0) return new Map()
  const given = sql`jsonb_to_recordset(${JSON.stringify(skus)}::jsonb) as given (sku text, row integer)`
  await db.query(sql`
    insert into product_import_sku (site, import_id, sku, row)
    select ${site}, ${id}, sku, min(row) from ${given} group by sku on conflict do nothing`)
  const rows = await db.query<{ row: number; first: number }>(sql`
    select given.row, known.row as first from ${given}
    join product_import_sku known on known.site = ${site} and known.import_id = ${id} and known.sku = given.sku
    where known.row <> given.row`)
  return new Map(rows.map(({ row, first }) => [row, first]))
}
