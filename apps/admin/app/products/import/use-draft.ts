import type { ProductImportItem } from '@vitrine/contract'
import { useMemo, useState } from 'react'
import { type Draft, written } from './draft-cells.ts'

type Cell = readonly [row: number, column: number, text: string]

/** What is written into the cells of a file and not saved, with a way back step by step. */
export interface Drafting {
  readonly draft: Draft
  /** Writes cells at once; what is written into one cell without a break is one step back. */
  readonly write: (cells: readonly Cell[], endsTyping?: boolean) => void
  readonly undo: () => void
  /** Nothing is written any more: it is saved, or discarded. */
  readonly clear: () => void
}

interface State {
  readonly draft: Draft
  readonly steps: readonly Draft[]
  /** The cell that was written last, alone. */
  readonly last: string | undefined
}

const nothing: State = { draft: new Map(), steps: [], last: undefined }
const mostSteps = 100

/** What is written on one page of the file stays while one looks at another. */
export function useDraft(items: readonly ProductImportItem[]): Drafting {
  const [state, setState] = useState(nothing)
  return useMemo(() => {
    const lines = new Map(items.flatMap((item) => (item.lines ?? []).map(({ row, cells }) => [row, cells] as const)))
    return {
      draft: state.draft,
      write: (cells, endsTyping = false) =>
        setState(({ draft, steps, last }) => {
          const only = cells.length === 1 ? cells[0]!.slice(0, 2).join(' ') : undefined
          const joins = endsTyping || (only !== undefined && only === last)
          return {
            draft: written(draft, cells, (row, column) => lines.get(row)?.[column] ?? ''),
            steps: joins ? steps : [...steps, draft].slice(-mostSteps),
            last: only,
          }
        }),
      undo: () => setState(({ draft, steps }) => ({ draft: steps.at(-1) ?? draft, steps: steps.slice(0, -1), last: undefined })),
      clear: () => setState(nothing),
    }
  }, [items, state])
}
