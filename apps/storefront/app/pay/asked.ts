import type { Reason } from '@vitrine/contract'
import type { PayWay } from '../checkout/checkout.ts'
import type { OrderLine } from '../orders/order.ts'

/** What there is to be paid by a link. Amounts are decimal text in the order's own currency. */
export interface Asked {
  id: string
  orderId: string
  orderNumber: string
  placedDate: string
  currency: string
  amount: string
  state: 'OPEN' | 'PENDING' | 'PAID' | 'CLOSED'
  ways: readonly PayWay[]
  lines: readonly OrderLine[]
  /** How the whole order's total came about; empty for what was agreed elsewhere. */
  reasons: readonly Reason[]
  sums: { subtotal: string; discount: string; delivery: string; fees: string; tax: string; total: string }
  /** Paid or held before. */
  before: string
  /** What of the order is asked for another time. */
  later: string
  /** Where whoever asked wants the payer to be taken then. */
  next: { paid?: string | undefined; closed?: string | undefined; pending?: string | undefined }
}

export const payPath = (id: string, token: string, more: Readonly<Record<string, string>> = {}): string =>
  `/pay/${id}?${new URLSearchParams({ token, ...more })}`
