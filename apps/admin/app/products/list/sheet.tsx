import type { MerchantProductRow } from '@vitrine/contract'
import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react'
import { many } from '../../list/many.ts'
import type { SheetCells } from '../../parts/sheet/cell-picker.ts'
import { CellRange, RangeStrip } from '../../parts/sheet/cell-range.tsx'
import { type Column, columnNames, isFigure, isPercent, type Sheet, settled, usual, withCells } from './cells.ts'

/** What is written on the list, and how one writes on it. */
interface Writing {
  readonly sheet: Sheet
  readonly places: number
  /** The rows that are shown, by their ids, in their order. */
  readonly rows: Map<string, MerchantProductRow>
  /** Writes cells at once; what is typed into one cell without a break is one step back, with what ends it. */
  readonly write: (cells: Parameters<typeof withCells>[1], endsTyping?: boolean) => void
  readonly undo: () => void
  readonly clear: () => void
}

const Context = createContext<Writing | undefined>(undefined)

export function useSheet(): Writing {
  const writing = useContext(Context)
  if (!writing) throw new Error('there is no sheet here')
  return writing
}

interface State {
  readonly sheet: Sheet
  readonly history: readonly Sheet[]
  /** The cell that was written last, alone. */
  readonly last: string | undefined
}

const nothing: State = { sheet: new Map(), history: [], last: undefined }
const mostSteps = 100
const keyOf = (row: Pick<MerchantProductRow, 'id'>, column: Column): string => `${row.id} ${column}`

export function SheetProvider({ places, children }: { places: number; children: ReactNode }) {
  const [{ sheet }, setState] = useState(nothing)
  const [rows] = useState(() => new Map<string, MerchantProductRow>())
  const writing = useMemo(
    (): Writing => ({
      sheet,
      places,
      rows,
      write: (cells, endsTyping = false) =>
        setState((all) => {
          const only = cells.length === 1 ? keyOf(cells[0]!.row, cells[0]!.column) : undefined
          const joins = endsTyping || (only !== undefined && only === all.last)
          return {
            sheet: withCells(all.sheet, cells, places),
            history: joins ? all.history : [...all.history, all.sheet].slice(-mostSteps),
            last: only,
          }
        }),
      undo: () => setState((all) => ({ sheet: all.history.at(-1) ?? all.sheet, history: all.history.slice(0, -1), last: undefined })),
      clear: () => setState(nothing),
    }),
    [sheet, places, rows],
  )
  const rowOf = (id: string) => sheet.get(id)?.row ?? rows.get(id)
  const cells: SheetCells = {
    write: (all, endsTyping) =>
      writing.write(
        all.flatMap(({ key, text, old }) => {
          const [id, column] = key.split(' ') as [string, Column]
          const row = rowOf(id)
          return row ? [{ row, column, text: settled(row, column, text, old, places) }] : []
        }),
        endsTyping,
      ),
    undo: writing.undo,
    savedText: (key) => {
      const [id, column] = key.split(' ') as [string, Column]
      const row = rowOf(id)
      return row && usual(row, column, places)
    },
  }
  return (
    <Context value={writing}>
      <CellRange of={cells}>{children}</CellRange>
    </Context>
  )
}

/** A cell to be written over. */
export function Cell({ of: row, column }: { of: MerchantProductRow; column: Column }) {
  const { sheet, places, rows, write } = useSheet()
  useEffect(() => {
    rows.set(row.id, row)
    return () => void rows.delete(row.id)
  }, [rows, row])
  const written = sheet.get(row.id)
  const stands = usual(written?.row ?? row, column, places)
  const text = written?.cells[column] ?? stands
  if (isFigure(column) && isPercent(row))
    return (
      <span className="faint" title="The product has a discount by percentage, which is changed on its page">
        {stands}
      </span>
    )
  return (
    <span className="scell" {...(text !== stands && { 'data-changed': '' })}>
      <input
        className="ce"
        data-cell={keyOf(row, column)}
        autoComplete="off"
        {...(isFigure(column) && { inputMode: 'decimal' as const })}
        maxLength={column === 'ribbon' ? 30 : 40}
        aria-label={`${columnNames[column]} of ${row.name}`}
        placeholder="–"
        value={text}
        onChange={({ target }) => write([{ row, column, text: target.value }])}
      />
    </span>
  )
}

/** What is written so far, and the keys of the sheet. */
export const SheetKeys = ({ cells }: { cells: number }) => (
  <RangeStrip>{cells === 0 ? 'Write on prices, ribbons and SKUs.' : `${many(cells, 'cell')} changed, not saved.`}</RangeStrip>
)
