import type { giftCardRefusals } from '@vitrine/contract'
import type { CouponRefusal } from '@vitrine/pricing'
import type { Context } from '../../kernel/db/context.ts'
import type { Refusal } from '../../kernel/refusal.ts'
import type { StoredLine } from './line.ts'
import type { Buyer, WantedCard } from './offers.ts'

/** Why a buyer cannot use a coupon. */
export type RefusedCoupon = Refusal<'ERROR_COUPON_DOES_NOT_EXIST' | CouponRefusal>
/** Why a gift card cannot pay. */
export type RefusedCard = Refusal<(typeof giftCardRefusals)[number]>

/** What promotions and gift cards say to a buyer's codes. */
export interface CodeChecks {
  /** Why a buyer cannot use a coupon for these lines; undefined where they can. */
  readonly refusedCoupon: (context: Context, code: string, buyer: Buyer, lines: readonly StoredLine[]) => Promise<RefusedCoupon | undefined>
  /** The gift card with a code, if it can pay. */
  readonly findGiftCard: (context: Context, code: string, buyer: Buyer) => Promise<WantedCard | RefusedCard>
}
