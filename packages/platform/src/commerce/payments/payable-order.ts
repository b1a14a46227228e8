import type { Context } from '../../kernel/db/context.ts'
import type { PayersCheckout } from './methods.ts'
import { type StoredPayment } from './store.ts'

/** An order that waits for its payment. */
export interface PayableOrder {
  readonly id: string
  readonly number: number
  readonly total: number
  readonly currency: string
  /** Whether it stands already, because nothing was due or it was paid before. */
  readonly approved: boolean
  readonly email: string
  readonly delivery: PayersCheckout['delivery']
  readonly online?: boolean
  /** Whose it is: `member:…`, `visitor:…`. */
  readonly owner: string
  /** Whether something of it is bought by subscription: then the card is saved. */
  readonly subscribes: boolean
  /** Of an order that this request has just written: leaves to the end of a write that it stands, paid by that one payment. */
  readonly stands?: (context: Context, payment: StoredPayment) => Promise<void>
}
