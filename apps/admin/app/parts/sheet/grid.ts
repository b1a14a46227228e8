import type { Place } from './range.ts'

/** What a field of a sheet carries: its key, by which it is written. */
export const cellAttribute = 'data-cell'
const fieldSelector = `input[${cellAttribute}]:not(:disabled)`

/** A cell of a row, and its field where it can be written on. */
export interface GridCell {
  readonly cell: HTMLTableCellElement | undefined
  readonly field: HTMLInputElement | undefined
}

/** The rows with fields, and of each the columns that have a field somewhere. */
export type Grid = readonly (readonly GridCell[])[]

export function gridOf(table: HTMLTableElement): Grid {
  const rows = [...(table.tBodies[0]?.rows ?? [])].flatMap((row) => {
    const cells = [...row.cells]
    const fields = cells.map((cell) => cell.querySelector<HTMLInputElement>(fieldSelector) ?? undefined)
    return fields.some(Boolean) ? [{ cells, fields }] : []
  })
  const columns = [...new Set(rows.flatMap(({ fields }) => [...fields.keys()].filter((at) => fields[at])))].toSorted((a, b) => a - b)
  return rows.map(({ cells, fields }) => columns.map((at) => ({ cell: cells[at], field: fields[at] })))
}

export const keyOf = (field: HTMLInputElement): string => field.getAttribute(cellAttribute)!

/** The field that something happens in or on. */
export const fieldAt = (target: EventTarget | null): HTMLInputElement | undefined =>
  (target instanceof Element ? target.closest('td')?.querySelector<HTMLInputElement>(fieldSelector) : undefined) ?? undefined

export function placeOf(grid: Grid, field: HTMLInputElement): Place | undefined {
  for (const [row, cells] of grid.entries()) {
    const column = cells.findIndex((one) => one.field === field)
    if (column >= 0) return { row, column }
  }
  return undefined
}

/** The next field from a place on, so many rows and columns further each time. */
export function fieldFrom(grid: Grid, { row, column }: Place, down: number, across: number): HTMLInputElement | undefined {
  for (let [y, x] = [row + down, column + across]; grid[y]?.[x]; y += down, x += across) {
    const field = grid[y]![x]!.field
    if (field) return field
  }
  return undefined
}

const textOf = (element: HTMLElement | null | undefined): string => (element?.innerText ?? '').replaceAll(/\s+/g, ' ').trim()

/** What the row of a cell is called. */
export const rowNameOf = (cell: HTMLTableCellElement | undefined): string =>
  textOf(cell?.closest('tr')?.querySelector<HTMLElement>('th[scope="row"]'))

/** What the column of a cell is called. */
export const columnNameOf = (cell: HTMLTableCellElement | undefined): string =>
  cell ? textOf(cell.closest('table')?.tHead?.rows[0]?.cells[cell.cellIndex]) : ''
