import type { Grid } from './grid.ts'
import { type Area, drawnOut, holds } from './range.ts'

interface DrawOut {
  readonly table: HTMLTableElement
  readonly handle: HTMLElement
  /** The press that it begins with. */
  readonly event: PointerEvent
  readonly grid: Grid
  readonly from: Area
  /** Hears the area that it ends with; nothing where it is as it was, or was broken off. */
  readonly onEnd: (to: Area | undefined) => void
}

/** Follows the pointer that draws an area out by its handle, and shows how far it goes. */
export function drawOut({ table, handle, event, grid, from, onEnd }: DrawOut): void {
  event.preventDefault()
  handle.setPointerCapture(event.pointerId)
  const dragging = new AbortController()
  const { signal } = dragging
  let to = from
  const show = (area: Area | undefined) => {
    for (const [row, cells] of grid.entries())
      for (const [column, { cell }] of cells.entries())
        cell?.toggleAttribute('data-drawn', area !== undefined && holds(area, { row, column }))
  }
  const placeAt = (x: number, y: number) => {
    const over = document.elementsFromPoint(x, y).flatMap((one) => one.closest('td') ?? [])
    const cell = over.find((one) => table.contains(one))
    const row = grid.findIndex((cells) => cells.some((one) => one.cell?.parentElement === cell?.parentElement))
    const column = grid[row]?.findIndex((one) => one.cell === cell) ?? -1
    return column < 0 ? undefined : { row, column }
  }
  handle.addEventListener(
    'pointermove',
    ({ clientX, clientY }) => {
      const place = placeAt(clientX, clientY)
      if (!place) return
      to = drawnOut(from, place)
      show(to)
      grid[place.row]?.[place.column]?.cell?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    },
    { signal },
  )
  const end = (isDone: boolean) => {
    dragging.abort()
    show(undefined)
    onEnd(isDone && to !== from ? to : undefined)
  }
  handle.addEventListener('pointerup', () => end(true), { signal })
  handle.addEventListener('pointercancel', () => end(false), { signal })
}
