import { createContext, type ReactNode, useContext, useEffect, useMemo, useRef, useState } from 'react'
import type { SheetCells } from '../parts/sheet/cell-picker.ts'
import { CellRange } from '../parts/sheet/cell-range.tsx'
import { useMay } from '../shell/layout.tsx'
import {
  type Cell,
  cellKeyOf,
  cellNameOf,
  isCodeOf,
  keyOf,
  type Mode,
  pastedCells,
  quantityText,
  readCell,
  readCounted,
  readReceived,
  type Sheet,
  settled,
  sumWith,
  unitsOf,
  type Written,
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
  /** Begins something else on an empty sheet: with the variants of these keys, or with all of them. */
  readonly setMode: (mode: Mode, only?: ReadonlySet<string>) => void
  /** The keys of the variants that it is about; of all, where nothing is said. */
  readonly only: ReadonlySet<string> | undefined
  /** The code of the variant whose field is to get the focus. */
  readonly sought: string | undefined
  readonly reached: () => void
  /** What is written from now on. */
  readonly put: (sheet: Sheet) => void
}

const nothing: Sheet = new Map()
const atFirst: State = { mode: 'adjust', only: undefined, sheet: nothing, history: [], last: undefined }
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
  readonly only: ReadonlySet<string> | undefined
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
  const [state, setState] = useState(atFirst)
  const [cells] = useState(() => new Map<string, Cell>())
  const [sought, setSought] = useSought()
  const writing = useMemo(
    (): Writing => ({
      mode: state.mode,
      only: state.only,
      sheet: state.sheet,
      cells,
      write: (next, endsTyping = false) =>
        setState(({ mode, only: about, sheet, history, last }) => {
          const only = next.length === 1 ? cellKeyOf(next[0]![0]) : undefined
          const written = new Map(sheet)
          for (const [cell, text] of next) {
            const key = cellKeyOf(cell)
            const was = written.get(key) ?? cell
            const other = writtenOf(written, cell.row)
            if (text === (mode === 'adjust' ? quantityText(unitsOf(was)) : '')) written.delete(key)
            else if (other === undefined || (other === 'all') === (cell.at === undefined))
              written.set(key, { row: was.row, at: was.at, text })
          }
          const joins = endsTyping || (only !== undefined && only === last)
          return { mode, only: about, sheet: written, history: joins ? history : [...history, sheet].slice(-100), last: only }
        }),
      undo: () =>
        setState((all) => ({ ...all, sheet: all.history.at(-1) ?? all.sheet, history: all.history.slice(0, -1), last: undefined })),
      clear: () => setState((all) => ({ ...all, sheet: nothing, history: [], last: undefined })),
      setMode: (mode, only) => setState({ ...atFirst, mode, only }),
      put: (sheet) => setState((all) => ({ ...all, sheet, history: [], last: undefined })),
      sought,
      reached: () => setSought(undefined),
    }),
    [state, cells, sought, setSought],
  )
  const stands = (cell: Cell) => (state.mode === 'adjust' ? quantityText(unitsOf(cell)) : '')
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
    takes: (key, text) => text !== '' || state.mode !== 'adjust' || cells.get(key)?.at === undefined,
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

const labels: Readonly<Record<Mode, string>> = { adjust: 'Available', count: 'Counted', receive: 'Came in' }

/** Whether what is written into a cell can be read. */
const reads: Readonly<Record<Mode, (written: Written) => boolean>> = {
  adjust: (written) => readCell(written, written.text) !== undefined,
  count: ({ text }) => text.trim() === '' || readCounted(text) !== undefined,
  receive: ({ text }) => text.trim() === '' || readReceived(text) !== undefined,
}

/** What there is of a variant, in all or at a location, to be written over. */
export function QuantityCell({ row, at }: Cell) {
  const { mode, only, sheet, cells, write } = useWriting()
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
  const stands = mode === 'adjust' ? quantityText(quantity) : ''
  const shown = quantity === null ? (at ? '–' : 'Not tracked') : quantity.toLocaleString('en-GB')
  const wrote = writtenOf(sheet, row)
  if (!mayWrite || (only && !only.has(keyOf(row)))) return <span className={quantity === null ? 'faint' : undefined}>{shown}</span>
  if (wrote === 'all' && at) return <span className="faint">{shown}</span>
  if (wrote === 'locations' && !at)
    return (
      <b data-changed="" title="Written at its locations">
        {sumWith(sheet, mode, row).toLocaleString('en-GB')}
      </b>
    )
  const wrong = written !== undefined && !reads[mode](written)
  const counted = mode === 'count' && written ? readCounted(written.text) : undefined
  return (
    <span className="qty" {...(written && { 'data-changed': '' })}>
      {mode === 'receive' && <span className="faint">{quantity === null ? '–' : shown} +</span>}
      {mode === 'count' && (
        <span className="faint">
          {quantity === null ? '–' : shown} {counted !== undefined && (counted === quantity ? '=' : '→')}
        </span>
      )}
      <input
        ref={input}
        className="ce"
        data-cell={key}
        inputMode="numeric"
        autoComplete="off"
        aria-label={`${labels[mode]} of ${cellNameOf(cell)}`}
        aria-invalid={wrong || undefined}
        placeholder={mode === 'receive' ? '0' : mode === 'count' ? 'Counted' : at ? '–' : 'Not tracked'}
        value={written?.text ?? stands}
        onChange={(event) => write([[cell, event.target.value]])}
      />
    </span>
  )
}
