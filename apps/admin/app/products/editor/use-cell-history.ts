import { useCallback, useRef } from 'react'
import type { Column } from './cells.ts'
import type { ByVariant } from './values.ts'

interface CellText {
  readonly column: Column
  readonly key: string
  readonly text: string
}

const mostSteps = 100

const isSame = (one: CellText | undefined, other: CellText | undefined): boolean =>
  one !== undefined && one.column === other?.column && one.key === other.key

/** Writes cells with a way back step by step; what is typed into one cell without a break is one step. Both functions stay the same for good. */
export function useCellHistory(textAt: (column: Column, key: string) => string, put: (column: Column, change: ByVariant) => void) {
  const steps = useRef<(readonly CellText[])[]>([])
  /** The cell that was written last, alone. */
  const last = useRef<CellText>(undefined)
  const putAll = useCallback(
    (cells: readonly CellText[]) => {
      const columns = Map.groupBy(cells, ({ column }) => column)
      for (const [column, all] of columns) put(column, Object.fromEntries(all.map(({ key, text }) => [key, text])))
    },
    [put],
  )
  const write = useCallback(
    (cells: readonly CellText[], endsTyping = false) => {
      const only = cells.length === 1 ? cells[0] : undefined
      if (!endsTyping && !isSame(only, last.current))
        steps.current = [...steps.current, cells.map((cell) => ({ ...cell, text: textAt(cell.column, cell.key) }))].slice(-mostSteps)
      last.current = only
      putAll(cells)
    },
    [textAt, putAll],
  )
  const undo = useCallback(() => {
    last.current = undefined
    putAll(steps.current.pop() ?? [])
  }, [putAll])
  return { write, undo }
}
