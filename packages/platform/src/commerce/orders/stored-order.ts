import type { FulfillmentStatus, Order, OrderStatus, PaymentStatus, Reason } from '@vitrine/contract'
import type { GiftCardTerms } from '../selling/sellable.ts'

/** What was sold, as it was sold: nothing in it is calculated again. Statuses, dates and activities stand beside it. */
export type OrderDocument = Omit<
  Order,
  'activities' | 'status' | 'paymentStatus' | 'fulfillmentStatus' | 'number' | 'createdDate' | 'updatedDate' | 'id'
> & {
  /** How its total came about; absent for what was agreed elsewhere. */
  readonly reasons?: readonly Reason[]
  /** What was to be paid with the order by other means than gift cards, in minor units; absent where it is all of it. */
  readonly due?: number
  /** `false`: no confirmation is sent, since the caller that created the order tells the buyer itself. */
  readonly tellsBuyer?: false
  /** The gift cards that are sold with it, by their lines. */
  readonly giftCards?: Readonly<Record<string, GiftCardTerms>>
  /** The apps that may edit it, where not all may. */
  readonly editableBy?: readonly string[]
}

/** Where the units of a line are counted. */
export interface StockItemOfLine {
  readonly lineItemId: string
  readonly productId: string
  readonly variantId: string
  readonly quantity: number
}

export interface StoredOrder {
  readonly id: string
  readonly number: number
  readonly checkoutId: string | null
  /** The checkout's revision that was ordered. */
  readonly checkoutRevision: number | null
  readonly owner: string
  readonly guests: readonly string[]
  readonly email: string
  readonly status: OrderStatus
  readonly paymentStatus: PaymentStatus
  readonly fulfillmentStatus: FulfillmentStatus
  readonly currency: string
  /** In minor units. */
  readonly total: number
  /** Whether its units are taken from the stock. */
  readonly holdsStock: boolean
  readonly stockItems: readonly StockItemOfLine[]
  readonly revision: number
  /** What its shipments travel under. */
  readonly trackingNumbers: readonly string[]
  readonly document: OrderDocument
  readonly createdAt: Date
  readonly updatedAt: Date
}
