import type { Media } from '@vitrine/ui'

export interface OrderLine {
  id: string
  name: string
  picture?: Media | undefined
  chosen: readonly string[]
  quantity: number
  /** All its pieces, decimal text. */
  amount: string
}

export interface Stop {
  name: 'PLACED' | 'PAID' | 'PACKED' | 'SENT' | 'READY_FOR_PICKUP' | 'DELIVERED' | 'CANCELED'
  state: 'DONE' | 'NOW' | 'NEXT'
  date?: string | undefined
}

/** What only the buyer is shown. Amounts are decimal text in the order's currency. */
export interface Details {
  email: string
  /** How what is owed is paid by hand; instructions have line breaks. */
  toPay?: { name: string; instructions: string; onCollection: boolean } | undefined
  /** What it was paid with: `Visa ending 4242`. */
  card?: string | undefined
  firstName: string
  lines: readonly OrderLine[]
  sums: { pieces: string; discount: string; delivery: string; total: string }
  delivery?: { title: string; time?: string | undefined; pickup?: string | undefined } | undefined
  /** The lines of the address. */
  address: readonly string[]
  town: string
}

/** `waiting`: for a bank; `owed`: it stands, and is paid by hand, later. */
export interface OrderView {
  id: string
  number: string
  placedDate: string
  currency: string
  state: 'waiting' | 'owed' | 'paid' | 'sent' | 'canceled'
  stops: readonly Stop[]
  details?: Details | undefined
}

/** Whether its money is still to come. */
export const isOwed = ({ state }: Pick<OrderView, 'state'>) => state === 'waiting' || state === 'owed' || state === 'canceled'

export const pieces = (lines: readonly OrderLine[]) => lines.reduce((sum, { quantity }) => sum + quantity, 0)
