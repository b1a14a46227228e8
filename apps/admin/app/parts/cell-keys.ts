import type { KeyboardEvent } from 'react'

/** The field so many rows and columns from another one in its sheet. */
type Neighbour = (from: HTMLInputElement, rows: number, columns: number) => HTMLInputElement | undefined

/** Where a key leads from a cell of a sheet, if it leaves it; left and right do at the ends of what it says. */
export function cellByKey(
  { key, shiftKey, currentTarget: at }: KeyboardEvent<HTMLInputElement>,
  neighbour: Neighbour,
): HTMLInputElement | undefined {
  if (key === 'ArrowDown' || (key === 'Enter' && !shiftKey)) return neighbour(at, 1, 0) ?? at
  if (key === 'ArrowUp' || key === 'Enter') return neighbour(at, -1, 0) ?? at
  if (key === 'ArrowLeft' && at.selectionStart === 0) return neighbour(at, 0, -1)
  if (key === 'ArrowRight' && at.selectionEnd === at.value.length) return neighbour(at, 0, 1)
  return undefined
}
