import type { ProductImportItem } from '@vitrine/contract'

export interface FileRow {
  readonly row: number
  readonly cells: readonly string[]
}

/** What was written into the rows of a file, cell by cell. */
export const changedCells = (before: readonly FileRow[], now: readonly FileRow[]) =>
  now.flatMap(({ row, cells }) => {
    const was = before.find((one) => one.row === row)?.cells ?? []
    const changed = cells.flatMap((text, column) => (text === (was[column] ?? '') ? [] : [{ column, text }]))
    return changed.length > 0 ? [{ row, cells: changed }] : []
  })

/** What is wrong with a cell; without a column, with the row as a whole. */
export const remarksOn = (items: readonly Pick<ProductImportItem, 'errors'>[], row: number, column?: string): readonly string[] => [
  ...new Set(items.flatMap(({ errors }) => errors.filter((one) => one.row === row && one.column === column).map(({ message }) => message))),
]
