import type { ProductImportItem } from '@vitrine/contract'
import { useMemo, useRef, useState } from 'react'
import { type Draft, placeOf, written } from './draft-cells.ts'

type Cell = readonly [row: number, column: number, text: string]

/** What is written into the cells of a file and not saved, with a way back step by step. */
export interface Drafting {
  readonly draft: Draft
  /** What stands in the file, as it was when it was shown last. */
  readonly was: (row: number, column: number) => string
  /** Writes cells at once; what is written into one cell without a break is one step back. */
  readonly write: (cells: readonly Cell[]) => void
  readonly undo: () => void
  /** Nothing is written any more: it is saved, or let go. */
  readonly clear: () => void
}

const nothing: Draft = new Map()
const mostSteps = 100

export function useDraft(items: readonly ProductImportItem[]): Drafting {
  const [{ draft }, setState] = useState<{ draft: Draft; steps: readonly Draft[]; last: string | undefined }>({
    draft: nothing,
    steps: [],
    last: undefined,
  })
  /** Of every page that was looked at: what is written on one stays while one looks at another. */
  const seen = useRef(new Map<string, string>())
  return useMemo(() => {
    for (const { lines = [] } of items)
      for (const { row, cells } of lines) for (const [column, text] of cells.entries()) seen.current.set(placeOf(row, column), text)
    const was = (row: number, column: number) => seen.current.get(placeOf(row, column)) ?? ''
    return {
      draft,
      was,
      write: (cells) =>
        setState((before) => {
          const only = cells.length === 1 ? placeOf(cells[0]![0], cells[0]![1]) : undefined
          const joins = only !== undefined && only === before.last
          return {
            draft: written(before.draft, cells, was),
            steps: joins ? before.steps : [...before.steps, before.draft].slice(-mostSteps),
            last: only,
          }
        }),
      undo: () => setState((before) => ({ draft: before.steps.at(-1) ?? before.draft, steps: before.steps.slice(0, -1), last: undefined })),
      clear: () => setState({ draft: nothing, steps: [], last: undefined }),
    }
  }, [items, draft])
}
