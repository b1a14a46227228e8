import { type RefCallback, useEffect, useRef, useState } from 'react'
import type { Column, Row } from './sheet.ts'
import { keyOf } from './use-edits.ts'

interface At {
  readonly row: number
  readonly column: number
}

/** Which cells of a sheet are picked: from one to another. */
export interface Area {
  readonly at: At
  readonly until: At
  readonly edges: { readonly top: number; readonly bottom: number; readonly left: number; readonly right: number }
  readonly rows: readonly Row[]
  readonly columns: readonly Column[]
  /** Picks a cell; with `wide` everything up to it. */
  readonly pick: (to: At, wide?: boolean) => void
  readonly move: (rowBy: number, columnBy: number, wide?: boolean) => void
  readonly cellRef: (row: Row, key: string) => RefCallback<HTMLTableCellElement>
  readonly setFocused: (yes: boolean) => void
}

/** The focus goes with the cell, so that a reader of the screen hears it; not while one writes in it. */
export function useArea(rows: readonly Row[], columns: readonly Column[], isWriting: boolean): Area {
  const [at, setAt] = useState<At>({ row: 0, column: 0 })
  const [until, setUntil] = useState<At>({ row: 0, column: 0 })
  const cells = useRef(new Map<string, HTMLTableCellElement>())
  const hasFocus = useRef(false)
  useEffect(() => {
    const row = rows[until.row]
    const column = columns[until.column]
    if (hasFocus.current && !isWriting && row && column) cells.current.get(keyOf(row, column.key))?.focus()
  })
  const pick = (to: At, wide = false) => {
    if (!wide) setAt(to)
    setUntil(to)
  }
  const edges = {
    top: Math.min(at.row, until.row),
    bottom: Math.max(at.row, until.row),
    left: Math.min(at.column, until.column),
    right: Math.max(at.column, until.column),
  }
  return {
    at,
    until,
    edges,
    rows: rows.slice(edges.top, edges.bottom + 1),
    columns: columns.slice(edges.left, edges.right + 1),
    pick,
    move: (rowBy, columnBy, wide = false) => {
      const from = wide ? until : at
      pick(
        {
          row: Math.max(0, Math.min(rows.length - 1, from.row + rowBy)),
          column: Math.max(0, Math.min(columns.length - 1, from.column + columnBy)),
        },
        wide,
      )
    },
    cellRef: (row, key) => (cell) => {
      if (cell) cells.current.set(keyOf(row, key), cell)
      else cells.current.delete(keyOf(row, key))
    },
    setFocused: (yes) => (hasFocus.current = yes),
  }
}
