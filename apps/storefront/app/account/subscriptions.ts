import type { Media } from '@vitrine/ui'
import type { Subscription } from '../orders/order.ts'

/** What comes again, as the member's list shows it. */
export interface SubscriptionView extends Subscription {
  orderId: string
  currency: string
  startedDate: string
  name: string
  picture?: Media | undefined
  chosen: readonly string[]
  /** Which one is left out when the next is left out. */
  chargeDate?: string | undefined
  maySkip: boolean
  mayResume: boolean
  payLink?: string | undefined
  /** Which of the cards is charged. */
  cardId?: string | undefined
}
