import type { StockLevel } from '@vitrine/contract'
import { createContext, type KeyboardEvent, type ReactNode, useContext, useEffect, useMemo, useState } from 'react'
import { many } from '../list/many.ts'
import { useSay } from '../parts/toasts.tsx'
import { useMay } from '../shell/desk.tsx'
import { keyOf, type Mode, nameOf, pastedLines, quantityOf, quantityText, readQuantity, readReceived, type Sheet } from './sheet.ts'

/** What is written on the sheet, and how one writes on it. */
export interface Writing {
  readonly mode: Mode
  readonly sheet: Sheet
  /** The rows that are shown, by their keys. */
  readonly rows: Map<string, StockLevel>
  /** Writes rows at once; what is written into one row in a row is one step back. */
  readonly write: (next: readonly (readonly [StockLevel, string])[]) => void
  readonly undo: () => void
  readonly clear: () => void
  readonly setMode: (mode: Mode) => void
  /** Takes rows off the sheet, or puts them on it as they are now. */
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
  /** The row that was written last, alone. */
  readonly last: string | undefined
}

export function SheetProvider({ children }: { children: ReactNode }) {
  const [state, setState] = useState<State>({ mode: 'count', sheet: nothing, history: [], last: undefined })
  const [rows] = useState(() => new Map<string, StockLevel>())
  const writing = useMemo(
    (): Writing => ({
      mode: state.mode,
      sheet: state.sheet,
      rows,
      write: (next) =>
        setState(({ mode, sheet, history, last }) => {
          const only = next.length === 1 ? keyOf(next[0]![0]) : undefined
          const written = new Map(sheet)
          for (const [row, text] of next) {
            const key = keyOf(row)
            const was = written.get(key)?.row ?? row
            if (text === (mode === 'count' ? quantityText(quantityOf(was)) : '')) written.delete(key)
            else written.set(key, { row: was, text })
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
    [state, rows],
  )
  return <Context value={writing}>{children}</Context>
}

const attribute = 'data-quantity'

/** The row's field that is so many rows on, if there is one. */
function neighbour(from: HTMLInputElement, by: number): HTMLInputElement | undefined {
  const all = [...(from.closest('tbody')?.querySelectorAll<HTMLInputElement>(`input[${attribute}]`) ?? [])]
  return all[all.indexOf(from) + by]
}

/** What there is of a row, to be written over: arrows and Enter go from row to row, a pasted column goes down the rows. */
export function QuantityCell({ of: row }: { of: StockLevel }) {
  const { mode, sheet, rows, write, undo } = useWriting()
  const say = useSay()
  const mayWrite = useMay()('products.write')
  const key = keyOf(row)
  useEffect(() => {
    rows.set(key, row)
    return () => void rows.delete(key)
  }, [rows, key, row])
  const written = sheet.get(key)
  const quantity = quantityOf(row)
  const stands = mode === 'count' ? quantityText(quantity) : ''
  const shown = quantity === null ? 'Not tracked' : quantity.toLocaleString('en-GB')
  if (!mayWrite) return <span className={quantity === null ? 'faint' : undefined}>{shown}</span>
  const wrong =
    written !== undefined &&
    (mode === 'count'
      ? readQuantity(written.text, quantityOf(written.row)) === undefined
      : written.text.trim() !== '' && readReceived(written.text) === undefined)
  const hear = (event: KeyboardEvent<HTMLInputElement>) => {
    const held = event.metaKey || event.ctrlKey
    const by =
      event.key === 'ArrowDown' || (event.key === 'Enter' && !event.shiftKey)
        ? 1
        : event.key === 'ArrowUp' || event.key === 'Enter'
          ? -1
          : 0
    if (held && event.key.toLowerCase() === 'z') undo()
    else if (by !== 0 && !held && !event.altKey) {
      const next = neighbour(event.currentTarget, by)
      next?.focus()
      next?.select()
    } else if (event.key === 'Escape' && written) write([[row, stands]])
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const paste = (text: string, target: HTMLInputElement) => {
    const inputs = [...(target.closest('tbody')?.querySelectorAll<HTMLInputElement>(`input[${attribute}]`) ?? [])]
    const below = inputs.slice(inputs.indexOf(target)).flatMap((input) => rows.get(input.getAttribute(attribute) ?? '') ?? [])
    const next = pastedLines(text).flatMap((line, i) => (below[i] ? [[below[i], line] as const] : []))
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
        aria-label={mode === 'count' ? `Available of ${nameOf(row)}` : `Came in of ${nameOf(row)}`}
        aria-invalid={wrong || undefined}
        placeholder={mode === 'count' ? 'Not tracked' : '0'}
        value={written?.text ?? stands}
        onChange={(event) => write([[row, event.target.value]])}
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
