import type { ProductImport, ProductImportItem } from '@vitrine/contract'
import { figureOf, isFormula } from '../../parts/sheet/formula.ts'

/** A cell that was written over, with what stands in the file. */
export interface WrittenCell {
  readonly text: string
  readonly was: string
}

/** Cells of a file that somebody wrote over and has not saved, by `row column`. */
export type Draft = ReadonlyMap<string, WrittenCell>

export const placeOf = (row: number, column: number): string => `${row} ${column}`

/** Texts of this length may be cut in a list of products, and are edited in full elsewhere. */
export const longestCell = 300

/** What is written into a draft; what is as it was before is no part of it. `stands` says what the file has in a cell. */
export function written(
  draft: Draft,
  cells: readonly (readonly [row: number, column: number, text: string])[],
  stands: (row: number, column: number) => string,
): Draft {
  const next = new Map(draft)
  for (const [row, column, text] of cells) {
    const place = placeOf(row, column)
    const was = next.get(place)?.was ?? stands(row, column)
    if (text === was) next.delete(place)
    else next.set(place, { text, was })
  }
  return next
}

/**
 * A cell of the file for what is written into it: `=old*1.05` with what it comes to where the cell was a number, in as many places; anything else as
 * it is.
 */
export function settledCell(text: string, old: string): string {
  const number = /^\s*\d+(?:[.,](\d+))?\s*$/.exec(old)
  return isFormula(text) && number ? figureOf(text, Number(old.replace(',', '.')), number[1]?.length ?? 0) : text
}

/** The most rows that are saved with one call. */
const rowsAtOnce = 100

/** A draft as it is sent, in as many calls as it takes. */
export function sendings(draft: Draft): readonly (readonly { row: number; cells: { column: number; text: string }[] }[])[] {
  const rows = new Map<number, { column: number; text: string }[]>()
  for (const [place, { text }] of draft) {
    const [row, column] = place.split(' ').map(Number) as [number, number]
    rows.set(row, [...(rows.get(row) ?? []), { column, text }])
  }
  const all = [...rows].map(([row, cells]) => ({ row, cells })).toSorted((a, b) => a.row - b.row)
  return Array.from({ length: Math.ceil(all.length / rowsAtOnce) }, (_, i) => all.slice(i * rowsAtOnce, (i + 1) * rowsAtOnce))
}

/** What merchants look at first. */
const usual = ['sku', 'variantSku', 'name', 'option1Value', 'option2Value', 'price', 'variantPrice', 'stock']
const mostUsual = 6

export interface ShownColumn {
  readonly column: number
  readonly name: string
  /** What it goes into. */
  readonly field: string
}

/**
 * The columns of a file that are shown where there is not room for all of them: those that say most of a product, those of which something is
 * wrong, and those that somebody asks for; in the order of the file.
 */
export function shownColumns(
  { columns, settings }: Pick<ProductImport, 'columns' | 'settings'>,
  items: readonly Pick<ProductImportItem, 'errors' | 'guesses'>[],
  asked: readonly number[] | undefined,
): readonly ShownColumn[] {
  const known = columns.flatMap(({ name }, column) => {
    const field = settings?.columns[column] ?? ''
    return field === '' ? [] : [{ column, name: name || `Column ${column + 1}`, field }]
  })
  if (asked) return known.filter(({ column }) => asked.includes(column))
  const remarked = new Set(items.flatMap(({ errors, guesses }) => [...errors, ...guesses].flatMap(({ column }) => column ?? [])))
  const first = new Set(
    known
      .filter(({ field }) => usual.includes(field))
      .toSorted((a, b) => usual.indexOf(a.field) - usual.indexOf(b.field))
      .slice(0, mostUsual)
      .map(({ column }) => column),
  )
  const shown = known.filter(({ column, name }) => first.has(column) || remarked.has(name))
  return shown.length > 0 ? shown : known.slice(0, mostUsual)
}

const figures = /^(?:variant)?(?:price|cost|weight|stock|discount|salePrice|compareAtPrice|surcharge)$/i

/** Whether a column has numbers, and is set by their ends. */
export const isFigure = (field: string): boolean => figures.test(field)
