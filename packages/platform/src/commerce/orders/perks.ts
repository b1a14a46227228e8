import type { CouponRefusal } from '@vitrine/pricing'
import type { Context } from '../../kernel/db/context.ts'
import type { Refusal } from '../../kernel/refusal.ts'
import type { MembershipItem } from '../selling/membership-services.ts'
import type { Buyer } from '../selling/offers.ts'
import type { BooksOfOrder } from './books.ts'

/** A place in a time of delivery. */
export interface PlaceInSlot {
  readonly ruleCode: string
  readonly startsAt: Date
  /** Null for any number of orders. */
  readonly capacity: number | null
}

/** A gift card that pays; in minor units, above 0. */
export interface UsedCard {
  readonly id: string
  /** Whose it is, where it is not the shop's own. */
  readonly appId?: string | undefined
  readonly suffix: string
  readonly amount: number
  readonly currency: string
}

/** A line that a membership of a service is to pay for. */
export interface WantedCharge {
  readonly appId: string
  readonly membershipId: string
  readonly name: string
  readonly lineItemId: string
  readonly item: MembershipItem
}

/** What a service charged for a line. */
export interface MembershipCharged extends Omit<WantedCharge, 'item'> {
  readonly id: string
  /** What the service calls it; null where its answer was lost. */
  readonly transactionId: string | null
}

/** What an order uses up beside its stock. */
export interface PerksOfOrder {
  readonly buyer: Buyer
  /** `given`: what it takes off the order, in minor units. */
  readonly coupon: { readonly id: string; readonly code: string; readonly given: number } | null
  readonly rules: readonly { readonly id: string; readonly given: number }[]
  readonly slot: PlaceInSlot | null
  /** Each unit that a membership pays for or lowers takes one of its credits. */
  readonly memberships: readonly { readonly id: string; readonly credits: number }[]
  /** What services charged already; the currency is that of the order. */
  readonly charged?: { readonly currency: string; readonly charges: readonly MembershipCharged[] }
  readonly giftCard: UsedCard | null
}

/** Coupons, gift cards and times of delivery, as orders use them. */
export interface Perks {
  /** Counts the coupon's use, takes the money off the gift card and a place in the slot, or says why not; then the caller has to roll back. */
  take(
    context: Context,
    orderId: string,
    perks: PerksOfOrder,
  ): Promise<
    | Refusal<
        | 'ERROR_COUPON_DOES_NOT_EXIST'
        | CouponRefusal
        | 'REDEEM_GIFT_CARD_ERROR'
        | 'CHECKOUT_CHANGED'
        | 'SELECTED_CARRIER_SERVICE_OPTION_NO_LONGER_AVAILABLE'
      >
    | undefined
  >
  /** Gives back all of it; once more it changes nothing. The books, where a card got something back. */
  giveBack(context: Context, orderId: string): Promise<BooksOfOrder | undefined>
}
