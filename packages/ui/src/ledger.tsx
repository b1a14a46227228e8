import type { ReactNode } from 'react'
import { classes } from './class-names.ts'

export interface LedgerRow {
  label: ReactNode
  /** A `<Money>`, or a word: `Free`. */
  amount: ReactNode
  /** It is taken off. */
  less?: boolean
}

export interface LedgerProps {
  rows: readonly LedgerRow[]
  /** The last row, set as a price. */
  total?: { label: ReactNode; amount: ReactNode }
  className?: string
}

/** A sum as people write one: rows in columns, a line, the total. */
export function Ledger({ rows, total, className }: LedgerProps) {
  return (
    <dl className={classes('ledger', className)}>
      {rows.map((row, at) => (
        // biome-ignore lint: rows of a sum have no identity but their place
        <div key={at}>
          <dt>{row.label}</dt>
          <dd className={row.less ? 'minus' : undefined}>{row.amount}</dd>
        </div>
      ))}
      {total && (
        <div className="total">
          <dt>{total.label}</dt>
          <dd>{total.amount}</dd>
        </div>
      )}
    </dl>
  )
}
