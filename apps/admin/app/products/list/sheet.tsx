import type { MerchantProductRow } from '@vitrine/contract'
import { createContext, type KeyboardEvent, type ReactNode, useContext, useEffect, useMemo, useState } from 'react'
import { many } from '../../list/many.ts'
import { Keys } from '../../parts/button.tsx'
import { useSay } from '../../parts/toasts.tsx'
import { pastedCells } from '../editor/sheet.ts'
import { type Column, columnNames, columns, isPercent, type Sheet, settled, usual, withCells } from './cells.ts'

/** What is written on the list, and how one writes on it. */
interface Writing {
  readonly sheet: Sheet
  readonly places: number
  /** The rows that are shown, by their ids, in their order. */
  readonly rows: Map<string, MerchantProductRow>
  readonly write: (cells: Parameters<typeof withCells>[1]) => void
  readonly undo: () => void
  readonly clear: () => void
}

const Context = createContext<Writing | undefined>(undefined)

export function useSheet(): Writing {
  const writing = useContext(Context)
  if (!writing) throw new Error('there is no sheet here')
  return writing
}

const mostSteps = 100

export function SheetProvider({ places, children }: { places: number; children: ReactNode }) {
  const [{ sheet }, setState] = useState<{ readonly sheet: Sheet; readonly history: readonly Sheet[] }>({
    sheet: new Map(),
    history: [],
  })
  const [rows] = useState(() => new Map<string, MerchantProductRow>())
  const writing = useMemo(
    (): Writing => ({
      sheet,
      places,
      rows,
      write: (cells) =>
        setState((all) => ({ sheet: withCells(all.sheet, cells, places), history: [...all.history, all.sheet].slice(-mostSteps) })),
      undo: () => setState((all) => ({ sheet: all.history.at(-1) ?? all.sheet, history: all.history.slice(0, -1) })),
      clear: () => setState({ sheet: new Map(), history: [] }),
    }),
    [sheet, places, rows],
  )
  return <Context value={writing}>{children}</Context>
}

/** The input of the same column so many rows on. */
function below(from: HTMLInputElement, by: number): HTMLInputElement | undefined {
  const all = [...(from.closest('tbody')?.querySelectorAll<HTMLInputElement>(`input[data-cell="${from.dataset['cell']}"]`) ?? [])]
  return all[all.indexOf(from) + by]
}

/** A cell to be written over: arrows and Enter go from row to row, blocks are pasted, ⌘D fills down, ⌘Z takes back. */
export function Cell({ of: row, column }: { of: MerchantProductRow; column: Column }) {
  const { sheet, places, rows, write, undo } = useSheet()
  const say = useSay()
  useEffect(() => {
    rows.set(row.id, row)
    return () => void rows.delete(row.id)
  }, [rows, row])
  const written = sheet.get(row.id)
  const stands = usual(written?.row ?? row, column, places)
  const text = written?.cells[column] ?? stands
  const isFigure = column === 'price' || column === 'compareAt'
  if (isFigure && isPercent(row))
    return (
      <span className="faint" title="The product has a discount by percentage, which is changed on its page">
        {stands}
      </span>
    )
  const put = (next: string) => write([{ row, column, text: next }])
  const settle = (said: string) => {
    const result = settled(written?.row ?? row, column, said, places)
    if (result !== said) put(result)
  }
  const following = (from: HTMLInputElement) => {
    const all = [...(from.closest('tbody')?.querySelectorAll<HTMLInputElement>(`input[data-cell="${column}"]`) ?? [])]
    return all.slice(all.indexOf(from)).flatMap((input) => rows.get(input.dataset['row'] ?? '') ?? [])
  }
  const paste = (said: string, from: HTMLInputElement) => {
    const lines = following(from)
    const across = columns.slice(columns.indexOf(column))
    const cells = pastedCells(said).flatMap((line, down) =>
      line.flatMap((value, at) => {
        const [target, name] = [lines[down], across[at]]
        const figure = name === 'price' || name === 'compareAt'
        return target && name && !(figure && isPercent(target))
          ? [{ row: target, column: name, text: figure ? value.replace(/[^\d.,]/g, '') : value }]
          : []
      }),
    )
    write(cells)
    say({ text: `${many(cells.length, 'cell')} pasted. Not saved yet.`, undo })
  }
  const hear = (event: KeyboardEvent<HTMLInputElement>) => {
    const held = event.metaKey || event.ctrlKey
    const key = event.key.toLowerCase()
    const by =
      event.key === 'ArrowDown' || (event.key === 'Enter' && !event.shiftKey)
        ? 1
        : event.key === 'ArrowUp' || event.key === 'Enter'
          ? -1
          : 0
    if (held && key === 'z') undo()
    else if (held && key === 'd') {
      const lines = following(event.currentTarget).filter((one) => !(isFigure && isPercent(one)))
      write(lines.map((one) => ({ row: one, column, text: settled(sheet.get(one.id)?.row ?? one, column, text, places) })))
      say({ text: `${many(lines.length, 'cell')} filled. Not saved yet.`, undo })
    } else if (by !== 0 && !held && !event.altKey) {
      if (event.key === 'Enter') settle(text)
      below(event.currentTarget, by)?.focus()
    } else if (event.key === 'Escape' && text !== stands) put(stands)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <span className="scell" {...(text !== stands && { 'data-changed': '' })}>
      <input
        className="ce"
        data-cell={column}
        data-row={row.id}
        autoComplete="off"
        {...(isFigure && { inputMode: 'decimal' as const })}
        maxLength={column === 'ribbon' ? 30 : 40}
        aria-label={`${columnNames[column]} of ${row.name}`}
        placeholder="–"
        value={text}
        onChange={({ target }) => put(target.value)}
        onFocus={({ target }) => target.select()}
        onBlur={() => settle(text)}
        onKeyDown={hear}
        onPaste={(event) => {
          const said = event.clipboardData.getData('text')
          if (!/[\n\t]/.test(said.trim())) return
          event.preventDefault()
          paste(said, event.currentTarget)
        }}
      />
    </span>
  )
}

/** What is written so far, and the keys of the sheet. */
export function SheetKeys({ cells }: { cells: number }) {
  return (
    <div className="fx">
      <span>{cells === 0 ? 'Write on prices, ribbons and SKUs.' : `${many(cells, 'cell')} changed, not saved.`}</span>
      <span className="grow" />
      <span className="faint hide-s">
        <Keys of={['⌘', 'V']} /> paste &nbsp; <Keys of={['⌘', 'D']} /> fill down &nbsp; <Keys of={['⌘', 'Z']} /> undo &nbsp;{' '}
        <Keys of={['=']} /> <span className="mono">=old*1.05</span>
      </span>
    </div>
  )
}
