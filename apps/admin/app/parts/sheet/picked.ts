import { columnNameOf, type Grid, rowNameOf } from './grid.ts'
import { type Area, edgesOf, isOneCell, placesIn, sumOf } from './range.ts'

/** What is said of the cells that are picked. */
export interface Picked {
  /** `Oat–Ink × Regular–Large` */
  readonly name: string
  readonly cells: number
  readonly sum: string | undefined
}

const span = (first: string, last: string): string => (first === last ? first : `${first}–${last}`)

export function pickedIn(grid: Grid, area: Area): Picked {
  const texts = placesIn(area).flatMap(({ row, column }) => grid[row]?.[column]?.field?.value ?? [])
  const [first, last] = [grid[area.top]?.[area.left]?.cell, grid[area.bottom]?.[area.right]?.cell]
  const columns = span(columnNameOf(first), columnNameOf(last))
  return { name: `${span(rowNameOf(first), rowNameOf(last))} × ${columns}`, cells: texts.length, sum: sumOf(texts) }
}

/** Marks the cells of one area at a time, and puts the handle at its corner. */
export function markerOf(handle: HTMLElement): (grid: Grid, area: Area | undefined) => void {
  let marked: readonly HTMLElement[] = []
  return (grid, area) => {
    for (const cell of marked) delete cell.dataset['sel']
    marked = []
    handle.remove()
    if (!area) return
    const cells = placesIn(area).flatMap((place) => {
      const cell = grid[place.row]?.[place.column]?.cell
      return cell ? [{ cell, edges: edgesOf(place, area) }] : []
    })
    if (!isOneCell(area))
      for (const { cell, edges } of cells) {
        cell.dataset['sel'] = edges
      }
    marked = cells.map(({ cell }) => cell)
    marked.at(-1)?.append(handle)
  }
}

/** The small square that an area is drawn out by. */
export function newHandle(): HTMLElement {
  const handle = document.createElement('span')
  handle.className = 'fill'
  handle.setAttribute('aria-hidden', 'true')
  handle.title = 'Drag to fill, or double-click to fill to the end'
  return handle
}
