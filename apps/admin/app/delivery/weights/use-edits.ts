import { useState } from 'react'
import { type Column, costOf, lossOf, priceOf, type Row, stepFor } from './sheet.ts'

/** A row, the key of a column, and what is written there. */
export type Written = readonly [Row, string, string]

/** The cells of a sheet: what is saved, and what is written over it. */
export interface Edits {
  readonly stored: (row: Row, key: string) => string
  readonly shown: (row: Row, key: string) => string
  /** What differs from what is saved. */
  readonly changed: readonly { readonly row: Row; readonly column: Column }[]
  /** The column whose price is valid in this one, where that is another. */
  readonly lent: (row: Row, key: string) => Column | undefined
  /** The price of a cell, and what the carrier takes for it: `key` is of the one or of the other. */
  readonly pairOf: (row: Row, key: string) => { readonly price: string; readonly cost: string }
  readonly isLoss: (row: Row, key: string) => boolean
  /** What stands small beside a cell: of a price its cost, of a cost its price. */
  readonly besideOf: (row: Row, key: string) => string
  readonly put: (cells: readonly Written[]) => void
  readonly undo: () => void
  /** What was written in a row is saved. */
  readonly settle: (row: Row) => void
  readonly forgetHistory: () => void
  readonly discard: () => void
}

/** By the method and the column. */
type Texts = Readonly<Record<string, string>>
const unwritten = { texts: {}, history: [] }
export const keyOf = (row: Row, key: string): string => `${row.method.id} ${key}`

export function useEdits(rows: readonly Row[], prices: readonly Column[], all: readonly Column[], currency: string): Edits {
  const [{ texts }, set] = useState<{ readonly texts: Texts; readonly history: readonly Texts[] }>(unwritten)
  const stored = (row: Row, key: string) => row.cells[key] ?? ''
  const shown = (row: Row, key: string) => texts[keyOf(row, key)] ?? stored(row, key)
  const pairOf = (row: Row, key: string) => {
    const price = priceOf(key) ?? key
    return { price: shown(row, price), cost: shown(row, costOf(price)) }
  }
  return {
    stored,
    shown,
    changed: rows.flatMap((row) => all.filter(({ key }) => shown(row, key).trim() !== stored(row, key)).map((column) => ({ row, column }))),
    lent: (row, key) => (shown(row, key).trim() === '' ? stepFor(prices, key, (one) => shown(row, one)) : undefined),
    pairOf,
    isLoss: (row, key) => {
      const { price, cost } = pairOf(row, key)
      return lossOf(price, cost, currency) !== undefined
    },
    besideOf: (row, key) => {
      const { price, cost } = pairOf(row, key)
      return price.trim() === '' ? '' : priceOf(key) === undefined ? cost : price
    },
    // What the carrier takes stands beside a price, and nowhere else.
    put: (cells) => {
      const next = cells.filter(([row, key]) => priceOf(key) === undefined || shown(row, priceOf(key)!).trim() !== '')
      if (next.length === 0) return
      const written = Object.fromEntries(next.map(([row, key, text]) => [keyOf(row, key), text]))
      set((now) => ({ texts: { ...now.texts, ...written }, history: [...now.history, now.texts].slice(-100) }))
    },
    undo: () => set((now) => ({ texts: now.history.at(-1) ?? now.texts, history: now.history.slice(0, -1) })),
    settle: ({ method }) =>
      set(({ texts: before, history }) => ({
        texts: Object.fromEntries(Object.entries(before).filter(([key]) => !key.startsWith(`${method.id} `))),
        history,
      })),
    forgetHistory: () => set((now) => ({ ...now, history: [] })),
    discard: () => set(unwritten),
  }
}
