import type { OrderActivity } from '@vitrine/contract'
import { type StoredPayment } from './store.ts'

/** An order that nobody else changes until the transaction ends. */
export interface LockedOrder {
  /** The order stands. `false`: it cannot, because it was given up and its units are gone; the money has to go back. */
  paid(payment: StoredPayment): Promise<boolean>
  /** The order stands, to be paid by hand. */
  promised(): Promise<void>
  /** Sees to it that the units of an order which waits for its payment are taken from stock; the answer is the lines that are short. */
  hold(): Promise<readonly string[]>
  /** The provider has taken it in and has not decided. */
  pending(payment: StoredPayment): Promise<void>
  /** The order waits for another try, its stock is free; or, where it stands already, it is known that this payment came to nothing. */
  unpaid(payment: StoredPayment): Promise<void>
  /** Writes into the order's story, and tells; its money is as it was. */
  note(news: { readonly activities: readonly NewActivity[]; readonly payload: object }): Promise<void>
  /** Writes into the order, once, what its payments come to now. */
  keepBooks(news: OrderNews): Promise<void>
}

/** What the orders slice is told of a payment's later life. */
export interface OrderNews {
  readonly activities: readonly NewActivity[]
  /** Units that are refunded, and of which so many go back into stock. */
  readonly lines?: readonly { readonly lineItemId: string; readonly refunded: number; readonly restocked: number }[]
}

export type NewActivity = Omit<OrderActivity, 'id' | 'createdDate'>
