import { createContext, type KeyboardEvent, type ReactNode, useContext, useEffect, useMemo, useState } from 'react'
import { many } from '../list/many.ts'
import { cellByKey } from '../parts/cell-keys.ts'
import { useSay } from '../parts/toasts.tsx'
import { useMay } from '../shell/layout.tsx'
import {
  type Cell,
  cellKeyOf,
  cellNameOf,
  type Mode,
  pastedCells,
  quantityText,
  readCell,
  readReceived,
  type Sheet,
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
  readonly write: (next: readonly (readonly [Cell, string])[]) => void
  readonly undo: () => void
  readonly clear: () => void
  readonly setMode: (mode: Mode) => void
  /** What is written from now on. */
  readonly put: (sheet: Sheet) => void
}

const nothing: Sheet = new Map()

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

export function SheetProvider({ children }: { children: ReactNode }) {
  const [state, setState] = useState<State>({ mode: 'count', sheet: nothing, history: [], last: undefined })
  const [cells] = useState(() => new Map<string, Cell>())
  const writing = useMemo(
    (): Writing => ({
      mode: state.mode,
      sheet: state.sheet,
      cells,
      write: (next) =>
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
          const joins = only !== undefined && only === last
          return { mode, sheet: written, history: joins ? history : [...history, sheet].slice(-100), last: only }
        }),
      undo: () =>
        setState((all) => ({ ...all, sheet: all.history.at(-1) ?? all.sheet, history: all.history.slice(0, -1), last: undefined })),
      clear: () => setState((all) => ({ ...all, sheet: nothing, history: [], last: undefined })),
      setMode: (mode) => setState({ mode, sheet: nothing, history: [], last: undefined }),
      put: (sheet) => setState((all) => ({ ...all, sheet, history: [], last: undefined })),
    }),
    [state, cells],
  )
  return <Context value={writing}>{children}</Context>
}

const attribute = 'data-quantity'
const field = `input[${attribute}]`

const rowsOf = (from: HTMLInputElement): HTMLTableRowElement[] => [...(from.closest('tbody')?.rows ?? [])]
const columnOf = (from: Element): string => from.closest('td')?.dataset['c'] ?? ''
const fieldAt = (row: Element | undefined, column: string) =>
  row?.querySelector<HTMLInputElement>(`td[data-c="${CSS.escape(column)}"] ${field}`) ?? undefined

/** The field of the same column so many rows on, or of the same row so many columns on. */
function neighbour(from: HTMLInputElement, rows: number, columns: number): HTMLInputElement | undefined {
  const own = from.closest('tr')!
  const all =
    columns === 0
      ? rowsOf(from).flatMap((row) => (row === own ? from : (fieldAt(row, columnOf(from)) ?? [])))
      : [...own.querySelectorAll<HTMLInputElement>(field)]
  return all[all.indexOf(from) + rows + columns]
}

/**
 * What there is of a variant, in all or at a location, to be written over: arrows and Enter go from cell to cell, a pasted block goes down the rows
 * and along the columns.
 */
export function QuantityCell({ row, at }: Cell) {
  const { mode, sheet, cells, write, undo } = useWriting()
  const say = useSay()
  const mayWrite = useMay()('products.write')
  const cell = useMemo((): Cell => ({ row, at }), [row, at])
  const key = cellKeyOf(cell)
  useEffect(() => {
    cells.set(key, cell)
    return () => void cells.delete(key)
  }, [cells, key, cell])
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
  const hear = (event: KeyboardEvent<HTMLInputElement>) => {
    const held = event.metaKey || event.ctrlKey
    const next = held || event.altKey ? undefined : cellByKey(event, neighbour)
    if (held && event.key.toLowerCase() === 'z') undo()
    else if (next) {
      next.focus()
      next.select()
    } else if (event.key === 'Escape' && written) write([[cell, stands]])
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const paste = (text: string, target: HTMLInputElement) => {
    const own = target.closest('tr')!
    const all = [...own.querySelectorAll<HTMLInputElement>(field)]
    const columns = all.slice(all.indexOf(target)).map(columnOf)
    const lines = rowsOf(target)
    const below = lines.slice(lines.indexOf(own))
    // Of the sum and the locations of a variant one alone is written.
    const alone = at === undefined ? columns.slice(0, 1) : columns
    const next = pastedCells(text, alone.length).flatMap((line, i) =>
      line.flatMap((value, j) => {
        const there = cells.get(fieldAt(below[i], alone[j]!)?.getAttribute(attribute) ?? '')
        return there && !(there.at && value === '') ? [[there, value] as const] : []
      }),
    )
    write(next)
    say({ text: `${many(next.length, 'quantity', 'quantities')} pasted. Not saved yet.`, undo })
  }
  return (
    <span className="qty" {...(written && { 'data-changed': '' })}>
      {mode === 'receive' && <span className="faint">{quantity === null ? '–' : shown} +</span>}
      <input
        {...{ [attribute]: key }}
        className="ce"
        inputMode="numeric"
        autoComplete="off"
        aria-label={`${mode === 'count' ? 'Available' : 'Came in'} of ${cellNameOf(cell)}`}
        aria-invalid={wrong || undefined}
        placeholder={mode === 'receive' ? '0' : at ? '–' : 'Not tracked'}
        value={written?.text ?? stands}
        onChange={(event) => write([[cell, event.target.value]])}
        onFocus={(event) => event.target.select()}
        onKeyDown={hear}
        onPaste={(event) => {
          const text = event.clipboardData.getData('text')
          if (!/[\n\t]/.test(text.trim())) return
          event.preventDefault()
          paste(text, event.currentTarget)
        }}
      />
    </span>
  )
}
