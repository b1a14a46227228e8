import type { CheckoutInfo } from '@vitrine/contract'
import type { Context } from '../../kernel/db/context.ts'
import { Refusal, refuse } from '../../kernel/refusal.ts'
import type { CodeChecks, RefusedCard, RefusedCoupon } from '../selling/codes.ts'
import type { Locks } from '../selling/custom-settings.ts'
import { choicesOf, type WantedCard } from '../selling/offers.ts'
import { purchaseFlowIdOf } from '../selling/purchase-flow.ts'
import type { CheckoutDocument, StoredCheckout } from './store.ts'

/** Why an option of a request cannot be granted. */
export type RefusedChoice = RefusedCoupon | RefusedCard | Refusal<'COUPON_LOCKED' | 'GIFT_CARD_LOCKED'>

/** The wishes that came with a request. */
export interface SentChoices {
  readonly couponCode?: string | null | undefined
  readonly giftCardCode?: string | null | undefined
  readonly giftCardRedeemAmount?: string | null | undefined
}

/** Writes the choices that were sent into a checkout, each only if it can be granted now: null clears, absent leaves unchanged. */
export async function writeChoices(
  context: Context,
  {
    id,
    cartId,
    owner,
    orderId,
    document,
  }: Pick<StoredCheckout, 'owner' | 'document'> & Partial<Pick<StoredCheckout, 'id' | 'cartId' | 'orderId'>>,
  { couponCode, giftCardCode, giftCardRedeemAmount }: SentChoices,
  info: CheckoutInfo,
  locks: Locks,
  deps: CodeChecks,
): Promise<CheckoutDocument | RefusedChoice> {
  if (couponCode !== undefined && locks.coupon) return refuse('COUPON_LOCKED')
  if ((giftCardCode !== undefined || (giftCardRedeemAmount !== undefined && document.giftCard)) && locks.giftCard)
    return refuse('GIFT_CARD_LOCKED')
  const buyer = { owner, email: info.buyerInfo?.email ?? document.email, orderId, purchaseFlowId: purchaseFlowIdOf({ id, cartId }) }
  const refused = couponCode ? await deps.refusedCoupon(context, couponCode, buyer, document.lines) : undefined
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

function withAmount({ id, suffix, seen, appId, ...card }: WantedCard, amount: string | null | undefined): WantedCard {
  const wanted = amount === undefined ? card.wanted : amount
  return { id, suffix, seen, ...(appId && { appId }), ...(wanted !== null && wanted !== undefined && { wanted }) }
}
