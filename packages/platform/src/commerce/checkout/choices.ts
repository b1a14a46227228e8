import type { CheckoutInfo } from '@vitrine/contract'
import type { CouponRefusal } from '@vitrine/pricing'
import type { Context } from '../../kernel/db/context.ts'
import { Refusal, refuse } from '../../kernel/refusal.ts'
import { type Buyer, choicesOf, type WantedCard } from '../selling/offers.ts'
import type { CheckoutDocument, StoredCheckout } from './store.ts'

/** What promotions and gift cards say to a buyer's codes. */
export interface ChoiceDeps {
  /** Why a buyer cannot use a coupon; undefined where they can. */
  readonly refusedCoupon: (context: Context, code: string, buyer: Buyer) => Promise<CouponNo | undefined>
  /** The card under a code, if it can pay. */
  readonly findGiftCard: (context: Context, code: string, buyer: Buyer) => Promise<WantedCard | GiftCardNo>
}

export type CouponNo = Refusal<'ERROR_COUPON_DOES_NOT_EXIST' | 'COUPON_LOCKED' | CouponRefusal>
export type GiftCardNo = Refusal<
  'GIFT_CARD_NOT_FOUND' | 'GIFT_CARD_CODE_INVALID' | 'GIFT_CARD_IS_EMPTY' | 'GIFT_CARD_DISABLED' | 'GIFT_CARD_EXPIRED' | 'GIFT_CARD_LOCKED'
>

/** The wishes that came with a request. */
export interface SentChoices {
  readonly couponCode?: string | null | undefined
  readonly giftCardCode?: string | null | undefined
  readonly giftCardRedeemAmount?: string | null | undefined
}

/** Whether a caller may change the codes of a checkout at all: the shop may not take them, and who made it may have settled them. */
export interface Locks {
  readonly coupon: boolean
  readonly giftCard: boolean
}

/** Writes the wishes that were sent into a checkout, each only if it can be granted now: null clears, absent keeps. */
export async function writeChoices(
  context: Context,
  { owner, orderId, document }: Pick<StoredCheckout, 'owner' | 'document'> & { readonly orderId?: string | null },
  { couponCode, giftCardCode, giftCardRedeemAmount }: SentChoices,
  info: CheckoutInfo,
  locks: Locks,
  deps: ChoiceDeps,
): Promise<CheckoutDocument | CouponNo | GiftCardNo> {
  if (couponCode !== undefined && locks.coupon) return refuse('COUPON_LOCKED')
  if ((giftCardCode !== undefined || (giftCardRedeemAmount !== undefined && document.giftCard)) && locks.giftCard)
    return refuse('GIFT_CARD_LOCKED')
  const buyer = { owner, email: info.buyerInfo?.email ?? document.email, orderId }
  const refused = couponCode ? await deps.refusedCoupon(context, couponCode, buyer) : undefined
  if (refused) return refused
  const found = giftCardCode ? await deps.findGiftCard(context, giftCardCode, buyer) : undefined
  if (found instanceof Refusal) return found
  const card = giftCardCode === null ? undefined : (found ?? document.giftCard)
  const selected = info.membershipOptions === null ? null : info.membershipOptions?.selectedMemberships
  return {
    ...document,
    couponCode: couponCode === undefined ? document.couponCode : (couponCode ?? undefined),
    giftCard: card && withAmount(card, giftCardRedeemAmount),
    memberships: selected === undefined ? document.memberships : selected ? choicesOf(selected) : undefined,
  }
}

function withAmount({ id, suffix, seen, ...card }: WantedCard, amount: string | null | undefined): WantedCard {
  const wanted = amount === undefined ? card.wanted : amount
  return { id, suffix, seen, ...(wanted !== null && wanted !== undefined && { wanted }) }
}
