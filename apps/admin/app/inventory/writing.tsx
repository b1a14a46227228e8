import { createContext, type ReactNode, useContext, useEffect, useMemo, useRef, useState } from 'react'
import type { SheetCells } from '../parts/sheet/cell-picker.ts'
import { CellRange } from '../parts/sheet/cell-range.tsx'
import { useMay } from '../shell/layout.tsx'
import {
  type Cell,
  cellKeyOf,
  cellNameOf,
  isCodeOf,
  type Mode,
  pastedCells,
  quantityText,
  readCell,
  readReceived,
  type Sheet,
  settled,
  sumWith,
  unitsOf,
  writtenOf,
} from './sheet.ts'

/** What is written on the sheet, and how one writes on it. */
export interface Writing {
  readonly mode: Mode
  readonly sheet: Sheet
  /** The cells that are shown, by their keys. */
  readonly cells: Map<string, Cell>
  /** Writes cells at once; what is written into one cell without a break is one step back. */
  readonly write: (next: readonly (readonly [Cell, string])[], endsTyping?: boolean) => void
  readonly undo: () => void
  readonly clear: () => void
  readonly setMode: (mode: Mode) => void
  /** The code of the variant whose field is to get the focus. */
  readonly sought: string | undefined
  readonly reached: () => void
  /** What is written from now on. */
  readonly put: (sheet: Sheet) => void
}

const nothing: Sheet = new Map()
/** The list's own search field. */
const searchId = 'list-q'

const Context = createContext<Writing | undefined>(undefined)

export function useWriting(): Writing {
  const writing = useContext(Context)
  if (!writing) throw new Error('there is no sheet here')
  return writing
}

interface State {
  readonly mode: Mode
  readonly sheet: Sheet
  readonly history: readonly Sheet[]
  /** The cell that was written last, alone. */
  readonly last: string | undefined
}

/** The code that ↵ in the search field was pressed on, until its cell has the focus; a scanner ends with ↵. */
function useSought() {
  const [sought, setSought] = useState<string>()
  useEffect(() => {
    const hear = ({ target, key }: KeyboardEvent) => {
      if (target instanceof HTMLInputElement && target.id === searchId) setSought(key === 'Enter' ? target.value : undefined)
    }
    addEventListener('keydown', hear)
    return () => removeEventListener('keydown', hear)
  }, [])
  return [sought, setSought] as const
}

/** With one variant found by its code the next one is searched for. */
function toSearch(): void {
  const search = document.querySelector<HTMLInputElement>(`#${searchId}`)
  if (!search?.value) return
  search.focus()
  search.select()
}

