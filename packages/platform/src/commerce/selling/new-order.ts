import type { Refusal } from '../../kernel/refusal.ts'
import type { OrderingRefusal, Said } from './ordering-refusals.ts'

/** The total that a caller expects of an order; with another the order is refused. */
export interface ExpectedTotal {
  readonly total?: string | undefined
  readonly currency?: string | undefined
}

/** How a caller places an order. */
export interface OrderChoices extends Said {
  /** Whether the money is only held when it is paid. */
  readonly delayCapture: boolean
  readonly savePaymentMethod: boolean
  readonly expected?: ExpectedTotal
}

/** A placed order, with the id of its payment collection if an amount is due. */
export type NewOrder =
  | { readonly orderId: string; readonly paymentGatewayOrderId?: string }
  | Refusal<OrderingRefusal | 'TOO_MANY_REQUESTS'>