export function SheetProvider({ children }: { children: ReactNode }) {
  const [state, setState] = useState<State>({ mode: 'count', sheet: nothing, history: [], last: undefined })
  const [cells] = useState(() => new Map<string, Cell>())
  const [sought, setSought] = useSought()
  const writing = useMemo(
    (): Writing => ({
      mode: state.mode,
      sheet: state.sheet,
      cells,
      write: (next, endsTyping = false) =>
        setState(({ mode, sheet, history, last }) => {
          const only = next.length === 1 ? cellKeyOf(next[0]![0]) : undefined
          const written = new Map(sheet)
          for (const [cell, text] of next) {
            const key = cellKeyOf(cell)
            const was = written.get(key) ?? cell
            const other = writtenOf(written, cell.row)
            if (text === (mode === 'count' ? quantityText(unitsOf(was)) : '')) written.delete(key)
            else if (other === undefined || (other === 'all') === (cell.at === undefined))
              written.set(key, { row: was.row, at: was.at, text })
          }
          const joins = endsTyping || (only !== undefined && only === last)
          return { mode, sheet: written, history: joins ? history : [...history, sheet].slice(-100), last: only }
        }),
      undo: () =>
        setState((all) => ({ ...all, sheet: all.history.at(-1) ?? all.sheet, history: all.history.slice(0, -1), last: undefined })),
      clear: () => setState((all) => ({ ...all, sheet: nothing, history: [], last: undefined })),
      setMode: (mode) => setState({ mode, sheet: nothing, history: [], last: undefined }),
      put: (sheet) => setState((all) => ({ ...all, sheet, history: [], last: undefined })),
      sought,
      reached: () => setSought(undefined),
    }),
    [state, cells, sought, setSought],
  )
  const stands = (cell: Cell) => (state.mode === 'count' ? quantityText(unitsOf(cell)) : '')
  const cellsOf: SheetCells = {
    write: (next, endsTyping) =>
      writing.write(
        next.flatMap(({ key, text, old }) => (cells.has(key) ? [[cells.get(key)!, settled(text, old)] as const] : [])),
        endsTyping,
      ),
    undo: writing.undo,
    savedText: (key) => {
      const cell = state.sheet.get(key) ?? cells.get(key)
      return cell && stands(cell)
    },
    // What there is at a location is a number, or is left alone.
    takes: (key, text) => text !== '' || state.mode === 'receive' || cells.get(key)?.at === undefined,
    blockOf: pastedCells,
  }
  return (
    <Context value={writing}>
      <CellRange of={cellsOf} onLast={toSearch} one="quantity" more="quantities">
        {children}
      </CellRange>
    </Context>
  )
}

/** The field that is reached by searching for the code of its variant, as a scanner types it: the first of its row. */
function useScanned(row: Cell['row']) {
  const { sought, reached } = useWriting()
  const input = useRef<HTMLInputElement>(null)
  const isIt = sought !== undefined && isCodeOf(row, sought)
  useEffect(() => {
    const field = input.current
    if (!isIt || !field || field !== field.closest('tr')?.querySelector('input[data-cell]')) return
    field.focus()
    reached()
  }, [isIt, reached])
  return input
}

/** What there is of a variant, in all or at a location, to be written over. */
export function QuantityCell({ row, at }: Cell) {
  const { mode, sheet, cells, write } = useWriting()
  const mayWrite = useMay()('products.write')
  const cell = useMemo((): Cell => ({ row, at }), [row, at])
  const key = cellKeyOf(cell)
  useEffect(() => {
    cells.set(key, cell)
    return () => void cells.delete(key)
  }, [cells, key, cell])
  const input = useScanned(row)
  const written = sheet.get(key)
  const quantity = unitsOf(cell)
  const stands = mode === 'count' ? quantityText(quantity) : ''
  const shown = quantity === null ? (at ? '–' : 'Not tracked') : quantity.toLocaleString('en-GB')
  const wrote = writtenOf(sheet, row)
  if (!mayWrite) return <span className={quantity === null ? 'faint' : undefined}>{shown}</span>
  if (wrote === 'all' && at) return <span className="faint">{shown}</span>
  if (wrote === 'locations' && !at)
    return (
      <b data-changed="" title="Written at its locations">
        {sumWith(sheet, mode, row).toLocaleString('en-GB')}
      </b>
    )
  const wrong =
    written !== undefined &&
    (mode === 'count'
      ? readCell(written, written.text) === undefined
      : written.text.trim() !== '' && readReceived(written.text) === undefined)
  return (
    <span className="qty" {...(written && { 'data-changed': '' })}>
      {mode === 'receive' && <span className="faint">{quantity === null ? '–' : shown} +</span>}
      <input
        ref={input}
        className="ce"
        data-cell={key}
        inputMode="numeric"
        autoComplete="off"
        aria-label={`${mode === 'count' ? 'Available' : 'Came in'} of ${cellNameOf(cell)}`}
        aria-invalid={wrong || undefined}
        placeholder={mode === 'receive' ? '0' : at ? '–' : 'Not tracked'}
        value={written?.text ?? stands}
        onChange={(event) => write([[cell, event.target.value]])}
      />
    </span>
  )
}
